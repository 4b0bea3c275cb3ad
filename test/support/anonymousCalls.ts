import { AnonymousCalls, shareOf } from "@wristbank/core/sql/AnonymousCalls"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"

const alone = shareOf(1)

/** Runs an effect while anonymous callers hold all connections that they may have and their queue is full. */
export const whileAnonymousCallsWait = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const { asAnonymous } = yield* AnonymousCalls
  const sql = yield* SqlClient.SqlClient
  const held = yield* Deferred.make<void>()
  const release = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
    yield* sql`select pg_advisory_xact_lock(1)`
    yield* Deferred.succeed(held, undefined)
    yield* Deferred.await(release)
  })))
  yield* Deferred.await(held)
  const waiting = yield* Effect.forEach(
    Array.from({ length: alone.connections + alone.mostWaiting }),
    () => Effect.forkChild(asAnonymous(sql`select pg_advisory_xact_lock(1)`), { startImmediately: true })
  )
  const outcome = yield* effect
  yield* Deferred.succeed(release, undefined)
  yield* Fiber.joinAll([holder, ...waiting])
  return outcome
})
