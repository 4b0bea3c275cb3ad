import { Result, Schema, Struct } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { AccessDenied, type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid, toHex } from "../base/TagUid.ts"
import { Text } from "../base/Text.ts"
import { byKind, type Privilege, PrivilegesByKind } from "../organisation/Privilege.ts"
import { UserRole } from "../organisation/Role.ts"
import type { AssignerRights } from "../organisation/RoleAssignment.ts"
import { Login, type NewUser, User, UserRow } from "../organisation/User.ts"
import { tillRules } from "./TillRules.ts"

/** The wristband of the user who is asked about. */
export class UserInfoPayload extends Schema.Class<UserInfoPayload>("UserInfoPayload")({
  /** The chip number of the user's wristband. */
  user_tag_uid: TagUid
}) {}

/** The roles that a user is to have at one node. */
export class RolesAtNode extends Schema.Class<RolesAtNode>("RolesAtNode")({
  node_id: Id,
  /** All roles that the user is to have there. */
  role_ids: Schema.Array(Id)
}) {}

/** Terminals of the older published version name roles at their own node, those of the newest version by node. */
const wantedRoles = {
  /** The roles that the user is to have at the terminal's node; null or absent if `role_assignments` names them. */
  role_ids: orNull(Schema.Array(Id)),
  /** The roles that the user is to have, by node; if it is given, it counts alone. */
  role_assignments: orNull(Schema.Array(RolesAtNode))
}
const Wanted = Schema.Struct(wantedRoles)

const givenRoles = Schema.makeFilter(
  ({ role_assignments, role_ids }: typeof Wanted.Type) => role_assignments !== null || role_ids !== null,
  { expected: "role_ids or role_assignments" }
)

/** A new user for work at terminals, with their first roles. */
export const CreateUserPayload = Schema.Struct({
  /** The name with which the user is known; unique. */
  login: Login,
  /** The name that screens show; may be empty. */
  display_name: Text,
  /** The PIN printed on the user's wristband; null or absent if only the chip is known. */
  user_tag_pin: orNull(Text),
  /** The chip number of the user's wristband; null or absent if it is known for the PIN. */
  user_tag_uid: orNull(TagUid),
  /** What the user does; null or absent for nothing. */
  description: orNull(Text),
  ...wantedRoles
}).check(givenRoles).annotate({ identifier: "CreateUserPayload" })
export type CreateUserPayload = typeof CreateUserPayload.Type

/** The roles that a user is to have, in place of those they have at the same nodes. */
export const UpdateUserPayload = Schema.Struct({
  /** The chip number of the user's wristband. */
  user_tag_uid: TagUid,
  ...wantedRoles
})
  .check(givenRoles)
  .annotate({ identifier: "UpdateUserPayload" })
export type UpdateUserPayload = typeof UpdateUserPayload.Type

/** The roles that a request names, node by node. Nodes that it does not name keep theirs; an empty list takes all away. */
export const rolesByNode = (
  { role_assignments, role_ids }: typeof Wanted.Type,
  terminalNodeId: bigint
): Result.Result<ReadonlyArray<RolesAtNode>, InvalidArgument> => {
  const assignments = role_assignments ?? [new RolesAtNode({ node_id: terminalNodeId, role_ids: role_ids ?? [] })]
  return new Set(assignments.map(({ node_id }) => node_id)).size < assignments.length
    ? refuse(tillRules.node_repeated)
    : Result.succeed(assignments)
}

/** A role assigned to a user, with the node of the assignment. */
export class AssignedRole extends Schema.Class<AssignedRole>("AssignedRole")({
  ...Struct.omit(UserRole.fields, ["assignable_role_ids"]),
  /** The name of the node at which the role is assigned. */
  node_name: Schema.String,
  /** Whether that node is the terminal's. */
  is_at_current_node: Schema.Boolean
}) {}

/** As `AssignedRole`, with its privileges in the two lists of the newest published terminals as well. */
export class UserRoleInfo extends Schema.Class<UserRoleInfo>("UserRoleInfo")({
  ...AssignedRole.fields,
  ...PrivilegesByKind.fields
}) {}

/** A user with the cash they answer for. */
export const UserInfoRow = Schema.Struct({
  ...UserRow.fields,
  /** The user's wristband. */
  user_tag_id: Id,
  /** The PIN printed on it; empty for callers who may not see it. */
  user_tag_pin: Schema.String,
  /** The chip number of it. */
  user_tag_uid: TagUid,
  /** The register that the user holds; null without one. */
  cash_register_id: nullOr(Id),
  /** The name of that register; null without one. */
  cash_register_name: nullOr(Schema.String),
  /** The cash that should be in that register; null without one. */
  cash_drawer_balance: nullOr(Money.Cents),
  /** The cash that the user carries; null if they carry none. */
  transport_account_balance: nullOr(Money.Cents)
})

/** A user of the event, as a terminal shows them. */
export class UserInfo extends Schema.Class<UserInfo>("UserInfo")({
  ...User.fields,
  ...UserInfoRow.fields,
  /** The roles of the user in the event and above it. */
  assigned_roles: Schema.Array(UserRoleInfo)
}) {}

/** Privileges that allow seeing other users. */
export const canViewUsers: ReadonlyArray<Privilege> = ["node_administration", "user_management", "create_user"]

/**
 * Decides whether a user may see the holder of a tag. Users always see themselves; who looks after people, or has a role whose
 * holders give roles, sees all others.
 */
export const maySee = (
  looker: {
    readonly uid: bigint | null
    readonly privileges: ReadonlyArray<Privilege>
    /** Ids of the roles that the active role names for its holders to give. */
    readonly listed: ReadonlyArray<bigint>
  },
  uid: bigint
): Result.Result<void, AccessDenied> =>
  looker.uid === uid || looker.listed.length > 0 ||
    looker.privileges.some((privilege) => canViewUsers.includes(privilege))
    ? Result.succeed(undefined)
    : Result.fail(AccessDenied.of(tillRules.others_hidden, { privileges: canViewUsers }))

/**
 * Decides whether the caller may give first roles to a new user: someone who manages users or may assign every role, or one
 * whose role names them all. Which roles they may give is decided where roles are assigned.
 */
export const mayGiveFirstRoles = (
  { listed, privileges }: AssignerRights,
  roles: ReadonlyArray<Pick<RolesAtNode, "role_ids">>
): Result.Result<void, AccessDenied> =>
  privileges.has("user_management") || privileges.has("allow_privileged_role_assignment") ||
    roles.every(({ role_ids }) => role_ids.every((id) => listed.has(id)))
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

/**
 * PINs open accounts in the portal, so only users who manage the person's home node see them. For others the PIN is empty,
 * as the newest published terminals refuse null.
 */
export const view = (
  row: typeof UserInfoRow.Type,
  roles: ReadonlyArray<AssignedRole>,
  showPin: boolean
): UserInfo =>
  new UserInfo({
    ...row,
    user_tag_pin: showPin ? row.user_tag_pin : "",
    user_tag_uid_hex: toHex(row.user_tag_uid),
    assigned_roles: roles.map((role) => new UserRoleInfo({ ...role, ...byKind(role.privileges) }))
  })
