// Measures calls over HTTP, and compares sales with the rate of the storing statement alone. Runs on one PostgreSQL with
// its normal durability. Options: --seconds N (per load and connection count, default 20), --connections 1,8,32,64, --json
// FILE, --loads sale,top-up,ticket,mixed (the default) and check-sale, ticket-scan, account, sign-in, portal. With --rate N
// calls are sent N a second, each when it is due, however late answers are, and latencies count from then. The server runs
// --processes N (default 1). The load `flood` compares bookings at 32 tills with and without a flood of anonymous calls;
// see docs/developer-documentation/anonymous-calls.md. The load `growth` runs alone and measures an event that grows tenfold
// step by step, up to --orders N (default 1,000,000). The load `office` runs alone and measures the long lists of the back
// office at 100,000 guests. The load `presale` runs alone and imports --orders N (default 100,000) from a stand-in of a
// ticket shop, alone and beside bookings. The load `reports` runs alone and measures reports and statistics over --orders N
// (default 1,000,000) orders, and bookings beside them. The load `web` runs alone and rates the web applications with
// Lighthouse, the load `site` the built documentation site. The load `profile` runs alone and says where the time of a sale
// goes, with 64 connections or --connections N. The load `simulate` runs alone and simulates three days with 20,000 guests,
// or with --guests N. --soak MINUTES runs something else: all kinds of bookings beside such a flood, while it measures the
// server's memory. It exits with 1 when a booking failed or the memory grew.
import { NodeRuntime } from "@effect/platform-node"
import { application } from "@wristbank/cli/Application"
import { start } from "@wristbank/cli/EmbeddedPostgres"
import { Configuration } from "@wristbank/core/config/Configuration"
import { BookingLanes } from "@wristbank/core/order/BookingLanes"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { execFile, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { parseArgs, promisify } from "node:util"
import { measureRuns, type Place, runsOf, warmUpSeconds } from "./bench/CallRuns.ts"
import { type Festival, make, type Size } from "./bench/Festival.ts"
import { compareFloods } from "./bench/FloodRuns.ts"
import { fillEvent, measureSize, printGrowth, sizesUpTo } from "./bench/Growth.ts"
import type { LoadOrder, LoadResult } from "./bench/load.ts"
import { fillOffice, measureOffice, officeGuests, signIn } from "./bench/OfficeLists.ts"
import { measurePresale } from "./bench/PresaleImport.ts"
import { measureReports } from "./bench/ReportRuns.ts"
import { bookingLoads } from "./bench/Requests.ts"
import { faults, soak, ticketsPerMinute } from "./bench/Soak.ts"
import { measureTimeOfSale } from "./bench/TimeOfSale.ts"
import { freePort } from "./freePort.ts"

const root = resolve(import.meta.dirname, "..")
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    connections: { type: "string" },
    rate: { type: "string" },
    loads: { type: "string", default: bookingLoads.join(",") },
    orders: { type: "string" },
    guests: { type: "string", default: "20000" },
    soak: { type: "string", default: "0" },
    processes: { type: "string", default: "1" },
    json: { type: "string" }
  }
})
const seconds = Number(values.seconds)
const rate = values.rate === undefined ? undefined : Number(values.rate)
const soakMinutes = Number(values.soak)
const secretKey = Redacted.make("a key for the benchmark of 32 characters or more")

/** A folder that the system account of PostgreSQL can enter. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const created = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
    chmodSync(created, 0o711)
    return created
  }),
  (created) => Effect.sync(() => rmSync(created, { recursive: true, force: true }))
)

/** The server as in production, in a process of its own, with further variables of the environment. */
const serve = (databaseUrl: string, environment: Readonly<Record<string, string>> = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const port = await freePort()
        const child = spawn(join(root, "cli/bin/wristbank.js"), ["serve"], {
          env: {
            ...process.env,
            PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
            DATABASE_URL: databaseUrl,
            WRISTBANK_SECRET_KEY: Redacted.value(secretKey),
            WRISTBANK_PORT: String(port),
            WRISTBANK_HOST: "127.0.0.1",
            WRISTBANK_PROCESSES: values.processes,
            ...environment
          },
          stdio: ["ignore", "ignore", "inherit"]
        })
        for (let attempt = 0; attempt < 1200; attempt++) {
          const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
          if (answer?.ok === true) return { child, port }
          await new Promise((wait) => setTimeout(wait, 50))
        }
        child.kill("SIGKILL")
        throw new Error("The server did not start")
      }),
      ({ child }) =>
        Effect.promise(async () => {
          child.kill("SIGTERM")
          if (child.exitCode === null) await once(child, "exit")
        })
    ),
    ({ child, port }) => ({ pid: child.pid ?? 0, port })
  )

const load = (place: string, order: LoadOrder) =>
  Effect.promise(async (): Promise<LoadResult> => {
    const file = join(place, "load.json")
    writeFileSync(file, JSON.stringify(order))
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/bench/load.ts"), file])
    return JSON.parse(stdout)
  })

const asked = values.loads.split(",")
/** Loads that are no mix of calls. */
const others = ["flood", "growth", "office", "presale", "profile", "reports", "simulate", "site", "web"]
const terminals = 200
const { runs, tickets: ticketsOfRuns } = runsOf({
  loads: asked.filter((name) => !others.includes(name)),
  // At a rate there are as many connections as terminals, so that late answers hold up no call.
  connections: (values.connections ?? (rate === undefined ? "1,8,32,64" : String(terminals))).split(",").map(Number),
  rate,
  seconds
})

