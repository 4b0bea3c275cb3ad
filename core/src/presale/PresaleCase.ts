import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"

/** Why an operator has to decide about a ticket or an order of the presale. */
export const PresaleCaseKind = Schema.Literals([
  /** The shop cancelled the ticket of a guest who has their wristband; the amount is the credit they got. */
  "cancelled_after_admission",
  /** The shop has no payment any more for the ticket of a guest who has their wristband. */
  "unpaid_after_admission",
  /** The guest got this much more credit than the shop now says was paid. */
  "credit_lowered",
  /** This much of the credit that was bought with a valid ticket was paid back, or not paid, so the guest does not get it. */
  "credit_paid_back",
  /** This much credit was paid after admission and would lift the balance above its limit. */
  "credit_over_limit",
  /** The credit of a ticket without a wristband, with the balance, is above the limit: the entrance refuses the ticket. */
  "credit_over_limit_before_admission",
  /** This much credit was paid in an order that has no single ticket to carry it. */
  "credit_without_ticket",
  /** The ticket is of a shop, or an event of it, that the event no longer imports from; the amount is its credit. */
  "other_shop"
])
export type PresaleCaseKind = typeof PresaleCaseKind.Type

/** A decision that is left to an operator. */
export interface PresaleCase {
  readonly kind: PresaleCaseKind
  /** In cents, 0 or more. */
  readonly amount: Money.Cents
}

/** The ticket of a guest who has no wristband yet. */
export interface AwaitedTicket {
  /** The credit that arrives with the wristband, in cents; 0 if the ticket is not valid. */
  readonly creditToCome: Money.Cents
  /** Credit that was bought with a valid ticket and paid back, in cents. */
  readonly paidBack: Money.Cents
  /** Balance of the guest, in cents: what they topped up on the web. */
  readonly balance: Money.Cents
  /** Highest balance to which a booking may raise it, in cents. */
  readonly maximum: Money.Cents
}

/**
 * Decides whether an operator has to act before the guest comes: the entrance would refuse the ticket for its credit, or the guest would
 * find less on the wristband than they bought.
 */
export const beforeAdmission = (
  { balance, creditToCome, maximum, paidBack }: AwaitedTicket
): ReadonlyArray<PresaleCase> => [
  ...creditToCome > 0n && balance + creditToCome > maximum
    ? [{ kind: "credit_over_limit_before_admission", amount: creditToCome } as const]
    : [],
  ...lessThanBought(paidBack)
]

const lessThanBought = (paidBack: Money.Cents): ReadonlyArray<PresaleCase> =>
  paidBack > 0n ? [{ kind: "credit_paid_back", amount: paidBack }] : []

/**
 * The question about a ticket without a wristband that is of another shop than the event imports from now: no cancel or refund there
 * reaches the entrance, which still admits it. Nothing is asked while either shop is unknown.
 */
export const ofOtherShop = (
  { credit, shop, state }: {
    readonly shop: string | null
    readonly state: TicketState
    /** The credit that was paid with it, in cents. */
    readonly credit: Money.Cents
  },
  current: string | null
): ReadonlyArray<PresaleCase> =>
  shop === null || current === null || shop === current || state === "cancelled"
    ? []
    : [{ kind: "other_shop", amount: credit }]

/** The ticket of a guest who has their wristband. */
export interface AdmittedTicket {
  readonly state: TicketState
  /** The credit that was paid with it, in cents. */
  readonly credit: Money.Cents
  /** Credit that was bought with a valid ticket and paid back, in cents. */
  readonly paidBack: Money.Cents
  /** The credit that the guest got, in cents. */
  readonly creditBooked: Money.Cents
  /** Balance of the guest, in cents. */
  readonly balance: Money.Cents
  /** Highest balance to which a booking may raise it, in cents. */
  readonly maximum: Money.Cents
}

/**
 * Decides the consequences of the shop's changes for a guest who has their wristband: credit that was paid later is booked.
 * Nothing is ever taken; an operator decides about everything that would.
 */
