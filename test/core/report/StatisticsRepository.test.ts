import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { RevenueRepository } from "@wristbank/core/report/RevenueRepository"
import { StatisticsRepository } from "@wristbank/core/report/StatisticsRepository"
import { TakingsRepository } from "@wristbank/core/report/TakingsRepository"
import type { Slice } from "@wristbank/core/report/TimeSeries"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"
import { summedUp } from "../journal/RolledUp.ts"
import { at } from "./ReportTimes.ts"

const begin = at("2046-07-01T08:00:00Z")
const after = (hours: number) => DateTime.add(begin, { hours })

/**
 * Many events that book one after the other, one order per second, each with two lines of 1.00 and a voucher. An event
 * takes returns if its number ends in 0, tops up if it ends in 5, and sells otherwise.
 */
const events = 40
const orders = 60_000
const ofOne = BigInt(orders / events)
const [selling, toppingUp, takingBack] = [3n, 5n, 10n]

/** The accounts of a guest, of issued vouchers and of spent ones. */
const accounts = { guest: 100, voucherCreate: 1n, saleExit: 2n }

const catalogue = SqlClient.SqlClient.use((sql) =>
  Effect.all([
    sql`insert into node (id, parent, name, description, parent_ids)
      select n, 0, 'Event ' || n, '', '{0}' from generate_series(1, ${events}::int) n`,
    sql`insert into event (event_id, settings) select n, '{}' from generate_series(1, ${events}::int) n`,
    sql`insert into tax_rate (event_id, id, node_id, name, rate, description)
      select n, 1, n, 'none', 0, '' from generate_series(1, ${events}::int) n`,
    sql`insert into product (event_id, id, node_id, type, name, price, fixed_price, tax_rate_id, is_returnable)
      select n, kind.id, n, kind.type, kind.name, 100, true, 1, kind.name = 'Deposit'
      from generate_series(1, ${events}::int) n, (values
        (1, 'user_defined', 'Beer'), (2, 'user_defined', 'Deposit'), (3, 'topup', 'Top Up'), (4, 'topup', 'Old Top Up')
      ) as kind (id, type, name)`
  ], { discard: true })
)

const crowd = SqlClient.SqlClient.use((sql) =>
  Effect.all([
    sql`with stored as (
        insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
          item_count, cancels_order)
        select 1 + n % ${events}::int, gen_random_uuid(), '',
          case n % 10 when 9 then 'cancel_sale' when 4 then 'top_up' else 'sale' end,
          'cash', ${DateTime.toDateUtc(begin)}::timestamptz + n * interval '1 second', 1, 1 + n / ${events}::int % 2, 1,
          2, case when n % 10 = 9 then n end
        from generate_series(0, ${orders}::int - 1) n
        returning event_id, id, order_type
      )
      insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
        tax_rate_id, tax_name, tax_rate, total_price, total_tax)
      select event_id, id, item, sign, case order_type when 'top_up' then 3 else 1 end + item, 1, 100, 1, 'none', 0,
        sign * 100, 0
      from stored, generate_series(0, 1) item,
        lateral (select case order_type when 'cancel_sale' then -1 else 1 end) as way (sign)`,
    sql`insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at)
      select event_id, id, way.source, way.target, 0, 1, booked_at
      from ordr, lateral (select
        case order_type when 'sale' then ${accounts.guest}::int when 'cancel_sale' then 2 else 1 end,
        case order_type when 'sale' then 2 else ${accounts.guest}::int end
      ) as way (source, target)`,
    sql`analyze ordr, line_item, posting`
  ], { discard: true })
)

/** Number of sequential scans by the connection. */
const scans = SqlClient.SqlClient.use((sql) =>
  sql`select relname, seq_scan from pg_stat_xact_user_tables
    where relname in ('ordr', 'line_item', 'posting') order by relname`
)

