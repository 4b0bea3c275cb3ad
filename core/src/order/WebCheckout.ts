import { Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import { OrderUuid } from "./Order.ts"

/** A guest's request for a top-up on the web. */
export class CreateCheckout extends Schema.Class<CreateCheckout>("CreateCheckoutPayload")({
  /** In cents. */
  amount: Money.Cents
}) {}

/** The page of the simulated card provider where the checkout is paid; null with a real provider, whose form takes the card. */
const PayUrl = Schema.NullOr(Schema.String)

/** The id for the card provider's form, and the uuid to ask about the order later. */
export class CreatedCheckout extends Schema.Class<CreatedCheckout>("CreateCheckoutResponse")({
  checkout_id: Schema.String,
  order_uuid: Schema.String.annotate({ format: "uuid" }),
  pay_url: PayUrl
}) {}

export class CheckCheckout extends Schema.Class<CheckCheckout>("CheckCheckoutPayload")({ order_uuid: OrderUuid }) {}

/** A guest's top-up that may still be paid; until then it reserves its share of the guest's balance limit. */
export class OpenCheckout extends Schema.Class<OpenCheckout>("OpenCheckout")({
  order_uuid: Schema.String.annotate({ format: "uuid" }),
  /**
   * The id for the card provider's form; null until the provider has made the checkout, and such an order can't be paid.
   */
  checkout_id: Schema.NullOr(Schema.String),
  /** In cents. */
  amount: Money.Cents,
  created_at: Schema.DateTimeUtc,
  /** When the checkout expires. */
  valid_until: Schema.NullOr(Schema.DateTimeUtc),
  pay_url: PayUrl
}) {}

/** `FAILED` of an open order means the last try: the next one may pay it. */
export const SumUpCheckoutStatus = Schema.Literals(["PENDING", "FAILED", "PAID"]).annotate({
  identifier: "SumUpCheckoutStatus"
})

export class CheckedCheckout extends Schema.Class<CheckedCheckout>("CheckCheckoutResponse")({
  status: SumUpCheckoutStatus
}) {}
