import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { Name } from "../base/Text.ts"
import { organisationRules } from "./OrganisationRules.ts"
import { EventPrivilege, inOrder, NodePrivilege, Privilege } from "./Privilege.ts"
import { assignableIds, assignsAll, distinctIds, type UserRole } from "./Role.ts"

/**
 * What a request says about a role. The older published version names all privileges in one list; the newest has two lists and
 * a flag in place of `allow_privileged_role_assignment`. Both send back all that they have read, so a request may have both.
 */
const given = {
  /** Whether only those who may assign every role can assign it. Absent: as it is, and false for a new role. */
  is_privileged: Schema.optionalKey(Schema.Boolean),
  /** What holders may do, all privileges in one list; or name them in the two lists below. */
  privileges: Schema.optionalKey(Schema.Array(Privilege)),
  /** Privileges about an event as a whole; together with `node_privileges`. */
  event_privileges: Schema.optionalKey(Schema.Array(EventPrivilege)),
  /** Privileges about a node and those below it; together with `event_privileges`. */
  node_privileges: Schema.optionalKey(Schema.Array(NodePrivilege)),
  /** Whether holders may assign every role; together with the two lists. Absent: as it is. */
  can_assign_all_roles: Schema.optionalKey(Schema.Boolean),
  /** Roles that holders may assign although they lack privileges of theirs. Absent: as they are. */
  assignable_role_ids: Schema.optionalKey(Schema.Array(Id))
}
const Given = Schema.Struct(given)
type Given = typeof Given.Type

const oneForm = Schema.makeFilter(
  ({ event_privileges, node_privileges, privileges }: Given) =>
    privileges !== undefined || (event_privileges !== undefined && node_privileges !== undefined),
  { expected: "privileges, or event_privileges and node_privileges" }
)

/** A new role: its name and what it allows. */
export const NewUserRole = Schema.Struct({ name: Name, ...given }).check(oneForm)
  .annotate({ identifier: "NewUserRole" })
export type NewUserRole = typeof NewUserRole.Type

/** What a role is to allow, in place of what it allowed before. */
export const UpdateUserRolePrivilegesPayload = Given.check(oneForm)
  .annotate({ identifier: "UpdateUserRolePrivilegesPayload" })
export type UpdateUserRolePrivilegesPayload = typeof UpdateUserRolePrivilegesPayload.Type

/** The part of a role that a request decides. */
export type RoleRights = Pick<UserRole, "assignable_role_ids" | "is_privileged" | "privileges">

const nothing: RoleRights = { assignable_role_ids: null, is_privileged: false, privileges: [] }

/**
 * Returns the rights of a role after a request; `stored` is null for a new role, `known` are the roles of its event and of the
 * nodes above. Of two forms of its privileges, the one that differs from the stored role is the edit.
 */
export const edited = (
  request: Given,
  stored: UserRole | null,
  known: ReadonlyArray<UserRole>
): Result.Result<RoleRights, InvalidArgument> => {
  const before = stored ?? nothing
  const is_privileged = request.is_privileged ?? before.is_privileged
  const [older, newest] = [privilegesOfOlder(request), privilegesOfNewest(request, before)]
  const isEdit = (named: ReadonlySet<Privilege> | null): named is ReadonlySet<Privilege> =>
    named !== null && (stored === null || !same(named, new Set(before.privileges)))
  if (isEdit(older) && isEdit(newest) && !same(older, newest)) return refuse(organisationRules.role_edits_differ)
  const privileges = inOrder(isEdit(older) ? older : isEdit(newest) ? newest : new Set(before.privileges))
  const answered = stored === null ? [] : assignableIds(stored, known)
  const listed = request.assignable_role_ids ?? (stored === null && newest !== null ? [] : undefined)
  const wanted = listed === undefined ? null : distinctIds(listed)
  // Clients of the older version send back the list that they read, which must not become a chosen one.
  const isChosen = wanted !== null && (isEdit(newest) || wanted.join() !== answered.join())
  if (!isChosen) return Result.succeed({ assignable_role_ids: before.assignable_role_ids, is_privileged, privileges })
  if (wanted.length > 0 && assignsAll({ privileges })) return refuse(organisationRules.role_list_and_all)
  const unknown = wanted.filter((id) => !known.some((role) => role.id === id))
  return unknown.length > 0
    ? refuse(organisationRules.role_list_unknown, { roles: unknown.map(String) })
    : Result.succeed({ assignable_role_ids: wanted, is_privileged, privileges })
}

const privilegesOfOlder = ({ privileges }: Given): ReadonlySet<Privilege> | null =>
  privileges === undefined ? null : new Set(privileges)

/**
 * The newest version has no privilege to manage users: there, administrators of a node do. So the privilege comes and goes with
 * theirs, and stays as it is if theirs does.
 */
const privilegesOfNewest = (
  { can_assign_all_roles, event_privileges, node_privileges }: Given,
  before: RoleRights
): ReadonlySet<Privilege> | null => {
  if (event_privileges === undefined || node_privileges === undefined) return null
  const named = new Set<Privilege>([...event_privileges, ...node_privileges])
  if (can_assign_all_roles ?? assignsAll(before)) named.add("allow_privileged_role_assignment")
  const administers = named.has("node_administration")
  const managesUsers = administers === before.privileges.includes("node_administration")
    ? before.privileges.includes("user_management")
    : administers
  if (managesUsers) named.add("user_management")
  return named
}

const same = (a: ReadonlySet<Privilege>, b: ReadonlySet<Privilege>): boolean => a.symmetricDifference(b).size === 0
