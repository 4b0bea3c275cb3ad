import { assert } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { changeRegister } from "@wristbank/core/cash/CashChange"
import { closeOut } from "@wristbank/core/cash/CloseOut"
import { transferRegister } from "@wristbank/core/cash/RegisterTransfer"
import { cashTillOf } from "@wristbank/core/cash/StockUp"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import { fillRegister, registerMoves, shiftOrder } from "@wristbank/core/till/CashTransfer"
import * as TillChange from "@wristbank/core/till/TillChange"
import { Result } from "effect"
import fc from "fast-check"
import { event } from "../sale/OrderWorld.ts"

interface Register {
  readonly id: bigint
  cashierId: bigint | null
  balance: Money.Cents
}

const virtualTill = 99n
const transportAccount = 900n
const organiser = 9n

/** Two terminals with a till each, and a free till; three people, two of them with a register, and a third register. */
export const world = () => ({
  terminals: new Map<bigint, bigint | null>([[1n, null], [2n, null]]),
  tills: new Map([10n, 20n, 30n, virtualTill].map((id) => [id, {
    terminal: id === 10n || id === 20n ? id / 10n : null,
    register: null as bigint | null,
    zNr: 1,
    /** Closing number, amount (cents) and cashier of each order with cash. */
    orders: [] as Array<{ readonly zNr: number; readonly amount: bigint; readonly cashierId: bigint | null }>
  }])),
  registers: [
    { id: 100n, cashierId: 1n, balance: Money.zero },
    { id: 200n, cashierId: 2n, balance: Money.zero },
    { id: 300n, cashierId: null, balance: Money.zero }
  ] as ReadonlyArray<Register>,
  /** Balances (cents) of the accounts that registers exchange cash with. */
  vault: 0n,
  imbalance: 0n,
  carried: 50_000n,
  taken: 0n,
  uuids: 0
})
export type World = ReturnType<typeof world>

const registerState = (state: World, id: bigint | null): TillChange.RegisterState | null => {
  const register = state.registers.find((candidate) => candidate.id === id)
  return register === undefined ? null : { ...register, accountId: register.id + 1n }
}

const tillWith = (state: World, registerId: bigint) => [...state.tills].find(([, till]) => till.register === registerId)

const heldState = (state: World, userId: bigint): TillChange.HeldRegister | undefined => {
  const register = state.registers.find((candidate) => candidate.cashierId === userId)
  if (register === undefined) return undefined
  const found = tillWith(state, register.id)
  const terminal = found?.[1].terminal ?? null
  return {
    ...registerState(state, register.id)!,
    till: found === undefined
      ? null
      : { id: found[0], zNr: found[1].zNr, userId: terminal === null ? null : state.terminals.get(terminal)! }
  }
}

const terminalState = (state: World, id: bigint): TillChange.OccupiedTerminal => {
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
  const held = heldState(state, id)
  return { id, roleId: 7n, register: held === undefined ? null : { ...held, tillId: held.till?.id ?? null } }
}

/** The tills at whose terminals the user is signed in. */
const tillsOf = (state: World, userId: bigint) =>
  [...state.tills].filter(([, till]) => till.terminal !== null && state.terminals.get(till.terminal) === userId)
    .map(([id, till]) => ({ id, name: String(id), zNr: till.zNr, registerId: till.register }))

const uuid = (state: World) => `00000000-0000-4000-8000-${String(state.uuids++).padStart(12, "0")}`

/** Stores an order: its lines at the till, its postings on the register and on the other account. */
const book = (state: World, tillId: bigint, cashierId: bigint | null, draft: OrderDraft) => {
  const till = state.tills.get(tillId)!
  const register = state.registers.find(({ id }) => id === draft.cashRegisterId)!
  for (const guard of draft.guards) {
    if (guard.accountId !== register.id + 1n) continue
    const after = register.balance + guard.balance
    assert.isTrue(
      (guard.minimum === null || after >= guard.minimum) && (guard.maximum === null || after <= guard.maximum)
    )
  }
  for (const line of draft.lines) till.orders.push({ zNr: till.zNr, amount: line.total_price, cashierId })
  post(state, draft)
}

const post = (state: World, { postings }: Pick<OrderDraft, "postings">) => {
  for (const { amount, source, target } of postings) {
    for (const [account, change] of [[source, -amount], [target, amount]] as const) {
      const register = state.registers.find(({ id }) => id + 1n === account)
      if (register !== undefined) register.balance = Money.add(register.balance, Money.Cents.make(change))
      else if (account === transportAccount) state.carried += change
      else if (account === event.systemAccounts.cash_vault) state.vault += change
      else if (account === event.systemAccounts.cash_imbalance) state.imbalance += change
      else throw new Error(`unexpected account ${account}`)
    }
  }
}

const apply = (state: World, steps: ReadonlyArray<TillChange.TillChange>) => {
  for (const step of steps) {
    switch (step.kind) {
      case "cash_moved":
        assert.strictEqual(step.zNr, state.tills.get(step.tillId)!.zNr)
        book(state, step.tillId, step.cashierId, registerMoves({ uuid: uuid(state), ...step, event }))
        break
      case "shift_changed":
        assert.strictEqual(step.tillId, virtualTill)
        book(state, step.tillId, step.cashierId, shiftOrder(step.turn, uuid(state), step.registerId))
        break
      case "register_assigned":
        state.registers.find(({ id }) => id === step.registerId)!.cashierId = step.userId
        break
      case "register_placed":
        state.tills.get(step.tillId)!.register = step.registerId
        break
      case "cashier_changed":
        state.terminals.set(step.terminalId, step.person?.id ?? null)
        break
      case "closing_started":
        assert.strictEqual(step.zNr, state.tills.get(step.tillId)!.zNr + 1)
        state.tills.get(step.tillId)!.zNr = step.zNr
        break
      case "terminal_attached":
        state.tills.get(step.tillId)!.terminal = step.terminalId
        break
    }
  }
}

