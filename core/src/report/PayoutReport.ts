import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { ReportHead } from "./ReportHead.ts"

/** Customers and the sum of their money, in cents. */
export class CustomersMoney extends Schema.Class<CustomersMoney>("CustomersMoney")({
  customers: Schema.Int,
  amount: Money.Cents
}) {}

/**
 * Why a balance is still on its account: the next run pays it; the customer is in an open run and got money since; they gave
 * no payout data, or not again after the bank returned the money; an operator excluded them; or why a bank can't pay it.
 */
export const UnclaimedReason = Schema.Literals([
  "payable",
  "in_run",
  "data_missing",
  "returned",
  "blocked",
  "name_missing",
  "iban_missing",
  "iban_invalid",
  "country_not_allowed",
  "amount_too_high"
])
export type UnclaimedReason = typeof UnclaimedReason.Type

export class UnclaimedMoney extends Schema.Class<UnclaimedMoney>("UnclaimedMoney")({
  reason: UnclaimedReason,
  ...CustomersMoney.fields
}) {}

/** The money of a customer whom a user excluded from payouts. */
export class BlockedMoney extends Schema.Class<BlockedMoney>("BlockedMoney")({
  /** The name of that user; null if the user is gone. */
  by: nullOr(Schema.String),
  since: nullOr(Moment),
  /** In cents. */
  amount: Money.Cents
}) {}

/** A payout run that was done. Amounts are in cents; payouts that the bank returned before are left out. */
export class DoneRun extends Schema.Class<DoneRun>("DoneRun")({
  id: Id,
  done_at: Moment,
  /** Customers in it. */
  payouts: Schema.Int,
  /** To banks, and given to the event. */
  payout_sum: Money.Cents,
  donation_sum: Money.Cents,
  /** Payouts that the bank returned since, and what customers got back; they are included in the sums. */
  returned: Schema.Int,
  returned_sum: Money.Cents
}) {}

/** What became of the money on wristbands. It concerns the event as a whole. */
export class PayoutReport extends Schema.Class<PayoutReport>("PayoutReport")({
  head: ReportHead,
  /** Customers with a balance above 0. Equals the total of customers in the money overview. */
  unclaimed: CustomersMoney,
  /**
   * The same by reason, without reasons that concern no one. Null for a moment in the past: which data customers had given
   * then is not kept.
   */
  reasons: nullOr(Schema.Array(UnclaimedMoney)),
  /** The customers of the reason `blocked`, each with who excluded them and since when. Null for a moment in the past. */
  blocked: nullOr(Schema.Array(BlockedMoney)),
  /** In runs that are open: on no customer's account, and not yet paid. Equals the account `payout_reserve`. */
  reserved: CustomersMoney,
  /** By the time at which they were done. */
  runs: Schema.Array(DoneRun),
  /** To banks in all done runs, less returned payouts, in cents. Equals the account `sepa_exit`. */
  paid: Money.Cents,
  /** Given to the event in all done runs, in cents. */
  donated: Money.Cents
}) {}
