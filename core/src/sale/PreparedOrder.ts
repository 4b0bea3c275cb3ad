import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { CardPayment } from "../card/CardProvider.ts"
import type { PaymentEvidence } from "../journal/JournalEntry.ts"
import { type OrderDraft, OrderType, PaymentMethod, PendingLineItem, Reduction } from "../journal/Order.ts"
import { TagOpening } from "../journal/TagOpening.ts"
import type { PaymentState } from "./PendingOrder.ts"

const Draft = Schema.Struct({
  uuid: Schema.String,
  orderType: OrderType,
  paymentMethod: PaymentMethod,
  customerAccountId: nullOr(Id),
  userTagId: nullOr(Id),
  cashRegisterId: nullOr(Id),
  cancelsOrder: nullOr(Id),
  pricedAt: Schema.optional(Schema.DateTimeUtc),
  reductions: Schema.optional(Schema.Array(Reduction)),
  lines: Schema.Array(Schema.Struct({
    ...PendingLineItem.fields,
    revisionId: Id,
    totalTax: Money.Cents
  })),
  postings: Schema.Array(Schema.Struct({
    source: Id,
    target: Id,
    amount: Money.Cents,
    vouchers: Schema.Int
  })),
  guards: Schema.Array(Schema.Struct({
    accountId: Id,
    balance: Money.Cents,
    vouchers: Schema.Int,
    minimum: nullOr(Money.Cents),
    maximum: nullOr(Money.Cents),
    userTagId: nullOr(Id)
  }))
})

/** All data to book a registered order after its payment, as it was decided at the registration. */
export class PreparedOrder extends Schema.Class<PreparedOrder>("PreparedOrder")({
  draft: Draft,
  /** As in `OrderContext`. */
  buttons: Schema.Unknown,
  /** The tags that a ticket sale hands out. */
  openings: Schema.Array(TagOpening),
  /** The pending answer that the terminal got, in JSON form. */
  answer: Schema.Unknown
}) {}

const codec = Schema.toCodecJson(PreparedOrder)
export const encodePrepared = Schema.encodeSync(codec)

/** A provider's payment in its stored form. */
export const encodePayment = Schema.encodeSync(Schema.toCodecJson(CardPayment))

/** Reads the content of a registered order; numbers beyond 53 bits stay exact. */
export const decodePrepared = (content: string): PreparedOrder =>
  Schema.decodeUnknownSync(codec)(JSON.parse(content, exactInteger))

/**
 * The order without the guards of its decision. Its money has been paid, so it is booked whatever has happened to the
 * accounts.
 */
export const unconditional = (draft: OrderDraft): OrderDraft => ({
  ...draft,
  guards: draft.guards.map((guard) => ({ ...guard, minimum: null, maximum: null, userTagId: null }))
})

/** The state of a payment as it is stored with its order. */
export const toPaymentEvidence = (state: PaymentState): PaymentEvidence => ({
  verification: state.verification,
  evidence: state.evidence === null ? null : encodePayment(state.evidence),
  last_checked: state.last_checked === null ? null : DateTime.formatIso(state.last_checked),
  check_interval: state.check_interval,
  next_check: state.next_check === null ? null : DateTime.formatIso(state.next_check)
})

/** A number that a double would round becomes the marked text that the schemas of ids and chip numbers read. */
const exactInteger = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? "")
    ? `\u0000${context?.source}`
    : value
