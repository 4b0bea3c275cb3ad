import { type DateTime, Result, Schema } from "effect"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { atMost } from "../base/Text.ts"
import { OrderUuid } from "../journal/Order.ts"
import { paymentRules } from "./PaymentRules.ts"
import { type CardPaymentState, isUnverified, type PendingOrder } from "./PendingOrder.ts"

/**
 * An operator's decision on an unverified card payment. `book`: the order is booked after all. `dismiss`: it is given up,
 * as its money was given back. `acknowledge`: it stays booked and is no longer listed.
 */
export const SettlementKind = Schema.Literals(["book", "dismiss", "acknowledge"])
export type SettlementKind = typeof SettlementKind.Type

/** The longest reason, in characters. */
const longestReason = 1000

/** An operator's decision on a card payment, and its reason. */
export class SettlementPayload extends Schema.Class<SettlementPayload>("SettlementPayload")({
  /**
   * The decision: `book` books the order, `dismiss` gives it up because the money was given back, `acknowledge` leaves a booked
   * order as it is and takes the payment off the list.
   */
  kind: SettlementKind,
  /** Why, from 1 to 1,000 characters; kept in the audit log. */
  reason: Schema.String.check(atMost(10 * longestReason)).pipe(
    Schema.decodeTo(Schema.Trim),
    Schema.check(Schema.isMinLength(1), Schema.isMaxLength(longestReason))
  )
}) {}

/** An operator's decision about one card payment, and its reason. */
export class Settlement extends Schema.Class<Settlement>("Settlement")({
  order_uuid: OrderUuid,
  ...SettlementPayload.fields
}) {}

/** A settled card payment. */
export class SettledPayment extends Schema.Class<SettledPayment>("SettledPayment")({
  /** The UUID of the order. */
  order_uuid: Schema.String,
  /** The decision. */
  kind: SettlementKind,
  /** What became of the order. */
  status: Schema.Literals(["booked", "cancelled"]),
  /** Why, as it was given. */
  reason: Schema.String
}) {}

/** The effect of a settlement on its order. */
export interface Settling {
  readonly status: Exclude<CardPaymentState, "pending">
  /** Whether the order is booked. */
  readonly books: boolean
  readonly reason: string
  readonly at: DateTime.Utc
}

/** Decides a settlement. Only an unverified payment can be settled, once, and a settlement never reverses a booking. */
export const settle = (
  order: Pick<PendingOrder, "problem" | "settled_at" | "settled_reason" | "status" | "verification">,
  { kind, reason }: Pick<Settlement, "kind" | "reason">,
  at: DateTime.Utc
): Result.Result<Settling, InvalidArgument> => {
  if (order.settled_at !== null) return refuse(paymentRules.payment_settled, { reason: order.settled_reason ?? "" })
  if (!isUnverified(order)) return refuse(paymentRules.payment_not_listed)
  const isBooked = order.status === "booked"
  if (isBooked && kind !== "acknowledge") return refuse(paymentRules.booked_only_acknowledged)
  if (!isBooked && kind === "acknowledge") return refuse(paymentRules.unbooked_never_acknowledged)
  return Result.succeed({ status: kind === "dismiss" ? "cancelled" : "booked", books: kind === "book", reason, at })
}
