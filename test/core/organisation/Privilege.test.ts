import { assert, it } from "@effect/vitest"
import { byKind, inOrder, Privilege } from "@wristbank/core/organisation/Privilege"
import { Schema } from "effect"

it.prop("every privilege but those about users is in exactly one list", [Schema.Array(Privilege)], ([privileges]) => {
  const { event_privileges, node_privileges } = byKind(privileges)
  const aboutUsers: ReadonlyArray<Privilege> = ["user_management", "allow_privileged_role_assignment"]
  const expected = inOrder(new Set(privileges)).filter((privilege) => !aboutUsers.includes(privilege))
  assert.deepStrictEqual(inOrder(new Set([...event_privileges, ...node_privileges])), expected)
  assert.strictEqual(event_privileges.length + node_privileges.length, expected.length)
})

it("privileges about a node are to administer it, to see its figures and to book", () => {
  assert.deepStrictEqual(byKind(Privilege.literals).node_privileges, [
    "node_administration",
    "view_node_stats",
    "can_book_orders"
  ])
})
