import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { Account } from "../tag/Account.ts"

/** Where the money of an event lies, as of one moment. */
export class MoneyOverview extends Schema.Class<MoneyOverview>("MoneyOverview")({
  /** All accounts but those of customers, by id. */
  system_accounts: Schema.Array(Account),
  /** What customers hold together, in cents. */
  total_customer_account_balance: Money.Cents,
  /** What cash registers hold together, in cents; each is among the system accounts too. */
  total_cash_register_balance: Money.Cents
}) {}
