import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { NewUserToRoles, UserRoleAssignment, UserToRoles } from "@wristbank/core/organisation/RoleAssignment"
import { NewUserRole, UpdateUserRolePrivilegesPayload } from "@wristbank/core/organisation/RoleEdit"
import { SecondFactorState } from "@wristbank/core/organisation/SecondFactor"
import { UserSession } from "@wristbank/core/organisation/Session"
import { CreateUserPayload, UpdateUserPayload } from "@wristbank/core/organisation/User"
import { ChangeUserPasswordPayload } from "@wristbank/core/organisation/UserChange"
import { UserVoucherGrantStats } from "@wristbank/core/report/EventStats"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { flag } from "../QueryFlag.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

/** Administrators see what users did and where they may work; managing them takes more. */
const canSeeWork = ["node_administration", "user_management"] as const

const at = { node_id: Id }
const one = { user_id: Id }

/** The people who work with the system, their roles, and the nodes at which they have them. */
export class UserApi extends HttpApiGroup.make("users").add(
  /**
   * List the users of a node.
   *
   * Users at the node and at the nodes above it, by login. PINs are shown to those who manage users at a user's node, chip numbers also to
   * those who create them.
   */
  HttpApiEndpoint.get("list", "/users", {
    query: {
      ...at,
      /** Only users who hold this privilege at the node. */
      filter_privilege: Schema.optionalKey(Privilege)
    },
    success: normalisedList(shown.user)
  }).annotate(Needs, "presence"),
  /**
   * Create a user.
   *
   * Makes a user at the node, without roles; in an event they get an account as a guest too. They need a password for the back office, or a
   * wristband for terminals. The login must be free at the node, above it and below it. A chip that the event does not know yet is stored
   * with the wristband of the PIN.
   */
  HttpApiEndpoint.post("create", "/users", { query: at, payload: CreateUserPayload, success: shown.user }).annotate(
    Needs,
    [
      "create_user",
      "user_management"
    ]
  ),
  /**
   * Show a user.
   *
   * A user at the node or at one above it.
   */
  HttpApiEndpoint.get("get", "/users/:user_id", { params: one, query: at, success: shown.user }),
  /**
   * Change a user.
   *
   * Replaces login, names and wristband; without PIN and chip number the user has no wristband. Their account, with its money and vouchers,
   * then belongs to the new wristband. Only at the user's own node, and only if the caller may assign all roles of that user. With the
   * header `If-Match` the change is refused if someone else changed the user meanwhile.
   */
  HttpApiEndpoint.post("update", "/users/:user_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: UpdateUserPayload,
    success: shown.user
  }),
  /**
   * Remove a user.
   *
   * Deletes a user who never did anything; others are deactivated, as records refer to them. They can't sign in any more, and their account
   * as a guest stays. Refused while they are signed in at a terminal, hold a cash register or carry cash. No one removes themselves.
   */
  HttpApiEndpoint.delete("remove", "/users/:user_id", { params: one, query: at, success: Schema.Null }),
  /**
   * Set the password of a user.
   *
   * For someone who forgot it, or who had none. All sessions of the user end, and they are asked for a password of their own when they
   * sign in. Only at the user's own node. To change one's own, use `POST /auth/change-password`.
   */
  HttpApiEndpoint.post("changePassword", "/users/:user_id/change-password", {
    params: one,
    query: at,
    payload: ChangeUserPasswordPayload,
    success: shown.user
  }),
  /**
   * Show how many vouchers a user gave to guests.
   *
   * In the event of the node; above events there are none.
   */
  HttpApiEndpoint.get("voucherGrants", "/users/:user_id/voucher-grant-stats", {
    params: one,
    query: {
      ...at,
      /** The figures are those of this moment, without what was granted later; without it those of now. */
      as_of: Schema.optionalKey(Moment)
    },
    success: UserVoucherGrantStats
  }).annotate(Needs, canSeeWork),
  /**
   * List the roles of a user.
   *
   * Where and which, at the node, above it and below it, ordered by path.
   */
  HttpApiEndpoint.get("roleAssignments", "/users/:user_id/role-assignments", {
    params: one,
    query: at,
    success: Schema.Array(UserRoleAssignment)
  }).annotate(Needs, canSeeWork),
  /**
   * List the sessions of a user.
   *
   * Where they are signed in to the back office, the newest first. Only at the user's own node.
   */
  HttpApiEndpoint.get("listSessions", "/users/:user_id/sessions", {
    params: one,
    query: at,
    success: Schema.Array(UserSession)
  }),
  /**
   * End all sessions of a user.
   *
   * The user must sign in to the back office again; they stay signed in at terminals. Works in archived events too, and when there is no
   * session. Only at the user's own node.
   */
  HttpApiEndpoint.delete("endSessions", "/users/:user_id/sessions", {
    params: one,
    query: at,
    success: HttpApiSchema.NoContent
  }),
  /**
   * Show whether a user has a second factor.
   *
   * Without its secret. Only at the user's own node.
   */
  HttpApiEndpoint.get("secondFactor", "/users/:user_id/second-factor", {
    params: one,
    query: at,
    success: SecondFactorState
  }),
  /**
   * Remove the second factor of a user.
   *
   * For someone who lost their app and their recovery codes: all their sessions end, and the password alone signs them in, unless a node
   * requires a second factor; then they set up a new one. Works in archived events too. Only at the user's own node, and not for oneself.
   */
  HttpApiEndpoint.delete("resetSecondFactor", "/users/:user_id/second-factor", {
    params: one,
    query: at,
    success: HttpApiSchema.NoContent
  }),
  /**
   * List the roles of a node.
   *
   * Roles at the node and at the nodes above it, by name: those that can be assigned there.
   */
  HttpApiEndpoint.get("listRoles", "/user-roles", { query: at, success: normalisedList(shown.userRole) }).annotate(
    Needs,
    "presence"
  ),
  /**
   * Create a role.
   *
   * Makes a set of privileges at the node, to be assigned there and below. No one can put privileges into a role that they do not hold
   * themselves, unless they may assign every role. Name the privileges either in `privileges`, or in `event_privileges` and
   * `node_privileges`.
   */
  HttpApiEndpoint.post("createRole", "/user-roles", { query: at, payload: NewUserRole, success: shown.userRole }),
  /**
   * Change the privileges of a role.
   *
   * Counts at once for everyone who holds the role. The name stays. The caller must be allowed to assign the role as it was and as it will
   * be, at the node where it lives. With the header `If-Match` the change is refused if someone else changed the role meanwhile.
   */
  HttpApiEndpoint.post("updateRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    headers: ifMatch,
    payload: UpdateUserRolePrivilegesPayload,
    success: shown.userRole
  }),
  /**
   * Delete a role.
   *
   * Only a role that no one holds and that is in use at no terminal.
   */
  HttpApiEndpoint.delete("removeRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    success: Schema.Null
  }),
  /**
   * List who has which roles.
   *
   * The assignments at the node and at those above it, and with `below` also at those below, one entry for each user and node.
   */
  HttpApiEndpoint.get("listAssignments", "/user-to-roles", {
    query: {
      ...at,
      /** Whether assignments at the nodes below are listed as well. */
      below: Schema.optionalKey(flag)
    },
    success: Schema.Array(UserToRoles)
  }).annotate(Needs, "presence"),
  /**
   * Set the roles of a user at a node.
   *
   * Replaces the roles that the user has at exactly this node; an empty list takes all of them away. Roles at other nodes stay. The same
   * call again changes nothing. No one can give a role with privileges that they do not hold, unless their own roles allow it. A user who
   * may carry cash gets a transport account.
   */
  HttpApiEndpoint.post("assign", "/user-to-roles", { query: at, payload: NewUserToRoles, success: UserToRoles })
).annotate(Needs, ["user_management"]).middleware(SignInRequired) {}