export const afterAdmission = (
  { balance, credit, creditBooked, maximum, paidBack, state }: AdmittedTicket
): { readonly raise: Money.Cents; readonly cases: ReadonlyArray<PresaleCase> } => {
  if (state === "cancelled") return only("cancelled_after_admission", creditBooked)
  if (state === "suspended") return only("unpaid_after_admission", creditBooked)
  const more = Money.subtract(credit, creditBooked)
  if (more < 0n) return only("credit_lowered", Money.negate(more))
  const cases = lessThanBought(paidBack)
  return more > 0n && balance + more > maximum
    ? { raise: Money.zero, cases: [{ kind: "credit_over_limit", amount: more }, ...cases] }
    : { raise: more, cases }
}

const only = (kind: PresaleCaseKind, amount: Money.Cents) => ({ raise: Money.zero, cases: [{ kind, amount }] })

/** A stored case; a settled one was decided by an operator. */
export interface StoredCase extends PresaleCase {
  readonly id: bigint
  readonly isSettled: boolean
}

/**
 * The cases to open and those to withdraw. A case that an operator settled is opened again only if its amount differs or it
 * had gone in the meantime.
 */
export const caseChanges = (
  cases: ReadonlyArray<PresaleCase>,
  stored: ReadonlyArray<StoredCase>
): { readonly open: ReadonlyArray<PresaleCase>; readonly withdraw: ReadonlyArray<bigint> } => {
  const isSame = (one: PresaleCase, other: PresaleCase) => one.kind === other.kind && one.amount === other.amount
  return {
    open: cases.filter((wanted) => !stored.some((known) => isSame(wanted, known))),
    withdraw: stored.filter((known) => !cases.some((wanted) => isSame(wanted, known))).map(({ id }) => id)
  }
}

/** A case as operators see it. */
export class ListedCase extends Schema.Class<ListedCase>("ListedPresaleCase")({
  id: Id,
  /** The code of the order in the shop. */
  order_code: Schema.String,
  /** The address, organiser and event of the shop that the order is from; null if it is not known, and for orders of files. */
  shop: nullOr(Schema.String),
  /** The page of the shop that shows the order to its staff. */
  external_link: nullOr(Schema.String),
  /** The ticket; null when the case concerns the whole order. */
  ticket_voucher_id: nullOr(Id),
  /** The guest's account; null when the case concerns the whole order. */
  customer_account_id: nullOr(Id),
  /** What the guest has now; null when the case concerns the whole order. */
  balance: nullOr(Money.Cents),
  /** The name of the guest, as the shop has it. */
  customer_name: nullOr(Schema.String),
  /** The PIN of the guest's wristband; null without one, and when the case concerns the whole order. */
  user_tag_pin: nullOr(Schema.String),
  /**
   * What happened after the guest got the wristband: the ticket was cancelled (`cancelled_after_admission`), its payment is gone
   * (`unpaid_after_admission`), less credit was paid than the guest got (`credit_lowered`), or credit was paid that would lift the balance
   * above its limit (`credit_over_limit`). `credit_over_limit_before_admission`: the guest has no wristband yet, and the credit of the
   * ticket, with the balance, is above the limit, so the entrance refuses it. `credit_paid_back`: the ticket is valid, but part
   * of the credit that was bought with it was paid back or not paid, so the guest does not get that part. `credit_without_ticket`: credit was
   * paid in an order that has no single ticket to carry it. `other_shop`: the ticket is of a shop that the event no longer imports from,
   * and still admits.
   */
  kind: PresaleCaseKind,
  /** The credit that the case is about: what the guest got and is not paid, or what was bought and the guest did not get. */
  amount: Money.Cents,
  /** When the import found it. */
  opened_at: Schema.DateTimeUtc,
  /** When it was settled; null while it is open. */
  settled_at: nullOr(Schema.DateTimeUtc),
  /** The user who settled it; null while it is open. */
  settled_by: nullOr(Id),
  /** What that user noted. */
  settled_comment: nullOr(Schema.String)
}) {}
