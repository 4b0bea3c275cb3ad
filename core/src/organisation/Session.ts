import { Redacted, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { PastedLine } from "../base/Text.ts"
import { NewPassword, ShownPassword } from "./Password.ts"
import { CurrentUser } from "./User.ts"

/** Longest duration of a back-office session, in total and without a call: laptops are left open and unattended. */
export const backOfficeHours = 12
export const backOfficeIdleHours = 2

/** Longest duration of a portal session, in total and without a call: guests come back days after a festival. */
export const customerDays = 30
export const customerIdleDays = 7

/**
 * Longest time that a terminal stays registered without a call: a device that was in a box since the last festival may
 * be in anyone's hands.
 */
export const terminalIdleDays = 30

/**
 * How the token of a session reaches the server: from programs as bearer token, from our web application as a cookie that
 * no script can read. A token counts in its own way only.
 */
export const SessionKind = Schema.Literals(["bearer", "web"])
export type SessionKind = typeof SessionKind.Type

/** A user whose token was verified, and the session of the token. */
export interface SignedInSession {
  readonly userId: bigint
  readonly sessionHash: Uint8Array
}

/** Such a session with the condition on it. */
export interface VerifiedSession extends SignedInSession {
  /** The user needs a second factor and has none, so the session is only for setting one up. */
  readonly mustEnrol: boolean
}

/** A token as a call shows it. */
export interface ShownToken {
  readonly token: string
  readonly kind: SessionKind
}

/** What a user gives to sign in to the back office. */
export class LoginPayload extends Schema.Class<LoginPayload>("LoginPayload")({
  /** The login of the user. */
  username: PastedLine,
  /** The password of the user. */
  password: ShownPassword,
  /** The node of the user, if several users have the same login and password. */
  node_id: orNull(Id),
  /** The six digits of the user's authenticator app, or a recovery code; only for users with a second factor. */
  code: orNull(PastedLine)
}) {}

/** A user's own new password, with the present one. */
export class ChangePasswordPayload extends Schema.Class<ChangePasswordPayload>("ChangePasswordPayload")({
  /** The present password. */
  old_password: ShownPassword,
  /** At least 10 characters, and not a common one. */
  new_password: NewPassword
}) {}

/** A node to choose when the same login and password belong to several users. */
export class NodeChoice extends Schema.Class<NodeChoice>("NodeChoice")({
  /** The node to sign in at. */
  node_id: Id,
  name: Schema.String,
  description: Schema.String
}) {}

/** The user of a back-office token. */
export class OfficeUser extends Schema.Class<OfficeUser>("OfficeUser")({
  ...CurrentUser.fields,
  /** Whether someone else set the password, so that applications should ask for a new one; no call is refused for it. */
  must_change_password: Schema.Boolean,
  /** Whether a node requires a second factor and the user has none. Until they set one up, all calls but those for that are refused. */
  must_enrol_second_factor: Schema.Boolean
}) {}

/** A session of the back office, with its token. */
export class UserLoginSuccess extends Schema.Class<UserLoginSuccess>("UserLoginSuccess")({
  /** The user who is signed in. */
  user: OfficeUser,
  /** The bearer token for all further calls, which opens everything that the user may do: keep it secret. */
  token: Schema.String
}) {}

/** Either a session or, if several users match, their nodes to choose from. */
export class UserLoginResult extends Schema.Class<UserLoginResult>("UserLoginResult")({
  /** The session; null if several users match. */
  success: nullOr(UserLoginSuccess),
  /** The nodes of the users who match, to choose `node_id` from; null after a sign-in. */
  available_nodes: nullOr(Schema.Array(NodeChoice))
}) {}

/** A session of the back office in a browser, whose token is in a cookie. */
export class WebLoginSuccess extends Schema.Class<WebLoginSuccess>("WebLoginSuccess")({
  /** The user who is signed in. */
  user: OfficeUser,
  /** The value of the header `x-csrf-token`, without which calls by the session's cookie are refused. */
  csrf_token: Schema.String
}) {}

/** As `UserLoginResult`, with the token in a cookie. */
export class WebLoginResult extends Schema.Class<WebLoginResult>("WebLoginResult")({
  /** The session, whose token is in a cookie; null if several users match. */
  success: nullOr(WebLoginSuccess),
  /** The nodes of the users who match, to choose `node_id` from; null after a sign-in. */
  available_nodes: nullOr(Schema.Array(NodeChoice))
}) {}

/** The user of the calling session. */
export class WebSession extends Schema.Class<WebSession>("WebSession")({
  /** The user who is signed in. */
  user: OfficeUser,
  /** As of the sign-in; null for a session with a bearer token, which needs none. */
  csrf_token: nullOr(Schema.String)
}) {}

/** A session as its user sees it, without the token. */
export const sessionFields = {
  id: Id,
  /** When the session began. */
  created_at: Schema.DateTimeUtc,
  /** When it was last used, exact to a minute. */
  last_seen_at: Schema.DateTimeUtc,
  /** When it ends at the latest; it ends earlier if it is not used. */
  expires_at: Schema.DateTimeUtc,
  /** The network address from which it was opened; null if unknown. */
  address: nullOr(Schema.String),
  /** Whether it is the session of this call. */
  is_current: Schema.Boolean
}

/** A back-office session as shown to its user and to those who manage users. */
export class UserSession extends Schema.Class<UserSession>("UserSession")({
  ...sessionFields,
  /** How the token is sent: `bearer` from programs, `web` as a cookie of the web application. */
  kind: SessionKind,
  /** The browser that opened it, such as `Firefox on Linux`; null if unknown. */
  browser: nullOr(Schema.String)
}) {}

/** The credentials of a back-office sign-in, the address it comes from, and the kind of session to open. */
export interface SignIn {
  readonly kind: SessionKind
  readonly login: string
  readonly password: Redacted.Redacted
  readonly nodeId: bigint | null
  readonly code: string | null
  readonly address: string
  /** The browser by name and system, such as `Firefox on Linux`; null if it is unknown. */
  readonly browser: string | null
  /** The token of a device that shows an earlier sign-in with this login; null if there is none. */
  readonly device: string | null
}

/** A login as it is compared: another keyboard may send the same characters in another Unicode form. */
export const loginOf = (typed: string): string => typed.normalize("NFC").trim()
