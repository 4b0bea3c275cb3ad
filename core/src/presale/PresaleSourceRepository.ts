import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"

const Cursor = Schema.Struct({ changed_since: Schema.NullOr(Schema.String), is_due_in_full: Schema.Boolean })

/** How far the ticket shop of each event was read. */
export class PresaleSourceRepository
  extends Context.Service<PresaleSourceRepository>()("core/PresaleSourceRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The time from which on the shop is asked for changes; whether the last reading of everything was a day ago. */
      cursor: SqlSchema.findAll({
        Request: Id,
        Result: Cursor,
        execute: (eventId) =>
          sql`select changed_since,
              changed_since is null or read_all_at is null or read_all_at < now() - interval '1 day' as is_due_in_full
            from presale_source where event_id = ${eventId}`
      }),

      /** Notes the end of a reading; without a time the next one asks from the same time on. */
      finish: (
        eventId: bigint,
        { changedSince, everything }: { readonly changedSince: string | null; readonly everything: boolean }
      ) =>
        sql`insert into presale_source (event_id, changed_since, read_at, read_all_at)
          values (${eventId}, ${changedSince}::text, now(), case when ${everything} then now() end)
          on conflict (event_id) do update set
            changed_since = coalesce(excluded.changed_since, presale_source.changed_since), read_at = now(),
            read_all_at = coalesce(excluded.read_all_at, presale_source.read_all_at),
            problem = null, failed_at = null, failures = 0`,

      /** Notes why a reading ended early. */
      fail: (eventId: bigint, problem: string) =>
        sql`insert into presale_source (event_id, problem, failed_at, failures) values (${eventId}, ${problem}, now(), 1)
          on conflict (event_id) do update set problem = excluded.problem, failed_at = now(),
            failures = presale_source.failures + 1`,

      /** Codes of the orders that could not be imported. */
      broken: (eventId: bigint) =>
        Effect.map(
          sql<{ code: string }>`select code from presale_order where event_id = ${eventId} and problem is not null
            order by code`,
          (rows) => rows.map(({ code }) => code)
        )
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
