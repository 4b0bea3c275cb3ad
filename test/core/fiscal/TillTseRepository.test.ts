import { assert, layer } from "@effect/vitest"
import { assign } from "@wristbank/core/fiscal/TillAssignment"
import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { newTse } from "../../http/calls/OfficeFiscalCalls.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { until } from "./SigningWorld.ts"

/** A device with a status, at the festival or at another event. */
const device = Effect.fnUntraced(function*(status: string, event?: number) {
  const { at, event: festival } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const id = yield* created(at(event ?? festival)("POST", "/tses/", newTse()))
  yield* sql`update tse set status = ${status} where id = ${id}`
  return id
})

/** A till at which something was booked. */
const busyTill = Effect.gen(function*() {
  const { press, tills } = yield* Festival
  const { id, post } = yield* tills.open()
  const sell = Effect.suspend(() =>
    Effect.map(post("/order/book-sale", sale([press("food")], null, { payment_method: "sumup" })), done)
  )
  yield* sell
  return { id, sell }
})

const deviceOf = Effect.fnUntraced(function*(tillId: number) {
  const sql = yield* SqlClient.SqlClient
  const [till] = yield* sql<{ tse_id: bigint | null }>`select tse_id from till where id = ${tillId}`
  return till!.tse_id === null ? null : Number(till!.tse_id)
})

const waits = Effect.fnUntraced(function*(tillId: number) {
  const tills = yield* TillTseRepository
  return (yield* tills.waiting).some(({ id }) => Number(id) === tillId)
})

layer(Festival.layer, { excludeTestServices: true })("devices of tills", (it) => {
  it.effect("a till waits for a device once it booked in an event that signs, until it has one", () =>
    Effect.gen(function*() {
      const { event, neighbour, tills } = yield* Festival
      const repository = yield* TillTseRepository
      const early = yield* busyTill
      assert.isFalse(yield* waits(early.id))
      const elsewhere = yield* neighbour
      yield* device("active", elsewhere.event)
      const fresh = yield* device("new")
      const idle = yield* tills.open()
      assert.isFalse(yield* waits(early.id))
      assert.isFalse(yield* waits(idle.id))
      yield* early.sell
      assert.isTrue(yield* waits(early.id))
      const [waiting] = (yield* repository.waiting).filter(({ id }) => Number(id) === early.id)
      assert.deepStrictEqual(waiting, {
        eventId: BigInt(event),
        id: BigInt(early.id),
        pathIds: [BigInt(event)]
      })
      // Only a device that is active is given to a till, and only one of its event.
      assert.deepStrictEqual(assign([waiting!], yield* repository.free), [])
      const good = yield* device("active")
      assert.notInclude((yield* repository.free).map(({ id }) => Number(id)), fresh)
      const given = assign([waiting!], yield* repository.free)
      assert.deepStrictEqual(given.map(({ tseId }) => Number(tseId)), [good])
      assert.strictEqual(yield* repository.store(given), 1)
      assert.strictEqual(yield* deviceOf(early.id), good)
      assert.isFalse(yield* waits(early.id))
    }))

  it.effect("a till keeps the device it has, and gets none that stopped meanwhile", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const repository = yield* TillTseRepository
      const [first, second] = [yield* device("active"), yield* device("active")]
      const till = yield* busyTill
      const give = (tseId: number) =>
        repository.store([{ eventId: BigInt(event), tillId: BigInt(till.id), tseId: BigInt(tseId) }])
      yield* sql`update tse set status = 'failed' where id = ${first}`
      assert.strictEqual(yield* give(first), 0)
      assert.isNull(yield* deviceOf(till.id))
      assert.strictEqual(yield* give(second), 1)
      yield* sql`update tse set status = 'active' where id = ${first}`
      assert.strictEqual(yield* give(first), 0)
      assert.strictEqual(yield* deviceOf(till.id), second)
    }))

  it.effect("a switch-over at the same moment leaves no till at the disabled device", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const repository = yield* TillTseRepository
      const target = yield* device("active")
      const till = yield* busyTill
      const assignment = { eventId: BigInt(event), tillId: BigInt(till.id), tseId: BigInt(target) }
      yield* Effect.all([
        Effect.map(office("POST", `/tses/${target}/switch-over`, {}), done),
        Effect.forEach([1, 2, 3], () => repository.store([assignment]))
      ], { concurrency: 2 })
      assert.isNull(yield* deviceOf(till.id))
    }))

  it.effect("a till waits for the end of a switch-over that is under way, and is not given the disabled device", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const repository = yield* TillTseRepository
      const target = yield* device("active")
      const till = yield* busyTill
      const assignment = { eventId: BigInt(event), tillId: BigInt(till.id), tseId: BigInt(target) }
      const held = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const leaving = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`update tse set status = 'disabled' where id = ${target}`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(release)
      })))
      yield* Deferred.await(held)
      const giving = yield* Effect.forkChild(repository.store([assignment]))
      const blocked = Effect.map(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%for no key update of till skip locked%'`,
        ({ length }) => length > 0
      )
      const stood = yield* until(
        Effect.map(blocked, (isWaiting) => isWaiting ? "waits" : giving.pollUnsafe() === undefined ? "runs" : "ended"),
        (state) => state !== "runs"
      )
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(leaving)
      assert.strictEqual(stood, "waits")
      assert.strictEqual(yield* Fiber.join(giving), 0)
      assert.isNull(yield* deviceOf(till.id))
    }))

  it.effect("what a device was told is kept, with the closing number of that moment", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const repository = yield* TillTseRepository
      const id = BigInt(yield* device("active"))
      const till = yield* busyTill
      yield* sql`update till set z_nr = 4 where id = ${till.id}`
      const clientId = String(till.id)
      const told =
        sql`select client_id, till_id::int4, what, z_nr from till_tse_history where tse_id = ${id} order by id`
      yield* repository.record(BigInt(event), [
        { tseId: id, clientId: "POS001", what: "deregister" },
        { tseId: id, clientId, what: "register" }
      ])
      const first = [
        { client_id: "POS001", till_id: null, what: "deregister", z_nr: 0 },
        { client_id: clientId, till_id: till.id, what: "register", z_nr: 4 }
      ]
      assert.deepStrictEqual(yield* told, first)
      yield* sql`update till set z_nr = 5 where id = ${till.id}`
      yield* repository.recordGone(BigInt(event), id)
      yield* repository.recordGone(BigInt(event), id)
      const last = { client_id: clientId, till_id: till.id, what: "deregister", z_nr: 5 }
      assert.deepStrictEqual(yield* told, [...first, last])
      yield* Effect.flip(sql`delete from till_tse_history`)
    }))
})
