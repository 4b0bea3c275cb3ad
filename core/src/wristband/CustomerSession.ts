import { Schema } from "effect"
import { sessionFields } from "../organisation/Session.ts"

/** A session of the portal as the guest sees it, without the token. */
export class CustomerSession extends Schema.Class<CustomerSession>("CustomerSession")(sessionFields) {}

/** A guest whose token was checked. */
export interface SignedInCustomer {
  readonly eventId: bigint
  readonly accountId: bigint
  readonly sessionHash: Uint8Array
}
