import { assert, layer } from "@effect/vitest"
import * as Database from "@wristbank/core/sql/Database"
import { virtualTime } from "@wristbank/stand-ins/simulation/VirtualTime"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer, TestDatabase } from "../../support/database.ts"

const begin = Date.parse("2026-06-26T12:00:00Z")

const defaults = SqlClient.SqlClient.use((sql) =>
  sql<{ default: string }>`select adrelid::regclass || ' ' || adnum || ' ' || pg_get_expr(adbin, adrelid) as default
    from pg_attrdef order by 1`
)

const moments = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const [row] = yield* sql<{ now: DateTime.Utc; clock: DateTime.Utc }>`select now(), clock_timestamp() as clock`
    yield* sql`insert into audit_log (node_id, log_type, content) values (0, 'installed', '{"by": "wristbank"}')`
    const [entry] = yield* sql<{ at: DateTime.Utc }>`select created_at as at from audit_log order by id desc limit 1`
    return [row!.now, row!.clock, entry!.at].map(DateTime.toEpochMillis)
  })
)

layer(databaseLayer)((it) =>
  it.effect(
    "services, statements and defaults of columns have the time of the simulation, and afterwards the real one",
    Effect.fnUntraced(function*() {
      const { url } = yield* TestDatabase
      const anew = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
        Effect.provide(effect, Database.layer({ url, connections: 1 }))
      const before = yield* anew(defaults)
      yield* Effect.scoped(Effect.gen(function*() {
        const time = yield* virtualTime(begin)
        assert.deepStrictEqual(yield* anew(moments), [begin, begin, begin])
        yield* time.set(begin + 3_600_000)
        const later = begin + 3_600_000
        assert.deepStrictEqual(yield* anew(moments), [later, later, later])
        assert.strictEqual(time.clock.currentTimeMillisUnsafe(), later)
      }))
      for (const moment of yield* anew(moments)) assert.isBelow(Math.abs(moment - Date.now()), 3_600_000)
      assert.deepStrictEqual(yield* anew(defaults), before)
    })
  )
)
