// Many events side by side: the same sales spread over many events, and all of them in one event with as many guests and
// terminals, at servers of their own on one database.
import { Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { called, defects, type Place } from "./CallRuns.ts"
import { type Festival, makeAll, type Size } from "./Festival.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { printColumns } from "./MarkdownTable.ts"
import { median } from "./Median.ts"
import { mixes } from "./Requests.ts"
import * as Usage from "./Usage.ts"

/** How often each load is measured, in turn, as the machine may have other work. */
const rounds = 3

/** Sales a second of the open load. */
const rate = 300

export interface Crowd {
  readonly events: number
  /** Of all events. */
  readonly terminals: number
  /** Of all events. */
  readonly guests: number
}

/** An event with everyone, and as many people in many events. */
export const fillEvents = Effect.fnUntraced(function*({ events, guests, terminals }: Crowd) {
  const whole: Size = { customers: guests, terminals, tickets: 0 }
  const part: Size = { customers: Math.floor(guests / events), terminals: Math.floor(terminals / events), tickets: 0 }
  const [one, ...many] = yield* makeAll([whole, ...Array.from({ length: events }, () => part)])
  return { one: one!, many }
})

export interface Options extends Pick<Place, "folder" | "postmaster"> {
  readonly seconds: number
  readonly crowd: Crowd
  /** Starts a server. */
  readonly serve: Effect.Effect<{ readonly pid: number; readonly port: number }, never, Scope.Scope>
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

interface Side {
  readonly festivals: ReadonlyArray<Festival>
  readonly pid: number
  readonly port: number
}

/** Sales as fast as they are answered, then at a rate with a connection for each terminal. */
const sell = Effect.fnUntraced(function*(options: Options, { festivals, pid, port }: Side) {
  const place = { ...options, festival: festivals[0]!, server: pid, port }
  const run = { mix: mixes.get("sale")!, warmUpSeconds: 2, seconds: options.seconds, firstTicket: 0, tickets: 0 }
  const closed = yield* called(place, { ...run, connections: 64 }, festivals)
  const open = yield* called(place, { ...run, connections: options.crowd.terminals, rate }, festivals)
  const failed = defects([closed, open])
  if (failed.length > 0) return yield* Effect.die(new Error(failed.join("\n")))
  return { closed, open }
})

type Sold = Effect.Success<ReturnType<typeof sell>>

const connectionsOf = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<
      { name: string; count: number }
    >`select application_name as name, count(*)::integer as count from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1 order by 1`,
    (rows) => rows.map(({ count, name }) => `${name} ${count}`).join(", ")
  )
)

const summary = (side: Side, sold: ReadonlyArray<Sold>) => {
  const of = (pick: (one: Sold) => number) => median(sold.map(pick))
  return {
    "sales a second at 64 connections": of(({ closed }) => closed.perSecond),
    "their p50, ms": of(({ closed }) => closed.p50),
    "their p99, ms": of(({ closed }) => closed.p99),
    "CPU time of the server a sale, ms": of(({ closed }) => closed.serverMillis ?? 0),
    "CPU time of the database a sale, ms": of(({ closed }) => closed.databaseMillis ?? 0),
    [`p50 of ${rate} sales a second, ms`]: of(({ open }) => open.p50),
    [`p99 of ${rate} sales a second, ms`]: of(({ open }) => open.p99),
    "refused in all rounds": sold.reduce((sum, { closed, open }) => sum + closed.errors + open.errors, 0),
    "memory of the server, MiB": Usage.ofServer(side.pid)?.memory ?? 0
  }
}

/** Measures both in turn, and prints the medians as a table in Markdown. */
export const measureEvents = Effect.fnUntraced(
  function*(options: Options, { many, one }: Effect.Success<ReturnType<typeof fillEvents>>) {
    const sides: ReadonlyArray<Side> = [
      { festivals: [one], ...yield* options.serve },
      { festivals: many, ...yield* options.serve }
    ]
    const sold = sides.map((): Array<Sold> => [])
    for (let round = 0; round < rounds; round++) {
      for (const [n, side] of sides.entries()) sold[n]!.push(yield* sell(options, side))
    }
    const columns = sides.map((side, n) => summary(side, sold[n]!))
    const connections = yield* connectionsOf
    printColumns(sides.map(({ festivals: { length } }) => length === 1 ? "1 event" : `${length} events`), columns)
    process.stdout.write(`connections of both servers and this program: ${connections}\n`)
    return { crowd: options.crowd, columns, connections }
  }
)
