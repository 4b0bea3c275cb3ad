import { type Amount, fromCents, toCents } from "../../kit/Amount.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { AccountTexts } from "./english.ts"

export type Account = OfficeAnswer<"GET /accounts/:account_id">

/** What an account is for. The published type has one word for some accounts that people tell apart. */
export const kindOf = ({ kind, type }: Pick<Account, "kind" | "type">) => kind ?? type

/** The name of an account as people know it: guests, drawers and transports have one of their own. */
export const nameOf = (
  { name, ...account }: Pick<Account, "kind" | "name" | "type">,
  { types }: Pick<AccountTexts, "types">
): string => {
  const kind = kindOf(account)
  return (kind === "private" || kind === "cash_register" || kind === "transport") && name !== null && name !== ""
    ? `${types[kind].name}: ${name}`
    : types[kind].name
}

/** The accounts with those of drawers named as their registers are: the ledger calls each of them the same. */
export const withRegisters = <Row extends Pick<Account, "id" | "name">>(
  accounts: ReadonlyArray<Row>,
  registers: ReadonlyArray<{ readonly account_id: number; readonly name: string }>
): ReadonlyArray<Row> => {
  const names = new Map(registers.map(({ account_id, name }) => [account_id, name]))
  return accounts.map((account) => ({ ...account, name: names.get(account.id) ?? account.name }))
}

/** A balance without a sign, and what it says: money that went through an account has two ends, and the books write one negative. */
export const namedBalance = (
  { balance, ...account }: Pick<Account, "balance" | "kind" | "type">,
  { nothing, types }: Pick<AccountTexts, "nothing" | "types">
): { readonly amount: Amount; readonly words: string } => ({
  amount: fromCents(Math.abs(toCents(balance))),
  words: balance === 0 ? nothing : types[kindOf(account)][balance > 0 ? "more" : "less"]
})
