import { Schema } from "effect"
import { uidPlaceholder } from "../event/EventCompleteness.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import * as Iban from "../primitives/Iban.ts"
import { isNameable } from "../primitives/SepaText.ts"
import { TagUid, toHex } from "../primitives/TagUid.ts"
import type { PieceWork } from "./PieceWork.ts"
import { maxTransfer } from "./SepaTransfer.ts"

/** A customer with money who said what shall become of it and whom no open run has taken up. */
export class Candidate extends Schema.Class<Candidate>("Candidate")({
  account_id: Id,
  /** In cents. */
  balance: Money.Cents,
  iban: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  email: Schema.NullOr(Schema.String),
  /** What the customer leaves to the event, in cents. */
  donation: Money.Cents,
  donate_all: Schema.Boolean,
  user_tag_id: Schema.NullOr(Id),
  user_tag_uid: Schema.NullOr(TagUid),
  /** Another one after each change of the account or of what the customer said. */
  version: Schema.String
}) {}

/** Why a run does not take a customer up: the bank data, more than a transfer can move, or what the run may come to. */
export const LeftOutReason = Schema.Literals([
  "name_missing",
  "iban_missing",
  "iban_invalid",
  "country_not_allowed",
  "amount_too_high",
  "sum_reached",
  "count_reached"
])
export type LeftOutReason = typeof LeftOutReason.Type

/** So many customers with money are left out for one reason. */
export class LeftOut extends Schema.Class<LeftOut>("LeftOut")({
  reason: LeftOutReason,
  n_customers: Schema.Int,
  /** What they would have got, in cents. */
  payout_amount: Money.Cents
}) {}

/** What a run may come to: cents to the bank and customers, at most. */
export interface Limits {
  readonly sum: Money.Cents
  readonly count: number
}

/** What a customer gets and what stays with the event, in cents; together they are the whole balance. */
export interface Share {
  readonly amount: Money.Cents
  readonly donation: Money.Cents
}

/** A customer whom a run takes up, with what they get. */
export interface Chosen extends Share {
  readonly candidate: Candidate
}

export interface Selection {
  readonly chosen: ReadonlyArray<Chosen>
  readonly leftOut: ReadonlyArray<Chosen & { readonly reason: LeftOutReason }>
}

/** Parts a balance; a donation above it is all of it. */
export const shareOf = (
  { balance, donate_all, donation }: Pick<Candidate, "balance" | "donate_all" | "donation">
): Share => {
  const given = donate_all || donation > balance ? balance : donation
  return { amount: Money.subtract(balance, given), donation: given }
}

/**
 * Decides whom a run takes up, in the order given. One who does not fit is skipped and the next is looked at, so a rich
 * customer keeps nobody else out; null is no limit. Who gives all to the event needs no bank account and adds nothing to the sum.
 */
export const select = function*(
  candidates: ReadonlyArray<Candidate>,
  allowedCountries: ReadonlyArray<string>,
  limits: Limits | null
): PieceWork<Selection> {
  const chosen: Array<Chosen> = []
  const leftOut: Array<Chosen & { readonly reason: LeftOutReason }> = []
  let sum = Money.zero
  for (const [n, candidate] of candidates.entries()) {
    if (n % 1000 === 999) yield
    const share = shareOf(candidate)
    const reason = (share.amount > 0n ? obstacle(candidate, share.amount, allowedCountries) : undefined)
      ?? (limits === null ? undefined : reached(limits, chosen.length, Money.add(sum, share.amount)))
    if (reason !== undefined) {
      leftOut.push({ candidate, ...share, reason })
    } else {
      chosen.push({ candidate, ...share })
      sum = Money.add(sum, share.amount)
    }
  }
  return { chosen, leftOut }
}

/** How many were left out for each reason there is. */
export const summary = (leftOut: Selection["leftOut"]): ReadonlyArray<LeftOut> =>
  LeftOutReason.literals.flatMap((reason) => {
    const those = leftOut.filter((one) => one.reason === reason)
    return those.length === 0 ? [] : new LeftOut({
      reason,
      n_customers: those.length,
      payout_amount: Money.sum(those.map(({ amount }) => amount))
    })
  })

/** What the bank prints for a customer: the event's description with the chip number of the tag. */
export const remittanceOf = (
  { sepa_description }: Pick<EventSettings, "sepa_description">,
  { user_tag_uid }: Pick<Candidate, "user_tag_uid">
): string => sepa_description.replaceAll(uidPlaceholder, user_tag_uid === null ? "" : toHex(user_tag_uid)).trim()

/** Which limit a run would break that has so many payouts before, and comes to this sum with the next. */
const reached = ({ count, sum }: Limits, before: number, after: Money.Cents): LeftOutReason | undefined =>
  before >= count ? "count_reached" : after > sum ? "sum_reached" : undefined

/** What keeps the bank from paying a customer. */
const obstacle = (
  { account_name, iban }: Candidate,
  amount: Money.Cents,
  allowedCountries: ReadonlyArray<string>
): LeftOutReason | undefined => {
  if (iban === null || iban === "") return "iban_missing"
  if (Iban.parse(iban) !== iban) return "iban_invalid"
  if (!allowedCountries.includes(Iban.countryOf(iban))) return "country_not_allowed"
  if (account_name === null || !isNameable(account_name)) return "name_missing"
  return amount > maxTransfer ? "amount_too_high" : undefined
}