/** Runs a query and asserts that it scans no growing table sequentially. */
const found = Effect.fnUntraced(
  function*<A, E, R>(query: Effect.Effect<A, E, R>) {
    const before = yield* scans
    const answer = yield* query
    assert.deepStrictEqual(yield* scans, before)
    return answer
  },
  (effect) => SqlClient.SqlClient.use((sql) => sql.withTransaction(effect))
)

/** The time limit of statements after a query, which it keeps until the end of the transaction around it. */
const limitAfter = <A, E, R>(query: Effect.Effect<A, E, R>) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.andThen(
        query,
        sql<{ statement_timeout: string }>`select current_setting('statement_timeout') as statement_timeout`
      )
    )
  )

const cents = (slices: ReadonlyArray<Slice>) => slices.reduce((sum, { revenue }) => sum + revenue, 0n)

const crowded = Layer.effectDiscard(Effect.andThen(catalogue, crowd))

const repositories = [RevenueRepository.layer, TakingsRepository.layer, BookingSummaries.layer, crowded] as const

const database = Layer.mergeAll(StatisticsRepository.layer, ...repositories).pipe(
  Layer.provideMerge(databaseLayer)
)

const [from, to, dayEnds] = [begin, after(48), [after(10), after(34)]]
const tillIds = [1n, 2n]

