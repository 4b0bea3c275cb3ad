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

  for (
    const [what, name, value] of [
      ["is read-only", "default_transaction_read_only", "on"],
      // As a full disk, it has no room for a file.
      ["has no room", "temp_file_limit", "0"]
    ] as const
  ) {
    it.effect(`a database that ${what} is not ready, although it answers, and no table grows by the question`, () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const [database] = yield* sql<{ name: string }>`select current_database() as name`
        const whole = () => sql.literal(`database "${database!.name}"`)
        // Settings of a database are for connections that are opened later.
        const reopened = sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'wristbank readiness'`
        const size = sql<
          { bytes: bigint }
        >`select sum(pg_relation_size(oid)) as bytes from pg_class
          where relkind = 'r' and not relisshared`
        yield* isReady
        const before = yield* size
        yield* sql`alter ${whole()} set ${sql.literal(name)} = ${sql.literal(`'${value}'`)}`
        yield* reopened
        yield* Effect.repeat(ready("/.."), {
          until: ({ text }) => text.includes("sql.database_refuses_bookings"),
          schedule: Schedule.spaced(50)
        })
        yield* isNot("sql.database_refuses_bookings", "The database can't store bookings")
        yield* sql`alter ${whole()} reset ${sql.literal(name)}`
        yield* reopened
        yield* isReady
        assert.deepStrictEqual(yield* size, before)
      }))
  }

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
      // Each probe has two statements and a transaction of four, and the first time each of them is prepared.
      const probes = 1 + Math.ceil((performance.now() - began) / 1000)
      assert.isAtMost(roundTrips, 12 * probes)
    }))
})
