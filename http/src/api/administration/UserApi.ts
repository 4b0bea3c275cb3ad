import { Id } from "@wristbank/core/ledger/Id"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { NewUserToRoles, UserRoleAssignment, UserToRoles } from "@wristbank/core/organisation/RoleAssignment"
import { NewUserRole, UpdateUserRolePrivilegesPayload } from "@wristbank/core/organisation/RoleEdit"
import { SecondFactorState } from "@wristbank/core/organisation/SecondFactor"
import { UserSession } from "@wristbank/core/organisation/Session"
import { CreateUserPayload, UpdateUserPayload } from "@wristbank/core/organisation/User"
import { ChangeUserPasswordPayload } from "@wristbank/core/organisation/UserChange"
import { Moment } from "@wristbank/core/primitives/Moment"
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

/** Users, roles and the assignments of roles at nodes. */
export class UserApi extends HttpApiGroup.make("users").add(
  HttpApiEndpoint.get("list", "/users", {
    query: { ...at, filter_privilege: Schema.optionalKey(Privilege) },
    success: normalisedList(shown.user)
  }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/users", { query: at, payload: CreateUserPayload, success: shown.user }).annotate(
    Needs,
    [
      "create_user",
      "user_management"
    ]
  ),
  HttpApiEndpoint.get("get", "/users/:user_id", { params: one, query: at, success: shown.user }),
  HttpApiEndpoint.post("update", "/users/:user_id", {
    params: one,
    query: at,
    headers: ifMatch,
    payload: UpdateUserPayload,
    success: shown.user
  }),
  HttpApiEndpoint.delete("remove", "/users/:user_id", { params: one, query: at, success: Schema.Null }),
  HttpApiEndpoint.post("changePassword", "/users/:user_id/change-password", {
    params: one,
    query: at,
    payload: ChangeUserPasswordPayload,
    success: shown.user
  }),
  // With `as_of` those of that moment, without what was granted later.
  HttpApiEndpoint.get("voucherGrants", "/users/:user_id/voucher-grant-stats", {
    params: one,
    query: { ...at, as_of: Schema.optionalKey(Moment) },
    success: UserVoucherGrantStats
  }).annotate(Needs, canSeeWork),
  HttpApiEndpoint.get("roleAssignments", "/users/:user_id/role-assignments", {
    params: one,
    query: at,
    success: Schema.Array(UserRoleAssignment)
  }).annotate(Needs, canSeeWork),
  HttpApiEndpoint.get("listSessions", "/users/:user_id/sessions", {
    params: one,
    query: at,
    success: Schema.Array(UserSession)
  }),
  HttpApiEndpoint.delete("endSessions", "/users/:user_id/sessions", {
    params: one,
    query: at,
    success: HttpApiSchema.NoContent
  }),
  HttpApiEndpoint.get("secondFactor", "/users/:user_id/second-factor", {
    params: one,
    query: at,
    success: SecondFactorState
  }),
  HttpApiEndpoint.delete("resetSecondFactor", "/users/:user_id/second-factor", {
    params: one,
    query: at,
    success: HttpApiSchema.NoContent
  }),
  HttpApiEndpoint.get("listRoles", "/user-roles", { query: at, success: normalisedList(shown.userRole) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("createRole", "/user-roles", { query: at, payload: NewUserRole, success: shown.userRole }),
  HttpApiEndpoint.post("updateRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    headers: ifMatch,
    payload: UpdateUserRolePrivilegesPayload,
    success: shown.userRole
  }),
  HttpApiEndpoint.delete("removeRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    success: Schema.Null
  }),
  HttpApiEndpoint.get("listAssignments", "/user-to-roles", {
    query: {
      ...at,
      /** Whether assignments at the nodes below are listed as well. */
      below: Schema.optionalKey(flag)
    },
    success: Schema.Array(UserToRoles)
  }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("assign", "/user-to-roles", { query: at, payload: NewUserToRoles, success: UserToRoles })
).annotate(Needs, ["user_management"]).middleware(SignInRequired) {}
