import { Schema } from "effect"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { OrderUuid } from "../journal/Order.ts"

/** A guest's request for a top-up on the web. */
export class CreateCheckout extends Schema.Class<CreateCheckout>("CreateCheckoutPayload")({
  /** The money that is to go onto the wristband. */
  amount: Money.Cents
}) {}

/** The page of the simulated card provider where the checkout is paid; null with a real provider, whose form takes the card. */
const PayUrl = nullOr(Schema.String)

/** The id for the card provider's form, and the uuid to ask about the order later. */
export class CreatedCheckout extends Schema.Class<CreatedCheckout>("CreateCheckoutResponse")({
  /** The id for the card provider's form. */
  checkout_id: Schema.String,
  /** The UUID of the top-up, to ask about it later. */
  order_uuid: Schema.String.annotate({ format: "uuid" }),
  /** The page of the simulated card provider where it is paid; null with a real provider, whose form takes the card. */
  pay_url: PayUrl
}) {}

/** The top-up in the portal whose payment is asked about. */
export class CheckCheckout extends Schema.Class<CheckCheckout>("CheckCheckoutPayload")({
  /** The UUID of the top-up. */
  order_uuid: OrderUuid
}) {}

/** A guest's top-up that may still be paid; until then it reserves its share of the guest's balance limit. */
export class OpenCheckout extends Schema.Class<OpenCheckout>("OpenCheckout")({
  /** The UUID of the top-up. */
  order_uuid: Schema.String.annotate({ format: "uuid" }),
  /**
   * The id for the card provider's form; null until the provider has made the checkout, and such a top-up can't be paid.
   */
  checkout_id: nullOr(Schema.String),
  /** The money that is to go onto the wristband. */
  amount: Money.Cents,
  /** When the guest began it. */
  created_at: Schema.DateTimeUtc,
  /** When it can no longer be paid; null if that is unknown. */
  valid_until: nullOr(Schema.DateTimeUtc),
  /** The page of the simulated card provider where it is paid; null with a real provider, whose form takes the card. */
  pay_url: PayUrl
}) {}

/** `FAILED` of an open order means the last try: the next one may pay it. */
export const SumUpCheckoutStatus = Schema.Literals(["PENDING", "FAILED", "PAID"]).annotate({
  identifier: "SumUpCheckoutStatus"
})

/** The state of the payment of a top-up in the portal. */
export class CheckedCheckout extends Schema.Class<CheckedCheckout>("CheckCheckoutResponse")({
  /** Whether it is paid. `FAILED` of an open top-up is the last try: the next one may pay it. */
  status: SumUpCheckoutStatus
}) {}
