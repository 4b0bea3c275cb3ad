import { Schema } from "effect"
import { UserSession } from "../organisation/Session.ts"

/** A session of the portal as the guest sees it, without the token. */
export class CustomerSession extends Schema.Class<CustomerSession>("CustomerSession")(UserSession.fields) {}

/** A guest whose token was checked. */
export interface SignedInCustomer {
  readonly eventId: bigint
  readonly accountId: bigint
  readonly sessionHash: Uint8Array
}
