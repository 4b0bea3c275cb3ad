import { assert, it as alone, layer } from "@effect/vitest"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { bookingSummary, dividedQuarters, summarised } from "@wristbank/core/sale/BookingSummary"
import { watchedReading } from "@wristbank/core/sql/Snapshot"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import fc from "fast-check"
import { databaseLayer } from "../../support/database.ts"
import { openTransactions } from "../../support/OpenTransactions.ts"
import { summedUp } from "../journal/RolledUp.ts"

/** Histories to generate; more of them find more defects. */
const histories = Number(process.env.SUMMARY_HISTORIES ?? 15)

const begin = DateTime.makeUnsafe("2026-07-10T22:00:00Z")
const minute = (minutes: number) => DateTime.add(begin, { minutes })

/** An event with a product that vouchers pay for, and one that they don't. */
const newEvent = SqlClient.SqlClient.use((sql) =>
  Effect.gen(function*() {
    const [node] = yield* sql<{ id: bigint }>`insert into node (parent, name, description, parent_ids)
      values (0, gen_random_uuid()::text, '', '{0}') returning id`
    const event = node!.id
    yield* sql`insert into event (event_id, settings) values (${event}, '{}')`
    yield* sql`insert into tax_rate (event_id, id, node_id, name, rate, description) values (${event}, 1, ${event}, 'none', 0, '')`
    yield* sql`insert into product (event_id, id, node_id, type, name, price, fixed_price, tax_rate_id, is_returnable)
      values (${event}, 1, ${event}, 'user_defined', 'Beer', 400, true, 1, false),
        (${event}, 2, ${event}, 'ticket', 'Entrance', 400, true, 1, false)`
    yield* sql`insert into product_revision (event_id, id, product_id, data)
      values (${event}, 1, 1, '{"price_in_vouchers": 2}'), (${event}, 2, 2, '{}')`
    return event
  })
)

const advance = BookingSummaries.use((summaries) => summaries.advance())

/** Both ways of adding up a period, at the same moment of the database, with what divides its days. */
const bothSums = Effect.fnUntraced(function*(event: bigint, from: number, to: number, day: number) {
  const sql = yield* SqlClient.SqlClient
  const summary = bookingSummary(sql)
  const [begun, ended, dayEnd] = [minute(from), minute(to), minute(day)]
  const summed = SqlSchema.findAll({
    Request: Schema.Struct({ ...summarised, dayEnd: Schema.DateTimeUtcFromDate }),
    Result: Schema.Any,
    execute: ({ dayEnd: end, ...at }) =>
      sql`select booked_at < ${end} as early, till_id, order_type, payment_method, product_id, tax_rate,
          sum(orders)::integer as orders, sum(pieces)::integer as pieces, sum(total)::integer as total,
          sum(tax)::integer as tax, sum(vouchers)::integer as vouchers, sum(voucher_value)::integer as value,
          sum(voucher_pieces)::integer as whole
        from ${summary.lines(at)} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`
  })
  const summedOrders = SqlSchema.findAll({
    Request: Schema.Struct(summarised),
    Result: Schema.Any,
    execute: (at) =>
      sql`select till_id, order_type, kinds, sum(orders)::integer as orders, min(first_id) as first, max(last_id) as last
        from ${summary.orders(at)} group by 1, 2, 3 order by 1, 2, 3`
  })
  const within = sql`ordr.event_id = ${event} and ordr.booked_at >= ${DateTime.toDateUtc(begun)}
    and ordr.booked_at < ${DateTime.toDateUtc(ended)}`
  const asked = { eventId: event, from: begun, to: ended, dayEnd }
  return yield* watchedReading(
    sql,
    Effect.gen(function*() {
      const at = yield* summary.at(asked, [dayEnd])
      return {
        summed: { lines: yield* summed(at), orders: yield* summedOrders(at) },
        counted: {
          lines: yield* sql`select ordr.booked_at < ${
            DateTime.toDateUtc(dayEnd)
          } as early, till_id, order_type, payment_method,
              product_id, tax_rate, count(*) filter (where item_id = 0)::integer as orders, sum(quantity)::integer as pieces,
              sum(total_price)::integer as total, sum(total_tax)::integer as tax, sum(vouchers_redeemed)::integer as vouchers,
              sum(vouchers_redeemed * 200)::integer as value, sum(vouchers_redeemed / 2)::integer as whole
            from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
            where ${within} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`,
          orders:
            yield* sql`select till_id, order_type, kinds, count(*)::integer as orders, min(id) as first, max(id) as last
            from (
              select ordr.*, (
                select jsonb_agg(distinct jsonb_build_array(product.type, line.tax_rate, line.tax_name))
                from line_item line join product on product.event_id = line.event_id and product.id = line.product_id
                where line.event_id = ordr.event_id and line.order_id = ordr.id
              ) as kinds
              from ordr where ${within}
            ) ordr group by 1, 2, 3 order by 1, 2, 3`
        }
      }
    })
  )
})

const agree = Effect.fnUntraced(function*(event: bigint, from: number, to: number, day: number) {
  const { counted, summed } = yield* bothSums(event, from, to, day)
  assert.deepStrictEqual<unknown>(summed, counted)
})

interface Booking {
  readonly do: "book"
  readonly at: number
  /** When it was booked, in minutes; transactions may store it in any order. */
  readonly minute: number
  readonly till: number
  readonly method: "cash" | "tag"
  readonly vouchers: number
  readonly ticket: boolean
}

