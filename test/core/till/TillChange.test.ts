import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import * as TillChange from "@wristbank/core/till/TillChange"
import fc from "fast-check"
import { act, action, type World, world } from "./TillModel.ts"

/** Holds after every step: bindings are one to one, and the cash lines of a till add up to the cash in it. */
const assertSound = (state: World) => {
  const tills = [...state.tills.values()]
  for (const key of ["terminal", "register"] as const) {
    const bound = tills.map((till) => till[key]).filter((id) => id !== null)
    assert.strictEqual(new Set(bound).size, bound.length, `${key} bound twice`)
  }
  for (const [id, till] of state.tills) {
    const inTill = state.registers.find((register) => register.id === till.register)
    assert.strictEqual(till.orders.reduce((sum, order) => sum + order.amount, 0n), inTill?.balance ?? 0n, `till ${id}`)
    assert.isTrue(till.orders.every((order) => order.cashierId !== null))
    if (inTill !== undefined) {
      assert.isNotNull(till.terminal)
      assert.strictEqual(state.terminals.get(till.terminal!), inTill.cashierId)
    }
  }
  const cash = state.registers.reduce((sum, { balance }) => sum + balance, 0n) + state.vault + state.imbalance
  assert.strictEqual(cash + state.carried - state.taken, 50_000n)
  assert.isTrue(state.carried >= 0n)
}

it("whatever people do, bindings stay one to one and a till's cash lines add up to its register", () => {
  const counts = new Map<string, number>()
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80, size: "max" }), (actions) => {
      const state = world()
      for (const done of actions) {
        if (act(state, done)) counts.set(done.kind, (counts.get(done.kind) ?? 0) + 1)
        assertSound(state)
      }
      // At the end of the day everyone signs out and every register is closed out.
      for (const terminalId of [1n, 2n] as const) act(state, { kind: "sign out", terminalId })
      for (const userId of [1n, 2n, 3n] as const) {
        act(state, { kind: "close out", userId, cents: Money.Cents.make(700n) })
      }
      assertSound(state)
      for (const { balance, cashierId } of state.registers) assert.deepStrictEqual([balance, cashierId], [0n, null])
      for (const { orders } of state.tills.values()) {
        assert.strictEqual(orders.reduce((sum, { amount }) => sum + amount, 0n), 0n)
      }
    }),
    { numRuns: 300 }
  )
  // A run in which nothing was allowed would prove nothing.
  for (const kind of ["cash sale", "stock up", "bring", "hand on", "close out", "attach"]) {
    assert.isAbove(counts.get(kind) ?? 0, 20, kind)
  }
})

const till = { id: 10n, zNr: 4, hasOrders: true, register: null }
const visitor: TillChange.Person = { id: 3n, roleId: 7n, register: null }

it("the day number rises only when someone else signs in after bookings", () => {
  const at = (previous: bigint | null, hasOrders: boolean) =>
    TillChange.signIn({ id: 1n, nodeId: 0n, userId: previous, till: { ...till, hasOrders } }, visitor)
      .filter((step) => step.kind === "closing_started")
  assert.deepStrictEqual(at(2n, true), [{ kind: "closing_started", tillId: 10n, zNr: 5, reason: "sign_in" }])
  assert.deepStrictEqual(at(null, true), [{ kind: "closing_started", tillId: 10n, zNr: 5, reason: "sign_in" }])
  assert.deepStrictEqual(at(3n, true), [])
  assert.deepStrictEqual(at(2n, false), [])
})

it("the register leaves by who was signed in, under the old day number, before the next one comes in", () => {
  const register = { id: 100n, accountId: 101n, balance: Money.Cents.make(12000n), cashierId: 2n }
  const next = { id: 200n, accountId: 201n, balance: Money.zero, cashierId: 3n, tillId: null }
  assert.deepStrictEqual(
    TillChange.signIn(
      { id: 1n, nodeId: 0n, userId: 2n, till: { ...till, hasOrders: false, register } },
      { ...visitor, register: next }
    ),
    [
      { kind: "cash_moved", tillId: 10n, zNr: 4, register, amount: Money.Cents.make(-12000n), cashierId: 2n },
      { kind: "register_placed", tillId: 10n, registerId: null },
      { kind: "cashier_changed", terminalId: 1n, person: { id: 3n, roleId: 7n } },
      { kind: "closing_started", tillId: 10n, zNr: 5, reason: "sign_in" },
      { kind: "register_placed", tillId: 10n, registerId: 200n },
      { kind: "cash_moved", tillId: 10n, zNr: 5, register: next, amount: Money.zero, cashierId: 3n }
    ]
  )
})

it("a register leaves although no one is signed in any more: by who acts, else by its holder", () => {
  const register = { id: 100n, accountId: 101n, balance: Money.Cents.make(50n), cashierId: 2n }
  const cashierOf = (actingUserId: bigint | null) =>
    TillChange.detach({ id: 1n, nodeId: 0n, userId: null, till: { ...till, register } }, actingUserId)
      .flatMap((step) => step.kind === "cash_moved" ? [step.cashierId] : [])
  assert.deepStrictEqual(cashierOf(9n), [9n])
  assert.deepStrictEqual(cashierOf(null), [2n])
})
