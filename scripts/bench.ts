// Measures calls over HTTP, and compares sales with the rate of the storing statement alone. Runs on one PostgreSQL with
// its normal durability. Options: --seconds N (per load and connection count, default 20), --connections 1,8,32,64, --json
// FILE, --loads sale,top-up,ticket,mixed (the default) and check-sale, ticket-scan, account, config, sign-in, shift-start,
// portal, portal-account, portal-orders. With --rate N calls are sent N a second, each when it is due, however late answers are, and
// latencies count from then. The server runs
// --processes N (default 1). The load `flood` compares bookings at 32 tills with and without a flood of anonymous calls,
// --rounds N times (default 3), or only with the loads of --beside health,flood,documents,statics,pictures,receipts,large;
// see docs/developer-documentation/anonymous-calls.md. All other loads run alone:
// - `growth` measures an event that grows tenfold step by step, up to --orders N (default 1,000,000).
// - `events` compares sales in --events N (default 50) with the same sales in one event, with --terminals N (default 500) and
//   --guests N (default 100,000).
// - `partitions` compares one table with partitions by event, with --events N and --orders N (default 1,000,000).
// - `office` measures the long lists of the back office at 100,000 guests.
// - `presale` imports --orders N (default 100,000) from a stand-in of a ticket shop, alone and beside bookings.
// - `reports` measures reports and statistics over --orders N (default 1,000,000) orders, and bookings beside them.
// - `web` rates the web applications with Lighthouse, `site` the built documentation site.
// - `profile` says where the time of a sale goes, with 64 connections or --connections N.
// - `overload` sells up to five times as fast as the server can, from 2,000 connections or --connections N. It exits with 1
//   when the server collapsed.
// - `simulate` simulates three days with 20,000 guests, or with --guests N.
// - `event-file` makes a festival with 300 products and 200 tills from its file, and reads it back.
// --against COMMIT compares sales at this build with those at the build of a commit, or of another clone by its folder, in turn,
// --rounds N times each (default 3).
// --soak MINUTES runs something else: all kinds of bookings beside such a flood, while it measures the server's memory. It
// exits with 1 when a booking failed or the memory grew.
import { NodeRuntime } from "@effect/platform-node"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Redacted, type Scope, Struct } from "effect"
import { spawnSync } from "node:child_process"
import { openSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { buildOf, compareBuilds, forgetBuilds } from "./bench/Against.ts"
import { measureRuns, type Place, runsOf, warmUpSeconds } from "./bench/CallRuns.ts"
import { type Festival, make, type Size } from "./bench/Festival.ts"
import { compareFloods, type FloodOptions } from "./bench/FloodRuns.ts"
import { fillEvent, measureCalls, measureSize, rounds, sizesUpTo } from "./bench/Growth.ts"
import { fillEvents, measureEvents } from "./bench/ManyEvents.ts"
import { printColumns } from "./bench/MarkdownTable.ts"
import { fillOffice, measureOffice, officeGuests, signIn } from "./bench/OfficeLists.ts"
import { measureOverload } from "./bench/OverloadRuns.ts"
import {
  fillPartitions,
  layouts,
  measureBooking,
  measureLayout,
  rounds as partitionRounds
} from "./bench/Partitions.ts"
import { measurePresale } from "./bench/PresaleImport.ts"
import { load, migrated, secretKey, serveWith, type Services } from "./bench/Processes.ts"
import { measureReports } from "./bench/ReportRuns.ts"
import { bookingLoads } from "./bench/Requests.ts"
import { faults, intervals, soak, ticketsPerInterval } from "./bench/Soak.ts"
import { measureTimeOfSale } from "./bench/TimeOfSale.ts"

const root = resolve(import.meta.dirname, "..")
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "20" },
    connections: { type: "string" },
    rate: { type: "string" },
    loads: { type: "string", default: bookingLoads.join(",") },
    orders: { type: "string" },
    events: { type: "string", default: "50" },
    terminals: { type: "string", default: "500" },
    guests: { type: "string" },
    against: { type: "string" },
    beside: { type: "string" },
    rounds: { type: "string", default: "3" },
    soak: { type: "string", default: "0" },
    processes: { type: "string", default: "1" },
    json: { type: "string" }
  }
})
const seconds = Number(values.seconds)
const rate = values.rate === undefined ? undefined : Number(values.rate)
const soakMinutes = Number(values.soak)
const serve = serveWith(values.processes)

