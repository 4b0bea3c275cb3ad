import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { orNull } from "../primitives/OptionalField.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { SingleLine } from "../primitives/Text.ts"
import { Customer } from "./Customer.ts"

/** The credentials of a portal sign-in: the PIN of the wristband, or the portal token of the ticket voucher. */
export class CustomerLogin extends Schema.Class<CustomerLogin>("CustomerLogin")({
  pin: SingleLine,
  /** The event. */
  node_id: Id,
  /**
   * The number of the wristband's chip, optionally. With it the sign-in does not wait while others guess PINs at the
   * event; it must be the chip of that wristband.
   */
  user_tag_uid: orNull(TagUid)
}) {}

/** The account that the guest opened, and the token of the session. */
export class LoginResponse extends Schema.Class<LoginResponse>("LoginResponse")({
  customer: Customer,
  access_token: Schema.String,
  grant_type: Schema.Literal("bearer")
}) {}
