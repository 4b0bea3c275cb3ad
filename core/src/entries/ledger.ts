// Money, accounts and postings: pure double entry.
export * as Account from "../ledger/Account.ts"
export * as Id from "../ledger/Id.ts"
export * as Integer from "../ledger/Integer.ts"
export * as Ledger from "../ledger/Ledger.ts"
export * as Money from "../ledger/Money.ts"
