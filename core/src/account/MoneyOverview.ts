import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { Account } from "../tag/Account.ts"

/** The balances of an event's accounts at one moment. */
export class MoneyOverview extends Schema.Class<MoneyOverview>("MoneyOverview")({
  /** All accounts but those of customers, by id. */
  system_accounts: Schema.Array(Account),
  /** Total balance of all customers, in cents. */
  total_customer_account_balance: Money.Cents,
  /** Total balance of all cash registers, in cents; each register is also among the system accounts. */
  total_cash_register_balance: Money.Cents
}) {}
