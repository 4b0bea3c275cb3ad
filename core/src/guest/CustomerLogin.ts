import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { orNull } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { SingleLine } from "../base/Text.ts"
import { Customer } from "./Customer.ts"

/** The credentials of a portal sign-in: the PIN of the wristband, or the portal token of the ticket voucher. */
export class CustomerLogin extends Schema.Class<CustomerLogin>("CustomerLogin")({
  /** The PIN printed on the guest's wristband, or the token of their presale ticket. */
  pin: SingleLine,
  /** The event. */
  node_id: Id,
  /**
   * The chip number of the wristband; null or absent if unknown. With it the sign-in does not wait while others guess PINs at
   * the event.
   */
  user_tag_uid: orNull(TagUid)
}) {}

/** The account that the guest opened, and the token of the session. */
export class LoginResponse extends Schema.Class<LoginResponse>("LoginResponse")({
  /** The guest who signed in. */
  customer: Customer,
  /** The token, to be sent with every other call as `Authorization: Bearer <token>`. */
  access_token: Schema.String,
  /** How the token is sent: always `bearer`. */
  grant_type: Schema.Literal("bearer")
}) {}