const virtual = (state: World): TillChange.VirtualTill => ({
  id: virtualTill,
  zNr: state.tills.get(virtualTill)!.zNr
})

const terminalId = fc.constantFrom(1n, 2n)
const userId = fc.constantFrom(1n, 2n, 3n)
const cents = fc.bigInt({ min: 0n, max: 5000n }).map((amount) => Money.Cents.make(amount))
export const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("sign in" as const), terminalId, userId }) },
  fc.record({ kind: fc.constant("sign out" as const), terminalId }),
  fc.record({ kind: fc.constant("detach" as const), terminalId }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("attach" as const), terminalId, tillId: fc.constantFrom(10n, 20n, 30n) })
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("cash sale" as const), terminalId, cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("stock up" as const), userId, cents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("bring" as const), userId, cents, back: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("hand on" as const), userId, to: userId }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("close out" as const), userId, cents }) }
)
export type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Does the action if it is allowed; returns whether it was. */
export const act = (state: World, done: Action): boolean => {
  switch (done.kind) {
    case "sign in":
      apply(state, TillChange.signIn(terminalState(state, done.terminalId), person(state, done.userId)))
      return true
    case "sign out":
      apply(state, TillChange.signOut(terminalState(state, done.terminalId), null))
      return true
    case "detach":
      apply(state, TillChange.detach(terminalState(state, done.terminalId), organiser))
      return true
    case "attach": {
      const terminal = terminalState(state, done.terminalId)
      if (terminal.till !== null || state.tills.get(done.tillId)!.terminal !== null) return false
      apply(state, TillChange.attach(done.tillId, terminal, organiser))
      return true
    }
    case "cash sale":
      return sell(state, done.terminalId, done.cents)
    case "stock up":
      return stockUp(state, done.userId, done.cents)
    case "bring":
      return bring(state, done.userId, done.back ? Money.negate(done.cents) : done.cents)
    case "hand on":
      return handOn(state, done.userId, done.to)
    case "close out":
      return count(state, done.userId, done.cents)
  }
}

const sell = (state: World, terminal: bigint, amount: Money.Cents): boolean => {
  const { till, userId: cashierId } = terminalState(state, terminal)
  const register = state.registers.find(({ id }) => id === till?.register?.id)
  if (till === null || register === undefined) return false
  register.balance = Money.add(register.balance, amount)
  state.taken += amount
  state.tills.get(till.id)!.orders.push({ zNr: till.zNr, amount, cashierId })
  return true
}

const stockUp = (state: World, cashierId: bigint, amount: Money.Cents): boolean => {
  const register = state.registers.find((candidate) => candidate.cashierId === null)
  const till = cashTillOf(tillsOf(state, cashierId))
  if (register === undefined || heldState(state, cashierId) !== undefined || Result.isFailure(till)) return false
  const filled = { register: registerState(state, register.id)!, amount, description: "float", event }
  const transfer = Result.getOrThrow(fillRegister(filled))
  apply(state, TillChange.registerHandedOut(virtual(state), register.id, cashierId))
  if (transfer !== null) post(state, transfer)
  if (till.success !== null) {
    apply(state, TillChange.registerEnters(till.success, registerState(state, register.id)!, cashierId))
  }
  return true
}

const bring = (state: World, cashierId: bigint, amount: Money.Cents): boolean => {
  const change = changeRegister({
    cashier: { id: cashierId },
    register: heldState(state, cashierId),
    carried: { accountId: transportAccount, balance: Money.Cents.make(state.carried) }
  }, { uuid: uuid(state), amount, event })
  if (Result.isSuccess(change)) book(state, change.success.till.id, organiser, change.success.order)
  return Result.isSuccess(change)
}

const handOn = (state: World, from: bigint, to: bigint): boolean => {
  const holder = (id: bigint) => ({ id, cash_register_id: heldState(state, id)?.id ?? null })
  const transfer = transferRegister({
    source: holder(from),
    target: holder(to),
    register: heldState(state, from),
    tills: tillsOf(state, to),
    virtual: virtual(state)
  }, organiser)
  if (Result.isSuccess(transfer)) apply(state, transfer.success.steps)
  return Result.isSuccess(transfer)
}

const count = (state: World, cashierId: bigint, actual: Money.Cents): boolean => {
  const shift = closeOut(
    {
      cashierId,
      register: heldState(state, cashierId),
      terminalIds: [...state.terminals].flatMap(([id, user]) => user === cashierId ? [id] : []),
      firstOrderId: 1n,
      mayCount: true
    },
    actual,
    { newUuid: () => uuid(state), event }
  )
  if (Result.isFailure(shift)) return false
  const { orders, registerId } = shift.success
  for (const order of [orders.brought, orders.counted, orders.imbalance]) book(state, virtualTill, organiser, order)
  book(state, virtualTill, cashierId, orders.shiftEnd)
  apply(state, [
    { kind: "register_assigned", registerId, userId: null },
    { kind: "closing_started", tillId: virtualTill, zNr: virtual(state).zNr + 1, reason: "close_out" }
  ])
  assert.strictEqual(state.registers.find(({ id }) => id === registerId)!.balance, 0n)
  return true
}
