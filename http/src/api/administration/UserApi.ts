import { Id } from "@wristbank/core/ledger/Id"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { NewUserRole, UpdateUserRolePrivilegesPayload, UserRole } from "@wristbank/core/organisation/Role"
import { NewUserToRoles, UserToRoles } from "@wristbank/core/organisation/RoleAssignment"
import { UserSession } from "@wristbank/core/organisation/Session"
import { CreateUserPayload, UpdateUserPayload, User } from "@wristbank/core/organisation/User"
import { ChangeUserPasswordPayload } from "@wristbank/core/organisation/UserChange"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { user_id: Id }

/** Users, roles and the assignments of roles at nodes. */
export class UserApi extends HttpApiGroup.make("users").add(
  HttpApiEndpoint.get("list", "/users", {
    query: { ...at, filter_privilege: Schema.optionalKey(Privilege) },
    success: normalisedList(User)
  }).annotate(Needs, "presence"),
  HttpApiEndpoint.post("create", "/users", { query: at, payload: CreateUserPayload, success: User }).annotate(Needs, [
    "create_user",
    "user_management"
  ]),
  HttpApiEndpoint.get("get", "/users/:user_id", { params: one, query: at, success: User }),
  HttpApiEndpoint.post("update", "/users/:user_id", {
    params: one,
    query: at,
    payload: UpdateUserPayload,
    success: User
  }),
  HttpApiEndpoint.delete("remove", "/users/:user_id", { params: one, query: at, success: Schema.Null }),
  HttpApiEndpoint.post("changePassword", "/users/:user_id/change-password", {
    params: one,
    query: at,
    payload: ChangeUserPasswordPayload,
    success: User
  }),
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
  HttpApiEndpoint.get("listRoles", "/user-roles", { query: at, success: normalisedList(UserRole) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("createRole", "/user-roles", { query: at, payload: NewUserRole, success: UserRole }),
  HttpApiEndpoint.post("updateRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    payload: UpdateUserRolePrivilegesPayload,
    success: UserRole
  }),
  HttpApiEndpoint.delete("removeRole", "/user-roles/:user_role_id", {
    params: { user_role_id: Id },
    query: at,
    success: Schema.Null
  }),
  HttpApiEndpoint.get("listAssignments", "/user-to-roles", { query: at, success: Schema.Array(UserToRoles) }).annotate(
    Needs,
    "presence"
  ),
  HttpApiEndpoint.post("assign", "/user-to-roles", { query: at, payload: NewUserToRoles, success: UserToRoles })
).annotate(Needs, ["user_management"]).middleware(SignInRequired) {}
