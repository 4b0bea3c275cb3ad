import { Schema } from "effect"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"

/** How far the payout of a guest's balance is. */
export class PayoutInfo extends Schema.Class<PayoutInfo>("PayoutInfo")({
  /** Whether a payout run has reserved the money or has paid it; false again when the bank returned it. */
  in_payout_run: Schema.Boolean,
  /** When the run was done; null before. */
  payout_date: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** Money of a guest that a payout run has paid, to their bank or as a donation. */
export class PayoutTransaction extends Schema.Class<PayoutTransaction>("PayoutTransaction")({
  /** In cents. */
  amount: Money.Cents,
  booked_at: Schema.DateTimeUtc,
  target_account_name: Schema.String,
  target_account_type: AccountType,
  /** The transaction that took the money off the account, the same for what one run paid. */
  transaction_id: Id
}) {}
