import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { endedBelow, isForeign } from "../sql/TransactionCursor.ts"
import { kindsOfOrders, lineColumns, lineKey, linesOfOrders, lineSums, orderColumns } from "./BookingSummary.ts"

/** The number of orders that are read one by one before they are added up, unless the time comes first. */
const mostOrders = 20_000

/** Minutes of a summary: more would slow readings down, fewer would make more rows. */
const mostMinutes = 15

const Cursor = Schema.Struct({
  up_to: Id,
  is_foreign: Schema.Boolean,
  /** Whether there are enough new orders, or old enough ones. */
  is_due: Schema.Boolean
})

/** Adds up what was booked, by quarter of an hour, so that reports need not read every line. Any number of processes may do it. */
export class BookingSummaries extends Context.Service<BookingSummaries>()("core/BookingSummaries", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const lockedCursor = SqlSchema.findAll({
      Request: Schema.Void,
      Result: Cursor,
      execute: () =>
        sql`select up_to, ${sql.literal(isForeign)} as is_foreign,
            coalesce(pg_sequence_last_value('ordr_id_seq'), 0) > order_id and (
              pg_sequence_last_value('ordr_id_seq') >= order_id + ${mostOrders}::bigint
              or advanced_at < now() - ${mostMinutes} * interval '1 minute'
            ) as is_due
          from summary_cursor for update skip locked`
    })

    // All transactions below the snapshot's xmin have ended, so none of them can add an order after the sums were taken.
    const addUp = (from: bigint) =>
      sql`
        with bound as materialized (
          select ${sql.literal(endedBelow)} as up_to
        ), fresh as materialized (
          select * from ordr where transaction_id >= ${from} and transaction_id < (select up_to from bound)
        ), lines as (
          insert into booking_summary (event_id, quarter, ${sql.literal(lineKey)}, orders, pieces, total, tax, vouchers,
            voucher_value, voucher_pieces)
          select event_id, date_bin('15 minutes', booked_at, 'epoch') as quarter, ${sql.literal(lineKey)}, ${
        sql.literal(lineSums)
      }
          from (select ${sql.literal(lineColumns)} from fresh ordr ${sql.literal(linesOfOrders)}) booked
          group by event_id, quarter, ${sql.literal(lineKey)}
          order by event_id, quarter
        ), orders as (
          insert into order_summary (event_id, quarter, order_type, payment_method, till_id, kinds, orders, first_id, last_id)
          select event_id, date_bin('15 minutes', booked_at, 'epoch') as quarter, order_type, payment_method, till_id, kinds,
            sum(orders), min(first_id), max(last_id)
          from (
            select ${sql.literal(orderColumns)} from fresh ordr ${sql.literal(kindsOfOrders)}
            group by ordr.event_id, ordr.booked_at, ordr.order_type, ordr.payment_method, ordr.till_id, ordr.id
          ) booked
          group by event_id, quarter, order_type, payment_method, till_id, kinds
          order by event_id, quarter
        )
        update summary_cursor set up_to = bound.up_to, order_id = coalesce(pg_sequence_last_value('ordr_id_seq'), 0),
          advanced_at = now()
        from bound where bound.up_to > ${from}`

    const advanceIf = (isWanted: (cursor: typeof Cursor.Type) => boolean) =>
      sql.withTransaction(Effect.gen(function*() {
        // The first summary of a large ledger takes longer than the time limit of requests. Plans depend on how much is new.
        yield* sql`select set_config('statement_timeout', '10min', true), set_config('work_mem', '64MB', true),
          set_config('plan_cache_mode', 'force_custom_plan', true)`
        const [cursor] = yield* lockedCursor(undefined)
        if (cursor === undefined || !isWanted(cursor)) return false
        if (cursor.is_foreign) {
          yield* Effect.logWarning("The database comes from another server: all bookings are summed up anew")
          yield* sql`delete from booking_summary`
          yield* sql`delete from order_summary`
        }
        yield* addUp(cursor.is_foreign ? 0n : cursor.up_to)
        return true
      }))

    return {
      /** Adds up the orders stored since the last time. Returns false if another process is doing it. */
      advance: Effect.fn("BookingSummaries.advance")(() => advanceIf(() => true)),
      /** The same if there are many new orders, or the last time was long ago; else returns false. */
      keepUp: Effect.fn("BookingSummaries.keepUp")(() => advanceIf((cursor) => cursor.is_due || cursor.is_foreign))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
