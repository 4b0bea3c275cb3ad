import { assert, it } from "@effect/vitest"
import { Privilege } from "@wristbank/core/organisation/Privilege"
import { mayAssign, mayChange, mayGrant, UserRole } from "@wristbank/core/organisation/Role"
import {
  type AssignerRights,
  atTerminal,
  changedBy,
  decide,
  inBoth,
  NewUserToRoles
} from "@wristbank/core/organisation/RoleAssignment"
import { Result, Schema } from "effect"

const Privileges = Schema.Array(Privilege)
const Index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))
const Indexes = Schema.Array(Index)
const Grants = Schema.Struct({ is_privileged: Schema.Boolean, privileges: Privileges.check(Schema.isMaxLength(3)) })
const Roles = Schema.Array(Grants).check(Schema.isMinLength(3), Schema.isMaxLength(3))

const manyRuns = { arbitrary: { runs: 2000 } }

const rolesFrom = (grants: ReadonlyArray<typeof Grants.Type>) =>
  grants.map((grant, n) =>
    new UserRole({ assignable_role_ids: null, ...grant, id: BigInt(n), node_id: 0n, name: `role ${n}` })
  )
const rightsOf = (privileges: Iterable<Privilege>, listed: Iterable<bigint> = []): AssignerRights => ({
  privileges: new Set(privileges),
  listed: new Set(listed)
})
const privilegesOf = (roles: ReadonlyArray<UserRole>, ids: Iterable<bigint>): ReadonlySet<Privilege> =>
  new Set([...ids].flatMap((id) => roles[Number(id)]!.privileges))

it.prop(
  "no one without allow_privileged_role_assignment passes on or takes away what they do not hold",
  [Roles, Privileges, Indexes, Indexes, Schema.Boolean, Schema.Boolean],
  ([grants, heldList, assignedList, wantedList, terminalOnly, wasTerminalOnly]) => {
    const available = rolesFrom(grants)
    const held = new Set(heldList)
    const assigned = [...new Set(assignedList)].map(BigInt)
    const role_ids = wantedList.map(BigInt)
    const wanted = new NewUserToRoles({ user_id: 1n, role_ids, terminal_only: terminalOnly })
    const rights = rightsOf(held)
    const contextOf = { held: rights, heldInBackOffice: rights, available, assigned, terminalOnly: wasTerminalOnly }
    const decided = decide(wanted, contextOf)
    if (Result.isFailure(decided)) {
      assert.isFalse(held.has("allow_privileged_role_assignment"))
      return
    }
    const { added, removed } = decided.success
    const after = new Set([...assigned.filter((id) => !removed.includes(id)), ...added])
    assert.deepStrictEqual(after, new Set(role_ids))
    if (held.has("allow_privileged_role_assignment")) return
    for (const id of [...added, ...removed]) assert.isFalse(available[Number(id)]!.is_privileged)
    const [before, now] = [privilegesOf(available, assigned), privilegesOf(available, after)]
    for (const privilege of Privilege.literals) {
      if (before.has(privilege) !== now.has(privilege)) assert.isTrue(held.has(privilege), privilege)
    }
    // Roles that begin to count in the back office are new there, so the assigner must be allowed to grant them.
    if (wasTerminalOnly && !terminalOnly) {
      for (const privilege of now) assert.isTrue(held.has(privilege), privilege)
    }
  },
  manyRuns
)

it.prop(
  "however managers assign and define roles, no one gains a privilege that no manager held",
  [
    Roles,
    Privileges,
    Schema.Array(Schema.Struct({ by: Index, to: Index, roles: Indexes, define: Schema.NullOr(Grants) }))
  ],
  ([grants, first, steps]) => {
    const roles = rolesFrom(grants)
    const start = new Set<Privilege>([
      "user_management",
      ...first.filter((privilege) => privilege !== "allow_privileged_role_assignment")
    ])
    // Person 0 holds the start, the others nothing. After any steps, all privileges held are among those of the start.
    const holding = new Map<number, ReadonlyArray<bigint>>()
    const rolesOf = (person: number) => (holding.get(person) ?? []).map((id) => roles[Number(id)]!)
    const listedBy = (person: number) => rolesOf(person).flatMap((role) => role.assignable_role_ids ?? [])
    const heldBy = (person: number) =>
      new Set([...(person === 0 ? start : []), ...privilegesOf(roles, holding.get(person) ?? [])])
    for (const { by, define, roles: ids, to } of steps) {
      const held = heldBy(by)
      if (!held.has("user_management")) continue
      if (define !== null && ids[0] !== undefined) {
        const before = roles[ids[0]]!
        if (Result.isSuccess(mayChange(held, before, define))) roles[ids[0]] = new UserRole({ ...before, ...define })
      }
      const assigned = holding.get(to) ?? []
      const wanted = new NewUserToRoles({ user_id: BigInt(to), role_ids: ids.map(BigInt), terminal_only: false })
      const rights = rightsOf(held, listedBy(by))
      const context = { held: rights, heldInBackOffice: rights, available: roles, assigned, terminalOnly: false }
      const decided = decide(wanted, context)
      if (Result.isSuccess(decided)) holding.set(to, [...new Set(wanted.role_ids)])
    }
    for (let person = 0; person <= 2; person++) {
      for (const privilege of heldBy(person)) assert.isTrue(start.has(privilege), privilege)
    }
  },
  manyRuns
)

