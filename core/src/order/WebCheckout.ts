import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { OrderUuid } from "./Order.ts"

/** What a guest asks for who wants to top up on the web. */
export class CreateCheckout extends Schema.Class<CreateCheckout>("CreateCheckoutPayload")({
  /** In cents. */
  amount: Money.Cents
}) {}

/** What the card provider's form needs, and by what the order is asked for afterwards. */
export class CreatedCheckout extends Schema.Class<CreatedCheckout>("CreateCheckoutResponse")({
  checkout_id: Schema.String,
  order_uuid: Schema.String.annotate({ format: "uuid" })
}) {}

export class CheckCheckout extends Schema.Class<CheckCheckout>("CheckCheckoutPayload")({ order_uuid: OrderUuid }) {}

/** A top-up of a guest's that may still be paid, and reserves its share of the guest's balance limit until then. */
export class OpenCheckout extends Schema.Class<OpenCheckout>("OpenCheckout")({
  order_uuid: Schema.String.annotate({ format: "uuid" }),
  /** What the card provider's form needs; null until the provider has said so, and such an order nobody can pay. */
  checkout_id: Schema.NullOr(Schema.String),
  /** In cents. */
  amount: Money.Cents,
  created_at: Schema.DateTimeUtc,
  /** From then on the card provider lets nobody pay it. */
  valid_until: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** `FAILED` of an order that is still open means the last try: the next may pay it. */
export const SumUpCheckoutStatus = Schema.Literals(["PENDING", "FAILED", "PAID"]).annotate({
  identifier: "SumUpCheckoutStatus"
})

export class CheckedCheckout extends Schema.Class<CheckedCheckout>("CheckCheckoutResponse")({
  status: SumUpCheckoutStatus
}) {}
