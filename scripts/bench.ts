// Measures sales over HTTP against what the storing statement alone reaches, on one PostgreSQL with its normal durability.
// Options: --seconds N (per connection count, default 20), --connections 1,8,32,64, --soak MINUTES, --json FILE.
import { NodeRuntime } from "@effect/platform-node"
import { application } from "@wristbank/cli/Application"
import { start } from "@wristbank/cli/EmbeddedPostgres"
import { Configuration } from "@wristbank/core/config/Configuration"
import { BookingLanes } from "@wristbank/core/ledger/BookingLanes"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect, Layer, Redacted } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { availableParallelism, tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { parseArgs, promisify } from "node:util"
import { type Festival, make } from "./bench/Festival.ts"
import type { LoadOrder, LoadResult } from "./bench/load.ts"
import { measure, type Raw } from "./bench/RawCeiling.ts"
import * as Usage from "./bench/Usage.ts"

const root = resolve(import.meta.dirname, "..")
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    connections: { type: "string", default: "1,8,32,64" },
    soak: { type: "string", default: "0" },
    json: { type: "string" }
  }
})
const seconds = Number(values.seconds)
const secretKey = Redacted.make("a key for the benchmark of 32 characters or more")

interface Row extends LoadResult {
  readonly raw: Raw
  /** Sales over HTTP ÷ sales of the storing statement in lanes. */
  readonly ratio: number
  /** Share of one core. */
  readonly serverCpu: number | undefined
  readonly databaseCpu: number | undefined
  /** MiB. */
  readonly serverMemory: number | undefined
}

const freePort = Effect.promise(async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
})

/** A folder that PostgreSQL's own account can enter. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const created = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
    chmodSync(created, 0o711)
    return created
  }),
  (created) => Effect.sync(() => rmSync(created, { recursive: true, force: true }))
)

/** The server as it runs in production, in a process of its own. */
const server = (databaseUrl: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(join(root, "cli/bin/wristbank.js"), ["serve"], {
        env: {
          ...process.env,
          PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
          DATABASE_URL: databaseUrl,
          WRISTBANK_SECRET_KEY: Redacted.value(secretKey),
          WRISTBANK_PORT: String(port),
          WRISTBANK_HOST: "127.0.0.1"
        },
        stdio: ["ignore", "ignore", "inherit"]
      })
      for (let attempt = 0; attempt < 200; attempt++) {
        const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
        if (answer?.ok === true) return child
        await new Promise((wait) => setTimeout(wait, 50))
      }
      throw new Error("The server did not start")
    }),
    (child) =>
      Effect.promise(async () => {
        child.kill("SIGTERM")
        if (child.exitCode === null) await once(child, "exit")
      })
  )

const load = (place: string, order: LoadOrder) =>
  Effect.promise(async (): Promise<LoadResult> => {
    const file = join(place, "load.json")
    writeFileSync(file, JSON.stringify(order))
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/bench/load.ts"), file])
    return JSON.parse(stdout)
  })

const share = (before: Usage.Usage | undefined, after: Usage.Usage | undefined, elapsed: number) =>
  before === undefined || after === undefined
    ? undefined
    : Math.round((after.cpuSeconds - before.cpuSeconds) / elapsed * 100) / 100

const serverPid = (child: { readonly pid?: number | undefined }): number => child.pid ?? 0

const row = (cells: ReadonlyArray<unknown>) =>
  process.stdout.write(`${cells.map((cell) => String(cell ?? "n/a").padStart(10)).join(" ")}\n`)

const heading = [
  "in flight",
  "sales/s",
  "p50 ms",
  "p99 ms",
  "errors",
  "raw/s",
  "raw 1 by 1",
  "HTTP/raw",
  "CPU server",
  "CPU db",
  "MiB"
]

const print = (result: Row) =>
  row([
    result.connections,
    result.salesPerSecond,
    result.p50,
    result.p99,
    result.errors,
    result.raw.together,
    result.raw.alone,
    result.ratio,
    result.serverCpu,
    result.databaseCpu,
    result.serverMemory
  ])

const bench = Effect.gen(function*() {
  const place = yield* folder
  const postgres = yield* start({ folder: join(place, "postgres") })
  const postmaster = Number(readFileSync(join(postgres.folder, "postmaster.pid"), "utf8").split("\n")[0])
  const services = application({ databaseUrl: postgres.url, secretKey })
  const run = Effect.gen(function*() {
    yield* migrate
    const festival: Festival = yield* make({ customers: 20_000, terminals: 200 })
    const port = yield* freePort
    const child = yield* server(Redacted.value(postgres.url), port)
    const pid = serverPid(child)
    const sell = Effect.fnUntraced(function*(connections: number, duration: number) {
      const order = { festival, port, prefix: "/api/terminal", connections, warmUpSeconds: 3, seconds: duration }
      const before = [Usage.ofProcess(pid), Usage.ofPostgres(postmaster), performance.now()] as const
      const result = yield* load(place, order)
      const elapsed = (performance.now() - before[2]) / 1000
      const after = Usage.ofProcess(pid)
      return {
        ...result,
        serverCpu: share(before[0], after, elapsed),
        databaseCpu: share(before[1], Usage.ofPostgres(postmaster), elapsed),
        serverMemory: after?.memory
      }
    })
    process.stdout.write(`${availableParallelism()} cores, 20,000 customers, 200 terminals, ${seconds} s each\n`)
    row(heading)
    const rows: Array<Row> = []
    for (const connections of values.connections.split(",").map(Number)) {
      const sold = yield* sell(connections, seconds)
      const raw = yield* measure(festival, connections, Math.max(3, seconds / 4))
      const result: Row = { ...sold, raw, ratio: Math.round(sold.salesPerSecond / raw.together * 100) / 100 }
      rows.push(result)
      print(result)
      for (const sample of result.samples) process.stdout.write(`${sample}\n`)
    }
    const soak = Number(values.soak)
    for (let minute = 1; minute <= soak; minute++) {
      const sold = yield* sell(32, 57)
      process.stdout.write(
        `minute ${minute}: ${sold.salesPerSecond} sales/s, p99 ${sold.p99} ms, ${sold.errors} errors, ${sold.serverMemory} MiB\n`
      )
    }
    return rows
  })
  const rows = yield* Effect.provide(run, Layer.provideMerge(BookingLanes.layer, services))
  const json = JSON.stringify({ cores: availableParallelism(), seconds, rows }, null, 2)
  if (values.json === undefined) process.stdout.write(`${json}\n`)
  else writeFileSync(values.json, `${json}\n`)
}).pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: {} })))

NodeRuntime.runMain(bench)
