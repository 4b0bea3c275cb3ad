import { DateTime, Schema } from "effect"
import * as Iban from "../base/Iban.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { isNameable } from "../base/SepaText.ts"
import type { SlicedWork } from "../base/SlicedWork.ts"
import { TagUid, toHex } from "../base/TagUid.ts"
import { uidPlaceholder } from "../event/EventCompleteness.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import { maxTransfer } from "./SepaTransfer.ts"

/** A customer with money who is in no open run, and gave payout data or is excluded from payouts. */
export class Candidate extends Schema.Class<Candidate>("Candidate")({
  account_id: Id,
  /** In cents. */
  balance: Money.Cents,
  iban: nullOr(Schema.String),
  account_name: nullOr(Schema.String),
  email: nullOr(Schema.String),
  /** The customer's donation to the event, in cents. */
  donation: Money.Cents,
  donate_all: Schema.Boolean,
  user_tag_id: nullOr(Id),
  user_tag_uid: nullOr(TagUid),
  /** Whether the organiser excluded the customer from payouts. */
  is_blocked: Schema.Boolean,
  /** The name of the user who did, and when; null if that is not known. */
  blocked_by: nullOr(Schema.String),
  blocked_at: nullOr(Schema.DateTimeUtc),
  user_tag_pin: nullOr(Schema.String),
  /** Changes with each change of the account or of the customer's payout data. */
  version: Schema.String
}) {}

/**
 * Why a run leaves a customer out: the organiser excluded them, bank data are missing or invalid, the amount is above the most
 * of a transfer, or a limit of the run is reached.
 */
export const LeftOutReason = Schema.Literals([
  "blocked",
  "name_missing",
  "iban_missing",
  "iban_invalid",
  "country_not_allowed",
  "amount_too_high",
  "sum_reached",
  "count_reached"
])
export type LeftOutReason = typeof LeftOutReason.Type

/** The number of customers with money who are left out for one reason. */
export class LeftOut extends Schema.Class<LeftOut>("LeftOut")({
  /**
   * `blocked`: a user excluded the guests. `name_missing`: no name that banks can write. `iban_missing`, `iban_invalid`: no IBAN, or no valid one. `country_not_allowed`: the
   * event does not pay to that country. `amount_too_high`: more than a transfer can move. `sum_reached`, `count_reached`: a limit of the
   * run.
   */
  reason: LeftOutReason,
  /** How many guests are left out for this reason. */
  n_customers: Schema.Int,
  /** The sum that the bank would have transferred to them. */
  payout_amount: Money.Cents,
  /** The names of the users who blocked payouts; absent for other reasons. */
  blocked_by: Schema.optionalKey(Schema.Array(Schema.String)),
  /** Since when the first of them is blocked; absent for other reasons, and if it is not known. */
  blocked_since: Schema.optionalKey(Schema.DateTimeUtc)
}) {}

/** A customer with money whom a run without limits would leave out now. */
export class LeftOutCustomer extends Schema.Class<LeftOutCustomer>("LeftOutCustomer")({
  /** The account of the guest. */
  customer_account_id: Id,
  /** Why the guest can't be paid, as in the totals of a run. */
  reason: LeftOutReason,
  /** The owner of the bank account, as the guest entered it; null if they did not. */
  account_name: nullOr(Schema.String),
  /** The bank account, as the guest entered it; null if they did not. */
  iban: nullOr(Schema.String),
  /** The guest's address; null if they gave none. */
  email: nullOr(Schema.String),
  /** The sum that the bank would have transferred to the guest. */
  payout_amount: Money.Cents,
  /** The name of the user who blocked the payout; null for other reasons, and if the user is gone. */
  blocked_by: nullOr(Schema.String),
  /** Since when the payout is blocked; null for other reasons. */
  blocked_since: nullOr(Schema.DateTimeUtc),
  /** The PIN on the guest's wristband; null if they have none. */
  user_tag_pin: nullOr(Schema.String)
}) {}

/** Limits of a run: the most cents to the bank and the most customers. */
export interface Limits {
  readonly sum: Money.Cents
  readonly count: number
}

/** Cents that go to the customer and cents that are donated; together they are the whole balance. */
export interface Share {
  readonly amount: Money.Cents
  readonly donation: Money.Cents
}

