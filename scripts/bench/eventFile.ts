// Makes a festival from its file on a PostgreSQL of its own, reads it back and compares it, and prints the times, beside that
// of 1,000 statements that do nothing: `npm run bench -- --loads event-file`, or `node scripts/bench/eventFile.ts`. Options:
// --products N, --tills N, --json FILE. It exits with 1 when applying or exporting took too long.
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { application } from "@wristbank/cli/serving/Application"
import { Configuration } from "@wristbank/core/base/Configuration"
import { read } from "@wristbank/core/eventfile/EventFile"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { Access } from "@wristbank/core/organisation/Access"
import { Installation } from "@wristbank/core/organisation/Installation"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect, Layer, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"

const { values } = parseArgs({
  options: {
    products: { type: "string", default: "300" },
    tills: { type: "string", default: "200" },
    json: { type: "string" }
  }
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

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** The settings of the example's festival, with many products, buttons and tills. */
const festival = () => {
  const example = readFileSync(join(import.meta.dirname, "../../examples/festival.yaml"), "utf8")
  const { contents } = Result.getOrThrow(parse("festival.yaml", example))
  const products = numbers(Number(values.products))
  const tills = numbers(Number(values.tills))
  const { at: _, ...profile } = contents["till_profiles"]![0]!
  return Result.getOrThrow(read({
    event: { name: "Large festival" },
    settings: contents["settings"]![0],
    tax_rates: [{ name: "VAT", rate: 0.19 }],
    products: products.map((n) => ({ name: `Product ${n}`, price: 3, is_locked: true, tax_rate: "VAT" })),
    till_buttons: products.map((n) => ({ name: `Button ${n}`, products: [`Product ${n}`] })),
    till_layouts: numbers(10).map((n) => ({
      name: `Layout ${n}`,
      buttons: products.slice(0, 40).map((b) => `Button ${b}`)
    })),
    till_profiles: numbers(10).map((n) => ({ ...profile, name: `Profile ${n}`, layout: `Layout ${n}` })),
    terminals: tills.map((n) => ({ name: `Terminal ${n}` })),
    tills: tills.map((n) => ({ name: `Till ${n}`, profile: `Profile ${1 + n % 10}`, terminal: `Terminal ${n}` })),
    cash_registers: tills.map((n) => ({ name: `Drawer ${n}` }))
  }))
}

/** The most seconds that someone waits for. */
const limits: { readonly [step: string]: number } = { apply: 5, export: 1 }

/** Seconds of each step: on the clock, and of this process's work. */
const times: { [step: string]: { readonly seconds: number; readonly cpu: number } } = {}

const timed = Effect.fnUntraced(function*<A, E, R>(name: string, work: Effect.Effect<A, E, R>) {
  const [started, before] = [performance.now(), process.cpuUsage()]
  const result = yield* work
  const seconds = (performance.now() - started) / 1000
  const { system, user } = process.cpuUsage(before)
  const cpu = (system + user) / 1_000_000
  const shown = seconds.toFixed(2).padStart(6)
  process.stdout.write(`${name.padEnd(10)} ${shown} s, of which this process worked ${cpu.toFixed(2)} s\n`)
  times[name] = { seconds, cpu }
  if (seconds >= (limits[name] ?? Infinity)) {
    process.stderr.write(`${name} takes ${limits[name]} s or longer\n`)
    process.exitCode = 1
  }
  return result
})

const measure = Effect.gen(function*() {
  const files = yield* EventFiles
  const sql = yield* SqlClient.SqlClient
  const trips = Effect.forEach(numbers(1000), () => sql`select 1`, { discard: true })
  yield* timed("1000 trips", sql.withTransaction(trips))
  const password = Redacted.make(randomBytes(16).toString("hex"))
  yield* Installation.use((installation) => installation.install({ login: "admin", password }))
  const contents = festival()
  const request = { author: { userId: 1n }, contents, variables: {}, checkShop: () => Effect.void }
  const plan = yield* timed("plan", files.plan(request))
  process.stdout.write(`${plan.steps.length} steps\n`)
  yield* timed("dry run", files.apply(request, plan, { undo: true }))
  yield* timed("apply", files.apply(request, plan))
  const eventId = yield* files.find("Large festival")
  const caller = yield* Access.use((access) =>
    access.atEvent({ userId: 1n }, eventId, { privileges: ["node_administration"] })
  )
  yield* timed("export", Effect.map(files.write(caller), print))
  yield* timed("diff", files.plan(request))
})

const inDatabase = Effect.gen(function*() {
  const postgres = yield* start({ folder: join(yield* folder, "postgres") })
  const secretKey = Redacted.make(randomBytes(32).toString("hex"))
  const run = Effect.andThen(migrate, measure)
  yield* Effect.provide(run, Layer.fresh(application({ databaseUrl: postgres.url, secretKey })))
})

await Effect.runPromise(
  inDatabase.pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: {} })))
)
if (values.json !== undefined) {
  writeFileSync(
    values.json,
    `${JSON.stringify({ products: Number(values.products), tills: Number(values.tills), times }, null, 2)}\n`
  )
}
