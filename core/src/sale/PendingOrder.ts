import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { CardPayment } from "../card/CardProvider.ts"
import { OrderUuid } from "../journal/Order.ts"

/** The kinds of order that a terminal may register before a card is read. */
export const CardOrderType = Schema.Literals(["sale", "top_up", "ticket"])
export type CardOrderType = typeof CardOrderType.Type

/** A card at a terminal's reader, or one that a guest enters on the web. */
export const CardPaymentType = Schema.Literals(["sumup_terminal", "sumup_online"])
export type CardPaymentType = typeof CardPaymentType.Type

/** `pending` waits for the payment; `booked` and `cancelled` are outcomes of the order, not of the payment. */
export const CardPaymentState = Schema.Literals(["pending", "booked", "cancelled"])
export type CardPaymentState = typeof CardPaymentState.Type

/** The provider's result: nothing final, paid in full, another amount, not paid, nothing final in time. */
export const Verification = Schema.Literals(["unverified", "verified", "mismatch", "failed", "expired"])
export type Verification = typeof Verification.Type

/** The state of an order that is paid by card. */
export const paymentState = {
  status: CardPaymentState,
  verification: Verification,
  /** The provider's payment as last reported. */
  evidence: nullOr(Schema.toCodecJson(CardPayment)),
  /** The reason why an operator must decide. */
  problem: nullOr(Schema.String),
  last_checked: nullOr(Schema.DateTimeUtc),
  /** Seconds until the provider is asked again. */
  check_interval: Schema.Int,
  /** Null when there is nothing more to find out. */
  next_check: nullOr(Schema.DateTimeUtc)
}
export interface PaymentState extends Schema.Struct.Type<typeof paymentState> {}

/**
 * An order that is paid by card, from its registration on. An order that was booked without registration has no content.
 */
export class PendingOrder extends Schema.Class<PendingOrder>("PendingOrder")({
  event_id: Id,
  uuid: Schema.String,
  order_type: CardOrderType,
  payment_type: CardPaymentType,
  /** In cents. */
  amount: Money.Cents,
  currency: Schema.String,
  ...paymentState,
  till_id: Id,
  /** Null for top-ups on the web. */
  cashier_id: nullOr(Id),
  z_nr: Schema.Int,
  customer_account_id: nullOr(Id),
  request_hash: Schema.String,
  /** A `PreparedOrder` as JSON text. */
  content: nullOr(Schema.String),
  created_at: Schema.DateTimeUtc,
  /** The provider's id of the checkout; null at a terminal, and until the provider has made it. */
  checkout_id: nullOr(Schema.String),
  /** When the checkout expires; null at a terminal. */
  valid_until: nullOr(Schema.DateTimeUtc),
  /** When an operator settled it; nothing changes after that. */
  settled_at: nullOr(Schema.DateTimeUtc),
  settled_reason: nullOr(Schema.String),
  /** Whether it would put money onto an account that has been disabled since. */
  account_disabled: Schema.optionalKey(Schema.Boolean)
}) {}

/** An order whose payment an operator should examine: booked on a terminal's report alone, or paid and not booked. */
export class UnverifiedPayment extends Schema.Class<UnverifiedPayment>("UnverifiedPayment")({
  /** The event in which it was paid. */
  event_id: Id,
  /** The UUID of the order that it pays for. */
  order_uuid: Schema.String,
  /** What it pays for. */
  order_type: CardOrderType,
  /** The total of the order. */
  amount: Money.Cents,
  /** The currency as three letters (ISO 4217), such as `EUR`. */
  currency: Schema.String,
  /** The till of the order. */
  till_id: Id,
  /** The name of that till; null if it no longer exists. */
  till_name: nullOr(Schema.String),
  /** The user at the till; null if no one was. */
  cashier_id: nullOr(Id),
  /** The name of that user; null if no one was. */
  cashier_name: nullOr(Schema.String),
  /** When it was registered, or booked without being registered. */
  created_at: Schema.DateTimeUtc,
  /** What became of the order: `pending` waits for the payment. */
  status: CardPaymentState,
  /**
   * What the card provider said: `unverified` nothing final yet, `verified` paid in full, `mismatch` another amount, `failed`
   * not paid, `expired` nothing final in time.
   */
  verification: Verification,
  /** Why someone has to look at it; null if it is only not confirmed yet. */
  problem: nullOr(Schema.String)
}) {}

/** Whether an operator must examine a payment: it could not be settled, or its order is booked and not confirmed. */
export const isUnverified = (
  { problem, settled_at, status, verification }: Pick<
    PendingOrder,
    "problem" | "settled_at" | "status" | "verification"
  >
): boolean => settled_at === null && (problem !== null || (status === "booked" && verification !== "verified"))

/** Seconds until the sweep first asks the provider; terminals usually report within them. */
export const firstCheckSeconds = 20

const longestInterval = 300

/** Seconds after the next question: 2.5 times as many, rounded half to even, 300 at most. From 1: 2, 5, 12, 30, 75. */
export const nextInterval = (seconds: number): number => {
  const below = Math.floor(seconds * 2.5)
  const isHalf = seconds % 2 === 1
  return Math.min(longestInterval, isHalf && below % 2 === 1 ? below + 1 : below)
}

/** The state of an order before the provider was ever asked. */
export const unasked = (now: DateTime.Utc): PaymentState => ({
  status: "pending",
  verification: "unverified",
  evidence: null,
  problem: null,
  last_checked: null,
  check_interval: 1,
  next_check: DateTime.add(now, { seconds: firstCheckSeconds })
})

/** The registered order that is given up before its card payment. */
export class CancelOrderPayload extends Schema.Class<CancelOrderPayload>("CancelOrderPayload")({
  /** The UUID with which the order was registered. */
  order_uuid: OrderUuid
}) {}
