// Loads of calls over HTTP, one after the other: how many a second, how long they take, and what of the machine they use.
import { Effect, type Scope } from "effect"
import type { Festival } from "./Festival.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { measure } from "./RawCeiling.ts"
import { type Mix, mixes } from "./Requests.ts"
import { countingProxy } from "./RoundTrips.ts"
import { print, printHeading, type Row } from "./Table.ts"
import * as Usage from "./Usage.ts"

export const warmUpSeconds = 3

/**
 * At a fixed pace, a server that has just started gets more calls than it can answer until its functions are compiled, and
 * then works them off.
 */
const warmUpSecondsAtRate = 20

/** Seconds for which round trips are counted. */
const countedSeconds = 2

/** The most tickets a second that any load sells, with a margin: each needs an unused tag. */
const ticketsPerSecond = 3_000

/** A server with a festival, and processes by their ids. */
export interface Place {
  readonly festival: Festival
  readonly folder: string
  readonly server: number
  readonly postmaster: number
  readonly port: number
}

export interface Options extends Place {
  readonly databaseUrl: string
  /** Starts another server on a database. */
  readonly serve: (databaseUrl: string) => Effect.Effect<{ readonly port: number }, never, Scope.Scope>
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

/** A load without what all have in common. */
type Run = Omit<LoadOrder, "festivals" | "port"> & {
  readonly name: string
  /** The tags of its round trips. */
  readonly counted: Pick<LoadOrder, "firstTicket" | "tickets">
}

const mixOf = (name: string): Mix => {
  const mix = mixes.get(name)
  if (mix === undefined) throw new Error(`There is no load ${name}, only ${Array.from(mixes.keys()).join(", ")}`)
  return mix
}

/** Each load with each number of connections, and the number of tags that all together sell tickets for. */
export const runsOf = ({ connections, loads, rate, seconds }: {
  readonly loads: ReadonlyArray<string>
  readonly connections: ReadonlyArray<number>
  /** Calls a second; `undefined` for as many as are answered. */
  readonly rate: number | undefined
  readonly seconds: number
}) => {
  let tickets = 0
  /** Tags that no other load uses. */
  const range = (mix: Mix, duration: number) => {
    const share = mix.filter((kind) => kind === "ticket").length / mix.length
    const taken = { firstTicket: tickets, tickets: Math.ceil(ticketsPerSecond * duration * share) }
    tickets += taken.tickets
    return taken
  }
  const warmUp = rate === undefined ? warmUpSeconds : warmUpSecondsAtRate
  const runs = connections.flatMap((count) =>
    loads.map((name): Run => {
      const mix = mixOf(name)
      return {
        name,
        mix,
        connections: count,
        ...rate === undefined ? {} : { rate },
        warmUpSeconds: warmUp,
        seconds,
        ...range(mix, warmUp + seconds),
        counted: range(mix, countedSeconds)
      }
    })
  )
  return { runs, tickets }
}

/** CPU time used between two moments, divided by a number. */
const share = (before: Usage.Usage | undefined, after: Usage.Usage | undefined, divisor: number) =>
  before === undefined || after === undefined
    ? undefined
    : Math.round((after.cpuSeconds - before.cpuSeconds) / divisor * 1000) / 1000

/** Answers that are defects: a server refuses calls with 503 that it can't answer in time. */
export const defects = (results: ReadonlyArray<LoadResult>): ReadonlyArray<string> =>
  results.flatMap(({ samples }) => samples).filter((answer) => !answer.startsWith("HTTP/1.1 503"))

/** A load with what it used of the machine. */
export const called = Effect.fnUntraced(function*(
  { festival, folder, load, port, postmaster, server }: Place & Pick<Options, "load">,
  run: Omit<LoadOrder, "festivals" | "port">,
  festivals: ReadonlyArray<Festival> = [festival]
) {
  const before = [Usage.ofServer(server), Usage.ofProcesses(postmaster), performance.now()] as const
  const result = yield* load(folder, { ...run, festivals, port })
  const elapsed = (performance.now() - before[2]) / 1000
  const after = [Usage.ofServer(server), Usage.ofProcesses(postmaster)] as const
  const thousands = result.answered / 1000
  return {
    ...result,
    serverCpu: share(before[0], after[0], elapsed),
    databaseCpu: share(before[1], after[1], elapsed),
    serverMillis: share(before[0], after[0], thousands),
    databaseMillis: share(before[1], after[1], thousands),
    serverMemory: after[0]?.memory
  }
})

/** Round trips between server and database for a call, with one call under way: the mean of some seconds, at a server of its own. */
const roundTripsOf = ({ databaseUrl, festival, folder, load, serve }: Options, { counted, mix }: Run) =>
  Effect.gen(function*() {
    const proxy = yield* countingProxy(databaseUrl)
    const { port } = yield* serve(proxy.url)
    const order = { festivals: [festival], port, mix, ...counted, connections: 1, warmUpSeconds: 0 }
    // Statements are prepared and the configuration is read once.
    yield* load(folder, { ...order, seconds: countedSeconds / 2 })
    const before = proxy.roundTrips()
    const firstTicket = counted.firstTicket + Math.floor(counted.tickets / 2)
    const { answered } = yield* load(folder, { ...order, firstTicket, seconds: countedSeconds / 2 })
    return Math.round((proxy.roundTrips() - before) / answered * 10) / 10
  }).pipe(Effect.scoped)

/** Measures and prints each run. */
export const measureRuns = Effect.fnUntraced(function*(options: Options, runs: ReadonlyArray<Run>) {
  if (runs.length > 0) printHeading()
  const trips = new Map<string, number>()
  const rows: Array<Row> = []
  for (const run of runs) {
    const roundTrips = trips.get(run.name) ?? (yield* roundTripsOf(options, run))
    trips.set(run.name, roundTrips)
    const result = yield* called(options, run)
    const raw = run.name === "sale"
      ? yield* measure(options.festival, run.connections, Math.max(3, run.seconds / 4))
      : undefined
    const ratio = raw === undefined ? undefined : Math.round(result.perSecond / raw.together * 100) / 100
    const row: Row = { load: run.name, ...result, roundTrips, raw, ratio }
    rows.push(row)
    print(row)
  }
  return rows
})
