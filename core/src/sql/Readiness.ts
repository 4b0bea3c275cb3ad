import { Context, Deferred, Effect, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { within } from "./Deadline.ts"
import { pending } from "./Migrations.ts"
import { NotReady } from "./NotReady.ts"
import { sqlRules } from "./SqlRules.ts"

/** Whether calls would succeed in this process now, for load balancers. */
export class Readiness extends Context.Service<Readiness, {
  /** Queries the database at most once a second and never twice at a time, however often it is called. */
  readonly check: Effect.Effect<void, NotReady>
}>()("core/Readiness") {}

/** Milliseconds to wait for the database; a slower one is too slow for bookings as well. */
const timeoutMillis = 1_000

/** Milliseconds for which an answer is reused. */
const validity = 1_000

const away = () => NotReady.of(sqlRules.database_silent)

/** Checks the database with a client whose connections nothing else uses. */
export const make = Effect.fnUntraced(function*(own: SqlClient.SqlClient) {
  const scope = yield* Scope.Scope
  const probe = Effect.provideService(pending, SqlClient.SqlClient, own).pipe(
    within(timeoutMillis, away),
    Effect.mapError(away),
    Effect.flatMap((missing) =>
      missing.length === 0
        ? Effect.void
        : NotReady.of(sqlRules.schema_outdated)
    )
  )

  let latest = { answer: Deferred.makeUnsafe<void, NotReady>(), until: 0 }
  // The probe belongs to no caller: a caller that goes away early neither ends it nor starts another.
  const renewed = Effect.suspend(() => {
    if (performance.now() < latest.until) return Effect.void
    const next = { answer: Deferred.makeUnsafe<void, NotReady>(), until: Infinity }
    latest = next
    const expire = Effect.sync(() => {
      next.until = performance.now() + validity
    })
    return Effect.forkIn(Deferred.into(Effect.ensuring(probe, expire), next.answer), scope)
  })
  return Readiness.of({
    check: Effect.andThen(Effect.uninterruptible(renewed), Effect.suspend(() => Deferred.await(latest.answer)))
  })
})
