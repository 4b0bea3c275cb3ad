import { Effect, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { UserSession } from "../organisation/Session.ts"
import { SingleLine } from "../organisation/Text.ts"
import { Customer } from "./Customer.ts"
import { TagUid } from "./TagUid.ts"

/** What a guest shows to see his account: the PIN of his wristband, or the portal token of his pre-sale voucher. */
export class CustomerLogin extends Schema.Class<CustomerLogin>("CustomerLogin")({
  pin: SingleLine,
  /** The event. */
  node_id: Id,
  /**
   * The number of the wristband's chip as well, printed or read: who gives it does not wait when strangers guess PINs at the
   * event. It must be that of the wristband.
   */
  user_tag_uid: Schema.NullOr(TagUid).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}) {}

export class LoginResponse extends Schema.Class<LoginResponse>("LoginResponse")({
  customer: Customer,
  access_token: Schema.String,
  grant_type: Schema.Literal("bearer")
}) {}

/** A session of the portal as the guest sees it; the token is not in it. */
export class CustomerSession extends Schema.Class<CustomerSession>("CustomerSession")(UserSession.fields) {}

/** A guest whose token was checked. */
export interface SignedInCustomer {
  readonly eventId: bigint
  readonly accountId: bigint
  readonly sessionHash: Uint8Array
}

/** An account without what is for the office alone, such as comments, and without what opens it to whoever looks on. */
export const guestView = (customer: Customer): Customer =>
  new Customer({ ...customer, comment: null, user_tag_comment: null, user_tag_pin: null, tag_history: [] })
