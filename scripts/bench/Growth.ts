// An event as it grows: what sales, lists, searches, reports and the examination of the whole ledger take with ever more orders.
import { RollUp } from "@wristbank/core/journal/RollUp"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { BookingSummaries } from "@wristbank/core/sale/BookingSummaries"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { called, defects, type Place } from "./CallRuns.ts"
import type { Festival } from "./Festival.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { fillOrders } from "./ManyOrders.ts"
import { median } from "./Median.ts"
import { nameGuests, officeCalls, signIn } from "./OfficeLists.ts"
import { answersOf, reader, timed } from "./ReportRuns.ts"
import { mixes } from "./Requests.ts"

/** How often calls are measured at each size, in turn, as the machine may have other work. */
export const rounds = 3

/** Business days of the event; the last one is today. */
const days = 4

/** Sales a second of the open load. */
const rate = 300

/** Ten thousand orders, ten times as many, and so on up to the largest number. */
export const sizesUpTo = (largest: number): ReadonlyArray<number> => {
  const sizes = []
  for (let size = 10_000; size < largest; size *= 10) sizes.push(size)
  return [...sizes, largest]
}

/** The event's first day, as YYYY-MM-DD. Days begin at 06:00. */
const firstDayBefore = (now: DateTime.Utc) =>
  DateTime.formatIsoDateUtc(DateTime.subtract(now, { hours: 6, days: days - 1 }))

/** Bytes of the tables of orders and their indexes, and of the log so far. */
const sizes = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ tables: number; log: number }>`
      select sum(pg_total_relation_size(name))::float8 as tables, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log
      from unnest(array['ordr', 'line_item', 'posting', 'signing_job', 'card_payment']::regclass[]) as name`,
    ([row]) => row!
  )
)

/** An event with a number of orders, up to now. */
export const fillEvent = Effect.fnUntraced(function*({ eventId }: Festival, orders: number) {
  const now = yield* DateTime.now
  const firstDay = firstDayBefore(now)
  yield* nameGuests(eventId)
  const before = yield* sizes
  const started = performance.now()
  yield* fillOrders({ eventId, orders, firstDay, days, until: DateTime.formatIso(now), stalls: 20 })
  const seconds = Math.round((performance.now() - started) / 1000)
  // As the worker does beside a server.
  yield* RollUp.use((rollUp) => rollUp.advance())
  yield* BookingSummaries.use((summaries) => summaries.advance())
  const bytesOfOrder = Math.round(((yield* sizes).tables - before.tables) / orders)
  return { orders, firstDay, seconds, bytesOfOrder, token: yield* signIn }
})

