import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { type ReportedTill, type ReportTerms, tillReport } from "./Ao146a.ts"
import { ownWords } from "./ExportedOrder.ts"
import { mayExport } from "./FiscalExports.ts"
import { TseType } from "./Tse.ts"

/** Form factor of each vendor's devices: 1 SD card, 2 USB stick, 3 cloud. */
const formFactors = { diebold_nixdorf: 2 } as const satisfies { readonly [Type in TseType]: 1 | 2 | 3 }

const Row = Schema.Struct({
  id: Id,
  brand: nullOr(Schema.String),
  model: nullOr(Schema.String),
  softwareBrand: nullOr(Schema.String),
  purchasedOn: nullOr(Schema.String),
  firstOrderOn: Schema.String,
  tseType: nullOr(TseType),
  serial: nullOr(Schema.String),
  description: nullOr(Schema.String),
  certificationYear: nullOr(Schema.Int),
  inUseSince: nullOr(Schema.String)
})

/** The report of an event's tills to the tax office (AO § 146a (4)). */
export class TillReports extends Context.Service<TillReports>()("core/TillReports", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const events = yield* EventRepository
    const sql = yield* SqlClient.SqlClient

    // A device is in use since its operator said so, or since the first till was registered at it. If everything is
    // decommissioned, devices may already be disabled: a till is reported with its last device.
    const tills = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, timeZone: Schema.String, atTheEnd: Schema.Boolean }),
      Result: Row,
      execute: ({ atTheEnd, eventId, timeZone }) =>
        sql`select till.id, till.brand, till.model, till.software_brand as "softwareBrand",
            till.purchased_on::text as "purchasedOn",
            (first.booked_at at time zone ${timeZone})::date::text as "firstOrderOn", tse.type as "tseType", tse.serial,
            tse.tse_description as description, tse.certification_year as "certificationYear",
            (coalesce(tse.first_operation, (
              select min(at) from till_tse_history history
              where history.event_id = till.event_id and history.tse_id = tse.id and history.what = 'register'
            ), first.booked_at) at time zone ${timeZone})::date::text as "inUseSince"
          from till
            cross join lateral (
              select booked_at from ordr where event_id = till.event_id and till_id = till.id order by id limit 1
            ) first
            left join tse current on current.event_id = till.event_id and current.id = till.tse_id
              and current.status <> 'disabled'
            left join lateral (
              select tse_id from till_tse_history history
              where history.event_id = till.event_id and history.till_id = till.id and history.what = 'register'
              order by history.id desc limit 1
            ) last on ${atTheEnd}
            left join tse on tse.event_id = till.event_id and tse.id = coalesce(current.id, last.tse_id)
          where till.event_id = ${eventId} order by till.id`
    })

    /** Reports all tills that ever booked, in their present state, and records it in the audit log. */
    const report = Effect.fn("TillReports.report")(
      function*(caller: AtEvent, terms: ReportTerms) {
        const { eventId } = caller
        yield* access.requireAt(caller, eventId, mayExport)
        const { time_zone: timeZone } = yield* events.settings(eventId)
        const rows = yield* tills({ eventId, timeZone, atTheEnd: terms.shutdown !== null })
        const made = tillReport(rows.map(reported), terms)
        return yield* changes.run(
          caller,
          () => ({
            logType: "tills_reported",
            content: { n_tills: made.tills, n_gaps: made.gaps.length, shutdown: terms.shutdown },
            nodeId: eventId
          }),
          Effect.succeed(made),
          { withoutVersion: true }
        )
      },
      dieOnInfrastructure
    )

    return { report }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, EventRepository.layer])
  )
}

const reported = (row: typeof Row.Type): ReportedTill => ({
  tillId: row.id,
  brand: row.brand ?? ownWords,
  model: row.model ?? ownWords,
  softwareBrand: row.softwareBrand ?? ownWords,
  purchasedOn: row.purchasedOn,
  firstOrderOn: row.firstOrderOn,
  device: row.tseType === null || row.serial === null ? null : {
    serial: row.serial,
    description: row.description ?? "",
    certificationYear: row.certificationYear,
    inUseSince: row.inUseSince ?? row.firstOrderOn,
    formFactor: formFactors[row.tseType]
  }
})