/** The next step, on one of several connections. */
type Step =
  | Booking
  | { readonly do: "commit"; readonly at: number }
  | { readonly do: "rollback"; readonly at: number }
  | { readonly do: "advance" }
  | { readonly do: "compare"; readonly from: number; readonly length: number; readonly day: number }

const connection = fc.nat(2)
// Quarters of an hour begin at multiples of 15.
const moment = fc.oneof(fc.nat(60), fc.nat(4).map((quarter) => quarter * 15))
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("book" as const),
      at: connection,
      minute: moment,
      till: fc.integer({ min: 1, max: 2 }),
      method: fc.constantFrom("cash", "tag"),
      vouchers: fc.nat(2),
      ticket: fc.boolean()
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("commit", "rollback"), at: connection }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("advance" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("compare" as const), from: moment, length: fc.nat(60), day: moment })
  }
)

/** The SQL of an order of a beer, and of a ticket that comes with it. */
const orderOf = (event: bigint, { method, minute: minutes, ticket, till, vouchers }: Booking) =>
  `with stored as (
    insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id, item_count)
    values (${event}, gen_random_uuid(), '', 'sale', '${method}', '${
    DateTime.formatIso(minute(minutes))
  }', 1, ${till}, 1, 1)
    returning id
  )
  insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price, tax_rate_id,
    tax_name, tax_rate, total_price, total_tax, vouchers_redeemed, voucher_value)
  select ${event}, id, item, 1 + item, 1 + item, 1 + item, 400, 1, 'none', 1900, 400 * (1 + item), 64 * (1 + item),
    case item when 0 then ${vouchers} else 0 end, case item when 0 then ${vouchers * 200} else 0 end
  from stored, generate_series(0, ${ticket ? 1 : 0}) item`

/** Runs the steps on connections whose transactions stay open until a step ends them. */
const play = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function*() {
    const event = yield* newEvent
    const transactions = yield* openTransactions
    for (const step of steps) {
      if (step.do === "advance") yield* advance
      else if (step.do === "compare") yield* agree(event, step.from, step.from + step.length, step.day)
      else if (step.do === "book") yield* transactions.run(step.at, orderOf(event, step))
      else yield* transactions.end(step.at, step.do)
    }
    yield* transactions.commitAll
    yield* agree(event, 0, 61, 20)
    yield* advance
    yield* agree(event, 0, 61, 20)
    yield* agree(event, 7, 45, 15)
  }).pipe(Effect.scoped)

const booked = (event: bigint, minutes: number) =>
  SqlClient.SqlClient.use((sql) =>
    sql.unsafe(
      orderOf(event, { do: "book", at: 0, minute: minutes, till: 1, method: "tag", vouchers: 0, ticket: false })
    )
  )

alone("quarters that a moment divides are named once, by their beginning", () => {
  fc.assert(fc.property(fc.array(fc.nat(5_000)), (seconds) => {
    const moments = seconds.map((second) => DateTime.add(begin, { seconds: second }))
    const quarters = dividedQuarters(moments).map(({ epochMilliseconds }) => epochMilliseconds)
    assert.strictEqual(new Set(quarters).size, quarters.length)
    for (const quarter of quarters) assert.strictEqual(quarter % 900_000, 0)
    for (const { epochMilliseconds } of moments) {
      const inside = quarters.some((quarter) => quarter < epochMilliseconds && epochMilliseconds < quarter + 900_000)
      assert.strictEqual(inside, epochMilliseconds % 900_000 !== 0)
    }
  }))
})

layer(BookingSummaries.layer.pipe(Layer.provideMerge(databaseLayer)))("the summary of bookings", (it) => {
  it.effect("and what was booked since is all that was booked in a period, however transactions interleave", () =>
    Effect.gen(function*() {
      const context = yield* Effect.context<BookingSummaries | SqlClient.SqlClient>()
      const property = fc.asyncProperty(
        fc.array(anyStep, { maxLength: 25 }),
        (steps) => Effect.runPromiseWith(context)(play(steps))
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns: histories }))
    }))

  it.effect("waits for many new bookings or a quarter of an hour", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { keepUp } = yield* BookingSummaries
      const event = yield* newEvent
      const longAgo = sql`update summary_cursor set advanced_at = now() - interval '16 minutes'`
      yield* booked(event, 1)
      yield* summedUp
      assert.isFalse(yield* keepUp())
      yield* longAgo
      assert.isFalse(yield* keepUp())
      yield* booked(event, 2)
      assert.isTrue(yield* keepUp())
      yield* summedUp
      yield* booked(event, 3)
      assert.isFalse(yield* keepUp())
      yield* sql`update summary_cursor set order_id = order_id - 20000`
      assert.isTrue(yield* keepUp())
    }))

  it.effect("is made by one process at a time", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const other = yield* sql.reserve
      yield* other.executeUnprepared("begin", [], undefined)
      yield* other.executeUnprepared("select from summary_cursor for update", [], undefined)
      assert.isFalse(yield* advance)
      yield* other.executeUnprepared("rollback", [], undefined)
      assert.isTrue(yield* advance)
    }).pipe(Effect.scoped))

  it.effect("starts anew in a database that was copied from another server", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { keepUp } = yield* BookingSummaries
      const event = yield* newEvent
      yield* booked(event, 1)
      yield* advance
      // On the other server, transactions had far higher numbers.
      yield* sql`update summary_cursor set up_to = up_to + 1000000000`
      yield* booked(event, 2)
      yield* agree(event, 0, 60, 20)
      assert.isTrue(yield* keepUp())
      yield* booked(event, 3)
      yield* agree(event, 0, 60, 20)
      yield* summedUp
      yield* agree(event, 0, 60, 20)
    }))
})
