import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { within } from "./Deadline.ts"
import { pending } from "./Migrations.ts"
import { NotReady } from "./NotReady.ts"
import { sharedProbe } from "./SharedProbe.ts"
import { sqlRules } from "./SqlRules.ts"

/** Whether calls would succeed in this process now, for load balancers. */
export class Readiness extends Context.Service<Readiness, {
  /** Queries the database at most once a second and never twice at a time, however often it is called. */
  readonly check: Effect.Effect<void, NotReady>
}>()("core/Readiness") {}

/** Milliseconds to wait for the database; a slower one is too slow for bookings as well. */
const timeoutMillis = 1_000

const away = () => NotReady.of(sqlRules.database_silent)

/** Checks the database with a client whose connections nothing else uses. */
export const make = Effect.fnUntraced(function*(own: SqlClient.SqlClient) {
  const probe = Effect.provideService(pending, SqlClient.SqlClient, own).pipe(
    within(timeoutMillis, away),
    Effect.mapError(away),
    Effect.flatMap((missing) =>
      missing.length === 0
        ? Effect.void
        : NotReady.of(sqlRules.schema_outdated)
    )
  )

  return Readiness.of({ check: yield* sharedProbe(probe) })
})
