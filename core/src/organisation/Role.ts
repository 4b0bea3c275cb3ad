import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { AccessDenied, type InvalidArgument, refuse } from "../base/Refusal.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { type AssignedAt, byKind, heldAt, type PlaceInTree, Privilege, PrivilegesByKind } from "./Privilege.ts"

/** A set of privileges that can be assigned to users at its node or below, as it is stored. */
export class UserRole extends Schema.Class<UserRole>("UserRole")({
  name: Schema.String,
  /** Whether the role can be assigned only by those who may assign every role. */
  is_privileged: Schema.Boolean,
  /** What holders may do where the role is assigned and below; privileges about an event count in all of it. */
  privileges: Schema.Array(Privilege),
  id: Id,
  node_id: Id,
  /**
   * The roles that holders may assign although they lack privileges of theirs; null if no one chose any, and what holders may
   * assign follows from their privileges alone.
   */
  assignable_role_ids: nullOr(Schema.Array(Id))
}) {}

/** The columns of a stored role, of a table with the alias `role`. */
export const roleColumns =
  "role.id, role.node_id, role.name, role.is_privileged, role.privileges, role.assignable_role_ids"

/** A role as answers show it: its privileges in one list and in the two lists of the newest published clients. */
export class ListedRole extends Schema.Class<ListedRole>("ListedRole")({
  ...UserRole.fields,
  ...PrivilegesByKind.fields,
  /** Whether holders may assign every role: the privilege `allow_privileged_role_assignment`. */
  can_assign_all_roles: Schema.Boolean,
  /** The roles that holders may assign, ascending; empty if they may assign every role. */
  assignable_role_ids: Schema.Array(Id)
}) {}

/** A role as answers show it. `known` are the roles of its event and of the nodes above. */
export const toListedRole = (role: UserRole, known: Iterable<UserRole>): ListedRole =>
  new ListedRole({
    ...role,
    ...byKind(role.privileges),
    can_assign_all_roles: assignsAll(role),
    assignable_role_ids: assignableIds(role, known)
  })

/** A role with those of its privileges that count at a place; null if none does. */
export const countingAt = (
  role: UserRole,
  assignedAt: ReadonlyArray<AssignedAt>,
  place: PlaceInTree
): UserRole | null => {
  const held = heldAt(
    assignedAt.map(({ event_id, node_id }) => ({ event_id, node_id, privileges: role.privileges })),
    place
  )
  return held.size === 0
    ? null
    : new UserRole({ ...role, privileges: role.privileges.filter((privilege) => held.has(privilege)) })
}

export const assignsAll = ({ privileges }: Pick<UserRole, "privileges">): boolean =>
  privileges.includes("allow_privileged_role_assignment")

/** The roles that holders of a role may assign: those that were chosen, else all others within their own privileges. */
export const assignableIds = (role: UserRole, known: Iterable<UserRole>): ReadonlyArray<bigint> => {
  if (assignsAll(role)) return []
  if (role.assignable_role_ids !== null) return role.assignable_role_ids
  if (!role.privileges.includes("user_management")) return []
  const held = new Set(role.privileges)
  return Array.from(known)
    .filter((other) => other.id !== role.id && isWithin(held, other))
    .map(({ id }) => id)
    .toSorted(ascending)
}

const ascending = (a: bigint, b: bigint) => a < b ? -1 : Number(a > b)

/** Each role once, ascending. */
export const distinctIds = (ids: ReadonlyArray<bigint>): ReadonlyArray<bigint> => [...new Set(ids)].toSorted(ascending)

type Granted = Pick<UserRole, "is_privileged" | "privileges"> & Partial<Pick<UserRole, "assignable_role_ids">>

const isReserved = ({ assignable_role_ids, is_privileged }: Granted): boolean =>
  is_privileged || (assignable_role_ids ?? []).length > 0

/** As `mayGrant`, for the many roles of a list, where each refusal would cost more than the decision. */
export const isWithin = (held: ReadonlySet<Privilege>, role: Granted): boolean =>
  held.has("allow_privileged_role_assignment") ||
  (!isReserved(role) && role.privileges.every((privilege) => held.has(privilege)))

/**
 * Decides whether a holder of these privileges may assign, withdraw or define a role. Users can't pass on privileges
 * that they do not hold. Privileged roles, and roles that let their holders assign chosen ones, require the privilege to
 * assign privileged roles, whose holders may pass on anything.
 */
export const mayGrant = (
  held: ReadonlySet<Privilege>,
  role: Granted
): Result.Result<void, AccessDenied> => {
  if (isWithin(held, role)) return Result.succeed(undefined)
  if (isReserved(role)) return Result.fail(AccessDenied.of(organisationRules.role_privileged))
  const missing = role.privileges.filter((privilege) => !held.has(privilege))
  return Result.fail(AccessDenied.of(organisationRules.privileges_not_held, { privileges: missing }))
}

/** Decides whether a role may be assigned or withdrawn: `listed` are the roles that the assigner's own roles name. */
export const mayAssign = (
  held: ReadonlySet<Privilege>,
  listed: ReadonlySet<bigint>,
  role: UserRole
): Result.Result<void, AccessDenied> => listed.has(role.id) ? Result.succeed(undefined) : mayGrant(held, role)

/** Decides whether a role may be changed: the caller must be allowed to grant both the old and the new role. */
export const mayChange = (
  held: ReadonlySet<Privilege>,
  before: Granted,
  after: Granted
): Result.Result<void, AccessDenied> => Result.flatMap(mayGrant(held, before), () => mayGrant(held, after))

/** The uses that keep a role from being deleted: its holders, and the terminals where it is active. */
export interface RoleHolding {
  readonly logins: ReadonlyArray<string>
  readonly terminals: ReadonlyArray<string>
}

/** Decides whether a role can be deleted: no user may hold it. */
export const remove = (
  { name }: Pick<UserRole, "name">,
  { logins, terminals }: RoleHolding
): Result.Result<void, InvalidArgument> =>
  logins.length > 0
    ? refuse(organisationRules.role_assigned, { role: name, logins })
    : terminals.length > 0
    ? refuse(organisationRules.role_in_use, { role: name, terminals })
    : Result.succeed(undefined)
