import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { SingleLine } from "../organisation/Text.ts"
import { Customer } from "./Customer.ts"

/** What a guest types to see his account: the PIN of his wristband. */
export class CustomerLogin extends Schema.Class<CustomerLogin>("CustomerLogin")({
  pin: SingleLine,
  /** The event. */
  node_id: Id
}) {}

export class LoginResponse extends Schema.Class<LoginResponse>("LoginResponse")({
  customer: Customer,
  access_token: Schema.String,
  grant_type: Schema.Literal("bearer")
}) {}

/** A guest whose token was checked. */
export interface SignedInCustomer {
  readonly eventId: bigint
  readonly accountId: bigint
  readonly sessionHash: Uint8Array
}

/** The forms of a PIN that count as the same: as typed, in lower and in upper case. */
export const pinForms = (pin: string): ReadonlyArray<string> => [
  ...new Set([pin, pin.toLowerCase(), pin.toUpperCase()])
]
