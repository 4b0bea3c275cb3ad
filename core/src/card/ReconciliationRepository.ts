import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import type { CardOrder, Totals } from "./Reconciliation.ts"
import { Difference, NumberedDifference, Reconciliation } from "./ReconciliationReport.ts"

const OrderRow = Schema.Struct({
  uuid: Schema.String,
  amount: Money.Cents,
  currency: Schema.String,
  is_booked: Schema.Boolean,
  is_due: Schema.Boolean,
  is_settled: Schema.Boolean,
  at: Schema.DateTimeUtc,
  payment_id: nullOr(Schema.String),
  transaction_code: nullOr(Schema.String),
  tip: Money.Cents
})

const Returned = Schema.Struct({ order_uuid: Schema.String, refunded: Money.Cents, charged_back: Money.Cents })

/**
 * The rows of reconciliations, and the orders they read. Each call of a process names the time at which that process
 * claimed the work. Once another process has taken over, calls of the first have no effect.
 */
export class ReconciliationRepository extends Context.Service<ReconciliationRepository>()(
  "core/ReconciliationRepository",
  {
    make: Effect.gen(function*() {
      const sql = yield* PgClient.PgClient

      const columns = sql`event_id, id, day::text as day, status, started_at, finished_at, problem, transactions,
        unreadable, orders, matched, differences, unresolved, paid, booked, returned`

      /** Returns nothing if another process holds the day. The lease of a failed or killed process expires. */
      const claim = SqlSchema.findAll({
        Request: unencoded<Claim>(),
        Result: Schema.Struct({ id: Id, failures: Schema.Int }),
        execute: ({ atOnce, day, eventId, leaseUntil, now }) =>
          sql`insert into reconciliation (event_id, day, status, started_at, lease_until)
            values (${eventId}, ${day}::date, 'open', ${instant(now)}::timestamptz, ${instant(leaseUntil)}::timestamptz)
            on conflict (event_id, day) where status = 'open' do update
              set lease_until = excluded.lease_until, started_at = excluded.started_at, problem = null
              where reconciliation.lease_until <= excluded.started_at
                or (${atOnce} and reconciliation.problem is not null)
            returning id, failures`
      })

      const isHeld = ({ eventId, id, startedAt }: Run) =>
        sql`event_id = ${eventId} and id = ${id} and status = 'open' and started_at = ${
          instant(startedAt)
        }::timestamptz`

      /** Extends the lease. */
      const extendLease = (run: Run, leaseUntil: DateTime.Utc) =>
        sql`update reconciliation set lease_until = ${instant(leaseUntil)}::timestamptz where ${isHeld(run)}`

      const fail = (run: Run, problem: string, nextTry: DateTime.Utc) =>
        sql`update reconciliation
          set failures = failures + 1, problem = ${problem}, lease_until = ${instant(nextTry)}::timestamptz
          where ${isHeld(run)}`

      const ordersOf = SqlSchema.findAll({
        Request: unencoded<OrderFilter>(),
        Result: OrderRow,
        execute: ({ eventId, from, ids, codes, to, uuids }) =>
          sql`select payment.uuid, payment.amount, payment.currency, payment.status = 'booked' as is_booked,
              coalesce(ordr.booked_at >= ${instant(from)}::timestamptz and ordr.booked_at < ${
            instant(to)
          }::timestamptz, false)
                and payment.status = 'booked' as is_due,
              payment.settled_at is not null as is_settled, coalesce(ordr.booked_at, payment.created_at) as at,
              payment.evidence ->> 'id' as payment_id, payment.evidence ->> 'transactionCode' as transaction_code,
              (coalesce(payment.evidence ->> 'tip', '0')::numeric * 100)::bigint as tip
            from card_payment payment
              left join ordr on ordr.event_id = payment.event_id and ordr.uuid = payment.uuid
            where payment.event_id = ${eventId} and (
              payment.uuid in (
                select uuid from ordr
                where event_id = ${eventId} and payment_method in ('sumup', 'sumup_online')
                  and booked_at >= ${instant(from)}::timestamptz and booked_at < ${instant(to)}::timestamptz
              )
              or payment.uuid in (select unnest(${uuids}::uuid[]))
              or payment.evidence ->> 'id' in (select unnest(${ids}::text[]))
              or (payment.evidence ->> 'transactionCode' <> ''
                and payment.evidence ->> 'transactionCode' in (select unnest(${codes}::text[])))
            )
            order by payment.uuid`
      })

      /**
       * The orders of the day, and those to which movements may belong. Known payments have no index, as it would slow
       * down bookings: all card payments of the event are read once and compared with sets. With `= any` instead of
       * `in`, a cached plan would compare each of them with every value.
       */
      const orders = (asked: OrderFilter) => Effect.map(ordersOf(asked), (rows) => rows.map(orderOf))

      const otherEvents = SqlSchema.findAll({
        Request: unencoded<{ readonly eventId: bigint; readonly uuids: ReadonlyArray<string> }>(),
        Result: Schema.Struct({ uuid: Schema.String }),
        execute: ({ eventId, uuids }) =>
          sql`select uuid from ordr where uuid = any(${uuids}::uuid[]) and event_id <> ${eventId}`
      })

      /** Stores the differences, replacing those of an earlier try; returns false if another process has taken over. */
      const store = (run: Run, found: ReadonlyArray<Difference>) =>
        sql.withTransaction(
          Effect.gen(function*() {
            const { eventId, id } = run
            const held = yield* sql`select id from reconciliation where ${isHeld(run)} for update`
            if (held.length === 0) return false
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
            return true
          })
        )

      /** Returned amounts of the orders in this day's report, according to all reports; each movement counts once. */
      const returned = SqlSchema.findAll({
        Request: unencoded<Report>(),
        Result: Returned,
        execute: ({ eventId, id }) =>
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

      /** Returns false if another process has taken over. */
      const finish = Effect.fnUntraced(function*(run: Run, totals: Totals, unreadable: number, now: DateTime.Utc) {
        const finished = yield* sql`update reconciliation set status = 'done', finished_at = ${
          instant(now)
        }::timestamptz, lease_until = null,
            problem = null, transactions = ${totals.transactions}, unreadable = ${unreadable},
            orders = ${totals.orders}, matched = ${totals.matched}, differences = ${totals.differences},
            unresolved = ${totals.unresolved}, paid = ${totals.paid}, booked = ${totals.booked},
            returned = ${totals.returned}
          where ${isHeld(run)} returning id`
        return finished.length > 0
      })

      const list = SqlSchema.findAll({
        Request: unencoded<Page & { readonly eventId: bigint }>(),
        Result: Reconciliation,
        execute: ({ cursor, eventId, limit }) =>
          sql`select ${columns} from reconciliation
            where event_id = ${eventId} and (${cursor}::bigint is null or id < ${cursor}::bigint)
            order by id desc limit ${limit}`
      })

      const find = SqlSchema.findAll({
        Request: unencoded<Report>(),
        Result: Reconciliation,
        execute: ({ eventId, id }) =>
          sql`select ${columns} from reconciliation where event_id = ${eventId} and id = ${id}`
      })

      const differences = SqlSchema.findAll({
        Request: unencoded<Page & Report>(),
        Result: NumberedDifference,
        execute: ({ cursor, eventId, id, limit }) =>
          sql`select n, kind, order_uuid, transaction_id, transaction_code, order_amount, paid_amount, currency, at, resolved
            from reconciliation_difference
            where event_id = ${eventId} and reconciliation_id = ${id} and n > coalesce(${cursor}::bigint, 0)
            order by n limit ${limit}`
      })

      return {
        claim: (asked: Claim) => Effect.map(claim(asked), ([claimed]) => claimed),
        differences: (asked: Page & Report) => differences(asked),
        /** The uuids that are orders of other events. */
        otherEvents: (eventId: bigint, uuids: ReadonlyArray<string>) =>
          Effect.map(otherEvents({ eventId, uuids }), (rows) => new Set(rows.map(({ uuid }) => uuid))),
        fail,
        find: (report: Report) => Effect.map(find(report), ([found]) => found),
        finish,
        extendLease,
        list: (asked: Page & { readonly eventId: bigint }) => list(asked),
        orders,
        returned: (report: Report) => returned(report),
        store
      }
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A report by its event and its id. */
export interface Report {
  readonly eventId: bigint
  readonly id: bigint
}

/** The work at a report since a process claimed it. */
export interface Run extends Report {
  readonly startedAt: DateTime.Utc
}

interface Claim {
  readonly eventId: bigint
  readonly day: string
  readonly now: DateTime.Utc
  readonly leaseUntil: DateTime.Utc
  /** Whether to ignore the pause after a failure. */
  readonly atOnce: boolean
}

/** Selects orders: those booked from `from` on and before `to`, and those that movements name. */
interface OrderFilter {
  readonly eventId: bigint
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
  readonly uuids: ReadonlyArray<string>
  /** Ids and slip codes of movements at the provider. */
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
  transactionCode: row.transaction_code === "" ? null : row.transaction_code,
  tip: row.tip
})

const rowOf = (difference: Difference) => ({
  ...difference,
  order_amount: difference.order_amount === null ? null : Number(difference.order_amount),
  paid_amount: difference.paid_amount === null ? null : Number(difference.paid_amount),
  at: DateTime.formatIso(difference.at)
})
