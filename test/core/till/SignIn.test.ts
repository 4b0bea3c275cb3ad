import { assert, it } from "@effect/vitest"
import { isOfEvent, Privilege } from "@wristbank/core/organisation/Privilege"
import { UserRole } from "@wristbank/core/organisation/Role"
import { activeAt, admit, choose, offeredAt } from "@wristbank/core/till/SignIn"
import { Result, Schema } from "effect"
import fc from "fast-check"

const role = (id: bigint, ...privileges: UserRole["privileges"]) => ({ id, privileges })
const supervisor = role(1n, "terminal_login", "grant_vouchers")
const cashier = role(2n, "supervised_terminal_login", "can_book_orders")
const office = role(3n, "node_administration")

const ids = (result: ReturnType<typeof admit>) => Result.isSuccess(result) ? result.success.map(({ id }) => id) : null

it("a cashier needs someone signed in under a role with terminal_login", () => {
  assert.isNull(ids(admit([cashier], [cashier], null)))
  assert.isNull(ids(admit([cashier], [cashier], cashier)))
  assert.deepStrictEqual(ids(admit([cashier, office], [cashier, office], supervisor)), [2n])
})

it("who holds terminal_login in any role may choose another one without supervision", () => {
  assert.deepStrictEqual(ids(admit([cashier, supervisor], [cashier, supervisor], null)), [2n, 1n])
})

it("who may sign in alone elsewhere in the event needs no one here either", () => {
  assert.deepStrictEqual(ids(admit([cashier], [cashier, supervisor], null)), [2n])
})

it("a role without a sign-in privilege lets no one in", () =>
  assert.isNull(ids(admit([office], [office, supervisor], supervisor))))

it.prop(
  "admission never names a role that can't sign in, and choosing never leaves the list",
  [Schema.Array(UserRole), Schema.Array(UserRole), Schema.NullOr(UserRole)],
  ([offered, elsewhere, active]) => {
    const everywhere = [...offered, ...elsewhere]
    const admitted = admit(offered, everywhere, active)
    const lets = ({ privileges }: Pick<UserRole, "privileges">) => privileges.includes("terminal_login")
    const usable = offered.some((one) => lets(one) || one.privileges.includes("supervised_terminal_login"))
    const isLed = everywhere.some(lets) || (active !== null && lets(active))
    assert.strictEqual(Result.isSuccess(admitted), usable && isLed)
    const roles = Result.getOrElse(admitted, () => [])
    assert.isTrue(
      roles.every(({ privileges }) =>
        privileges.includes("terminal_login") || privileges.includes("supervised_terminal_login")
      )
    )
    for (const candidate of everywhere) {
      const chosen = choose(roles, candidate.id)
      assert.strictEqual(Result.isSuccess(chosen), roles.some(({ id }) => id === candidate.id))
    }
  }
)

const [event, bar, gate] = [2n, 12n, 13n]
const nodes = fc.constantFrom(0n, event, bar, gate)
const roleOf = (id: bigint, privileges: UserRole["privileges"]) =>
  new UserRole({ id, node_id: event, name: `role ${id}`, is_privileged: false, privileges, assignable_role_ids: null })

it("roles are offered once, with a till those on the way to it, without one those of the whole event", () =>
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(3), nodes)), fc.boolean(), (assignments, hasTill) => {
    const assigned = assignments.map(([id, node_id]) => ({
      role: roleOf(BigInt(id), ["terminal_login"]),
      at: { node_id, event_id: node_id === 0n ? null : event }
    }))
    const path = hasTill ? [0n, event, gate] : [0n, event]
    const offered = offeredAt(assigned, { path, eventId: event, hasTill }).map(({ id }) => Number(id))
    const there = assignments.filter(([, node]) => !hasTill || path.includes(node)).map(([id]) => id)
    assert.deepStrictEqual(offered.toSorted(), [...new Set(there)].toSorted())
  })))

it("an active role has its privileges about the event everywhere in it, and the others where it is assigned", () =>
  fc.assert(fc.property(fc.subarray([...Privilege.literals]), fc.uniqueArray(nodes), (privileges, assignedAt) => {
    const held = roleOf(7n, privileges)
    const assigned = assignedAt.map((node_id) => ({
      role: held,
      at: { node_id, event_id: node_id === 0n ? null : event }
    }))
    const place = { path: [0n, event, gate], eventId: event }
    const active = activeAt(assigned, 7n, place)
    const onPath = assignedAt.some((node) => place.path.includes(node))
    const expected = assignedAt.length === 0 ? [] : privileges.filter((privilege) => onPath || isOfEvent(privilege))
    assert.sameMembers([...(active?.privileges ?? [])], expected)
    assert.strictEqual(active === null, expected.length === 0)
    assert.isNull(activeAt(assigned, 8n, place))
  })))