const asked = values.loads.split(",")
/** Loads that are no mix of calls. */
const others = [
  "event-file",
  "events",
  "flood",
  "growth",
  "office",
  "overload",
  "partitions",
  "presale",
  "profile",
  "reports",
  "simulate",
  "site",
  "web"
]
const terminals = 200
const { runs, tickets: ticketsOfRuns } = runsOf({
  loads: asked.filter((name) => !others.includes(name)),
  // At a rate there are as many connections as terminals, so that late answers hold up no call.
  connections: (values.connections ?? (rate === undefined ? "1,8,32,64" : String(terminals))).split(",").map(Number),
  rate,
  seconds
})

/** A server with a festival, and its database. */
type Served = Place & { readonly databaseUrl: Redacted.Redacted; readonly load: typeof load }

const floodOptions = (served: Served): FloodOptions => ({
  ...served,
  seconds,
  warmUpSeconds,
  beside: values.beside?.split(","),
  rounds: Number(values.rounds)
})

const measureAll = Effect.fnUntraced(function*(served: Served) {
  const pace = rate === undefined ? "" : `, ${rate} calls a second`
  process.stdout.write(
    `${availableParallelism()} cores, server processes: ${values.processes}, 20,000 customers, ${terminals} terminals, ` +
      `${seconds} s each${pace}\n`
  )
  const rows = yield* measureRuns({ ...served, databaseUrl: Redacted.value(served.databaseUrl), serve }, runs)
  const floods = asked.includes("flood") ? yield* compareFloods(floodOptions(served)) : undefined
  return { rows, floods }
})

/** A server on a PostgreSQL of its own, with a festival that is filled before the server starts. */
const serving = Effect.fnUntraced(function*<Filled>(
  size: Size,
  fill: (festival: Festival) => Effect.Effect<Filled, unknown, Services>
) {
  const { services, ...place } = yield* migrated
  const festival = yield* Effect.provide(make(size), services)
  const filled = yield* Effect.provide(fill(festival), services)
  const { pid, port } = yield* serve(Redacted.value(place.databaseUrl))
  const served: Served = { ...place, festival, server: pid, port, load }
  return { served, filled, services }
})

/** Measures with such a server, and stops it. */
const onServer = Effect.fnUntraced(function*<Filled, Measured>(
  size: Size,
  fill: (festival: Festival) => Effect.Effect<Filled, unknown, Services>,
  measure: (served: Served, filled: Filled) => Effect.Effect<Measured, unknown, Services>
) {
  const { filled, served, services } = yield* serving(size, fill)
  return yield* Effect.provide(measure(served, filled), services)
}, Effect.scoped)

const orders = (usual: number) => Number(values.orders ?? usual)

const measureGrowth = Effect.gen(function*() {
  const guests = { customers: officeGuests, terminals, tickets: 0 }
  const sizes = yield* Effect.forEach(
    sizesUpTo(orders(1_000_000)),
    (size) => serving(guests, (festival) => fillEvent(festival, size))
  )
  const calls = yield* Effect.forEach(
    Array.from({ length: rounds }),
    () =>
      Effect.forEach(sizes, ({ served, services }) => Effect.provide(measureCalls({ ...served, seconds }), services))
  )
  const growth = yield* Effect.forEach(
    sizes,
    ({ filled, served, services }, n) =>
      Effect.provide(measureSize({ ...served, seconds }, filled, calls.map((round) => round[n]!)), services)
  )
  printColumns(sizes.map(({ filled }) => filled.orders.toLocaleString("en")), growth)
  return { growth }
}).pipe(Effect.scoped)

const measureManyEvents = Effect.gen(function*() {
  const { services, ...place } = yield* migrated
  const crowd = {
    events: Number(values.events),
    terminals: Number(values.terminals),
    guests: Number(values.guests ?? 100_000)
  }
  const started = serve(Redacted.value(place.databaseUrl))
  const run = Effect.flatMap(
    fillEvents(crowd),
    (filled) => measureEvents({ ...place, load, serve: started, seconds, crowd }, filled)
  )
  return yield* Effect.provide(run, services)
}).pipe(Effect.scoped)