export interface Options extends Place {
  readonly seconds: number
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

export type Filled = Effect.Success<ReturnType<typeof fillEvent>>

const rounded = (value: number, digits = 2) => Number(value.toFixed(digits))

/** Sales of 32 terminals, then at a rate; accounts of guests at a terminal and in the portal. */
export const measureCalls = Effect.fnUntraced(function*(options: Options) {
  const run = (name: string, connections: number, perSecond?: number) =>
    called(options, {
      mix: mixes.get(name)!,
      connections,
      ...perSecond === undefined ? {} : { rate: perSecond },
      warmUpSeconds: 3,
      seconds: options.seconds,
      firstTicket: 0,
      tickets: 0
    })
  const before = yield* sizes
  const closed = yield* run("sale", 32)
  const after = yield* sizes
  const open = yield* run("sale", options.festival.tokens.length, rate)
  const account = yield* run("account", 8)
  const portal = yield* run("portal", 8)
  const failed = defects([closed, open, account, portal])
  if (failed.length > 0) throw new Error(failed.join("\n"))
  return { closed, open, account, portal, logOfSale: (after.log - before.log) / closed.answered }
})

type Calls = Effect.Success<ReturnType<typeof measureCalls>>

/** The medians of several rounds. */
const middle = (measured: ReadonlyArray<Calls>) => {
  const of = (pick: (one: Calls) => number | undefined) => rounded(median(measured.map((one) => pick(one) ?? 0)), 3)
  return {
    "sales a second at 32 terminals": of(({ closed }) => closed.perSecond),
    "their p50 and p99, ms": `${of(({ closed }) => closed.p50)}; ${of(({ closed }) => closed.p99)}`,
    "CPU time a sale: server, database, ms": `${of(({ closed }) => closed.serverMillis)}; ${
      of(({ closed }) => closed.databaseMillis)
    }`,
    "log a sale, bytes": Math.round(of(({ logOfSale }) => logOfSale)),
    [`p50 and p99 of ${rate} sales a second, ms`]: `${of(({ open }) => open.p50)}; ${of(({ open }) => open.p99)}`,
    "an account at a terminal, p50 and p99, ms": `${of(({ account }) => account.p50)}; ${
      of(({ account }) => account.p99)
    }`,
    "a screen of the portal, p50 and p99, ms": `${of(({ portal }) => portal.p50)}; ${of(({ portal }) => portal.p99)}`
  }
}

/** Lists, searches and the state of the event, in milliseconds. */
const lists = async ({ festival: { eventId }, port }: Options, { orders, token }: Filled) => {
  const { ask, timed: timedCall } = officeCalls(port, token)
  const list = (path: string) => timedCall(`${path}&node_id=${eventId}&limit=100`)
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  // Once only, as the server keeps the answer for all who ask a moment later.
  const now = await ask(`now?node_id=${eventId}`, [200, 503])
  return {
    "newest orders": await list("orders?sort=-id"),
    "orders of a till": await list("orders?till_id=7"),
    "orders of the last hour": await list(`orders?from_time=${hourAgo}`),
    "orders of a kind": await list("orders?order_type=top_up"),
    "guests by balance": await list("customers?sort=-balance"),
    "guests by a part of the name": await list("customers?search=garc%C3%ADa%2099"),
    "wristbands by a part of the PIN": await list("user-tags?search=PIN4242"),
    "search for a guest": await timedCall(`find?q=garc%C3%ADa&node_id=${eventId}`),
    "search for an order": await timedCall(`find?q=${orders / 2}&node_id=${eventId}`),
    "the state of the event": now.status === 200 ? Math.round(now.milliseconds) : "refused after 30 s"
  }
}

const shown = ({ databaseCpu, seconds }: { readonly databaseCpu: number; readonly seconds: number }) =>
  `${rounded(seconds)}; ${rounded(databaseCpu)}`

/** Reports and statistics. */
const answers = Effect.fnUntraced(function*(options: Options, firstDay: string) {
  const made = yield* answersOf(yield* reader(BigInt(options.festival.eventId)), firstDay)
  const rows: Record<string, string> = {}
  for (const [name, answer] of Object.entries(made.answers)) rows[`${name}, s`] = shown(yield* timed(options, answer))
  return rows
})

/** Measures an event of one size, after its calls. Fails if an invariant of its ledger is violated. */
export const measureSize = Effect.fnUntraced(function*(options: Options, filled: Filled, booked: ReadonlyArray<Calls>) {
  const listed = yield* Effect.promise(() => lists(options, filled))
  const reported = yield* answers(options, filled.firstDay)
  const diagnosed = yield* timed(options, Doctor.use((doctor) => doctor.diagnose(3)))
  const violated = diagnosed.answer.examinations.filter(({ count }) => count > 0)
  if (violated.length > 0) throw new Error(JSON.stringify(violated))
  // Of times in two numbers the second is CPU time of the database.
  return {
    "filled in, s": filled.seconds,
    "tables and indexes an order, bytes": filled.bytesOfOrder,
    ...middle(booked),
    ...listed,
    ...reported,
    "wristbank doctor, s": shown(diagnosed)
  }
})
