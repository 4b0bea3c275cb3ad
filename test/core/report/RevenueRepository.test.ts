import { assert, layer } from "@effect/vitest"
import { RevenueRepository } from "@wristbank/core/report/RevenueRepository"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { databaseLayer } from "../../support/database.ts"
import { at } from "./ReportTimes.ts"

const begin = at("2046-07-01T08:00:00Z")
const after = (hours: number) => DateTime.add(begin, { hours })

/** Many events that sell at the same time, an order of two lines a second in turn: 1.00 each, one in ten taken back. */
const events = 40
const orders = 60_000

const crowd = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`with stored as (
        insert into ordr (event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id,
          item_count, cancels_order)
        select 1 + n % ${events}::int, gen_random_uuid(), '', case when n % 10 = 9 then 'cancel_sale' else 'sale' end,
          'cash', ${DateTime.toDateUtc(begin)}::timestamptz + n * interval '1 second', 1, 1 + n / ${events}::int % 2, 1,
          2, case when n % 10 = 9 then n end
        from generate_series(0, ${orders}::int - 1) n
        returning event_id, id, order_type
      )
      insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
        tax_rate_id, tax_name, tax_rate, total_price, total_tax)
      select event_id, id, item, sign, 1, 1, 100, 1, 'none', 0, sign * 100, 0
      from stored, generate_series(0, 1) item,
        lateral (select case order_type when 'sale' then 1 else -1 end) as way (sign)`,
    sql`analyze ordr, line_item`
  )
)

/** What was sold, and the tables that were read from end to end for it. */
const read = Effect.fnUntraced(
  function*(eventId: bigint, tillIds: ReadonlyArray<bigint>, from: DateTime.Utc, to: DateTime.Utc) {
    const sql = yield* SqlClient.SqlClient
    const slices = yield* RevenueRepository.use((repository) =>
      repository.sold({ eventId, tillIds, from, to, dayEnds: [after(10), after(34)] })
    )
    const scanned = yield* sql<{ relname: string }>`select relname from pg_stat_xact_user_tables
      where relname in ('ordr', 'line_item') and seq_scan > 0`
    return { cents: slices.reduce((sum, { revenue }) => sum + revenue, 0n), scanned, slices }
  },
  (effect) => SqlClient.SqlClient.use((sql) => sql.withTransaction(effect))
)

layer(RevenueRepository.layer.pipe(Layer.provideMerge(databaseLayer)), { timeout: "60 seconds" })(
  "revenue",
  (it) => {
    it.effect("of an event, a till or an hour is found without reading what others sold", () =>
      Effect.gen(function*() {
        yield* crowd
        const of = BigInt(orders / events)
        // Every order of an event whose number ends in 9, or in 0, is a cancel: these are sales alone.
        const whole = yield* read(3n, [1n, 2n], begin, after(48))
        assert.deepStrictEqual(whole.scanned, [])
        assert.strictEqual(whole.cents, of * 200n)
        assert.deepStrictEqual(Array.from(new Set(whole.slices.map(({ day }) => day))), [0, 1])
        const till = yield* read(3n, [1n], begin, after(48))
        assert.deepStrictEqual(till.scanned, [])
        assert.strictEqual(till.cents, of * 100n)
        const hour = yield* read(3n, [1n, 2n], after(5), after(6))
        assert.deepStrictEqual(hour.scanned, [])
        assert.strictEqual(hour.cents, 3600n / BigInt(events) * 200n)
        assert.lengthOf(hour.slices, 4)
        const cancelled = yield* read(10n, [1n, 2n], begin, after(48))
        assert.strictEqual(cancelled.cents, of * -200n)
      }), 60_000)
  }
)
