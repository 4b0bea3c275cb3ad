// The import of a presale from the stand-in shop by a worker process: its time, memory and load of the database; and bookings
// at tills with and without an import beside them, in turn, in one run.
import { eventSecret } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { dirname, join, resolve } from "node:path"
import { compared, type Pace, paces, salesAt } from "./BookingsBeside.ts"
import type { Festival } from "./Festival.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { median } from "./Median.ts"
import * as Usage from "./Usage.ts"

const root = resolve(import.meta.dirname, "../..")

/** How often bookings are measured alone and beside an import. */
const rounds = 3

export interface Options {
  readonly databaseUrl: Redacted.Redacted
  readonly secretKey: Redacted.Redacted
  readonly festival: Festival
  readonly folder: string
  readonly port: number
  /** Process id. */
  readonly postmaster: number
  readonly seconds: number
  /** Orders of the first import. */
  readonly orders: number
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

/** A process that imports at this pace. */
const worker = ({ databaseUrl, secretKey }: Options, requestsPerMinute: number) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(root, "cli/bin/wristbank.js"), "work"], {
        env: {
          PATH: dirname(process.execPath),
          HOME: process.env["HOME"] ?? "",
          DATABASE_URL: Redacted.value(databaseUrl),
          WRISTBANK_SECRET_KEY: Redacted.value(secretKey),
          WRISTBANK_PRESALE_NETWORKS: "127.0.0.0/8",
          WRISTBANK_PRESALE_REQUESTS_PER_MINUTE: String(requestsPerMinute)
        },
        stdio: ["ignore", "ignore", "inherit"]
      })
    ),
    (child) =>
      Effect.promise(async () => {
        child.kill("SIGTERM")
        if (child.exitCode === null) await once(child, "exit")
      })
  )

const connect = Effect.fnUntraced(function*(eventId: bigint) {
  const { book, url } = yield* FakePretix
  const secrets = yield* Secrets
  const sql = yield* SqlClient.SqlClient
  const settings = {
    pretix_presale_enabled: true,
    pretix_shop_url: url,
    pretix_organizer: book.organizer,
    pretix_event: book.event,
    pretix_ticket_ids: [101],
    pretix_topup_ids: [201]
  }
  const sealed = { pretix_api_key: secrets.seal(eventSecret(eventId, "pretix_api_key"), book.key) }
  yield* sql`update event set settings = settings || ${JSON.stringify(settings)}::jsonb,
    secrets = secrets || ${JSON.stringify(sealed)}::jsonb where event_id = ${eventId}`
})

/** Places paid orders of one ticket, two in three of them with credit. */
const place = (from: number, count: number) =>
  Effect.map(FakePretix, ({ book }) => {
    for (let n = from; n < from + count; n++) {
      const credit = { id: 10_000_000 + n, item: 201, price: "20.00", secret: `c ${n}`, addon_to: n }
      const ticket = { id: n, item: 101, price: "45.00", secret: `ticket ${n}`, attendee_name: `Guest ${n}` }
      book.place(`O${n}`, n % 3 === 0 ? [ticket] : [ticket, credit])
    }
  })

const imported = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ n: number }>`select count(*)::integer as n from presale_order`, ([row]) => row!.n)
)

const transactions = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ n: number }>`select (xact_commit + xact_rollback)::float8 as n from pg_stat_database
      where datname = current_database()`,
    ([row]) => row!.n
  )
)

const until = <E, R>(count: number, each: Effect.Effect<void, E, R>) =>
  Effect.gen(function*() {
    while ((yield* imported) < count) {
      yield* each
      yield* Effect.sleep("200 millis")
    }
  })

const isRead = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ isRead: boolean }>`select read_at is not null as "isRead" from presale_source`,
    ([row]) => row?.isRead === true
  )
)

const cpu = (after: Usage.Usage | undefined, earlier: Usage.Usage | undefined) =>
  Math.round((after?.cpuSeconds ?? 0) - (earlier?.cpuSeconds ?? 0))

/** Imports everything into an empty event, beside nothing. */
const first = Effect.fnUntraced(function*(options: Options) {
  const child = yield* worker(options, 60_000)
  const pid = child.pid ?? 0
  let [from, largest] = [performance.now(), 0]
  yield* until(1, Effect.sync(() => from = performance.now()))
  const before = [Usage.ofProcess(pid), Usage.ofProcesses(options.postmaster), yield* transactions] as const
  yield* until(options.orders, Effect.sync(() => largest = Math.max(largest, Usage.ofProcess(pid)?.memory ?? 0)))
  const seconds = (performance.now() - from) / 1000
  // The reading itself has to end as well, so that the next one begins after it.
  while ((yield* isRead) === false) yield* Effect.sleep("200 millis")
  return {
    orders: options.orders,
    seconds: Math.round(seconds),
    perSecond: Math.round(options.orders / seconds),
    memory: largest,
    workerCpuSeconds: cpu(Usage.ofProcess(pid), before[0]),
    databaseCpuSeconds: cpu(Usage.ofProcesses(options.postmaster), before[1]),
    transactions: (yield* transactions) - before[2]
  }
}, Effect.scoped)

let placed = 0

/** Bookings alone and beside an import, in turn. The import must last as long as the bookings. */
const beside = Effect.fnUntraced(function*(options: Options, pace: Pace, perMinute: number) {
  const booked = options.load(options.folder, salesAt(pace, options))
  const alone: Array<LoadResult> = []
  const busy: Array<LoadResult> = []
  const rates: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    alone.push(yield* booked)
    yield* Effect.scoped(Effect.gen(function*() {
      const known = yield* imported
      const since = (yield* FakePretix).book.now()
      yield* SqlClient.SqlClient.use((sql) =>
        sql`update presale_source set changed_since = ${since}, requested_at = now()`
      )
      // What a round leaves over is not read by the next one.
      yield* place(1_000_000 * ++placed, perMinute > 1000 ? 60_000 : 15_000)
      yield* worker(options, perMinute)
      yield* until(known + 1, Effect.void)
      const [from, at] = [yield* imported, performance.now()]
      busy.push(yield* booked)
      const to = yield* imported
      if (to === from) return yield* Effect.die(new Error("The import ended before the bookings did"))
      rates.push((to - from) / ((performance.now() - at) / 1000))
    }))
  }
  const found = {
    pace: pace.name,
    requestsPerMinute: perMinute,
    ordersPerSecond: Math.round(median(rates)),
    ...compared(alone, busy)
  }
  process.stdout.write(`${JSON.stringify(found)}\n`)
  return found
})

export const measurePresale = Effect.fnUntraced(function*(options: Options) {
  yield* connect(BigInt(options.festival.eventId))
  yield* place(1, options.orders)
  const whole = yield* first(options)
  process.stdout.write(`${JSON.stringify(whole)}\n`)
  const bookings = []
  for (const perMinute of [300, 60_000]) {
    for (const pace of paces) bookings.push(yield* beside(options, pace, perMinute))
  }
  return { import: whole, bookings }
}, Effect.provide(FakePretix.layer))
