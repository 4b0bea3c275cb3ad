import { Schema } from "effect"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { type Candidate, obstacleTo, shareOf } from "../payout/PayoutSelection.ts"

/**
 * Why the next payout run would leave a guest out. `payouts_off`: the event does not pay out to bank accounts now. `excluded`:
 * the office has excluded the guest. `balance_zero`: there is no money. `bank_data_missing`: the guest has entered no bank
 * account. The others are about the bank data.
 */
export const PayoutObstacle = Schema.Literals([
  "payouts_off",
  "excluded",
  "balance_zero",
  "bank_data_missing",
  "iban_invalid",
  "country_not_allowed",
  "name_missing",
  "amount_too_high"
])
export type PayoutObstacle = typeof PayoutObstacle.Type

/** The dates of a guest's newest payout that was not revoked. */
export const PayoutDates = Schema.Struct({
  /** Whether a payout run has reserved or paid the money; false again after the bank returned it. */
  in_payout_run: Schema.Boolean,
  /** When the run was completed; null before. */
  payout_date: nullOr(Schema.DateTimeUtc),
  /** When the run reserved the money; null if none did. */
  reserved_at: nullOr(Schema.DateTimeUtc),
  /** When the file for the bank was made; null before. */
  sent_at: nullOr(Schema.DateTimeUtc),
  /** When the bank returned the money; null if it did not. */
  returned_at: nullOr(Schema.DateTimeUtc),
  /** The bank's reason for that. */
  return_reason: nullOr(Schema.String)
})
export type PayoutDates = typeof PayoutDates.Type

/** The dates of a guest without a payout. */
export const noPayout: PayoutDates = {
  in_payout_run: false,
  payout_date: null,
  reserved_at: null,
  sent_at: null,
  returned_at: null,
  return_reason: null
}

/** The state of the payout of a guest's balance. */
export class PayoutInfo extends Schema.Class<PayoutInfo>("PayoutInfo")({
  ...PayoutDates.fields,
  /** Why the next run would leave the guest out; empty if it would pay them. */
  obstacles: Schema.Array(PayoutObstacle)
}) {}

/** The facts that decide whether a payout run pays a guest. */
export interface PayoutProspect
  extends Pick<Candidate, "account_name" | "balance" | "donate_all" | "donation" | "iban">
{
  readonly has_entered_info: boolean
  /** Whether runs may include the guest. */
  readonly payout_export: boolean
}

/** All reasons why the next payout run would leave a guest out. */
export const obstaclesOf = (
  prospect: PayoutProspect,
  { sepa_allowed_country_codes, sepa_enabled }: Pick<EventSettings, "sepa_allowed_country_codes" | "sepa_enabled">
): ReadonlyArray<PayoutObstacle> => {
  const { amount } = shareOf(prospect)
  const ofBank = prospect.has_entered_info && amount > 0n
    ? obstacleTo(prospect, amount, sepa_allowed_country_codes)
    : undefined
  return [
    ...(sepa_enabled ? [] : ["payouts_off" as const]),
    ...(prospect.payout_export ? [] : ["excluded" as const]),
    ...(prospect.balance > 0n ? [] : ["balance_zero" as const]),
    ...(prospect.has_entered_info && ofBank !== "iban_missing" ? [] : ["bank_data_missing" as const]),
    ...(ofBank === undefined || !isAboutBankData(ofBank) ? [] : [ofBank])
  ]
}

const isAboutBankData = Schema.is(
  Schema.Literals(["iban_invalid", "country_not_allowed", "name_missing", "amount_too_high"])
)

/** A guest's money that a payout run has paid to the guest's bank or as a donation. */
export class PayoutTransaction extends Schema.Class<PayoutTransaction>("PayoutTransaction")({
  /** What was paid. */
  amount: Money.Cents,
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /** The name of the event's account to which it went. */
  target_account_name: Schema.String,
  /** Where it went: `sepa_exit` is the guest's bank account, `donation_exit` a donation. */
  target_account_type: AccountType,
  /** The transaction that took the money off the account; the same for bank transfer and donation of one payout run. */
  transaction_id: Id
}) {}
