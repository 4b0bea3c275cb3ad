import { Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { orNull } from "../primitives/OptionalField.ts"
import { Name, Text } from "../primitives/Text.ts"
import { Uuid } from "../primitives/Uuid.ts"

export class NewTerminal extends Schema.Class<NewTerminal>("NewTerminal")({
  name: Name,
  description: orNull(Text)
}) {}

/** A device at a till. It is either waiting for registration or registered: exactly one of the two uuids is set. */
export class Terminal extends Schema.Class<Terminal>("Terminal")({
  ...NewTerminal.fields,
  id: Id,
  node_id: Id,
  till_id: Schema.NullOr(Id),
  /** Identifies the registration. It opens nothing: only the terminal knows the token. */
  session_uuid: Schema.NullOr(Uuid),
  /** The code that registers the device; it works once. */
  registration_uuid: Schema.NullOr(Uuid),
  active_user_id: Schema.NullOr(Id),
  active_user_role_id: Schema.NullOr(Id),
  last_seen: Schema.DateTimeUtc,
  /** The device in the device management that it is. */
  mdm_device_id: Schema.NullOr(Schema.String)
}) {}

/** A terminal that waits for a device. */
export class Registration extends Schema.Class<Registration>("Registration")({
  id: Id,
  name: Schema.String,
  /** The name of its till. */
  till: Schema.NullOr(Schema.String),
  /** The code, which works once. */
  code: Uuid
}) {}

/** A terminal without the uuids, for callers who may not see them. */
export const withoutUuids = (terminal: Terminal): Terminal =>
  new Terminal({ ...terminal, session_uuid: null, registration_uuid: null })

export class TerminalRegistrationPayload
  extends Schema.Class<TerminalRegistrationPayload>("TerminalRegistrationPayload")({
    registration_uuid: Uuid
  })
{}

export class TerminalRegistrationSuccess
  extends Schema.Class<TerminalRegistrationSuccess>("TerminalRegistrationSuccess")({
    terminal: Terminal,
    /** 256 random bits in base64url; shown only in this answer. */
    token: Schema.String
  })
{}

/** The terminal that a request of the terminal API comes from, by its token. */
export interface SignedInTerminal {
  readonly eventId: bigint
  readonly terminalId: bigint
  /** SHA-256 of the token. */
  readonly sessionHash: Uint8Array
}
