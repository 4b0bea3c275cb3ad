import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { FiscalSettings, undecided } from "./FiscalSettings.ts"

const Written = Schema.Struct({ eventId: Id, settings: Schema.fromJsonString(FiscalSettings) })

const SignedSoFar = Schema.Struct({ devicesInUse: Schema.Int, waiting: Schema.Boolean, signed: Schema.Boolean })

export class FiscalSettingsRepository
  extends Context.Service<FiscalSettingsRepository>()("core/FiscalSettingsRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const find = SqlSchema.findAll({
        Request: Id,
        Result: Schema.Struct({ settings: FiscalSettings }),
        execute: (eventId) => sql`select settings from fiscal_settings where event_id = ${eventId}`
      })
      return {
        /** The event's settings, or the defaults if it has changed none. */
        get: (eventId: bigint) => Effect.map(find(eventId), ([row]) => row?.settings ?? undecided),
        store: SqlSchema.void({
          Request: Written,
          execute: ({ eventId, settings }) =>
            sql`
              insert into fiscal_settings (event_id, settings) values (${eventId}, ${settings}::jsonb)
              on conflict (event_id) do update set settings = excluded.settings`
        }),
        /** Facts that a change of the settings must agree with. */
        signedSoFar: SqlSchema.findOne({
          Request: Id,
          Result: SignedSoFar,
          execute: (eventId) =>
            sql`
              select
                (select count(*) from tse where event_id = ${eventId} and status <> 'disabled')::integer
                  as "devicesInUse",
                exists (
                  -- Till by till, as none from before signing are read then.
                  select from fiscal_settings fiscal join till on till.event_id = fiscal.event_id
                    cross join lateral (
                      select from signing_job where event_id = till.event_id and till_id = till.id
                        and status in ('new', 'pending') and order_id > fiscal.signing_from limit 1
                    ) as job
                  where fiscal.event_id = ${eventId}
                ) as waiting,
                -- In the order of an index: otherwise all that waits may be read before the first that is signed.
                exists (
                  select from tse cross join lateral (
                    select from signing_job where event_id = tse.event_id and tse_id = tse.id and status = 'done'
                    order by transaction_number limit 1
                  ) as job
                  where tse.event_id = ${eventId}
                ) or exists (select from signing_job where event_id = ${eventId} and status = 'pending') as signed`
        })
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