it.prop(
  "a terminal leaves privileged roles alone, and roles that count at terminals only stay so",
  [Roles, Privileges, Privileges, Indexes, Indexes, Indexes, Indexes, Schema.Boolean],
  ([grants, heldList, officeList, listed, listedInOffice, assignedList, wantedList, terminalOnly]) => {
    const available = rolesFrom(grants)
    const assigned = [...new Set(assignedList)].map(BigInt)
    const role_ids = wantedList.map(BigInt)
    const held = rightsOf(heldList, listed.map(BigInt))
    const heldInBackOffice = inBoth(held, rightsOf(officeList, listedInOffice.map(BigInt)))
    const contextOf = { held, heldInBackOffice, available, assigned, terminalOnly }
    const chosen = atTerminal(1n, role_ids, contextOf)
    assert.strictEqual(Result.isFailure(chosen), assigned.some((id) => available[Number(id)]!.is_privileged))
    if (Result.isFailure(chosen)) return
    const { terminal_only } = chosen.success
    assert.deepStrictEqual({ ...chosen.success }, { user_id: 1n, role_ids, terminal_only })
    if (assigned.length > 0) assert.strictEqual(terminal_only, terminalOnly)
    // A role that stays is not granted again.
    const decided = decide(chosen.success, contextOf)
    if (Result.isSuccess(decided)) {
      for (const id of decided.success.added) {
        assert.notInclude(assigned, id)
        // A role that the assigner may grant at terminals only never counts in the back office.
        const { listed: named, privileges } = heldInBackOffice
        assert.isTrue(terminal_only || Result.isSuccess(mayAssign(privileges, named, available[Number(id)]!)))
      }
    }
  },
  manyRuns
)

it.prop(
  "a role may be granted by who holds all of it, unless it is privileged",
  [Privileges, Grants],
  ([heldList, role]) => {
    const held = new Set(heldList)
    const expected = held.has("allow_privileged_role_assignment") ||
      (!role.is_privileged && role.privileges.every((privilege) => held.has(privilege)))
    assert.strictEqual(Result.isSuccess(mayGrant(held, role)), expected)
    const privileged = { ...role, is_privileged: false, assignable_role_ids: [7n] }
    assert.strictEqual(Result.isSuccess(mayGrant(held, privileged)), held.has("allow_privileged_role_assignment"))
  }
)

it.prop(
  "roles are given and taken back by name, and all others stay",
  [Indexes, Indexes, Indexes, Schema.Boolean, Schema.NullOr(Schema.Boolean)],
  ([assignedList, giveList, removeList, wasTerminalOnly, terminalOnly]) => {
    const available = rolesFrom([0, 1, 2].map(() => ({ is_privileged: false, privileges: [] })))
    const assigned = [...new Set(assignedList)].map(BigInt)
    const named = (indexes: ReadonlyArray<number>) => indexes.map((n) => `role ${n}`)
    const rights = rightsOf([])
    const context = { held: rights, heldInBackOffice: rights, available, assigned, terminalOnly: wasTerminalOnly }
    const change = { give: named(giveList), remove: named(removeList), terminalOnly }
    const wanted = changedBy(1n, change, context)
    const foreign = removeList.some((n) => !assigned.includes(BigInt(n)))
    assert.strictEqual(Result.isFailure(wanted), foreign, "only a role that the user has is taken back")
    assert.isTrue(Result.isFailure(changedBy(1n, { ...change, give: ["role 9"] }, context)))
    if (Result.isFailure(wanted)) return
    const expected = new Set([...assigned, ...giveList.map(BigInt)]).difference(new Set(removeList.map(BigInt)))
    assert.deepStrictEqual(new Set(wanted.success.role_ids), expected)
    assert.lengthOf(wanted.success.role_ids, expected.size)
    assert.strictEqual(wanted.success.terminal_only, terminalOnly ?? (assigned.length > 0 && wasTerminalOnly))
  },
  manyRuns
)
