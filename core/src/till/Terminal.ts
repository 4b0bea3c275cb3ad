import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { Name, Text } from "../base/Text.ts"
import { Uuid } from "../base/Uuid.ts"

/** What the office enters for a terminal. */
export class NewTerminal extends Schema.Class<NewTerminal>("NewTerminal")({
  name: Name,
  description: orNull(Text)
}) {}

/** A device at a till. It is either waiting for registration or registered: exactly one of the two uuids is set. */
export class Terminal extends Schema.Class<Terminal>("Terminal")({
  ...NewTerminal.fields,
  id: Id,
  node_id: Id,
  /** The till that it serves; null if it serves none. */
  till_id: nullOr(Id),
  /** Names the registration of its device; null while it waits for one. It opens nothing: only the device knows the token. */
  session_uuid: nullOr(Uuid),
  /**
   * The code to enter in the terminal application. It works once; null once a device is registered, and for callers who do not administer
   * the node of the terminal.
   */
  registration_uuid: nullOr(Uuid),
  /** The user who is signed in; null if no one is. */
  active_user_id: nullOr(Id),
  /** The role with which that user is signed in; null if no one is. */
  active_user_role_id: nullOr(Id),
  /** When its device last called, a few seconds late; before its first call, when the terminal was created. */
  last_seen: Schema.DateTimeUtc,
  /** Its device in the device management of the organiser; null if it is linked to none. */
  mdm_device_id: nullOr(Schema.String)
}) {}

/** A terminal that waits for a device. */
export class Registration extends Schema.Class<Registration>("Registration")({
  id: Id,
  name: Schema.String,
  /** The name of its till. */
  till: nullOr(Schema.String),
  /** The code, which works once. */
  code: Uuid
}) {}

/** A terminal without the uuids, for callers who may not see them. */
export const withoutUuids = (terminal: Terminal): Terminal =>
  new Terminal({ ...terminal, session_uuid: null, registration_uuid: null })

/** The code with which a device becomes a terminal. */
export class TerminalRegistrationPayload
  extends Schema.Class<TerminalRegistrationPayload>("TerminalRegistrationPayload")({
    /** The code that the office shows for the terminal; it works once. */
    registration_uuid: Uuid
  })
{}

/** The terminal that a device has become, with its token. */
export class TerminalRegistrationSuccess
  extends Schema.Class<TerminalRegistrationSuccess>("TerminalRegistrationSuccess")({
    /** The terminal that the device now is. */
    terminal: Terminal,
    /** The token, to be sent with every other call as `Authorization: Bearer <token>`. Only this answer shows it. */
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
