import { PgClient } from "@effect/sql-pg"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { instant } from "../primitives/Moment.ts"
import { unencoded } from "../sql/Unencoded.ts"

/** How the card payments of an event are compared, day by day. */
export const MeasuredDays = Schema.Struct({
  event_id: Id,
  /** Days that were compared since they are over. */
  compared: Schema.Int,
  /** Days that are over and were not compared, or not successfully. */
  overdue: Schema.Int,
  /** When a day was last compared, in seconds since 1970; null for never. */
  last_success: Schema.NullOr(Schema.Number),
  /** In the newest report of each day, without those of orders that operators have settled since. */
  unresolved: Schema.Int,
  /** Card payments that operators are shown. */
  unverified: Schema.Int
})
export type MeasuredDays = typeof MeasuredDays.Type

/** Days before the last one that are made up for when nobody compared them. */
const daysBack = 30

/** The days of events that are to be compared with the card provider's history. */
export class ReconciliationDayRepository extends Context.Service<ReconciliationDayRepository>()(
  "core/ReconciliationDayRepository",
  {
    make: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient

      const current = sql`event join node on node.id = event.event_id and not node.read_only and not node.deleted`

      /**
       * Beside `event`: its days that are over, from the first card order on. A report counts for a day (`done`) only if it was
       * begun after that. The first card order is near the first order, and those are numbered as they were booked: that finds it
       * without an index of card payments by time, which every booking by card would pay for. Where nobody ever paid by card
       * all orders would be read in vain, so payments are asked first, in the order of their key: any plan uses its index then.
       */
      const overDays = ({ now, settlingSeconds }: Over) =>
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
        Request: unencoded<Over>(),
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
        Request: unencoded<Over>(),
        Result: MeasuredDays,
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
        /** Days that are over, not compared, and that nobody works at or waits with, of all events that take cards; the oldest first. */
        due: (over: Over) => due(over),
        /** The events with card payments that are not in the archive. */
        events: Effect.map(events(), (rows) => rows.map(({ event_id }) => event_id)),
        /** How all those events stand. */
        measured: (over: Over) => measured(over)
      }
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make)
}

/** Which days are over. */
export interface Over {
  readonly now: DateTime.Utc
  /** That many seconds after its end. */
  readonly settlingSeconds: number
}
