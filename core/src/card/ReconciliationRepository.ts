import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { instant } from "../organisation/Moment.ts"
import type { Page } from "../sql/Page.ts"
import { type CardOrder, Difference, NumberedDifference, Reconciliation, type Totals } from "./Reconciliation.ts"

const OrderRow = Schema.Struct({
  uuid: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  is_booked: Schema.Boolean,
  is_due: Schema.Boolean,
  is_settled: Schema.Boolean,
  at: Schema.DateTimeUtc,
  payment_id: Schema.NullOr(Schema.String),
  transaction_code: Schema.NullOr(Schema.String)
})

const Returned = Schema.Struct({ order_uuid: Schema.String, refunded: Money.Cents, charged_back: Money.Cents })

/** Days before the last one that are made up for when nobody compared them. */
const daysBack = 30

/** The rows of reconciliations, and what they read of orders. */
export class ReconciliationRepository extends Context.Service<ReconciliationRepository>()(
  "core/ReconciliationRepository",
  {
    make: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient

      const dueDays = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Schema.Struct({ event_id: Id, day: Schema.String }),
        execute: ({ now, settledBefore }: Due) =>
          sql`select event.event_id, due.day::date::text as day
            from event join node on node.id = event.event_id and not node.read_only and not node.deleted
              cross join lateral (select coalesce(event.settings ->> 'time_zone', 'Europe/Berlin') as zone) as clocks
              cross join lateral (select (${instant(settledBefore)}::timestamptz at time zone zone)::date - 1 as day)
                as last
              cross join lateral (
                select (min(created_at) at time zone zone)::date as day from card_payment
                where card_payment.event_id = event.event_id
              ) as first
              cross join lateral generate_series(
                greatest(first.day, last.day - ${daysBack}::int)::timestamp, last.day::timestamp, interval '1 day'
              ) as due (day)
            where first.day is not null and not exists (
              select from reconciliation done
              where done.event_id = event.event_id and done.day = due.day::date
                and (done.status = 'done' or done.lease_until > ${instant(now)}::timestamptz)
            )
            order by event.event_id, due.day`
      })

      const events = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ event_id: Id }),
        execute: () =>
          sql`select event.event_id from event join node on node.id = event.event_id and not node.read_only and not node.deleted
            where exists (select from card_payment where card_payment.event_id = event.event_id) order by event.event_id`
      })

      const columns = sql`event_id, id, day::text as day, status, started_at, finished_at, problem, transactions,
        unreadable, orders, matched, differences, unresolved, paid, booked, returned`

      /** Nothing when another process works at the day; one that has failed or died is followed after its lease. */
      const claim = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Schema.Struct({ id: Id, failures: Schema.Int }),
        execute: ({ atOnce, day, eventId, leaseUntil, now }: Claim) =>
          sql`insert into reconciliation (event_id, day, status, started_at, lease_until)
            values (${eventId}, ${day}::date, 'open', ${instant(now)}::timestamptz, ${instant(leaseUntil)}::timestamptz)
            on conflict (event_id, day) where status = 'open' do update
              set lease_until = excluded.lease_until, started_at = excluded.started_at, problem = null
              where reconciliation.lease_until <= excluded.started_at
                or (${atOnce} and reconciliation.problem is not null)
            returning id, failures`
      })

      /** Says that the work goes on. */
      const hold = ({ eventId, id }: Run, leaseUntil: DateTime.Utc) =>
        sql`update reconciliation set lease_until = ${instant(leaseUntil)}::timestamptz
          where event_id = ${eventId} and id = ${id} and status = 'open'`

      const fail = ({ eventId, id }: Run, problem: string, nextTry: DateTime.Utc) =>
        sql`update reconciliation
          set failures = failures + 1, problem = ${problem}, lease_until = ${instant(nextTry)}::timestamptz
          where event_id = ${eventId} and id = ${id} and status = 'open'`

      const ordersOf = SqlSchema.findAll({
        Request: Schema.Any,
        Result: OrderRow,
        execute: ({ eventId, from, ids, codes, to, uuids }: Asked) =>
          sql`select payment.uuid, payment.amount, payment.currency, payment.status = 'booked' as is_booked,
              coalesce(ordr.booked_at >= ${instant(from)}::timestamptz and ordr.booked_at < ${
            instant(to)
          }::timestamptz, false)
                and payment.status = 'booked' as is_due,
              payment.settled_at is not null as is_settled, coalesce(ordr.booked_at, payment.created_at) as at,
              payment.evidence ->> 'id' as payment_id, payment.evidence ->> 'transactionCode' as transaction_code
            from card_payment payment
              left join ordr on ordr.event_id = payment.event_id and ordr.uuid = payment.uuid
            where payment.event_id = ${eventId} and (
              payment.uuid = any(${uuids}::uuid[]) or payment.evidence ->> 'id' = any(${ids}::text[])
              or (payment.evidence ->> 'transactionCode' <> ''
                and payment.evidence ->> 'transactionCode' = any(${codes}::text[]))
              or (ordr.booked_at >= ${instant(from)}::timestamptz and ordr.booked_at < ${instant(to)}::timestamptz)
            )
            order by payment.uuid`
      })

      /** The orders of the day, and those that movements may belong to. */
      const orders = (asked: Asked) => Effect.map(ordersOf(asked), (rows) => rows.map(orderOf))

      const elsewhere = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Schema.Struct({ uuid: Schema.String }),
        execute: ({ eventId, uuids }: { readonly eventId: bigint; readonly uuids: ReadonlyArray<string> }) =>
          sql`select uuid from ordr where uuid = any(${uuids}::uuid[]) and event_id <> ${eventId}`
      })

      /** Keeps what was found, in the place of what an earlier try found. */
      const store = ({ eventId, id }: Run, found: ReadonlyArray<Difference>) =>
        sql.withTransaction(
          Effect.gen(function*() {
            yield* sql`select from reconciliation where event_id = ${eventId} and id = ${id} for update`
            yield* sql`delete from reconciliation_difference where event_id = ${eventId} and reconciliation_id = ${id}`
            yield* sql`insert into reconciliation_difference
              select ${eventId}::bigint, ${id}::bigint, n, kind, order_uuid, transaction_id, transaction_code, order_amount,
                paid_amount, currency, at, resolved
              from rows from (jsonb_to_recordset(${sql.json(found.map(rowOf))}) as (
                kind text, order_uuid uuid, transaction_id text, transaction_code text, order_amount bigint,
                paid_amount bigint, currency text, at timestamptz, resolved boolean
              )) with ordinality as given (
                kind, order_uuid, transaction_id, transaction_code, order_amount, paid_amount, currency, at, resolved, n
              )`
          })
        )

      /** What went back to guests of the orders that this day's report names, by all reports, each movement once. */
      const returned = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Returned,
        execute: ({ eventId, id }: Run) =>
          sql`select order_uuid, coalesce(sum(abs(paid_amount)) filter (where kind = 'refunded'), 0)::bigint as refunded,
              coalesce(sum(abs(paid_amount)) filter (where kind = 'charged_back'), 0)::bigint as charged_back
            from (
              select distinct order_uuid, kind, transaction_id, at, paid_amount from reconciliation_difference
              where event_id = ${eventId} and kind in ('refunded', 'charged_back') and not resolved and order_uuid in (
                select order_uuid from reconciliation_difference
                where event_id = ${eventId} and reconciliation_id = ${id} and kind in ('refunded', 'charged_back')
                  and not resolved
              )
            ) as movement group by order_uuid order by order_uuid`
      })

      const finish = ({ eventId, id }: Run, totals: Totals, unreadable: number, now: DateTime.Utc) =>
        sql`update reconciliation set status = 'done', finished_at = ${instant(now)}::timestamptz, lease_until = null,
            problem = null, transactions = ${totals.transactions}, unreadable = ${unreadable},
            orders = ${totals.orders}, matched = ${totals.matched}, differences = ${totals.differences},
            unresolved = ${totals.unresolved}, paid = ${totals.paid}, booked = ${totals.booked},
            returned = ${totals.returned}
          where event_id = ${eventId} and id = ${id} and status = 'open'`

      const list = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Reconciliation,
        execute: ({ cursor, eventId, limit }: Page & { readonly eventId: bigint }) =>
          sql`select ${columns} from reconciliation
            where event_id = ${eventId} and (${cursor}::bigint is null or id < ${cursor}::bigint)
            order by id desc limit ${limit}`
      })

      const find = SqlSchema.findAll({
        Request: Schema.Any,
        Result: Reconciliation,
        execute: ({ eventId, id }: Run) =>
          sql`select ${columns} from reconciliation where event_id = ${eventId} and id = ${id}`
      })

      const differences = SqlSchema.findAll({
        Request: Schema.Any,
        Result: NumberedDifference,
        execute: ({ cursor, eventId, id, limit }: Page & Run) =>
          sql`select n, kind, order_uuid, transaction_id, transaction_code, order_amount, paid_amount, currency, at, resolved
            from reconciliation_difference
            where event_id = ${eventId} and reconciliation_id = ${id} and n > coalesce(${cursor}::bigint, 0)
            order by n limit ${limit}`
      })

      return {
        claim: (asked: Claim) => Effect.map(claim(asked), ([claimed]) => claimed),
        differences: (asked: Page & Run) => differences(asked),
        /** Days that are over and not compared, of all events that take cards; the oldest first. */
        dueDays: (due: Due) => dueDays(due),
        /** Which of the uuids are orders of other events. */
        elsewhere: (eventId: bigint, uuids: ReadonlyArray<string>) =>
          Effect.map(elsewhere({ eventId, uuids }), (rows) => new Set(rows.map(({ uuid }) => uuid))),
        /** The events with card payments that are not in the archive. */
        events: Effect.map(events(), (rows) => rows.map(({ event_id }) => event_id)),
        fail,
        find: (run: Run) => Effect.map(find(run), ([found]) => found),
        finish,
        hold,
        list: (asked: Page & { readonly eventId: bigint }) => list(asked),
        orders,
        returned: (run: Run) => returned(run),
        store
      }
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A report by its event and its id. */
export interface Run {
  readonly eventId: bigint
  readonly id: bigint
}

