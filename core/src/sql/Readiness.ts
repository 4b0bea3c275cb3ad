import { Context, Deferred, Effect, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { within } from "./Deadline.ts"
import { pending } from "./Migrations.ts"
import { NotReady } from "./NotReady.ts"

/** Whether calls would succeed here now, for load balancers that send them elsewhere if not. */
export class Readiness extends Context.Service<Readiness, {
  /** However often it is asked, the database is asked once a second at most and never twice at a time. */
  readonly check: Effect.Effect<void, NotReady>
}>()("core/Readiness") {}

/** A database that takes longer, in milliseconds, is too slow for bookings as well. */
const timeoutMillis = 1_000

/** How long an answer counts, in milliseconds. */
const validity = 1_000

const away = () => new NotReady({ message: "The database does not answer" })

/** Asks the database by a client whose connections nothing else uses. */
export const make = Effect.fnUntraced(function*(own: SqlClient.SqlClient) {
  const scope = yield* Scope.Scope
  const probe = Effect.provideService(pending, SqlClient.SqlClient, own).pipe(
    within(timeoutMillis, away),
    Effect.mapError(away),
    Effect.flatMap((missing) =>
      missing.length === 0
        ? Effect.void
        : new NotReady({ message: "The database lacks the schema of this version: run wristbank migrate" })
    )
  )

  let latest = { answer: Deferred.makeUnsafe<void, NotReady>(), until: 0 }
  // A probe belongs to nobody who asks: whoever goes away before the answer neither ends it nor makes room for another.
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