layer(database)("found without reading what others booked are", (it) => {
  it.effect("sales of an event, a till or an hour", () =>
    Effect.gen(function*() {
      const { sold } = yield* StatisticsRepository
      const all = { eventId: selling, tillIds, from, to, dayEnds }
      const whole = yield* found(sold(all))
      assert.strictEqual(cents(whole), ofOne * 200n)
      assert.deepStrictEqual(Array.from(new Set(whole.map(({ day }) => day))), [0, 1])
      assert.strictEqual(cents(yield* found(sold({ ...all, tillIds: [1n] }))), ofOne * 100n)
      const hour = yield* found(sold({ ...all, from: after(5), to: after(6) }))
      assert.strictEqual(cents(hour), 3600n / BigInt(events) * 200n)
      assert.lengthOf(hour, 4)
      assert.strictEqual(cents(yield* found(sold({ ...all, eventId: takingBack }))), ofOne * -200n)
      assert.deepStrictEqual(yield* found(sold({ ...all, eventId: toppingUp })), [])
    }))

  it.effect("sales by product, which add up to them", () =>
    Effect.gen(function*() {
      const { sold, soldByProduct } = yield* StatisticsRepository
      const all = { eventId: selling, tillIds, from, to, dayEnds }
      const slices = yield* found(soldByProduct(all))
      assert.deepStrictEqual(Array.from(new Set(slices.map(({ product_name }) => product_name))), ["Beer", "Deposit"])
      assert.strictEqual(cents(slices), cents(yield* sold(all)))
      const beer = slices.filter(({ product_id }) => product_id === 1n)
      assert.strictEqual(cents(beer), ofOne * 100n)
      assert.deepStrictEqual(
        beer.map(({ quarter }) => quarter.epochMilliseconds),
        beer.map(({ quarter }) => quarter.epochMilliseconds).toSorted((a, b) => a - b)
      )
      const hour = yield* found(soldByProduct({ ...all, tillIds: [2n], from: after(5), to: after(6) }))
      assert.strictEqual(cents(hour), 3600n / BigInt(events) * 100n)
    }))

  it.effect("lines for a type of products, whichever product of it", () =>
    Effect.gen(function*() {
      const { booked } = yield* StatisticsRepository
      const topUps = { eventId: toppingUp, product: "topup", orders: ["ticket", "top_up"], from, to, dayEnds } as const
      assert.strictEqual(cents(yield* found(booked(topUps))), ofOne * 200n)
      const hour = yield* found(booked({ ...topUps, from: after(5), to: after(6) }))
      assert.strictEqual(cents(hour), 3600n / BigInt(events) * 200n)
      assert.deepStrictEqual(yield* found(booked({ ...topUps, product: "ticket" })), [])
      assert.deepStrictEqual(yield* found(booked({ ...topUps, orders: ["pay_out"] })), [])
      assert.deepStrictEqual(yield* found(booked({ ...topUps, eventId: selling })), [])
    }))

  it.effect("sums of lines, for which a large event takes longer than requests may", () =>
    Effect.gen(function*() {
      const { booked, byPaymentMethod, soldByProduct } = yield* StatisticsRepository
      const { slices } = yield* TakingsRepository
      const all = { eventId: selling, from, to, dayEnds }
      const sums: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        soldByProduct({ ...all, tillIds }),
        booked({ ...all, product: "topup", orders: ["top_up"] }),
        byPaymentMethod(all),
        slices({ ...all, tillIds, by: "day" })
      ]
      for (const sum of sums) assert.deepStrictEqual(yield* limitAfter(sum), [{ statement_timeout: "10min" }])
    }))

  it.effect("takings by hour, day, till, method and product, which add up to what was sold", () =>
    Effect.gen(function*() {
      const { slices } = yield* TakingsRepository
      const all = { eventId: selling, tillIds, from, to, dayEnds }
      for (const by of ["hour", "day", "till", "method", "product"] as const) {
        const sums = yield* found(slices({ ...all, by }))
        assert.strictEqual(sums.reduce((sum, { sales }) => sum + sales, 0n), ofOne * 200n, by)
        assert.strictEqual(sums.reduce((sum, { pieces }) => sum + pieces, 0), Number(ofOne) * 2, by)
      }
      const [toppedUp] = yield* found(slices({ ...all, eventId: toppingUp, by: "method" }))
      assert.deepStrictEqual(
        [toppedUp?.key, toppedUp?.sales, toppedUp?.top_ups, toppedUp?.pieces],
        ["cash", Money.zero, Money.Cents.make(ofOne * 200n), 0]
      )
    }))

  it.effect("vouchers that came and went", () =>
    Effect.gen(function*() {
      const { vouchers } = yield* StatisticsRepository
      const of = (eventId: bigint, hours: readonly [number, number] = [0, 48]) =>
        found(vouchers({ eventId, ...accounts, from: after(hours[0]), to: after(hours[1]) }))
      const count = Number(ofOne)
      assert.deepStrictEqual(yield* of(selling), { vouchers_issued: 0, vouchers_spent: count })
      assert.deepStrictEqual(yield* of(takingBack), { vouchers_issued: 0, vouchers_spent: -count })
      assert.deepStrictEqual(yield* of(toppingUp), { vouchers_issued: count, vouchers_spent: 0 })
      assert.deepStrictEqual(yield* of(toppingUp, [5, 6]), { vouchers_issued: 3600 / events, vouchers_spent: 0 })
      assert.deepStrictEqual(yield* of(toppingUp, [20, 48]), { vouchers_issued: 0, vouchers_spent: 0 })
    }))

  it.effect("the same and the first sales, once bookings were added up", () =>
    Effect.gen(function*() {
      const { slices } = yield* TakingsRepository
      const { soldByProduct } = yield* StatisticsRepository
      const { first } = yield* RevenueRepository
      const all = { eventId: selling, tillIds, from, to, dayEnds }
      const sums = Effect.all([
        found(slices({ ...all, by: "hour" })),
        found(soldByProduct({ ...all, from: after(1.1), to: after(3.3) }))
      ])
      // 22 or 23 sales in a quarter of an hour.
      const firsts = Effect.forEach([1, 22, 23, 100, 2_000], (limit) => found(first({ ...all, limit })))
      const before = [yield* sums, yield* firsts]
      assert.deepStrictEqual((yield* firsts).map(({ length }) => length), [1, 22, 23, 100, 1_500])
      yield* summedUp
      assert.deepStrictEqual([yield* sums, yield* firsts], before)
    }))
})