export interface Due {
  readonly now: DateTime.Utc
  /** Days that ended before are compared. */
  readonly settledBefore: DateTime.Utc
}

export interface Claim {
  readonly eventId: bigint
  readonly day: string
  readonly now: DateTime.Utc
  readonly leaseUntil: DateTime.Utc
  /** Does not wait for the next try after a failure. */
  readonly atOnce: boolean
}

/** Which orders are asked for: those booked from `from` on and before `to`, and those that movements name. */
export interface Asked {
  readonly eventId: bigint
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
  readonly uuids: ReadonlyArray<string>
  /** Of movements at the provider. */
  readonly ids: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
}

const orderOf = (row: typeof OrderRow.Type): CardOrder => ({
  uuid: row.uuid,
  amount: row.amount,
  currency: row.currency,
  isBooked: row.is_booked,
  isDue: row.is_due,
  isSettled: row.is_settled,
  at: row.at,
  paymentId: row.payment_id === "" ? null : row.payment_id,
  transactionCode: row.transaction_code === "" ? null : row.transaction_code
})

const rowOf = (difference: Difference) => ({
  ...difference,
  order_amount: difference.order_amount === null ? null : Number(difference.order_amount),
  paid_amount: difference.paid_amount === null ? null : Number(difference.paid_amount),
  at: DateTime.formatIso(difference.at)
})
