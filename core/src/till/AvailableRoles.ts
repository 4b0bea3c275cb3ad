import { Schema } from "effect"
import { type EventConfiguration, pathTo, type RoleRow, subtreeOf } from "../event/EventConfiguration.ts"
import { Id } from "../ledger/Id.ts"
import { ListedRole, toListedRole } from "../organisation/Role.ts"
import type { TerminalState } from "./TerminalState.ts"

/** The roles that the signed-in user may assign at a node. */
export class AvailableRolesAtNode extends Schema.Class<AvailableRolesAtNode>("AvailableRolesAtNode")({
  node_id: Id,
  node_name: Schema.String,
  roles: Schema.Array(ListedRole)
}) {}

type AssignmentFacts = Pick<EventConfiguration, "assignments" | "eventId" | "nodes" | "roles">

/** The roles that the signed-in user may assign: unprivileged roles within their own rights, or all roles. */
export const availableRoles = ({ configuration, node, role }: TerminalState): ReadonlyArray<ListedRole> =>
  rolesAt(configuration, role, pathTo(configuration, node.id))

/**
 * The nodes of the event, parents before children, at which the signed-in user may assign roles, with those roles. The active
 * role must manage users and be assigned to the user at the node or above.
 */
export const availableRolesByNode = (
  { configuration, person, role }: Pick<TerminalState, "person" | "role"> & { readonly configuration: AssignmentFacts }
): ReadonlyArray<AvailableRolesAtNode> => {
  if (person === null || role === null || !role.privileges.includes("user_management")) return []
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
        roles: rolesAt(configuration, role, path)
      })
    })
    .filter(({ roles }) => roles.length > 0)
}

/** The roles of a path that the holder of a role may assign, by name. */
const rolesAt = (
  configuration: AssignmentFacts,
  active: RoleRow | null,
  path: ReadonlyArray<bigint>
): ReadonlyArray<ListedRole> => {
  const held = active?.privileges ?? []
  return Array.from(configuration.roles.values())
    .filter((role) => path.includes(role.node_id))
    .filter((role) =>
      held.includes("allow_privileged_role_assignment") ||
      (!role.is_privileged && role.privileges.every((privilege) => held.includes(privilege)))
    )
    .toSorted((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : Number(a.id - b.id))
    .map(toListedRole)
}

const byPath = (a: ReadonlyArray<bigint>, b: ReadonlyArray<bigint>): number => {
  const differing = a.findIndex((id, at) => id !== b[at])
  return differing === -1 ? a.length - b.length : Number(a[differing]! - (b[differing] ?? -1n))
}
