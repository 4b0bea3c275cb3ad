import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { Account } from "../wristband/Account.ts"

/** The balances of an event's accounts at one moment. */
export class MoneyOverview extends Schema.Class<MoneyOverview>("MoneyOverview")({
  /** All accounts but those of guests, in the order of their ids. */
  system_accounts: Schema.Array(Account),
  /** What all guests have together. */
  total_customer_account_balance: Money.Cents,
  /** The cash in all registers together; each register is also among `system_accounts`. */
  total_cash_register_balance: Money.Cents
}) {}

/** What was posted to and from an account since a moment. */
export class Moved extends Schema.Class<Moved>("Moved")({
  /** Null for the accounts of all customers together. */
  account_id: nullOr(Id),
  /** In cents; positive if the balance has grown. */
  balance: Money.Cents,
  vouchers: Schema.Int
}) {}

/** The accounts with their balances at a moment, from those of now and what was moved since then; without those that there were not. */
export const accountsBefore = (
  accounts: ReadonlyArray<Account>,
  moved: ReadonlyArray<Moved>
): ReadonlyArray<Account> => {
  const byAccount = new Map(moved.map((one) => [one.account_id, one]))
  return accounts.flatMap((account) => {
    const since = byAccount.get(account.id)
    return since === undefined ? [] : new Account({
      ...account,
      balance: Money.subtract(account.balance, since.balance),
      vouchers: account.vouchers - since.vouchers
    })
  })
}

/**
 * Composes the overview at a moment from that of now and what was moved since then. `moved` has the customers and each
 * other account that there was.
 */
export const overviewBefore = (now: MoneyOverview, moved: ReadonlyArray<Moved>): MoneyOverview => {
  const system_accounts = accountsBefore(now.system_accounts, moved)
  return new MoneyOverview({
    system_accounts,
    total_customer_account_balance: Money.subtract(
      now.total_customer_account_balance,
      moved.find(({ account_id }) => account_id === null)?.balance ?? Money.zero
    ),
    total_cash_register_balance: Money.sum(
      system_accounts.filter(({ type }) => type === "cash_register").map(({ balance }) => balance)
    )
  })
}
