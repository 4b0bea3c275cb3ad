// Where the time of a sale goes: what the server computes by layer, from a profile of its processor time, and what the
// functions of the database take.
import { Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Place } from "./CallRuns.ts"
import type { LoadOrder, LoadResult } from "./load.ts"
import { printTable } from "./MarkdownTable.ts"
import { type CpuProfile, shares } from "./ProfileLayers.ts"
import { mixes } from "./Requests.ts"
import * as Usage from "./Usage.ts"

/** Seconds that a server needs until its functions are compiled. */
const warmUpSeconds = 4

interface Options extends Pick<Place, "festival" | "folder" | "postmaster"> {
  readonly databaseUrl: string
  readonly connections: number
  readonly seconds: number
  /** Starts a server with further variables of the environment. */
  readonly serve: (
    databaseUrl: string,
    environment: Readonly<Record<string, string>>
  ) => Effect.Effect<{ readonly pid: number; readonly port: number }, never, Scope.Scope>
  readonly load: (folder: string, order: LoadOrder) => Effect.Effect<LoadResult>
}

interface CalledFunction {
  readonly name: string
  readonly calls: number
  /** Milliseconds, with waits for locks. */
  readonly millis: number
}

const functions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<CalledFunction>`
    select funcname as name, calls::integer as calls, total_time as millis from pg_stat_user_functions
    where funcname in ('book', 'load_booking') order by funcname`
})

/** The profile that a server wrote when it ended. It is the largest: those of the processes that started it are small. */
const written = (folder: string): CpuProfile => {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const [largest] = files.toSorted((a, b) => statSync(b).size - statSync(a).size)
  if (largest === undefined) throw new Error("The server wrote no profile")
  return JSON.parse(readFileSync(largest, "utf8"))
}

/** Sells at a server that is profiled, and prints where the time went, in tables as pages have them. */
export const measureTimeOfSale = Effect.fnUntraced(function*(options: Options) {
  const { connections, databaseUrl, festival, folder, load, postmaster, seconds, serve } = options
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter role current_user set track_functions = 'all'`
  const profiles = join(folder, "profiles")
  mkdirSync(profiles)
  const used = yield* Effect.scoped(Effect.gen(function*() {
    // Functions of the bundled program do not tell the module that they come from.
    const { pid, port } = yield* serve(databaseUrl, {
      NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}`,
      WRISTBANK_FROM_SOURCES: "1"
    })
    const sales = { festivals: [festival], port, mix: mixes.get("sale") ?? [], connections, firstTicket: 0, tickets: 0 }
    yield* load(folder, { ...sales, warmUpSeconds: 0, seconds: warmUpSeconds })
    const before = {
      server: Usage.ofProcess(pid),
      database: Usage.ofProcesses(postmaster),
      functions: yield* functions
    }
    const result = yield* load(folder, { ...sales, warmUpSeconds: 0, seconds })
    const after = { server: Usage.ofProcess(pid), database: Usage.ofProcesses(postmaster), functions: yield* functions }
    return { result, before, after }
  }))
  const { after, before, result } = used
  const micros = (from: Usage.Usage | undefined, to: Usage.Usage | undefined) =>
    ((to?.cpuSeconds ?? 0) - (from?.cpuSeconds ?? 0)) / result.answered * 1e6
  const server = micros(before.server, after.server)
  const rows = [
    ...shares(written(profiles), seconds).map(({ layer, share }) => ({
      where: layer,
      micros: Math.round(share * server)
    })),
    { where: "server", micros: Math.round(server) },
    { where: "database", micros: Math.round(micros(before.database, after.database)) }
  ]
  const calls = after.functions.map(({ calls: count, millis, name }) => {
    const earlier = before.functions.find((one) => one.name === name)
    const times = count - (earlier?.calls ?? 0)
    return {
      name,
      perCall: Math.round(result.answered / times * 10) / 10,
      microsPerSale: Math.round((millis - (earlier?.millis ?? 0)) / result.answered * 1000)
    }
  })
  process.stdout.write(`${connections} connections, ${result.perSecond} sales a second while profiled\n\n`)
  printTable(["where", "µs a sale"], rows.map(({ micros: time, where }) => [where, time]))
  printTable(
    ["function of the database", "sales a call", "µs a sale, with waits"],
    calls.map(({ microsPerSale, name, perCall }) => [`\`${name}\``, perCall, microsPerSale])
  )
  return { timeOfSale: { connections, perSecond: result.perSecond, rows, calls } }
})
