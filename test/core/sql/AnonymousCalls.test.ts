import { assert, layer } from "@effect/vitest"
import { AnonymousCalls, shareOf } from "@wristbank/core/sql/AnonymousCalls"
import { Cause, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { whileAnonymousCallsWait } from "../../support/anonymousCalls.ts"
import { databaseLayer } from "../../support/database.ts"

const { connections } = shareOf(1)

/** The pool and the connection on which a statement runs. */
const where = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ pool: string; backend: number }>`
    select current_setting('application_name') as pool, pg_backend_pid() as backend`
  return row!
})

layer(databaseLayer, { excludeTestServices: true })("connections of strangers", (it) => {
  it.effect("run their statements and transactions, and no one else's", () =>
    Effect.gen(function*() {
      const { asAnonymous } = yield* AnonymousCalls
      const { withTransaction } = yield* SqlClient.SqlClient
      assert.strictEqual((yield* where).pool, "wristbank")
      assert.strictEqual((yield* asAnonymous(where)).pool, "wristbank anonymous")
      const [outer, inner, after] = yield* asAnonymous(withTransaction(
        Effect.all([where, withTransaction(where), where])
      ))
      assert.strictEqual(outer.pool, "wristbank anonymous")
      assert.deepStrictEqual([inner, after], [outer, outer])
    }))

  it.effect("commit and roll back as all others", () =>
    Effect.gen(function*() {
      const { asAnonymous } = yield* AnonymousCalls
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table note (said text)`
      const note = (said: string) => sql`insert into note values (${said})`
      yield* asAnonymous(sql.withTransaction(Effect.gen(function*() {
        yield* note("kept")
        yield* Effect.ignore(sql.withTransaction(Effect.andThen(note("inner"), Effect.fail("no"))))
      })))
      yield* Effect.ignore(asAnonymous(sql.withTransaction(Effect.andThen(note("outer"), Effect.fail("no")))))
      assert.deepStrictEqual(yield* sql`select said from note`, [{ said: "kept" }])
    }))

  it.effect("are all that they can take: others go on, and too many strangers are refused at once", () =>
    Effect.gen(function*() {
      const { asAnonymous } = yield* AnonymousCalls
      const sql = yield* SqlClient.SqlClient
      yield* whileAnonymousCallsWait(Effect.gen(function*() {
        const refused = yield* Effect.exit(asAnonymous(sql`select 1`))
        assert.isTrue(
          Exit.isFailure(refused) && (Cause.squash(refused.cause) as { _tag?: string })._tag === "ServiceUnavailable"
        )
        const others = yield* Effect.all(Array.from({ length: 20 }, () => where), { concurrency: "unbounded" })
        assert.isTrue(others.every(({ pool }) => pool === "wristbank"))
        // The connections are opened one after the other, which takes a moment.
        const busy = yield* Effect.repeat(
          sql<{ count: number }>`select count(*)::int4 as count from pg_stat_activity
            where application_name = 'wristbank anonymous' and datname = current_database()`,
          { until: ([row]) => row !== undefined && row.count >= connections }
        )
        assert.deepStrictEqual(busy, [{ count: connections }])
      }))
    }))
})
