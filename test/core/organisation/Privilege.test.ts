import { assert, it } from "@effect/vitest"
import { byKind, countsAt, heldAt, inOrder, isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import { Schema } from "effect"
import fc from "fast-check"

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

/** Paths of nodes: the root, an organisation, an event with two parts, and another event. */
const paths: ReadonlyArray<ReadonlyArray<bigint>> = [
  [0n],
  [0n, 1n],
  [0n, 1n, 2n],
  [0n, 1n, 2n, 12n],
  [0n, 1n, 2n, 13n],
  [0n, 1n, 3n]
]
const eventOf = (path: ReadonlyArray<bigint>) => path[2] ?? null
const node = fc.constantFrom(...paths)
const grants = fc.array(fc.record({ path: node, privileges: fc.subarray([...Privilege.literals]) }), { maxLength: 4 })
const grantAt = (
  { path, privileges }: { readonly path: ReadonlyArray<bigint>; readonly privileges: ReadonlyArray<Privilege> }
) => ({
  node_id: path.at(-1)!,
  event_id: eventOf(path),
  privileges
})

it("a privilege counts where it is assigned and below, and one about the event in all of it, and never in another event", () =>
  fc.assert(fc.property(grants, node, (given, path) => {
    const held = heldAt(given.map(grantAt), { path, eventId: eventOf(path) })
    for (const privilege of Privilege.literals) {
      const isAbove = given.some((grant) => grant.privileges.includes(privilege) && path.includes(grant.path.at(-1)!))
      const isInEvent = given.some((grant) =>
        grant.privileges.includes(privilege) && eventOf(path) !== null && eventOf(grant.path) === eventOf(path)
      )
      assert.strictEqual(held.has(privilege), isAbove || (isOfEvent(privilege) && isInEvent), privilege)
    }
  })))

it("an assignment in one event never counts in another, or above events", () =>
  fc.assert(fc.property(fc.constantFrom(...Privilege.literals), (privilege) => {
    const assigned = { node_id: 12n, event_id: 2n }
    for (const path of [[0n, 1n, 3n], [0n, 1n], [0n]]) {
      assert.isFalse(countsAt(privilege, assigned, { path, eventId: eventOf(path) }))
    }
  })))
