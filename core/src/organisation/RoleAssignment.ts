import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { orElse } from "../base/OptionalField.ts"
import { AccessDenied, type InvalidArgument, NotFound, refuse } from "../base/Refusal.ts"
import { organisationRules } from "./OrganisationRules.ts"
import type { Privilege } from "./Privilege.ts"
import { ListedRole, mayAssign, type UserRole } from "./Role.ts"

/** The roles that a user is to have at the node of the call; they replace the present ones. */
export class NewUserToRoles extends Schema.Class<NewUserToRoles>("NewUserToRoles")({
  /** The user, who must be at the node of the call or at one above it. */
  user_id: Id,
  /** All roles that the user is to have at the node, in any order; empty for none. */
  role_ids: Schema.Array(Id),
  /** Whether the roles count at terminals only, and not in the back office. */
  terminal_only: orElse(Schema.Boolean, false)
}) {}

/** The roles of a user at one node, as the newest published version shows them. */
export class UserRoleAssignment extends Schema.Class<UserRoleAssignment>("UserRoleAssignment")({
  /** The user. */
  user_id: Id,
  /** The node at which the roles count, and below. */
  node_id: Id,
  /** The name of that node. */
  node_name: Schema.String,
  /** The roles, by name. */
  role_ids: Schema.Array(Id),
  /** The same roles with their privileges. */
  roles: Schema.Array(ListedRole),
  /** Whether the roles count at terminals only, and not in the back office. */
  terminal_only: Schema.Boolean
}) {}

/** The roles of a user at one node. */
export class UserToRoles extends Schema.Class<UserToRoles>("UserToRoles")({
  /** The user. */
  user_id: Id,
  /** The roles, by name. */
  role_ids: Schema.Array(Id),
  /** Whether the roles count at terminals only, and not in the back office. */
  terminal_only: Schema.Boolean,
  /** The node at which the roles count, and below. */
  node_id: Id
}) {}

/** What decides which roles someone may assign at a node. */
export interface AssignerRights {
  readonly privileges: ReadonlySet<Privilege>
  /** The roles that their own roles name as assignable. */
  readonly listed: ReadonlySet<bigint>
}

/** The rights that are in both. */
export const inBoth = (a: AssignerRights, b: AssignerRights): AssignerRights => ({
  privileges: a.privileges.intersection(b.privileges),
  listed: a.listed.intersection(b.listed)
})

/** The stored facts about the user and the place of an assignment. */
export interface AssignmentContext {
  /** The assigner's rights at the node; at a terminal, those of the active role. */
  readonly held: AssignerRights
  /** Those that count in the back office. */
  readonly heldInBackOffice: AssignerRights
  /** The roles from the root to the user's home, which are those the user can have. */
  readonly available: ReadonlyArray<UserRole>
  /** The ids of the user's present roles at the node. */
  readonly assigned: ReadonlyArray<bigint>
  /** Whether the user's present roles count at terminals only. */
  readonly terminalOnly: boolean
}

/** The roles that an assignment adds and removes. */
export interface Change {
  readonly added: ReadonlyArray<bigint>
  readonly removed: ReadonlyArray<bigint>
}

/**
 * Decides which roles a user gets at a node. The assigner must be allowed to grant every role that is added or removed,
 * or that begins or ceases to count in the back office. For roles that count in the back office, before or after, the
 * assigner must be allowed to grant them there.
 */
export const decide = (
  wanted: NewUserToRoles,
  { assigned, available, held, heldInBackOffice, terminalOnly }: AssignmentContext
): Result.Result<Change, AccessDenied | NotFound> => {
  const target = [...new Set(wanted.role_ids)]
  const roles = new Map(available.map((role) => [role.id, role]))
  const kept = new Set(terminalOnly === wanted.terminal_only ? target.filter((id) => assigned.includes(id)) : [])
  const inOffice = !wanted.terminal_only || (assigned.length > 0 && !terminalOnly)
  const change = {
    added: target.filter((id) => !kept.has(id)),
    removed: assigned.filter((id) => !kept.has(id))
  }
  for (const id of new Set([...change.added, ...change.removed])) {
    const role = roles.get(id)
    if (role === undefined) return Result.fail(new NotFound({ element_type: "user_role", element_id: id }))
    const { listed, privileges } = inOffice ? heldInBackOffice : held
    const granted = mayAssign(privileges, listed, role)
    if (Result.isFailure(granted)) return Result.fail(granted.failure)
  }
  return Result.succeed(change)
}

/**
 * Prepares an assignment made at a terminal. The roles count where the present ones count. First roles count at
 * terminals only, unless the assigner may grant them in the back office. A user with a privileged role can only be
 * changed in the back office.
 */
export const atTerminal = (
  userId: bigint,
  roleIds: ReadonlyArray<bigint>,
  { assigned, available, heldInBackOffice, terminalOnly }: AssignmentContext
): Result.Result<NewUserToRoles, InvalidArgument> => {
  if (available.some((role) => role.is_privileged && assigned.includes(role.id))) {
    return refuse(organisationRules.privileged_role_at_terminal)
  }
  const beyondOffice = available.some((role) =>
    roleIds.includes(role.id) &&
    Result.isFailure(mayAssign(heldInBackOffice.privileges, heldInBackOffice.listed, role))
  )
  const terminal_only = assigned.length > 0 ? terminalOnly : beyondOffice
  return Result.succeed(new NewUserToRoles({ user_id: userId, role_ids: roleIds, terminal_only }))
}

/** Roles to give to a user and to take back, by their names. */
export interface NamedChange {
  readonly give: ReadonlyArray<string>
  readonly remove: ReadonlyArray<string>
  /** Whether the user's roles at the node count at terminals only; null keeps what they have, and is false for first roles. */
  readonly terminalOnly: boolean | null
}

/** The roles that a user has at the node after some are given and others taken back. */
export const changedBy = (
  userId: bigint,
  { give, remove, terminalOnly }: NamedChange,
  current: AssignmentContext
): Result.Result<NewUserToRoles, InvalidArgument | NotFound> => {
  const named = (name: string) => current.available.find((role) => role.name === name)
  const unknown = [...give, ...remove].find((name) => named(name) === undefined)
  if (unknown !== undefined) return Result.fail(new NotFound({ element_type: "user_role", element_id: unknown }))
  const missing = remove.find((name) => !current.assigned.includes(named(name)!.id))
  if (missing !== undefined) return refuse(organisationRules.role_not_assigned, { role: missing })
  const removed = new Set(remove.map((name) => named(name)!.id))
  const role_ids = [...new Set([...current.assigned, ...give.map((name) => named(name)!.id)])]
  return Result.succeed(
    new NewUserToRoles({
      user_id: userId,
      role_ids: role_ids.filter((id) => !removed.has(id)),
      terminal_only: terminalOnly ?? (current.assigned.length > 0 && current.terminalOnly)
    })
  )
}

/**
 * Requires that a user with a password remains who manages users at the root; otherwise the rights of the installation
 * could never be repaired.
 */
export const keepsAdministrator = (rootAdministrators: number): Result.Result<void, InvalidArgument> =>
  rootAdministrators > 0
    ? Result.succeed(undefined)
    : refuse(organisationRules.last_administrator)
