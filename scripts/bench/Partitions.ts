// What partitions by event would change: line items and postings of many events in one table each, as they are, in a partition
// for each event, and in partitions by hash.
import { Books } from "@wristbank/core/journal/Books"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Festival, makeAll } from "./Festival.ts"
import { median } from "./Median.ts"
import { entriesOf } from "./RawCeiling.ts"
import { withoutIndexes } from "./RebuiltIndexes.ts"
import { timed } from "./ReportRuns.ts"

export const layouts = ["one table", "a partition an event", "8 partitions by hash"] as const
export type Layout = typeof layouts[number]

const tables = ["line_item", "posting"]

/** How often bookings are measured in each layout, in turn. */
export const rounds = 3

/** Sales under way at once. */
const inFlight = 64

/** Of each event. */
const guests = 2_000

/** Orders whose rows are made at once. */
const atOnce = 1_000_000

const partitioned = Effect.fnUntraced(function*(layout: Layout, eventIds: ReadonlyArray<number>) {
  if (layout === "one table") return
  const sql = yield* SqlClient.SqlClient
  const parts = layout === "8 partitions by hash"
    ? Array.from({ length: 8 }, (_, n) => [String(n), `with (modulus 8, remainder ${n})`])
    : eventIds.map((id) => [String(id), `in (${id})`])
  for (const table of tables) {
    yield* sql.unsafe(`alter table ${table} rename to whole`)
    const by = layout === "8 partitions by hash" ? "hash" : "list"
    yield* sql.unsafe(`create table ${table} (like whole including all) partition by ${by} (event_id)`)
    for (const [name, values] of parts) {
      yield* sql.unsafe(`create table ${table}_${name} partition of ${table} for values ${values}`)
    }
    yield* sql.unsafe(`insert into ${table} select * from whole`)
    yield* sql.unsafe("drop table whole")
  }
  yield* sql`select setval(pg_get_serial_sequence('posting', 'id'), max(id)) from posting`
})

/** Lines and postings of sales at all events in turn, as if guests had paid from their balances. Nothing else of these sales is made. */
const addRows = Effect.fnUntraced(function*(orders: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create temporary table sold_at as
    select event.event_id, event.at, product.id as product_id, product.revision_id, product.tax_rate_id, sale_exit.id as sale_exit
    from (select event_id, row_number() over (order by event_id) - 1 as at from event) event
      join product on product.event_id = event.event_id and product.name = 'Beer'
      join account sale_exit on sale_exit.event_id = event.event_id and sale_exit.type = 'sale_exit'`
  yield* sql`create temporary table buyer as
    select event_id, id, row_number() over (partition by event_id order by id) - 1 as at
    from account where type = 'private'`
  yield* sql`create index on buyer (event_id, at)`
  yield* sql`analyze sold_at, buyer`
  for (let first = 0; first < orders; first += atOnce) {
    const last = Math.min(first + atOnce, orders) - 1
    const numbers = sql`generate_series(${first}::bigint, ${last}::bigint) n
      join sold_at on sold_at.at = n % (select count(*) from sold_at)`
    yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
        tax_rate_id, tax_name, tax_rate, total_price, total_tax)
      select event_id, 1000 + n, item, 2, product_id, revision_id, 100, tax_rate_id, 'ust', 1900, 200, 32
      from ${numbers} cross join lateral generate_series(0, case n % 3 when 0 then 2 else 1 end) item`
    yield* sql`insert into posting (event_id, order_id, source_account, target_account, amount, vouchers, booked_at,
        source_balance, source_vouchers)
      select sold_at.event_id, 1000 + n, buyer.id, sale_exit, 400, 0, now(), 0, 0
      from ${numbers} join buyer on buyer.event_id = sold_at.event_id and buyer.at = (n * 7919 + n / ${guests}) % ${guests}`
  }
  yield* sql`select setval(pg_get_serial_sequence('ordr', 'id'), ${1000 + orders})`
})

const unlimited = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql.withTransaction(Effect.andThen(sql`set local statement_timeout = 0`, effect))
})

/** A statement that no transaction may surround. */
const alone = (statement: string) =>
  Effect.scoped(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    for (const one of ["set statement_timeout = 0", statement, "reset statement_timeout"]) {
      yield* connection.executeUnprepared(one, [], undefined)
    }
  }))

/** Events, and the rows of orders in a layout. */
export const fillPartitions = Effect.fnUntraced(function*(layout: Layout, events: number, orders: number) {
  const festivals = yield* makeAll(
    Array.from({ length: events }, () => ({ customers: guests, terminals: 1, tickets: 0 }))
  )
  const started = performance.now()
  yield* unlimited(Effect.andThen(
    partitioned(layout, festivals.map(({ eventId }) => eventId)),
    withoutIndexes(tables, addRows(orders))
  ))
  yield* alone(`vacuum analyze ${tables.join(", ")}`)
  return { layout, festivals, seconds: Math.round((performance.now() - started) / 1000) }
})

