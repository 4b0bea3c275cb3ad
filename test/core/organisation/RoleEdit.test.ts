import { assert, it } from "@effect/vitest"
import { byKind, Privilege } from "@wristbank/core/organisation/Privilege"
import { toListedRole, UserRole } from "@wristbank/core/organisation/Role"
import { edited, UpdateUserRolePrivilegesPayload } from "@wristbank/core/organisation/RoleEdit"
import { Result } from "effect"
import fc from "fast-check"

const anyPrivileges = fc.uniqueArray(fc.constantFrom(...Privilege.literals))
const ids = [1n, 2n, 3n]
const list = fc.option(fc.subarray(ids))

const roleOf = (id: bigint, held: ReadonlyArray<Privilege>, assignable: ReadonlyArray<bigint> | null = null) =>
  new UserRole({
    id,
    node_id: 7n,
    name: `role ${id}`,
    is_privileged: false,
    privileges: Privilege.literals.filter((privilege) => held.includes(privilege)),
    assignable_role_ids: assignable
  })

const others = ids.map((id) => roleOf(id, id === 1n ? [] : ["can_book_orders"]))

/** All that an answer shows of the rights of a role, as applications send it back. */
const answered = (role: UserRole): UpdateUserRolePrivilegesPayload => {
  const { id: _, name: __, node_id: ___, ...rights } = toListedRole(role, [role, ...others])
  return rights
}

const after = (request: UpdateUserRolePrivilegesPayload, stored: UserRole | null) =>
  Result.getOrThrow(edited(request, stored, stored === null ? others : [stored, ...others]))

it("a role that is sent back as it was read stays as it is", () =>
  fc.assert(fc.property(anyPrivileges, list, (held, assignable) => {
    const stored = roleOf(9n, held, assignable)
    const { assignable_role_ids, is_privileged, privileges } = stored
    assert.deepStrictEqual(after(answered(stored), stored), { assignable_role_ids, is_privileged, privileges })
  })))

it("what the older version changes counts, whatever of the newest form is sent back unchanged", () =>
  fc.assert(fc.property(anyPrivileges, anyPrivileges, list, (held, wanted, assignable) => {
    const stored = roleOf(9n, held, assignable)
    const edit = after({ ...answered(stored), privileges: wanted }, stored)
    assert.deepStrictEqual(new Set(edit.privileges), new Set(wanted))
    assert.deepStrictEqual(edit.assignable_role_ids, assignable)
  })))

it("what the newest version changes counts, and managing users comes and goes with administering the node", () =>
  fc.assert(fc.property(anyPrivileges, anyPrivileges, list, fc.boolean(), (held, wanted, assignable, all) => {
    const stored = roleOf(9n, held, assignable)
    const newest = { ...byKind(wanted), can_assign_all_roles: all, assignable_role_ids: [] }
    const edit = after({ ...answered(stored), ...newest }, stored)
    assert.deepStrictEqual(byKind(edit.privileges), byKind(wanted))
    assert.strictEqual(edit.privileges.includes("allow_privileged_role_assignment"), all)
    const administers = [held, wanted].map((names) => names.includes("node_administration"))
    const manages = administers[0] === administers[1] ? held.includes("user_management") : administers[1]
    assert.strictEqual(edit.privileges.includes("user_management"), manages)
    const made = after(newest, null)
    assert.strictEqual(made.privileges.includes("user_management"), administers[1])
    assert.deepStrictEqual(made.assignable_role_ids, [])
  })))

it("two forms that change a role differently are refused, and two that agree are one edit", () =>
  fc.assert(fc.property(anyPrivileges, anyPrivileges, anyPrivileges, (held, older, newest) => {
    const stored = roleOf(9n, held)
    const both = { ...answered(stored), privileges: older, ...byKind(newest) }
    const outcome = edited(both, stored, others)
    const alone = [{ privileges: older }, byKind(newest)].map((form) => new Set(after(form, stored).privileges))
    const [first, second] = alone.map((set) => set.symmetricDifference(new Set(held)).size > 0)
    const agree = alone[0]!.symmetricDifference(alone[1]!).size === 0
    assert.strictEqual(Result.isFailure(outcome), first === true && second === true && !agree)
  })))

it("a role that may give every role has no list, and a list names roles that are there", () =>
  fc.assert(fc.property(anyPrivileges, fc.subarray([...ids, 12n]), (held, wanted) => {
    const stored = roleOf(9n, held)
    const outcome = edited({ privileges: held, assignable_role_ids: wanted }, stored, [stored, ...others])
    const { assignable_role_ids: before = [] } = answered(stored)
    const unchanged = before.join() === wanted.join()
    const all = held.includes("allow_privileged_role_assignment") && wanted.length > 0
    assert.strictEqual(Result.isFailure(outcome), !unchanged && (all || wanted.includes(12n)))
    if (Result.isSuccess(outcome) && !unchanged) assert.deepStrictEqual(outcome.success.assignable_role_ids, wanted)
  })))
