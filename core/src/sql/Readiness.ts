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

/**
 * Whether a booking could be stored. A transaction writes to the log, waits for the disk (and for a standby) as a booking does, and
 * needs a file of some 100 KB on the disk of the tables, which PostgreSQL removes at once: the sort does not fit into the memory
 * that it is given. No table grows.
 */
const stores = SqlClient.SqlClient.use((sql) =>
  sql.withTransaction(Effect.gen(function*() {
    yield* sql`set local work_mem = '64kB'`
    const [found] = yield* sql<{ writable: boolean }>`
      select current_setting('transaction_read_only') = 'off' as writable,
        (select count(*) from (select n from generate_series(1, 4000) as n order by -n offset 0) as sorted) as sorted,
        pg_logical_emit_message(true, 'wristbank', 'ready')::text as place`
    return found?.writable === true
  }))
)

/** Milliseconds to wait for the database; a slower one is too slow for bookings as well. */
const timeoutMillis = 1_000

const away = () => NotReady.of(sqlRules.database_silent)

const refusing = () => NotReady.of(sqlRules.database_refuses_bookings)

/** Checks the database with a client whose connections nothing else uses. */
export const make = Effect.fnUntraced(function*(own: SqlClient.SqlClient) {
  const probe = Effect.gen(function*() {
    if ((yield* Effect.mapError(pending, away)).length > 0) return yield* NotReady.of(sqlRules.schema_outdated)
    const isStored = yield* Effect.mapError(
      stores,
      ({ reason }) => reason._tag === "ConnectionError" ? away() : refusing()
    )
    if (!isStored) return yield* refusing()
  }).pipe(Effect.provideService(SqlClient.SqlClient, own), within(timeoutMillis, away))

  return Readiness.of({ check: yield* sharedProbe(probe) })
})