/** A customer whom a run pays, with their share. */
export interface Chosen extends Share {
  readonly candidate: Candidate
}

export interface Selection {
  readonly chosen: ReadonlyArray<Chosen>
  readonly leftOut: ReadonlyArray<Chosen & { readonly reason: LeftOutReason }>
}

/** Divides a balance. A donation above the balance takes all of it. */
export const shareOf = (
  { balance, donate_all, donation }: Pick<Candidate, "balance" | "donate_all" | "donation">
): Share => {
  const given = donate_all || donation > balance ? balance : donation
  return { amount: Money.subtract(balance, given), donation: given }
}

/**
 * Decides which candidates a run pays, in the order given; null means no limits. A candidate who does not fit is skipped
 * and the next is tried, so one rich customer blocks no others. A customer who donates everything needs no bank account and
 * adds nothing to the sum.
 */
export const select = function*(
  candidates: ReadonlyArray<Candidate>,
  allowedCountries: ReadonlyArray<string>,
  limits: Limits | null
): SlicedWork<Selection> {
  const chosen: Array<Chosen> = []
  const leftOut: Array<Chosen & { readonly reason: LeftOutReason }> = []
  let sum = Money.zero
  for (const [n, candidate] of candidates.entries()) {
    if (n % 1000 === 999) yield
    const share = shareOf(candidate)
    const reason = (candidate.is_blocked ? "blocked" as const : undefined)
      ?? (share.amount > 0n ? obstacleTo(candidate, share.amount, allowedCountries) : undefined)
      ?? (limits === null ? undefined : limitReached(limits, chosen.length, Money.add(sum, share.amount)))
    if (reason !== undefined) {
      leftOut.push({ candidate, ...share, reason })
    } else {
      chosen.push({ candidate, ...share })
      sum = Money.add(sum, share.amount)
    }
  }
  return { chosen, leftOut }
}

/** The customers left out and their amounts, by reason. */
export const summary = (leftOut: Selection["leftOut"]): ReadonlyArray<LeftOut> =>
  LeftOutReason.literals.flatMap((reason) => {
    const those = leftOut.filter((one) => one.reason === reason)
    return those.length === 0 ? [] : new LeftOut({
      reason,
      n_customers: those.length,
      payout_amount: Money.sum(those.map(({ amount }) => amount)),
      ...(reason === "blocked" ? blocksOf(those) : {})
    })
  })

/** Who blocked the payouts, by name, and since when the first of them is blocked. */
const blocksOf = (blocked: Selection["leftOut"]): Pick<LeftOut, "blocked_by" | "blocked_since"> => {
  const users = new Set(blocked.flatMap(({ candidate: { blocked_by } }) => blocked_by ?? []))
  const [first] = blocked.flatMap(({ candidate: { blocked_at } }) => blocked_at ?? []).toSorted(DateTime.Order)
  return {
    blocked_by: Array.from(users).toSorted(),
    ...(first === undefined ? {} : { blocked_since: first })
  }
}

/** The text that the bank prints for a customer: the event's description with the tag's chip number. */
export const remittanceOf = (
  { sepa_description }: Pick<EventSettings, "sepa_description">,
  { user_tag_uid }: Pick<Candidate, "user_tag_uid">
): string => sepa_description.replaceAll(uidPlaceholder, user_tag_uid === null ? "" : toHex(user_tag_uid)).trim()

/** The limit that one more payout would break, given the payouts before it and the sum including it. */
const limitReached = ({ count, sum }: Limits, before: number, after: Money.Cents): LeftOutReason | undefined =>
  before >= count ? "count_reached" : after > sum ? "sum_reached" : undefined

/** The reason why a bank can't pay a customer; `undefined` if it can. */
export const obstacleTo = (
  { account_name, iban }: Pick<Candidate, "account_name" | "iban">,
  amount: Money.Cents,
  allowedCountries: ReadonlyArray<string>
): LeftOutReason | undefined => {
  if (iban === null || iban === "") return "iban_missing"
  if (Iban.parse(iban) !== iban) return "iban_invalid"
  if (!allowedCountries.includes(Iban.countryOf(iban))) return "country_not_allowed"
  if (account_name === null || !isNameable(account_name)) return "name_missing"
  return amount > maxTransfer ? "amount_too_high" : undefined
}
