import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { undecided } from "../fiscal/FiscalSettings.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { checklist } from "./Checklist.ts"

const Facts = Schema.Struct({
  wristbands: Schema.Int,
  stockings: Schema.Int,
  taxRates: Schema.Int,
  signing: Schema.Boolean,
  country: Schema.String,
  activeDevices: Schema.Int
})

/** The set-up of events, step by step. */
export class Checklists extends Context.Service<Checklists>()("core/Checklists", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const configurations = yield* EventConfigurations
    const events = yield* EventRepository
    const sql = yield* SqlClient.SqlClient

    const facts = SqlSchema.findOne({
      Request: Id,
      Result: Facts,
      execute: (eventId) =>
        sql`select (
            select count(*) from (
              select from user_tag tag where tag.event_id = ${eventId}
                and not exists (select from usr where usr.event_id = tag.event_id and usr.user_tag_id = tag.id)
            ) as free
          )::integer as wristbands,
          (select count(*) from cash_register_stocking where event_id = ${eventId})::integer as stockings,
          (select count(*) from tax_rate where event_id = ${eventId} and not is_system)::integer as "taxRates",
          exists (select from fiscal_settings where event_id = ${eventId} and signing_from is not null) as signing,
          coalesce((select settings->>'country' from fiscal_settings where event_id = ${eventId}), ${undecided.country}) as country,
          (select count(*) from tse where event_id = ${eventId} and status = 'active')::integer as "activeDevices"`
    })

    /** The steps of the caller's event, for its administrators; of wristbands, at most 1,000 are counted. */
    const of = Effect.fn("Checklists.of")(function*(caller: AtEvent) {
      const { eventId } = caller
      yield* access.requireAt(caller, eventId, mayManage)
      const settings = yield* events.settings(eventId)
      return checklist(yield* configurations.current(eventId), settings, yield* Effect.orDie(facts(eventId)))
    }, dieOnInfrastructure)

    return { of }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, EventConfigurations.layer, EventRepository.layer])
  )
}
