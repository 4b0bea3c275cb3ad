import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/ledger/Money"
import * as TillChange from "@wristbank/core/till/TillChange"
import fc from "fast-check"

interface Register {
  readonly id: bigint
  readonly cashierId: bigint
  balance: Money.Cents
}

/** Two terminals with a till each and a free till; three people, two of them with a register. */
const world = () => ({
  terminals: new Map<bigint, bigint | null>([[1n, null], [2n, null]]),
  tills: new Map([10n, 20n, 30n].map((id) => [id, {
    terminal: id === 30n ? null : id / 10n,
    register: null as bigint | null,
    zNr: 1,
    /** Of each order: its day number and its amount (cents). */
    orders: [] as Array<{ readonly zNr: number; readonly amount: bigint; readonly cashierId: bigint | null }>
  }])),
  registers: [
    { id: 100n, cashierId: 1n, balance: Money.Cents.make(12000n) },
    { id: 200n, cashierId: 2n, balance: Money.zero }
  ] as ReadonlyArray<Register>
})
type World = ReturnType<typeof world>

const registerState = (state: World, id: bigint | null): TillChange.RegisterState | null => {
  const register = state.registers.find((candidate) => candidate.id === id)
  return register === undefined ? null : { ...register, accountId: register.id + 1n }
}

const terminalState = (state: World, id: bigint): TillChange.TerminalState => {
  const found = [...state.tills].find(([, till]) => till.terminal === id)
  return {
    id,
    nodeId: 0n,
    userId: state.terminals.get(id) ?? null,
    till: found === undefined ? null : {
      id: found[0],
      zNr: found[1].zNr,
      hasOrders: found[1].orders.some((order) => order.zNr === found[1].zNr),
      register: registerState(state, found[1].register)
    }
  }
}

const person = (state: World, id: bigint): TillChange.Person => {
  const register = registerState(state, state.registers.find((candidate) => candidate.cashierId === id)?.id ?? null)
  const tillId = [...state.tills].find(([, till]) => till.register === register?.id)?.[0] ?? null
  return { id, roleId: 7n, register: register === null ? null : { ...register, tillId } }
}

const apply = (state: World, steps: ReadonlyArray<TillChange.TillChange>) => {
  for (const step of steps) {
    switch (step._tag) {
      case "CashMoves": {
        const till = state.tills.get(step.tillId)!
        assert.strictEqual(step.zNr, till.zNr)
        till.orders.push(step)
        break
      }
      case "RegisterChanges":
        state.tills.get(step.tillId)!.register = step.registerId
        break
      case "PersonChanges":
        state.terminals.set(step.terminalId, step.person?.id ?? null)
        break
      case "DayNumberRises":
        assert.strictEqual(step.zNr, state.tills.get(step.tillId)!.zNr + 1)
        state.tills.get(step.tillId)!.zNr = step.zNr
        break
      case "TerminalChanges":
        state.tills.get(step.tillId)!.terminal = step.terminalId
        break
    }
  }
}

const terminalId = fc.constantFrom(1n, 2n)
const userId = fc.constantFrom(1n, 2n, 3n)
const action = fc.oneof(
  fc.record({ kind: fc.constant("sign in" as const), terminalId, userId }),
  fc.record({ kind: fc.constant("sign out" as const), terminalId }),
  fc.record({ kind: fc.constant("detach" as const), terminalId }),
  fc.record({ kind: fc.constant("attach" as const), terminalId, tillId: fc.constantFrom(10n, 20n, 30n) }),
  fc.record({ kind: fc.constant("cash sale" as const), terminalId, cents: fc.bigInt({ min: 1n, max: 5000n }) })
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

const act = (state: World, done: Action) => {
  const terminal = terminalState(state, done.terminalId)
  switch (done.kind) {
    case "sign in":
      return apply(state, TillChange.signIn(terminal, person(state, done.userId)))
    case "sign out":
      return apply(state, TillChange.signOut(terminal, null))
    case "detach":
      return apply(state, TillChange.detach(terminal, 9n))
    case "attach":
      return terminal.till === null && state.tills.get(done.tillId)!.terminal === null
        ? apply(state, TillChange.attach(done.tillId, terminal, 9n))
        : undefined
    case "cash sale": {
      const till = state.tills.get(terminal.till?.id ?? 0n)
      const register = state.registers.find((candidate) => candidate.id === till?.register)
      if (till === undefined || register === undefined) return
      register.balance = Money.add(register.balance, Money.Cents.make(done.cents))
      till.orders.push({ zNr: till.zNr, amount: done.cents, cashierId: terminal.userId })
    }
  }
}

/** What holds after every step: bindings are one to one, and the cash lines of a till add up to what lies in it. */
const assertSound = (state: World) => {
  const tills = [...state.tills.values()]
  for (const key of ["terminal", "register"] as const) {
    const bound = tills.map((till) => till[key]).filter((id) => id !== null)
    assert.strictEqual(new Set(bound).size, bound.length, `${key} bound twice`)
  }
  for (const [id, till] of state.tills) {
    const inTill = registerState(state, till.register)
    assert.strictEqual(till.orders.reduce((sum, order) => sum + order.amount, 0n), inTill?.balance ?? 0n, `till ${id}`)
    assert.isTrue(till.orders.every((order) => order.cashierId !== null))
    if (inTill !== null) {
      assert.isNotNull(till.terminal)
      assert.strictEqual(state.terminals.get(till.terminal!), inTill.cashierId)
    }
  }
}

it("whatever people do, bindings stay one to one and a till's cash lines add up to its register", () =>
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const state = world()
      for (const done of actions) {
        act(state, done)
        assertSound(state)
      }
    }),
    { numRuns: 300 }
  ))

const till = { id: 10n, zNr: 4, hasOrders: true, register: null }
const visitor: TillChange.Person = { id: 3n, roleId: 7n, register: null }

it("the day number rises only when somebody else signs in after bookings", () => {
  const at = (previous: bigint | null, hasOrders: boolean) =>
    TillChange.signIn({ id: 1n, nodeId: 0n, userId: previous, till: { ...till, hasOrders } }, visitor)
      .filter((step) => step._tag === "DayNumberRises")
  assert.deepStrictEqual(at(2n, true), [{ _tag: "DayNumberRises", tillId: 10n, zNr: 5 }])
  assert.deepStrictEqual(at(null, true), [{ _tag: "DayNumberRises", tillId: 10n, zNr: 5 }])
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
      { _tag: "CashMoves", tillId: 10n, zNr: 4, register, amount: Money.Cents.make(-12000n), cashierId: 2n },
      { _tag: "RegisterChanges", tillId: 10n, registerId: null },
      { _tag: "PersonChanges", terminalId: 1n, person: { id: 3n, roleId: 7n } },
      { _tag: "DayNumberRises", tillId: 10n, zNr: 5 },
      { _tag: "RegisterChanges", tillId: 10n, registerId: 200n },
      { _tag: "CashMoves", tillId: 10n, zNr: 5, register: next, amount: Money.zero, cashierId: 3n }
    ]
  )
})

it("a register leaves although nobody is signed in any more: by who acts, else by its holder", () => {
  const register = { id: 100n, accountId: 101n, balance: Money.Cents.make(50n), cashierId: 2n }
  const cashierOf = (actingUserId: bigint | null) =>
    TillChange.detach({ id: 1n, nodeId: 0n, userId: null, till: { ...till, register } }, actingUserId)
      .flatMap((step) => step._tag === "CashMoves" ? [step.cashierId] : [])
  assert.deepStrictEqual(cashierOf(9n), [9n])
  assert.deepStrictEqual(cashierOf(null), [2n])
})
