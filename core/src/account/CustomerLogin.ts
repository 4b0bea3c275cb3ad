import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { orNull } from "../primitives/OptionalField.ts"
import { TagUid } from "../primitives/TagUid.ts"
import { SingleLine } from "../primitives/Text.ts"
import { Customer } from "./Customer.ts"

/** What a guest signs in to the portal with: the PIN of the wristband, or the portal token of the ticket voucher. */
export class CustomerLogin extends Schema.Class<CustomerLogin>("CustomerLogin")({
  pin: SingleLine,
  /** The event. */
  node_id: Id,
  /**
   * The number of the wristband's chip as well, printed or read: who gives it does not wait when others guess PINs at the
   * event. It must be that of the wristband.
   */
  user_tag_uid: orNull(TagUid)
}) {}

/** The account that a guest signed in to, and the token of the session. */
export class LoginResponse extends Schema.Class<LoginResponse>("LoginResponse")({
  customer: Customer,
  access_token: Schema.String,
  grant_type: Schema.Literal("bearer")
}) {}
