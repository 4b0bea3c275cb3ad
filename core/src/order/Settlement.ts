import { type DateTime, Result, Schema } from "effect"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { atMost } from "../primitives/Text.ts"
import { OrderUuid } from "./Order.ts"
import { paymentRules } from "./PaymentRules.ts"
import { type CardPaymentState, isUnverified, type PendingOrder } from "./PendingOrder.ts"

/**
 * What an operator makes of a card payment that is listed as unverified: the order is booked after all; it is given up, as
 * its money was given back; or it stays booked and is looked into no more.
 */
export const SettlementKind = Schema.Literals(["book", "dismiss", "acknowledge"])
export type SettlementKind = typeof SettlementKind.Type

/** Longest reason, in characters. */
const longestReason = 1000

/** What an operator makes of a card payment, and why. */
export class SettlementPayload extends Schema.Class<SettlementPayload>("SettlementPayload")({
  kind: SettlementKind,
  reason: Schema.String.check(atMost(10 * longestReason)).pipe(
    Schema.decodeTo(Schema.Trim),
    Schema.check(Schema.isMinLength(1), Schema.isMaxLength(longestReason))
  )
}) {}

/** What an operator decides about one card payment, and why. */
export class Settlement extends Schema.Class<Settlement>("Settlement")({
  order_uuid: OrderUuid,
  ...SettlementPayload.fields,
  /** Who decides it, for the audit log, when no user does. */
  by: Schema.NullOr(Schema.String)
}) {}

/** A card payment as it was settled. */
export class SettledPayment extends Schema.Class<SettledPayment>("SettledPayment")({
  order_uuid: Schema.String,
  kind: SettlementKind,
  status: Schema.Literals(["booked", "cancelled"]),
  reason: Schema.String
}) {}

/** What becomes of an order. */
export interface Settling {
  readonly status: Exclude<CardPaymentState, "pending">
  /** Whether the order is put into the book. */
  readonly books: boolean
  readonly reason: string
  readonly at: DateTime.Utc
}

/** Decides a settlement. Only what is listed as unverified can be settled, once, and no booking can be taken back by it. */
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