type Services = Layer.Success<ReturnType<typeof application>> | BookingLanes | Scope.Scope

/** A server with a festival, and its database. */
type Served = Place & { readonly databaseUrl: Redacted.Redacted; readonly load: typeof load }

const measureAll = Effect.fnUntraced(function*(served: Served) {
  const pace = rate === undefined ? "" : `, ${rate} calls a second`
  process.stdout.write(
    `${availableParallelism()} cores, server processes: ${values.processes}, 20,000 customers, ${terminals} terminals, ` +
      `${seconds} s each${pace}\n`
  )
  const rows = yield* measureRuns({ ...served, databaseUrl: Redacted.value(served.databaseUrl), serve }, runs)
  const floods = asked.includes("flood") ? yield* compareFloods({ ...served, seconds, warmUpSeconds }) : undefined
  return { rows, floods }
})

/** A server on a PostgreSQL of its own, with a festival that is filled before the server starts. */
const onServer = Effect.fnUntraced(function*<Filled, Measured>(
  size: Size,
  fill: (festival: Festival) => Effect.Effect<Filled, unknown, Services>,
  measure: (served: Served, filled: Filled) => Effect.Effect<Measured, unknown, Services>
) {
  const place = yield* folder
  const postgres = yield* start({ folder: join(place, "postgres") })
  const postmaster = Number(readFileSync(join(postgres.folder, "postmaster.pid"), "utf8").split("\n")[0])
  const run = Effect.gen(function*() {
    yield* migrate
    const festival = yield* make(size)
    const filled = yield* fill(festival)
    const { pid, port } = yield* serve(Redacted.value(postgres.url))
    const served = { festival, folder: place, server: pid, postmaster, port, databaseUrl: postgres.url, load }
    return yield* measure(served, filled)
  })
  const services = application({ databaseUrl: postgres.url, secretKey })
  return yield* Effect.provide(run, Layer.provideMerge(BookingLanes.layer, services))
}, Effect.scoped)

const orders = (usual: number) => Number(values.orders ?? usual)

const measureGrowth = Effect.gen(function*() {
  const growth = []
  for (const size of sizesUpTo(orders(1_000_000))) {
    const guests = { customers: officeGuests, terminals, tickets: 0 }
    growth.push(
      yield* onServer(
        guests,
        (festival) => fillEvent(festival, size),
        (served, filled) => measureSize({ ...served, seconds }, filled)
      )
    )
    printGrowth(growth)
  }
  return { growth }
})

const soakFor = Effect.fnUntraced(function*(served: Served) {
  const minutes = yield* soak(served, soakMinutes)
  const found = faults(minutes)
  for (const fault of found) process.stderr.write(`${fault}\n`)
  if (found.length > 0) process.exitCode = 1
  return { minutes }
})

const measureOne = (served: Served): Effect.Effect<object, unknown, Services> => {
  if (asked.includes("presale")) return measurePresale({ ...served, secretKey, seconds, orders: orders(100_000) })
  if (asked.includes("reports")) return measureReports({ ...served, seconds, orders: orders(1_000_000) })
  if (asked.includes("profile")) {
    const connections = Number(values.connections ?? 64)
    return measureTimeOfSale({
      ...served,
      databaseUrl: Redacted.value(served.databaseUrl),
      connections,
      seconds,
      serve
    })
  }
  return soakMinutes > 0 ? soakFor(served) : measureAll(served)
}

const measured = Effect.suspend((): Effect.Effect<object, unknown, Configuration | Scope.Scope> => {
  if (asked.includes("growth")) return measureGrowth
  if (asked.includes("office")) {
    return onServer(
      { customers: officeGuests, terminals, tickets: 0 },
      ({ eventId }) => Effect.andThen(fillOffice(eventId), signIn),
      ({ festival: { eventId }, port }, token) =>
        Effect.promise(async () => ({ lists: await measureOffice({ port, eventId, token }) }))
    )
  }
  const tickets = soakMinutes > 0 ? soakMinutes * ticketsPerMinute : ticketsOfRuns
  return onServer({ customers: 20_000, terminals, tickets }, () => Effect.void, measureOne)
})

const bench = Effect.gen(function*() {
  const json = JSON.stringify({ cores: availableParallelism(), seconds, ...yield* measured }, null, 2)
  if (values.json === undefined) process.stdout.write(`${json}\n`)
  else writeFileSync(values.json, `${json}\n`)
}).pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: {} })))

const runAlone = (...args: ReadonlyArray<string>) => {
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1
}

if (asked.includes("web") || asked.includes("site")) {
  const json = values.json === undefined ? [] : ["--json", values.json]
  runAlone(join(root, `scripts/bench/${asked.includes("web") ? "web" : "site"}.ts`), ...json)
} else if (asked.includes("simulate")) {
  const size = ["--guests", values.guests, "--days", "3", "--tills", "60", "--seed", "7"]
  runAlone(join(root, "cli/bin/wristbank.js"), "simulate", ...size)
} else {
  NodeRuntime.runMain(bench)
}
