import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

const waiting = SqlClient.SqlClient.use((sql) =>
  sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
)

/** Waits until a number of statements on the test's database wait for locks of others. */
export const lockWaits = (count = 1) =>
  Effect.asVoid(Effect.repeat(waiting, { until: (sessions) => sessions.length >= count }))

/** Runs a statement that takes locks, in a transaction of its own. Returns the effect that ends it. */
export const locked = Effect.fnUntraced(function*<A, E, R>(statement: Effect.Effect<A, E, R>) {
  const { withTransaction } = yield* SqlClient.SqlClient
  const taken = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<void>()
  const transaction = yield* Effect.forkChild(
    withTransaction(
      Effect.andThen(Effect.andThen(statement, Deferred.succeed(taken, undefined)), Deferred.await(ended))
    )
  )
  yield* Effect.raceFirst(Deferred.await(taken), Fiber.join(transaction))
  return Effect.andThen(Deferred.succeed(ended, undefined), Fiber.join(transaction))
})
