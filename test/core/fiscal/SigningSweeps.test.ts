import { assert, layer } from "@effect/vitest"
import { SigningSweeps } from "@wristbank/core/fiscal/SigningSweeps"
import { TillTseRepository } from "@wristbank/core/fiscal/TillTseRepository"
import { Effect, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { signingEvent, signingLayer } from "./SigningWorld.ts"

const sweep = SigningSweeps.use(({ assign }) => assign())

const tseOf = (till: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(sql<{ tse_id: bigint | null }>`select tse_id from till where id = ${till}`, ([row]) => row!.tse_id)
  )

/** An active device, which no one connects to. */
const activeDevice = Effect.fnUntraced(
  function*(event: Effect.Success<ReturnType<typeof signingEvent>>, digit: string) {
    const sql = yield* SqlClient.SqlClient
    const id = yield* event.addDevice({ serial: digit.repeat(64), url: "ws://127.0.0.1:1" })
    yield* sql`update tse set status = 'active' where id = ${id}`
    return id
  }
)

layer(signingLayer, { excludeTestServices: true })("the sweeps of signing", (it) => {
  it.effect("a till gets the device with the fewest tills with its first order, and keeps it", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent({ tills: 3 })
      const [first, second, third] = event.tills
      const one = yield* activeDevice(event, "1")
      yield* event.book(first!)
      yield* sweep
      assert.deepStrictEqual(yield* Effect.forEach(event.tills, tseOf), [one, null, null])
      const other = yield* activeDevice(event, "2")
      yield* event.book(second!)
      yield* sweep
      yield* event.book(third!)
      yield* event.book(first!)
      yield* sweep
      assert.deepStrictEqual(yield* Effect.forEach(event.tills, tseOf), [one, other, one])
    }))

  it.effect("orders for which there is no device fail when they have waited long enough; a device elsewhere does not count", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent({ limitSeconds: 5 })
      yield* activeDevice(yield* signingEvent(), "3")
      const old = yield* event.book(event.till, { ageSeconds: 6 })
      const young = yield* event.book(event.till)
      yield* sweep
      assert.deepInclude(yield* event.job(old), {
        status: "failure",
        failure_reason: "no_tse",
        result_message: "TSE failure, no active TSE available",
        tse_id: null
      })
      assert.strictEqual((yield* event.job(young)).status, "new")
    }))

  it.effect("events that do not sign leave their orders alone", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent({ signs: false })
      const order = yield* event.book(event.till, { ageSeconds: 100 })
      yield* activeDevice(event, "4")
      yield* sweep
      assert.strictEqual((yield* event.job(order)).status, "new")
      assert.isNull(yield* tseOf(event.till))
    }))

  it.effect("tills of an event that is archived are not looked at", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const event = yield* signingEvent()
      yield* event.book(event.till)
      const waits = TillTseRepository.use(({ waiting }) =>
        Effect.map(waiting, (tills) => tills.some(({ eventId }) => eventId === event.event))
      )
      const archive = (archived: boolean) => sql`update node set read_only = ${archived} where id = ${event.event}`
      yield* archive(true)
      assert.isFalse(yield* waits)
      yield* archive(false)
      assert.isTrue(yield* waits)
    }))

  it.effect("queues and devices are measured", () =>
    Effect.gen(function*() {
      const event = yield* signingEvent()
      const tse = yield* activeDevice(event, "5")
      yield* event.book(event.till, { ageSeconds: 8 })
      yield* event.book(event.till)
      yield* SigningSweeps.use(({ measure }) => measure())
      const of = (id: string, attributes: Record<string, string>) =>
        Effect.map(Metric.snapshot, (all) =>
          all.find((metric) =>
            metric.id === id &&
            Object.entries(attributes).every(([name, value]) => metric.attributes?.[name] === value)
          ))
      const at = { event: String(event.event) }
      const waiting = yield* of("wristbank_unsigned_orders", at)
      const oldest = yield* of("wristbank_unsigned_oldest_seconds", at)
      const active = yield* of("wristbank_tse_active", { ...at, tse: String(tse) })
      const usable = yield* of("wristbank_tse_usable", { ...at, tse: String(tse) })
      assert.deepInclude(waiting?.state, { value: 2 })
      assert.isAtLeast(Number(Reflect.get(oldest?.state ?? {}, "value")), 8)
      assert.deepInclude(active?.state, { value: 1 })
      assert.deepInclude(usable?.state, { value: 0 })
    }))
})
