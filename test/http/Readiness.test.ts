import { assert, layer } from "@effect/vitest"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Context, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { send } from "../support/ServedApi.ts"
import { servedFestival, startServer } from "../support/Servers.ts"

/** The address of the APIs of a server that reaches its database through the proxy, with the usual time limits. */
class Proxied extends Context.Service<Proxied, string>()("test/Proxied") {}

const proxied = Layer.effect(
  Proxied,
  Effect.flatMap(DatabaseProxy, ({ url }) => Effect.provideService(startServer(url), TimeoutScale, 1))
)

const places = ["/administration", "/terminal", "/customer", "/.."]

const ready = (place: string) => Effect.flatMap(Proxied, (address) => send("GET", `${address}${place}/health/ready`))

/** Polls one place until the status is as expected, then asks everywhere; returns the messages. */
const everywhere = Effect.fnUntraced(function*(status: number) {
  yield* Effect.repeat(ready("/.."), { until: (answer) => answer.status === status, schedule: Schedule.spaced(50) })
  const address = yield* Proxied
  const answers = yield* Effect.forEach(places, ready, { concurrency: "unbounded" })
  for (const [n, answer] of answers.entries()) {
    assert.strictEqual(answer.status, status, places[n])
    assert.strictEqual((yield* send("GET", `${address}${places[n]}/health`)).status, 200, "the process is alive")
    if (status === 503) assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
  }
  return new Set(answers.map(({ text }) => text))
})

const isReady = Effect.map(everywhere(200), (texts) => assert.deepStrictEqual([...texts], [`{"status":"ready"}`]))

const isNot = (rule: string, message: string) =>
  Effect.map(
    everywhere(503),
    (texts) =>
      assert.deepStrictEqual(Array.from(texts, (text) => JSON.parse(text)), [{
        type: "service",
        id: "NotReady",
        rule,
        message
      }])
  )

const noAnswer = "The database does not answer"

layer(Layer.provideMerge(proxied, servedFestival), { excludeTestServices: true })("readiness", (it) => {
  it.effect("a server whose database is gone, or frozen, is not ready, and is ready again after", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      yield* isReady
      yield* proxy.cut
      yield* isNot("sql.database_silent", noAnswer)
      yield* proxy.heal
      yield* isReady
      yield* proxy.stall
      yield* isNot("sql.database_silent", noAnswer)
      yield* proxy.heal
      yield* isReady
    }))

  it.effect("a database without a migration of this version is not ready until it has it", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ migration_id: number; name: string }>`delete from wristbank_migration
        where migration_id = (select max(migration_id) from wristbank_migration) returning migration_id, name`
      yield* isNot("sql.schema_outdated", "The database lacks the schema of this version: run wristbank migrate")
      yield* sql`insert into wristbank_migration ${sql.insert(row!)}`
      yield* isReady
    }))

  it.effect("a flood of questions, many of them dropped, asks the database once a second", () =>
    Effect.gen(function*() {
      const proxy = yield* DatabaseProxy
      const began = performance.now()
      const { roundTrips } = yield* proxy.counted(Effect.all([
        Effect.forEach(Array.from({ length: 600 }), () => ready("/.."), { concurrency: 50, discard: true }),
        Effect.forEach(
          Array.from({ length: 200 }),
          () => Effect.timeoutOption(ready("/terminal"), 1),
          { concurrency: 20, discard: true }
        )
      ], { concurrency: 2 }))
      // Each probe has two statements, and the first time each of them is prepared.
      const probes = 1 + Math.ceil((performance.now() - began) / 1000)
      assert.isAtMost(roundTrips, 6 * probes)
    }))
})