const measurePartitions = Effect.gen(function*() {
  const places = yield* Effect.forEach(
    layouts,
    (layout) =>
      Effect.flatMap(migrated, ({ services, ...place }) =>
        Effect.map(
          Effect.provide(fillPartitions(layout, Number(values.events), orders(1_000_000)), services),
          (filled) => ({ place, filled, services })
        ))
  )
  const booked = yield* Effect.forEach(
    Array.from({ length: partitionRounds }),
    () =>
      Effect.forEach(
        places,
        ({ filled, place, services }) => Effect.provide(measureBooking(place, filled.festivals, seconds), services)
      )
  )
  const partitions = yield* Effect.forEach(
    places,
    ({ filled, place, services }, n) =>
      Effect.provide(measureLayout(place, filled, booked.map((round) => round[n]!)), services)
  )
  printColumns(layouts, partitions)
  return { partitions }
}).pipe(Effect.scoped)

/** Lets this process fail if a measurement found faults. */
const failingBy = <A extends { readonly faults: ReadonlyArray<string> }>(measured: A): A => {
  for (const fault of measured.faults) process.stderr.write(`${fault}\n`)
  if (measured.faults.length > 0) process.exitCode = 1
  return measured
}

const soakFor = Effect.fnUntraced(function*(served: Served) {
  const minutes = yield* soak(served, soakMinutes)
  return failingBy({ minutes, faults: faults(minutes) })
})

const measureOne = (served: Served): Effect.Effect<object, unknown, Services> => {
  if (asked.includes("presale")) return measurePresale({ ...served, secretKey, seconds, orders: orders(100_000) })
  if (asked.includes("reports")) return measureReports({ ...served, seconds, orders: orders(1_000_000) })
  if (asked.includes("overload")) {
    const connections = Number(values.connections ?? 2_000)
    return Effect.map(measureOverload({ ...served, connections, seconds, warmUpSeconds }), failingBy)
  }
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

const compareWith = Effect.fnUntraced(function*(named: string) {
  const { services, ...place } = yield* migrated
  const festival = yield* Effect.provide(make({ customers: 20_000, terminals, tickets: 0 }), services)
  yield* Effect.addFinalizer(() => Effect.sync(forgetBuilds))
  return yield* compareBuilds({
    ...place,
    festival,
    load,
    seconds,
    connections: (values.connections ?? "1,64").split(",").map(Number),
    rounds: Number(values.rounds),
    serve: (folder) => serveWith(values.processes, folder)(Redacted.value(place.databaseUrl))
  }, buildOf(place.folder, named))
}, Effect.scoped)

const measured = Effect.suspend((): Effect.Effect<object, unknown, Configuration | Scope.Scope> => {
  if (values.against !== undefined) return compareWith(values.against)
  if (asked.includes("growth")) return measureGrowth
  if (asked.includes("events")) return measureManyEvents
  if (asked.includes("partitions")) return measurePartitions
  if (asked.includes("office")) {
    return onServer(
      { customers: officeGuests, terminals, tickets: 0 },
      ({ eventId }) => Effect.andThen(fillOffice(eventId), signIn),
      ({ festival: { eventId }, port }, token) =>
        Effect.promise(async () => ({ lists: await measureOffice({ port, eventId, token }) }))
    )
  }
  const tickets = soakMinutes > 0 ? intervals(soakMinutes).count * ticketsPerInterval : ticketsOfRuns
  return onServer({ customers: 20_000, terminals, tickets }, () => Effect.void, measureOne)
})

const bench = Effect.gen(function*() {
  const json = JSON.stringify({ cores: availableParallelism(), seconds, ...yield* measured }, null, 2)
  if (values.json === undefined) process.stdout.write(`${json}\n`)
  else writeFileSync(values.json, `${json}\n`)
}).pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: {} })))

/** Runs a script; its standard output goes to a file if one is given. */
const runAlone = (args: ReadonlyArray<string>, file?: string) => {
  const stdout = file === undefined ? "inherit" : openSync(file, "w")
  process.exitCode = spawnSync(process.execPath, args, { stdio: ["inherit", stdout, "inherit"] }).status ?? 1
}

/** Loads that are scripts of their own. */
const scripts = { "event-file": "eventFile", site: "site", web: "web" }
const script = Struct.keys(scripts).find((name) => asked.includes(name))

if (script !== undefined) {
  const json = values.json === undefined ? [] : ["--json", values.json]
  runAlone([join(root, `scripts/bench/${scripts[script]}.ts`), ...json])
} else if (asked.includes("simulate")) {
  const size = ["--guests", values.guests ?? "20000", "--days", "3", "--tills", "60", "--seed", "7"]
  const json = values.json === undefined ? [] : ["--json"]
  runAlone([join(root, "cli/bin/wristbank.js"), "simulate", ...size, ...json], values.json)
} else {
  NodeRuntime.runMain(bench)
}
