import { Effect, Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { Privilege } from "../organisation/Privilege.ts"
import { UserRole } from "../organisation/Role.ts"
import { Login, type NewUser, User, UserRow } from "../organisation/User.ts"
import { AccessDenied } from "../primitives/Refusal.ts"
import { TagUid, toHex } from "../primitives/TagUid.ts"
import { Text } from "../primitives/Text.ts"
import { tillRules } from "./TillRules.ts"

const optional = <S extends Schema.Constraint>(schema: S) =>
  Schema.NullOr(schema).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

export class UserInfoPayload extends Schema.Class<UserInfoPayload>("UserInfoPayload")({ user_tag_uid: TagUid }) {}

/** Somebody who works at terminals, with the roles they start with. */
export class CreateUserPayload extends Schema.Class<CreateUserPayload>("CreateUserPayload")({
  login: Login,
  display_name: Text,
  user_tag_pin: optional(Text),
  user_tag_uid: optional(TagUid),
  description: optional(Text),
  role_ids: Schema.Array(Id)
}) {}

/** The roles somebody is to have at the node of the terminal, in place of those they have there. */
export class UpdateUserPayload extends Schema.Class<UpdateUserPayload>("UpdateUserPayload")({
  user_tag_uid: TagUid,
  role_ids: Schema.Array(Id)
}) {}

/** A role that is assigned to somebody, with the node where it is. */
export class UserRoleInfo extends Schema.Class<UserRoleInfo>("UserRoleInfo")({
  ...UserRole.fields,
  node_name: Schema.String,
  /** Whether that is where the terminal stands. */
  is_at_current_node: Schema.Boolean
}) {}

/** A user with the money they answer for. */
export const UserInfoRow = Schema.Struct({
  ...UserRow.fields,
  user_tag_uid: TagUid,
  cash_register_id: Schema.NullOr(Id),
  cash_register_name: Schema.NullOr(Schema.String),
  /** In the register the user holds, in cents. */
  cash_drawer_balance: Schema.NullOr(Money.Cents),
  /** That the user carries, in cents. */
  transport_account_balance: Schema.NullOr(Money.Cents)
})

/** What a terminal shows of somebody who works here. */
export class UserInfo extends Schema.Class<UserInfo>("UserInfo")({
  ...User.fields,
  ...UserInfoRow.fields,
  assigned_roles: Schema.Array(UserRoleInfo)
}) {}

/** Which privileges let somebody see others than themselves. */
export const canViewUsers: ReadonlyArray<Privilege> = ["node_administration", "user_management", "create_user"]

/** Which privileges let somebody create users; roles to start with need `user_management`. */

/** Decides whether somebody may see who has a tag: everybody sees themselves, some see all others. */
export const look = (
  looker: { readonly uid: bigint | null; readonly privileges: ReadonlyArray<Privilege> },
  uid: bigint
): Result.Result<void, AccessDenied> =>
  looker.uid === uid || looker.privileges.some((privilege) => canViewUsers.includes(privilege))
    ? Result.succeed(undefined)
    : Result.fail(AccessDenied.of(tillRules.others_hidden, { privileges: canViewUsers }))

/** Decides whether somebody may give a new user the roles to start with; which ones is decided where roles are assigned. */
export const mayStartWith = (
  held: ReadonlySet<Privilege>,
  { role_ids }: CreateUserPayload
): Result.Result<void, AccessDenied> =>
  role_ids.length === 0 || held.has("user_management")
    ? Result.succeed(undefined)
    : Result.fail(AccessDenied.of(tillRules.first_roles_forbidden))

/** A user who signs in with a tag and has no password. */
export const toNewUser = (payload: CreateUserPayload): NewUser => ({
  login: payload.login,
  display_name: payload.display_name,
  description: payload.description,
  pin: payload.user_tag_pin?.trim() || null,
  uid: payload.user_tag_uid,
  password: null
})

/** PINs open accounts in the portal, so only those who manage users where the person lives get them. */
export const view = (
  row: typeof UserInfoRow.Type,
  assigned_roles: ReadonlyArray<UserRoleInfo>,
  showPin: boolean
): UserInfo =>
  new UserInfo({
    ...row,
    user_tag_pin: showPin ? row.user_tag_pin : null,
    user_tag_uid_hex: toHex(row.user_tag_uid),
    assigned_roles
  })
