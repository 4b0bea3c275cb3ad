import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { eventSettings } from "./eventSettings.ts"
import { Festival, maximum } from "./Festival.ts"
import { type Body, done } from "./FestivalServer.ts"

/** Dates far ahead, so that sales of the tests at the current time are never among them. */
export const times = {
  start_date: "2046-07-01T10:00:00+02:00",
  end_date: "2046-07-05T10:00:00+02:00",
  daily_end_time: "06:00"
}

/** Changes the settings of the event. */
export const settle = Effect.fnUntraced(function*(change: Body) {
  const { admin, event } = yield* Festival
  const settings = { ...eventSettings, max_account_balance: maximum, ...change }
  done(yield* admin("POST", `/tree/events/${event}/event-settings`, settings))
})

/** An order with one line, as booked at another time. The amount of all pieces is in cents. */
export const bookedAt = Effect.fnUntraced(function*(tillId: number, at: string, cents: number, more: Body = {}) {
  const { event } = yield* Festival
  const { order_type, payment_method, product_id, quantity } = {
    order_type: "sale",
    payment_method: "cash",
    product_id: 1,
    quantity: 1,
    ...more
  }
  const sql = yield* SqlClient.SqlClient
  yield* sql`with stored as (
      insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
        item_count, cancels_order)
      values (${event}, ${randomUUID()}::uuid, '', ${order_type}, ${payment_method}, ${at}::text::timestamptz, 1,
        ${tillId}, 1, 1, ${order_type === "cancel_sale" ? 1 : null}::bigint)
      returning event_id, id
    )
    insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
      tax_rate_id, tax_name, tax_rate, total_price, total_tax)
    select event_id, id, 0, ${quantity}, ${product_id}, 1, ${cents / Number(quantity)}, 1, 'none', 0, ${cents}, 0
    from stored`
})

/** The intervals as moment, pieces, revenue. */
export const shown = (intervals: unknown) =>
  (intervals as ReadonlyArray<Body>).map(({ count, from_time, revenue }) => [from_time, count, revenue])

/** Pieces and cents of all intervals. */
export const sum = (intervals: unknown) => ({
  count: shown(intervals).reduce((all, [, count]) => all + Number(count), 0),
  cents: Math.round(shown(intervals).reduce((all, [, , revenue]) => all + Number(revenue) * 100, 0))
})

/** An interval of an answer; bounds are in UTC, to the minute, revenue in major units. */
export const interval = (from: string, to: string, count: number, revenue: number) => ({
  from_time: `${from}:00.000Z`,
  to_time: `${to}:00.000Z`,
  count,
  revenue
})
