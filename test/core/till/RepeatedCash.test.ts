import { assert, it as test, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { CashierAccountChangePayload, TransportAccountChangePayload } from "@wristbank/core/cash/CashChange"
import { CashChanges } from "@wristbank/core/cash/CashChanges"
import { CashRegisters } from "@wristbank/core/cash/CashRegisters"
import { bookableAgain } from "@wristbank/core/till/RepeatedCash"
import { SignIns } from "@wristbank/core/till/SignIns"
import { DateTime, Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { randomUUID } from "node:crypto"
import { hand, insertPerson, refusal, tillLayer, world } from "./TillWorld.ts"

test("the same movement is taken for a repeated one within ten seconds, whichever clock is ahead", () =>
  fc.assert(fc.property(fc.integer({ min: -20_000, max: 20_000 }), (millis) => {
    const [before, now] = [DateTime.makeUnsafe(1_000_000), DateTime.makeUnsafe(1_000_000 + millis)]
    assert.strictEqual(Result.isSuccess(bookableAgain(before, now)), Math.abs(millis) >= 10_000)
    assert.isTrue(Result.isSuccess(bookableAgain(undefined, now)))
  })))

/** Two people who carry cash, each signed in at a terminal of their own. */
const carriers = Effect.gen(function*() {
  const here = yield* world
  const sql = yield* SqlClient.SqlClient
  const carrier = Effect.gen(function*() {
    const person = yield* insertPerson(here.event, here.event, [here.roles.organiser])
    const [account] = yield* sql<{ id: bigint }>`
      insert into account (event_id, node_id, type, name) values (${here.event}, ${here.event}, 'transport', 'Transport')
      returning id`
    yield* sql`update usr set transport_account_id = ${account!.id} where id = ${person.id}`
    const terminal = yield* here.terminal()
    yield* (yield* SignIns).login(terminal, person.uid, here.roles.organiser)
    return { ...person, terminal, accountId: account!.id }
  })
  const [first, second] = [yield* carrier, yield* carrier]
  const balance = Effect.fnUntraced(function*(id: bigint) {
    const [row] = yield* sql<{ balance: bigint }>`
      select balance from account where event_id = ${here.event} and id = ${id}`
    return row!.balance
  })
  const changes = yield* CashChanges
  const take = (by: typeof first, cents: bigint, request_id: string | null = null, owner = first) =>
    changes.transport(
      by.terminal,
      new TransportAccountChangePayload({ orga_tag_uid: owner.uid, amount: Cents.make(cents), request_id })
    )
  return { balance, changes, first, here, second, take }
})

layer(tillLayer)("cash without a request id", (it) => {
  it.effect("between the vault and a person moves once in ten seconds, by the same person with the same amount", () =>
    Effect.gen(function*() {
      const { balance, first, second, take } = yield* carriers
      yield* take(first, 500n)
      yield* TestClock.adjust("9999 millis")
      assert.strictEqual(yield* refusal(take(first, 500n)), "cash.booked_just_now")
      assert.strictEqual(yield* balance(first.accountId), 500n)
      // Another amount, another person who does it, and another wristband are other movements.
      yield* take(first, 501n)
      yield* take(second, 500n)
      yield* take(first, 500n, null, second)
      assert.deepStrictEqual([yield* balance(first.accountId), yield* balance(second.accountId)], [1501n, 500n])
      // What was refused begins no new ten seconds.
      yield* TestClock.adjust("1 millis")
      yield* take(first, 500n)
      assert.strictEqual(yield* balance(first.accountId), 2001n)
      assert.strictEqual(yield* refusal(take(first, 500n)), "cash.booked_just_now")
    }))

  it.effect("that was refused for another reason can be sent again at once", () =>
    Effect.gen(function*() {
      const { balance, first, second, take } = yield* carriers
      assert.strictEqual(yield* refusal(take(first, -500n)), "order.transport_too_little")
      yield* take(second, 500n)
      yield* take(first, -500n)
      assert.strictEqual(yield* balance(first.accountId), 0n)
    }))

  it.effect("is another thing than cash with one, which is told by its id alone", () =>
    Effect.gen(function*() {
      const { balance, first, take } = yield* carriers
      const id = randomUUID()
      yield* take(first, 500n)
      yield* take(first, 500n, id)
      yield* take(first, 500n, id)
      yield* take(first, 500n, randomUUID())
      assert.strictEqual(yield* balance(first.accountId), 1500n)
    }))

  it.effect("between a person and a register moves once in ten seconds as well", () =>
    Effect.gen(function*() {
      const { balance, changes, first, here, take } = yield* carriers
      const register = yield* (yield* CashRegisters).create(here.atEvent, { name: randomUUID() })
      const cashier = yield* insertPerson(here.event, here.event, [here.roles.organiser])
      yield* hand(here.event, register.id, cashier.id)
      yield* (yield* SignIns).login(yield* here.terminal(), cashier.uid, here.roles.organiser)
      yield* take(first, 500n)
      const bring = (cents: bigint) =>
        changes.register(
          first.terminal,
          new CashierAccountChangePayload({ cashier_tag_uid: cashier.uid, amount: Cents.make(cents) })
        )
      yield* bring(100n)
      assert.strictEqual(yield* refusal(bring(100n)), "cash.booked_just_now")
      yield* bring(-100n)
      yield* TestClock.adjust("10 seconds")
      yield* bring(100n)
      assert.strictEqual(yield* balance(first.accountId), 400n)
    }))
})
