import { assert, it as test, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { CashRegisterStocking, NewCashRegisterStocking } from "@wristbank/core/cash/Stocking"
import { Stockings } from "@wristbank/core/cash/Stockings"
import { stockUp } from "@wristbank/core/cash/StockUp"
import { StockUps } from "@wristbank/core/cash/StockUps"
import { CashRegister } from "@wristbank/core/till/CashRegister"
import { SignIns } from "@wristbank/core/till/SignIns"
import { Deferred, Effect, Fiber, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { lockWaits } from "../../support/lockWaits.ts"
import {
  hand,
  insertPerson,
  insertRole,
  refusal,
  tillLayer,
  tillRow,
  transfersAt,
  type World,
  world
} from "../till/TillWorld.ts"

const read = Schema.decodeUnknownSync(Schema.toCodecJson(NewCashRegisterStocking))

test.prop(
  "stocking up adds the float, for a free register and a cashier without one",
  [CashRegister, CashRegisterStocking],
  ([register, stocking]) => {
    const state = {
      register: new CashRegister({ ...register, current_cashier_id: null, current_till_id: null }),
      registerTillName: undefined,
      cashier: { id: 1n, cash_register_id: null },
      stocking,
      tills: []
    }
    assert.strictEqual(Result.getOrThrow(stockUp(state)).balance, register.balance + stocking.total)
    const till = { id: 1n, name: "K1", zNr: 1, registerId: null }
    assert.strictEqual(Result.getOrThrow(stockUp({ ...state, tills: [till] })).till, till)
    const refused = [
      { ...state, register: undefined },
      { ...state, register: new CashRegister({ ...state.register, current_till_id: 1n }) },
      { ...state, register: new CashRegister({ ...state.register, current_cashier_id: 2n }) },
      { ...state, cashier: undefined },
      { ...state, cashier: { id: 1n, cash_register_id: 3n } },
      { ...state, stocking: undefined },
      { ...state, tills: [till, { ...till, id: 2n }] },
      { ...state, tills: [{ ...till, registerId: 9n }] }
    ]
    for (const wrong of refused) assert.isTrue(Result.isFailure(stockUp(wrong)))
  }
)

/** An organiser signed in at a terminal, a register and a float of 92.75. */
const office = Effect.gen(function*() {
  const here: World = yield* world
  const terminal = yield* here.terminal()
  yield* (yield* SignIns).login(terminal, here.organiser.uid, here.roles.organiser)
  const register = yield* (yield* CashRegisters).create(here.atEvent, { name: randomUUID() })
  const stocking = yield* (yield* Stockings).create(
    here.atEvent,
    read({ name: "Bar", euro20: 2, euro2: 1, cent1: 3, variable_in_euro: 1.25 })
  )
  const cashier = yield* insertPerson(here.event, here.event, [here.roles.organiser])
  const request = {
    cashier_tag_uid: cashier.uid,
    cash_register_id: register.id,
    register_stocking_id: stocking.id,
    request_id: null
  }
  return { here, terminal, register, stocking, cashier, request }
})

const found = (here: World, registerId: bigint) =>
  CashRegisters.use((registers) =>
    registers.find({ eventId: here.event, nodeId: here.event, pathIds: [here.event] }, registerId)
  )

layer(tillLayer)("stock-up", (it) => {
  it.effect("cash leaves the vault, the cashier holds the register, the shift begins", () =>
    Effect.gen(function*() {
      const { cashier, here, register, request, terminal } = yield* office
      const sql = yield* SqlClient.SqlClient
      yield* (yield* StockUps).run(terminal, request)
      assert.deepInclude({ ...(yield* found(here, register.id)) }, {
        balance: Money.Cents.make(9275n),
        current_cashier_id: cashier.id,
        current_till_id: null
      })
      const moved = yield* sql<{ type: string; amount: bigint; conducting_user_id: bigint }>`
        select account.type, posting.amount, posting.conducting_user_id from posting
          join account on account.event_id = posting.event_id and account.id = posting.source_account
        where posting.event_id = ${here.event}`
      assert.deepStrictEqual(moved.map((row) => ({ ...row })), [
        { type: "cash_vault", amount: 9275n, conducting_user_id: here.organiser.id }
      ])
      const orders = yield* sql<{ order_type: string; cashier_id: bigint; is_virtual: boolean }>`
        select order_type, cashier_id, is_virtual from ordr
          join till on till.event_id = ordr.event_id and till.id = ordr.till_id
        where ordr.event_id = ${here.event}`
      assert.deepStrictEqual(orders.map((row) => ({ ...row })), [
        { order_type: "cashier_shift_start", cashier_id: cashier.id, is_virtual: true }
      ])
      assert.strictEqual(yield* refusal((yield* StockUps).run(terminal, request)), "cash.cashier_has_register")
      assert.strictEqual((yield* found(here, register.id)).balance, 9275n)
    }))

  it.effect("the register goes into the till where its cashier is signed in", () =>
    Effect.gen(function*() {
      const { cashier, here, register, request, terminal } = yield* office
      const signIns = yield* SignIns
      const bar = yield* here.terminal()
      yield* signIns.login(bar, cashier.uid, here.roles.organiser)
      yield* (yield* StockUps).run(terminal, request)
      assert.strictEqual((yield* tillRow(here.event, bar.tillId)).cash_register_id, register.id)
      const orders = yield* transfersAt(here.event, bar.tillId)
      assert.deepStrictEqual(orders.map((row) => ({ ...row })), [
        { z_nr: 1, total_price: 9275n, cashier_id: cashier.id }
      ])
    }))

  it.effect("signed in at several tills, held by another or without the privilege, nothing happens", () =>
    Effect.gen(function*() {
      const { cashier, here, register, request, terminal } = yield* office
      const signIns = yield* SignIns
      const stockUps = yield* StockUps
      const d = yield* insertPerson(here.event, here.event, [])
      yield* hand(here.event, register.id, d.id)
      assert.strictEqual(yield* refusal(stockUps.run(terminal, request)), "cash.register_held")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set cash_register_id = null where id = ${d.id}`
      const bars = [yield* here.terminal(), yield* here.terminal()]
      for (const bar of bars) yield* signIns.login(bar, cashier.uid, here.roles.organiser)
      assert.strictEqual(yield* refusal(stockUps.run(terminal, request)), "cash.signed_in_at_several_tills")
      const powerless = yield* insertRole(here.event, "terminal_login")
      const e = yield* insertPerson(here.event, here.event, [powerless])
      yield* signIns.login(terminal, e.uid, powerless)
      assert.strictEqual(yield* refusal(stockUps.run(terminal, request)), "organisation.privilege_missing")
      const without = yield* here.terminal({ till: false })
      assert.strictEqual(yield* refusal(stockUps.run(without, request)), "TillRequired")
      const [stored] = yield* sql<{ n: bigint }>`select count(*) as n from ordr where event_id = ${here.event}`
      assert.strictEqual(stored!.n, 0n)
      assert.strictEqual((yield* found(here, register.id)).balance, 0n)
    }))

  it.effect("who was relieved at the terminal meanwhile does nothing, and the terminal keeps its token", () =>
    Effect.gen(function*() {
      const { here, register, request, terminal } = yield* office
      const sql = yield* SqlClient.SqlClient
      const relief = yield* insertPerson(here.event, here.event, [here.roles.organiser])
      const [held, release] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const relieving = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`update event set version = version + 1 where event_id = ${here.event}`
        yield* sql`update terminal set active_user_id = ${relief.id}
          where event_id = ${here.event} and id = ${terminal.terminalId}`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(release)
      })))
      yield* Deferred.await(held)
      const stocking = yield* Effect.forkChild(refusal((yield* StockUps).run(terminal, request)))
      yield* lockWaits()
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(relieving)
      assert.strictEqual(yield* Fiber.join(stocking), "cash.signed_in_user_changed")
      assert.strictEqual((yield* found(here, register.id)).balance, 0n)
    }))

  it.effect("one register stocked up from two places at once goes to one cashier", () =>
    Effect.gen(function*() {
      const { here, register, request, terminal } = yield* office
      const stockUps = yield* StockUps
      const d = yield* insertPerson(here.event, here.event, [])
      const done = yield* Effect.forEach([request, { ...request, cashier_tag_uid: d.uid }], (each) =>
        Effect.match(stockUps.run(terminal, each), {
          onFailure: refusalName,
          onSuccess: () =>
            "done"
        }), {
        concurrency: 2
      })
      assert.deepStrictEqual(done.toSorted(), ["cash.register_held", "done"])
      assert.strictEqual((yield* found(here, register.id)).balance, 9275n)
    }))
})
