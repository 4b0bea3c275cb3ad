import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"

/** The state of an event's reconciliation, over all days. */
export const ReconciliationState = Schema.Struct({
  event_id: Id,
  /** Days that were compared after they ended. */
  compared: Schema.Int,
  /** Days that ended and were not compared successfully. */
  overdue: Schema.Int,
  /** Time of the last successful comparison, in seconds since 1970; null for never. */
  last_success: nullOr(Schema.Number),
  /** Unresolved differences of the newest report of each day, without those of orders settled since. */
  unresolved: Schema.Int,
  /** Unverified card payments that operators have to settle. */
  unverified: Schema.Int
})
export type ReconciliationState = typeof ReconciliationState.Type

/** Days before the last one that are compared later if they were missed. */
const daysBack = 30

/** The days of events that have to be compared with the card provider's history. */
export class ReconciliationDayRepository extends Context.Service<ReconciliationDayRepository>()(
  "core/ReconciliationDayRepository",
  {
    make: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient

      const current = sql`event join node on node.id = event.event_id and not node.read_only and not node.deleted`

      /**
       * Joins the ended days of `event`, from the first card order on. A report counts for a day (`done`) only if it
       * was begun after the day ended. The first card order is found near the first order, as orders are numbered in
       * the order of booking; an index of card payments by time would slow down every booking by card. Without any card
       * payment all orders would be read in vain. Therefore payments are queried first, in the order of their key, so
       * that any plan uses the index.
       */
      const overDays = ({ now, settlingSeconds }: EndedBy) =>
        sql`cross join lateral (
            select coalesce(event.settings ->> 'time_zone', 'Europe/Berlin') as zone,
              make_interval(secs => ${settlingSeconds}) as settling
          ) as clocks
          cross join lateral (
            select ((${instant(now)}::timestamptz - settling) at time zone zone)::date - 1 as day
          ) as last
          cross join lateral (
            select (ordr.booked_at at time zone zone)::date as day from ordr
            where ordr.event_id = event.event_id and ordr.payment_method in ('sumup', 'sumup_online')
              and (
                select true from card_payment where card_payment.event_id = event.event_id order by card_payment.uuid limit 1
              )
            order by ordr.id limit 1
          ) as first
          cross join lateral (
            select series.day::date as day, exists (
              select from reconciliation report
              where report.event_id = event.event_id and report.day = series.day::date and report.status = 'done'
                and report.started_at >= (series.day + interval '1 day') at time zone zone + settling
            ) as done
            from generate_series(
              greatest(first.day, last.day - ${daysBack}::int)::timestamp, last.day::timestamp, interval '1 day'
            ) as series (day)
          ) as due`

      const due = SqlSchema.findAll({
        Request: unencoded<EndedBy>(),
        Result: Schema.Struct({ event_id: Id, day: Schema.String }),
        execute: (over) =>
          sql`select event.event_id, due.day::text as day from ${current} ${overDays(over)}
            where not due.done and not exists (
              select from reconciliation open
              where open.event_id = event.event_id and open.day = due.day and open.status = 'open'
                and open.lease_until > ${instant(over.now)}::timestamptz
            )
            order by event.event_id, due.day`
      })

      const events = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ event_id: Id }),
        execute: () =>
          sql`select event.event_id from ${current}
            where exists (select from card_payment where card_payment.event_id = event.event_id) order by event.event_id`
      })

      const measured = SqlSchema.findAll({
        Request: unencoded<EndedBy>(),
        Result: ReconciliationState,
        execute: (over) =>
          sql`select event.event_id, days.compared, days.overdue, reports.last_success, reports.unresolved,
              (
                select count(*)::int from card_payment payment
                where payment.event_id = event.event_id and payment.settled_at is null
                  and (payment.problem is not null or (payment.status = 'booked' and payment.verification <> 'verified'))
              ) as unverified
            from ${current}
              cross join lateral (
                select count(*) filter (where due.done)::int as compared,
                  count(*) filter (where not due.done)::int as overdue
                from (select) as one ${overDays(over)}
              ) as days
              cross join lateral (
                select extract(epoch from max(newest.finished_at))::float8 as last_success,
                  coalesce(sum(newest.unresolved), 0)::int as unresolved
                from (
                  select distinct on (day) finished_at, (
                    select count(*) from reconciliation_difference difference
                    where difference.event_id = report.event_id and difference.reconciliation_id = report.id
                      and not difference.resolved and not exists (
                        select from card_payment payment
                        where payment.event_id = difference.event_id and payment.uuid = difference.order_uuid
                          and payment.settled_at is not null
                      )
                  ) as unresolved
                  from reconciliation report
                  where report.event_id = event.event_id and report.status = 'done' order by day, id desc
                ) as newest
              ) as reports
            where exists (select from card_payment where card_payment.event_id = event.event_id)
            order by event.event_id`
      })

      return {
        /**
         * Ended days that are not compared, claimed or waiting for a retry, of all events that accept cards; oldest
         * first.
         */
        due: (over: EndedBy) => due(over),
        /** The events with card payments that are not archived. */
        events: Effect.map(events(), (rows) => rows.map(({ event_id }) => event_id)),
        /** The state of reconciliation of all these events. */
        measured: (over: EndedBy) => measured(over)
      }
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Defines which days have ended. */
interface EndedBy {
  readonly now: DateTime.Utc
  /** Seconds after its end from which a day counts as ended. */
  readonly settlingSeconds: number
}
