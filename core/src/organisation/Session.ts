import { Effect, Redacted, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import { SingleLine } from "../primitives/Text.ts"
import { NewPassword, ShownPassword } from "./Password.ts"
import { CurrentUser } from "./User.ts"

/** How long a session of the back office lasts at most, and how long without a call: an open laptop is left behind sooner or later. */
export const backOfficeHours = 12
export const backOfficeIdleHours = 2

/** How long a session of the customer portal lasts at most, and how long without a call: guests come back days after a festival. */
export const customerDays = 30
export const customerIdleDays = 7

/** How long the registration of a terminal lasts without a call: a device that lay in a box since the last festival is nobody's. */
export const terminalIdleDays = 30

export class LoginPayload extends Schema.Class<LoginPayload>("LoginPayload")({
  username: SingleLine,
  password: ShownPassword,
  /** The home of the user, where several have the same login and password. */
  node_id: Schema.NullOr(Id).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))
}) {}

export class ChangePasswordPayload extends Schema.Class<ChangePasswordPayload>("ChangePasswordPayload")({
  old_password: ShownPassword,
  new_password: NewPassword
}) {}

export class NodeChoice extends Schema.Class<NodeChoice>("NodeChoice")({
  node_id: Id,
  name: Schema.String,
  description: Schema.String
}) {}

/** The person behind a token of the back office. */
export class OfficeUser extends Schema.Class<OfficeUser>("OfficeUser")({
  ...CurrentUser.fields,
  /** Somebody else set the password, so its user is to be asked for another; nothing is refused before. */
  must_change_password: Schema.Boolean
}) {}

export class UserLoginSuccess extends Schema.Class<UserLoginSuccess>("UserLoginSuccess")({
  user: OfficeUser,
  token: Schema.String
}) {}

/** Either a session or, where several users fit, their homes to choose from. */
export class UserLoginResult extends Schema.Class<UserLoginResult>("UserLoginResult")({
  success: Schema.NullOr(UserLoginSuccess),
  available_nodes: Schema.NullOr(Schema.Array(NodeChoice))
}) {}

/** A session of the back office as its user and those who manage users see it; the token is not in it. */
export class UserSession extends Schema.Class<UserSession>("UserSession")({
  id: Id,
  created_at: Schema.DateTimeUtc,
  /** When it was last used, up to a minute ago. */
  last_seen_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc,
  /** The address it was opened from, where that is known. */
  address: Schema.NullOr(Schema.String),
  /** The session of the token that asks. */
  is_current: Schema.Boolean
}) {}

/** What somebody gives to sign in at the back office, and from which address. */
export interface SignIn {
  readonly login: string
  readonly password: Redacted.Redacted
  readonly nodeId: bigint | null
  readonly address: string
}
