import { Schema } from "effect"
import { AccountType } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"

/** The state of the payout of a guest's balance. */
export class PayoutInfo extends Schema.Class<PayoutInfo>("PayoutInfo")({
  /** Whether a payout run has reserved or paid the money; false again after the bank returned it. */
  in_payout_run: Schema.Boolean,
  /** When the run was completed; null before. */
  payout_date: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** A guest's money that a payout run has paid to the guest's bank or as a donation. */
export class PayoutTransaction extends Schema.Class<PayoutTransaction>("PayoutTransaction")({
  /** In cents. */
  amount: Money.Cents,
  booked_at: Schema.DateTimeUtc,
  target_account_name: Schema.String,
  target_account_type: AccountType,
  /** The posting that took the money off the account; the same for transfer and donation of one run. */
  transaction_id: Id
}) {}
