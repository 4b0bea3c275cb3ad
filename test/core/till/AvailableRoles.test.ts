import { assert, it } from "@effect/vitest"
import { AssignmentRow, type EventConfiguration, TreeNode } from "@wristbank/core/event/EventConfiguration"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { UserRole } from "@wristbank/core/organisation/Role"
import { decide, NewUserToRoles } from "@wristbank/core/organisation/RoleAssignment"
import { PersonRow } from "@wristbank/core/organisation/User"
import { availableRolesByNode } from "@wristbank/core/till/AvailableRoles"
import { mayGiveFirstRoles } from "@wristbank/core/till/TerminalUser"
import { Result } from "effect"
import fc from "fast-check"

const userId = 30n
const paths: ReadonlyArray<ReadonlyArray<bigint>> = [[0n], [0n, 7n], [0n, 7n, 8n], [0n, 7n, 8n, 10n], [0n, 7n, 9n]]
const nodeOf = (path: ReadonlyArray<bigint>) => path.at(-1) ?? 0n
const nodeIds = paths.map(nodeOf)

const person = new PersonRow({
  id: userId,
  node_id: 7n,
  login: "robin",
  display_name: "Robin",
  description: null,
  user_tag_id: null,
  user_tag_uid: null,
  transport_account_id: null,
  cash_register_id: null
})

const drawn = fc.record({
  roles: fc.array(
    fc.record({
      node: fc.constantFrom(...nodeIds),
      is_privileged: fc.boolean(),
      /** The roles that it names as assignable; a list without any counts as absent. */
      lists: fc.uniqueArray(fc.nat(4), { maxLength: 2 }),
      privileges: fc.uniqueArray(fc.constantFrom(...Privilege.literals), { maxLength: 3 })
    }),
    { minLength: 1, maxLength: 5 }
  ),
  /** The first role is the active one. */
  managesUsers: fc.boolean(),
  assignedAt: fc.uniqueArray(fc.constantFrom(...nodeIds))
})

it("the offered roles are exactly those that the server lets the signed-in user assign", () =>
  fc.assert(fc.property(drawn, ({ assignedAt, managesUsers, roles: sketches }) => {
    const roles = sketches.map(({ is_privileged, lists, node, privileges }, n) =>
      new UserRole({
        id: BigInt(n),
        node_id: node,
        name: `role ${n}`,
        is_privileged,
        assignable_role_ids: lists.length === 0 ? null : lists.map(BigInt),
        privileges: n === 0 && managesUsers ? [...new Set<Privilege>([...privileges, "user_management"])] : privileges
      })
    )
    const active = roles[0]!
    const configuration: Pick<EventConfiguration, "assignments" | "eventId" | "nodes" | "roles"> = {
      eventId: 7n,
      nodes: new Map(paths.map((path) => {
        const id = nodeOf(path)
        return [id, new TreeNode({ id, name: `node ${id}`, parent_ids: path.slice(0, -1), read_only: false })]
      })),
      roles: new Map(roles.map((role) => [role.id, role])),
      assignments: assignedAt.map((node_id) => new AssignmentRow({ node_id, user_id: userId, role_id: active.id }))
    }
    const offered = availableRolesByNode({ configuration, person, role: active })
    const held = { privileges: new Set(active.privileges), listed: new Set(active.assignable_role_ids ?? []) }
    const expected = paths.filter((path) => path.includes(7n)).flatMap((path) => {
      const counts = path.includes(active.node_id) && path.some((id) => assignedAt.includes(id))
      const available = roles.filter((role) => path.includes(role.node_id))
      const assignable = roles.filter(({ id }) => {
        const wanted = new NewUserToRoles({ user_id: 31n, role_ids: [id], terminal_only: true })
        const context = { held, heldInBackOffice: held, available, assigned: [], terminalOnly: false }
        return counts && Result.isSuccess(mayGiveFirstRoles(held, [wanted])) &&
          Result.isSuccess(decide(wanted, context))
      })
      return assignable.length === 0 ? [] : [{ node: nodeOf(path), roles: assignable.map(({ id }) => id) }]
    })
    assert.deepStrictEqual(offered.map((at) => ({ node: at.node_id, roles: at.roles.map(({ id }) => id) })), expected)
  })))

it("no one signed in may assign nothing", () => {
  const configuration = { eventId: 7n, nodes: new Map(), roles: new Map(), assignments: [] }
  assert.deepStrictEqual(availableRolesByNode({ configuration, person: null, role: null }), [])
})
