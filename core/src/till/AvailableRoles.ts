import { Schema } from "effect"
import { Id } from "../base/Id.ts"
import { type EventConfiguration, pathTo, subtreeOf } from "../event/EventConfiguration.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { assignsAll, isWithin, ListedRole, toListedRole, type UserRole } from "../organisation/Role.ts"
import type { TerminalState } from "./TerminalState.ts"

/** The roles that the signed-in user may assign at a node. */
export class AvailableRolesAtNode extends Schema.Class<AvailableRolesAtNode>("AvailableRolesAtNode")({
  /** The node. */
  node_id: Id,
  /** The name of the node. */
  node_name: Schema.String,
  /** The roles that can be assigned there, by name. */
  roles: Schema.Array(ListedRole)
}) {}

type AssignmentFacts = Pick<EventConfiguration, "assignments" | "eventId" | "nodes" | "roles">

/** The roles that the signed-in user may assign: unprivileged roles within their own rights, or all roles. */
export const availableRoles = ({ configuration, node, role }: TerminalState): ReadonlyArray<ListedRole> =>
  role === null ? [] : rolesAt(shownRoles(configuration), pathTo(configuration, node.id), {
    listed: role.assignable_role_ids ?? [],
    granted: new Set(role.privileges)
  })

/**
 * The nodes of the event, parents before children, at which the signed-in user may assign roles, with those roles. The active
 * role must be assigned to the user at the node or above. Roles that it does not name as assignable are offered only if it manages
 * users or may assign every role.
 */
export const availableRolesByNode = (
  { configuration, person, role }: Pick<TerminalState, "person" | "role"> & { readonly configuration: AssignmentFacts }
): ReadonlyArray<AvailableRolesAtNode> => {
  if (person === null || role === null) return []
  const grants = role.privileges.includes("user_management") || assignsAll(role)
  const shown = shownRoles(configuration)
  const rights = { listed: role.assignable_role_ids ?? [], granted: grants ? new Set(role.privileges) : null }
  const assignedAt = new Set(
    configuration.assignments.filter(({ role_id, user_id }) => user_id === person.id && role_id === role.id)
      .map(({ node_id }) => node_id)
  )
  return Array.from(subtreeOf(configuration, configuration.eventId), (id) => pathTo(configuration, id))
    .toSorted(byPath)
    .filter((path) => path.includes(role.node_id) && path.some((id) => assignedAt.has(id)))
    .map((path) => {
      const node = configuration.nodes.get(path.at(-1)!)!
      return new AvailableRolesAtNode({
        node_id: node.id,
        node_name: node.name,
        roles: rolesAt(shown, path, rights)
      })
    })
    .filter(({ roles }) => roles.length > 0)
}

interface Offered {
  readonly listed: ReadonlyArray<bigint>
  /** Privileges within which roles may be assigned; null for listed ones alone. */
  readonly granted: ReadonlySet<Privilege> | null
}

interface ShownRole {
  readonly role: UserRole
  readonly listed: ListedRole
}

/** All roles of the event and of the nodes above, by name. */
const shownRoles = ({ roles }: AssignmentFacts): ReadonlyArray<ShownRole> =>
  Array.from(roles.values())
    .toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : Number(a.id - b.id))
    .map((role) => ({ role, listed: toListedRole(role, roles.values()) }))

/** Those roles of a path that may be assigned. */
const rolesAt = (
  shown: ReadonlyArray<ShownRole>,
  path: ReadonlyArray<bigint>,
  { granted, listed }: Offered
): ReadonlyArray<ListedRole> =>
  shown
    .filter(({ role }) => path.includes(role.node_id))
    .filter(({ role }) => listed.includes(role.id) || (granted !== null && isWithin(granted, role)))
    .map(({ listed: answered }) => answered)

const byPath = (a: ReadonlyArray<bigint>, b: ReadonlyArray<bigint>): number => {
  const differing = a.findIndex((id, at) => id !== b[at])
  return differing === -1 ? a.length - b.length : Number(a[differing]! - (b[differing] ?? -1n))
}
