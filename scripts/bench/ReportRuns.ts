// Reports and statistics over many orders: the time of each, and what bookings at tills lose beside them, in one run.
import { Accounts } from "@wristbank/core/guest/Accounts"
import { RollUp } from "@wristbank/core/journal/RollUp"
import { Access } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { FlatExports } from "@wristbank/core/report/FlatExports"
import { PayoutReports } from "@wristbank/core/report/PayoutReports"
import { RevenueReports } from "@wristbank/core/report/RevenueReports"
import { Statistics } from "@wristbank/core/report/Statistics"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { DateTime, Effect, Fiber } from "effect"
import { compared, type Pace, paces, salesAt } from "./BookingsBeside.ts"
import type { Festival } from "./Festival.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { fillOrders } from "./ManyOrders.ts"
import { median } from "./Median.ts"
import * as Usage from "./Usage.ts"

/** How often each answer is made, and how often bookings are measured. */
const rounds = 3

/** The first day of the orders; the event begins with it. */
const firstDay = "2026-06-01"

const days = 4

export interface Options {
  readonly festival: Festival
  readonly folder: string
  readonly port: number
  /** Process id. */
  readonly postmaster: number
  readonly seconds: number
  readonly orders: number
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

/** The caller who may read everything. */
export const reader = (eventId: bigint) =>
  Access.use((access) => access.atEvent({ userId: 1n }, eventId, { privileges: ["node_administration"] }))

/** Every report and statistic of an event; those of an earlier moment lack half of the orders of four days. */
export const answersOf = Effect.fnUntraced(function*(caller: AtEvent, beginning: string) {
  const accounts = yield* Accounts
  const daily = yield* DailyReports
  const exports = yield* FlatExports
  const payouts = yield* PayoutReports
  const revenue = yield* RevenueReports
  const statistics = yield* Statistics
  const whole = { from: null, to: null }
  const begin = DateTime.makeUnsafe(`${beginning}T06:00:00Z`)
  const asOf = DateTime.add(begin, { days: days / 2 })
  const secondDay = DateTime.formatIsoDateUtc(DateTime.add(begin, { days: 1 }))
  const day = (moment: DateTime.Utc | null) =>
    daily.read(caller, { date: secondDay, nodeIds: [caller.eventId], asOf: moment })
  const answers: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    "daily report": day(null),
    "daily report as of a moment": day(DateTime.subtract(asOf, { hours: 6 })),
    "revenue report": revenue.revenue(caller, null),
    settlement: revenue.settlement(caller, null),
    "payout report": payouts.read(caller, null),
    "payout report as of a moment": payouts.read(caller, asOf),
    "money overview": accounts.overview(caller, null),
    "money overview as of a moment": accounts.overview(caller, asOf),
    "statistics: products": statistics.products(caller, whole),
    "statistics: payment methods": statistics.paymentMethods(caller, whole),
    "statistics: vouchers": statistics.vouchers(caller, whole),
    "statistics: free tickets": statistics.freeTickets(caller, whole),
    "statistics: entries": statistics.entries(caller, whole),
    "statistics: top-ups": statistics.topUps(caller, whole),
    "statistics: pay-outs": statistics.payOuts(caller, whole),
    "statistics: takings by hour": statistics.takings(caller, { asked: whole, by: "hour", compared: null }),
    "statistics: takings by product": statistics.takings(caller, { asked: whole, by: "product", compared: null })
  }
  const exported = exports.write(caller, { table: "line-items", ...whole }, () => Effect.void)
  return { answers, exported }
})

const memory = () => Math.round(process.memoryUsage().rss / 1024 / 1024)

/** An answer, the seconds that it took, and CPU seconds of the database meanwhile. */
export const timed = Effect.fnUntraced(function*<A, E, R>(
  { postmaster }: Pick<Options, "postmaster">,
  effect: Effect.Effect<A, E, R>
) {
  const [from, before] = [performance.now(), Usage.ofProcesses(postmaster)]
  const answer = yield* effect
  const seconds = (performance.now() - from) / 1000
  return { answer, seconds, databaseCpu: (Usage.ofProcesses(postmaster)?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0) }
})

const rounded = (n: number) => Math.round(n * 100) / 100

const measureAnswers = Effect.fnUntraced(
  function*(options: Options, answers: Readonly<Record<string, Effect.Effect<unknown, unknown>>>) {
    const rows = []
    for (const [name, answer] of Object.entries(answers)) {
      const times = []
      for (let round = 0; round < rounds; round++) times.push(yield* timed(options, answer))
      const row = {
        name,
        seconds: rounded(median(times.map(({ seconds }) => seconds))),
        databaseCpu: rounded(median(times.map(({ databaseCpu }) => databaseCpu))),
        memory: memory()
      }
      process.stdout.write(`${name.padEnd(32)} ${row.seconds} s, ${row.databaseCpu} s of a core, ${row.memory} MiB\n`)
      rows.push(row)
    }
    return rows
  }
)

/** The pause after each report, in seconds: none, or that of someone who reads it. */
const pauses = [10, 0] as const

/** Bookings alone and beside reports, in turn. */
const beside = Effect.fnUntraced(
  function*(options: Options, pace: Pace, pause: number, report: Effect.Effect<unknown, unknown>) {
    const booked = options.load(options.folder, salesAt(pace, options))
    const [alone, busy]: [Array<LoadResult>, Array<LoadResult>] = [[], []]
    let reports = 0
    const reporting = Effect.forever(
      Effect.andThen(Effect.tap(report, () => Effect.sync(() => reports++)), Effect.sleep(`${pause} seconds`))
    )
    for (let round = 0; round < rounds; round++) {
      alone.push(yield* booked)
      const fiber = yield* Effect.forkChild(reporting)
      busy.push(yield* booked)
      yield* Fiber.interrupt(fiber)
    }
    const found = { pace: pace.name, pause, reports, ...compared(alone, busy) }
    process.stdout.write(`${JSON.stringify(found)}\n`)
    return found
  }
)

/** Measures everything; takes some minutes. */
export const measureReports = Effect.fnUntraced(function*(options: Options) {
  const eventId = BigInt(options.festival.eventId)
  yield* fillOrders({ eventId: Number(eventId), orders: options.orders, firstDay, days, stalls: 20 })
  // As the worker does beside a server.
  yield* RollUp.use((rollUp) => rollUp.advance())
  const summary = yield* timed(options, BookingSummaries.use((summaries) => summaries.advance()))
  process.stdout.write(`summary of all orders ${rounded(summary.seconds)} s\n`)
  const { answers, exported } = yield* answersOf(yield* reader(eventId), firstDay)
  const before = memory()
  const rows = yield* measureAnswers(options, answers)
  const { answer: _, ...exportOfLines } = yield* timed(options, exported)
  process.stdout.write(
    `memory before ${before} MiB; export of all lines ${rounded(exportOfLines.seconds)} s, then ${memory()} MiB\n`
  )
  const bookings = []
  for (const pause of pauses) {
    for (const pace of paces) bookings.push(yield* beside(options, pace, pause, answers["daily report"]!))
  }
  return { rows, exportOfLines, bookings }
})
