// Money, accounts and postings: pure double entry.
export * as Account from "../base/Account.ts"
export * as Id from "../base/Id.ts"
export * as Integer from "../base/Integer.ts"
export * as Money from "../base/Money.ts"
export * as Ledger from "../journal/Ledger.ts"