const logBytes = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ bytes: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as bytes`,
    ([row]) => row!.bytes
  )
)

/** Sales of all events in turn, as the server stores them: many in a statement. */
export const measureBooking = Effect.fnUntraced(
  function*(place: { readonly postmaster: number }, festivals: ReadonlyArray<Festival>, seconds: number) {
    const books = yield* Books
    const entries = yield* Effect.forEach(festivals, entriesOf)
    const latencies: Array<number> = []
    let n = 0
    const booking = Effect.suspend(() => {
      const end = performance.now() + seconds * 1000
      const till = Effect.gen(function*() {
        while (performance.now() < end) {
          const from = performance.now()
          const { outcome } = yield* books.store(entries[n++ % entries.length]!())
          if (outcome !== "booked") return yield* Effect.die(new Error(`An entry was not stored: ${outcome}`))
          latencies.push(performance.now() - from)
        }
      })
      return Effect.all(Array.from({ length: inFlight }, () => till), { concurrency: "unbounded", discard: true })
    })
    const before = yield* logBytes
    const { databaseCpu } = yield* timed(place, booking)
    const sorted = latencies.toSorted((a, b) => a - b)
    return {
      perSecond: sorted.length / seconds,
      databaseMicros: databaseCpu / sorted.length * 1e6,
      p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
      p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
      log: ((yield* logBytes) - before) / sorted.length
    }
  }
)

type Booked = Effect.Success<ReturnType<typeof measureBooking>>

const indexSizes = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ all: number; largest: number }>`
      select sum(size)::float8 as all, max(size)::float8 as largest
      from (
        select pg_relation_size(indexrelid) as size
        from unnest(${tables}::text[]) name cross join pg_partition_tree(name::regclass) part
          join pg_index on pg_index.indrelid = part.relid
        union all
        select pg_relation_size(indexrelid) from pg_index
        where indrelid = any(${tables}::text[]::regclass[])
      ) index`,
    ([row]) => row!
  )
)

/** Everything that is stored of an event's lines and postings. */
const removeEvent = Effect.fnUntraced(function*(layout: Layout, eventId: number) {
  const sql = yield* SqlClient.SqlClient
  if (layout === "a partition an event") {
    for (const table of tables) yield* sql.unsafe(`drop table ${table}_${eventId}`)
    return
  }
  yield* sql`set local session_replication_role = replica`
  for (const table of tables) yield* sql.unsafe(`delete from ${table} where event_id = ${eventId}`)
})

const mebi = (bytes: number) => Math.round(bytes / 1024 / 1024)
const rounded = (value: number) => Math.round(value * 100) / 100
/** Seconds, and seconds of a core. */
const shown = (one: { readonly seconds: number; readonly databaseCpu: number }) =>
  `${rounded(one.seconds)} (${rounded(one.databaseCpu)})`

/** What one layout takes, in a row for each measurement. */
export const measureLayout = Effect.fnUntraced(function*(
  place: { readonly postmaster: number },
  { festivals, layout, seconds }: Effect.Success<ReturnType<typeof fillPartitions>>,
  booked: ReadonlyArray<Booked>
) {
  const sql = yield* SqlClient.SqlClient
  const of = (pick: (one: Booked) => number) => rounded(median(booked.map(pick)))
  const [first, second] = festivals
  const sum = sql`select sum(total_price) from line_item where event_id = ${second!.eventId}`
  const indexes = yield* indexSizes
  // The second time, as the first may read from the disk.
  yield* unlimited(sum)
  const summed = yield* timed(place, unlimited(sum))
  const vacuumed = yield* timed(place, alone(`vacuum ${tables.join(", ")}`))
  const before = yield* logBytes
  const removed = yield* timed(place, unlimited(removeEvent(layout, first!.eventId)))
  const removalLog = (yield* logBytes) - before
  const cleaned = yield* timed(place, alone(`vacuum ${tables.join(", ")}`))
  return {
    "filled in, s": seconds,
    "sales a second": Math.round(of(({ perSecond }) => perSecond)),
    "CPU time of the database a sale, µs": Math.round(of(({ databaseMicros }) => databaseMicros)),
    "p50; p99, ms": `${of(({ p50 }) => p50)}; ${of(({ p99 }) => p99)}`,
    "log a sale, bytes": Math.round(of(({ log }) => log)),
    "all indexes; the largest, MiB": `${mebi(indexes.all)}; ${mebi(indexes.largest)}`,
    "sum of the lines of an event": shown(summed),
    "vacuum after these sales": shown(vacuumed),
    "removal of an event": shown(removed),
    "log of it, MiB": mebi(removalLog),
    "vacuum after it": shown(cleaned)
  }
})
