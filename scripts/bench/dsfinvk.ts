// Makes the orders of an event by SQL on a PostgreSQL of its own, exports them for the tax office with the command line,
// checks the file and prints times and memory: `node scripts/bench/dsfinvk.ts`. Options: --orders N (default 1,000,000),
// --tills N, --verify (the checker as well), --doctor (`wristbank doctor`, which reads them too and finds that they have no
// postings). Each order has a valid signature of its own.
import { PgClient } from "@effect/sql-pg"
import { brainpoolP384r1 } from "@noble/curves/misc.js"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { application } from "@wristbank/cli/serving/Application"
import { Configuration } from "@wristbank/core/base/Configuration"
import { migrate } from "@wristbank/core/sql/Migrations"
import { verifiedAtOnce, verifierOf, withVerdicts } from "@wristbank/core/tse/SignatureCheck"
import { bytesOf } from "@wristbank/core/tse/SignedMessage"
import { keyOfScalar, publicTestScalar } from "@wristbank/stand-ins/tse/device/DeviceKey"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { make } from "./Festival.ts"

const { values } = parseArgs({
  options: {
    orders: { type: "string", default: "1000000" },
    tills: { type: "string", default: "40" },
    verify: { type: "boolean" },
    doctor: { type: "boolean" }
  }
})
const orders = Number(values.orders)
const tills = Number(values.tills)

/** Orders in a closing. */
const perClosing = 500

const key = keyOfScalar(publicTestScalar)!

const begin = DateTime.makeUnsafe("2026-06-01T00:00:00Z")

const processType = "Kassenbeleg-V1"
const processData = "Beleg^8.00_0.00_0.00_0.00_0.00^8.00:Unbar"

/** Jobs stored by one statement. */
const batchSize = 20_000

/**
 * The signature of the nth transaction, by a public test key. All signatures use the same random number. That would reveal
 * a secret key, but leaves only little arithmetic for each signature, and the checker has the same work as with any other.
 */
const signatureOf = (() => {
  const { Fn, BASE } = brainpoolP384r1.Point
  const secret = Fn.fromBytes(Buffer.from(publicTestScalar, "hex"))
  const drawn = 0x1234567n
  const r = Fn.create(BASE.multiply(drawn).toAffine().x)
  const inverse = Fn.inv(drawn)
  const serial = Buffer.from(key.serial, "hex")
  return (n: number, clientId: bigint): Buffer => {
    const bytes = bytesOf({
      operation: "FinishTransaction",
      clientId: String(clientId),
      processType,
      processData,
      transactionNumber: BigInt(n),
      serial,
      algorithm: key.algorithm,
      signatureCounter: BigInt(2 * n),
      logTime: DateTime.add(begin, { seconds: n }),
      timeFormat: "unixTime"
    })
    const digest = Fn.create(BigInt(`0x${createHash("sha384").update(bytes).digest("hex")}`))
    const s = Fn.mul(inverse, Fn.add(digest, Fn.mul(r, secret)))
    return Buffer.concat([Fn.toBytes(r), Fn.toBytes(s)])
  }
})()

/** The signed jobs of all orders. */
const sign = Effect.fnUntraced(function*(eventId: number, tillIds: ReadonlyArray<bigint>) {
  const sql = yield* PgClient.PgClient
  const began = DateTime.formatIso(begin)
  for (let first = 1; first <= orders; first += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, orders + 1 - first) }, (_, i) => first + i)
    const signatures = numbers.map((n) => signatureOf(n, tillIds[n % tills]!))
    yield* sql`insert into signing_job (event_id, order_id, till_id, status, created_at, tse_id, process_type, process_data,
        transaction_number, started_at, signature_counter, finished_at, signature, duration, result_message)
      select ${eventId}, 1000000 + n, till_id, 'done', now(), (select id from tse), ${processType}, ${processData}, n,
        ${began}::timestamptz + n * interval '1 s', 2 * n, ${began}::timestamptz + n * interval '1 s', signature, 0.5, 'success'
      from unnest(${numbers}::bigint[], ${signatures}::bytea[]) as made (n, signature) join sold using (n)`
  }
})

/** Signed sales of two lines each at all tills in turn, in closings of some hundred. */
const fill = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* PgClient.PgClient
  const settings = {
    signing: true,
    street: "Wiesenweg 1",
    zip: "83646",
    city: "Bad Tölz",
    tax_number: "9181081508155"
  }
  yield* sql`set statement_timeout = 0`
  yield* sql`insert into fiscal_settings (event_id, settings) values (${eventId}, ${sql.json(settings)})`
  yield* sql`update event set settings = settings || '{"bon_issuer": "Sommerfest e.V."}' where event_id = ${eventId}`
  yield* sql`insert into tse (event_id, node_id, name, type, status, ws_url, ws_timeout, password, serial, hashalgo,
      time_format, public_key, certificate)
    values (${eventId}, ${eventId}, 'TSE', 'diebold_nixdorf', 'active', 'ws://localhost', 5, '', ${key.serial},
      ${key.algorithm}, 'unixTime', ${Buffer.from(key.publicKey).toString("base64")}, ${"C".repeat(1500)})`
  yield* sql`create temporary table sold as
    select n, (array(select id from till where event_id = ${eventId} and not is_virtual order by id))[1 + n % ${tills}] as till_id,
      1 + (n / ${tills} / ${perClosing})::int as z_nr
    from generate_series(1, ${orders}::bigint) n`
  yield* sql`insert into ordr (event_id, id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id,
      cashier_id, customer_account_id, item_count)
    overriding system value
    select ${eventId}, 1000000 + n, gen_random_uuid(), '', 'sale', 'tag', '2026-06-01'::timestamptz + n * interval '50 ms',
      z_nr, till_id, 1, 1000 + n % 5000, 2 from sold`
  yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
      tax_rate_id, tax_name, tax_rate, total_price, total_tax)
    select ${eventId}, 1000000 + n, item, 1, product.id, product.revision_id, 400, rate.id, rate.name, rate.rate, 400, 64
    from sold
      cross join lateral (
        select id, revision_id, tax_rate_id, row_number() over (order by id) - 1 as item from product
        where event_id = ${eventId} and type = 'user_defined' and not is_returnable order by id limit 2
      ) product
      join tax_rate rate on rate.event_id = ${eventId} and rate.id = product.tax_rate_id`
  const own = yield* sql<{ readonly ids: ReadonlyArray<string> }>`
    select array_agg(id::text order by id) as ids from till where event_id = ${eventId} and not is_virtual`
  yield* sign(eventId, own[0]!.ids.map(BigInt))
  yield* sql`insert into till_closing (event_id, till_id, z_nr, closed_at, reason)
    select ${eventId}, till_id, z_nr, '2026-06-01'::timestamptz + max(n) * interval '50 ms' + interval '1 h', 'sign_in'
    from sold group by till_id, z_nr`
  yield* sql`update till set z_nr = 1 + coalesce((
      select max(z_nr) from till_closing where event_id = till.event_id and till_id = till.id
    ), 0) where event_id = ${eventId}`
  yield* sql`analyze`
})

/** Runs a command and measures its time and its peak memory. */
const timed = (name: string, url: Redacted.Redacted, ...args: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    const started = performance.now()
    const program = resolve(import.meta.dirname, "../../cli/bin/wristbank.js")
    // The program's own first line limits its memory, so it is run directly.
    const child = spawn(program, args, {
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
        DATABASE_URL: Redacted.value(url)
      },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    child.stdout.on("data", (text) => said += text)
    let peak = 0
    let ticks = 0
    const watch = setInterval(() => {
      try {
        // User and system time of the process, in hundredths of a second.
        const times = readFileSync(`/proc/${child.pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ")
        ticks = Number(times[11]) + Number(times[12])
        const status = readFileSync(`/proc/${child.pid}/status`, "utf8")
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
      } catch {
        // It has ended.
      }
    }, 100)
    const [code] = await once(child, "exit")
    clearInterval(watch)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(
      `${name}: ${seconds} s (${ticks / 100} s of a core), ${(peak / 1024).toFixed(0)} MiB at most, exit ${code}\n`
    )
    process.stdout.write(`  ${said.trimEnd().split("\n").at(-1)}\n`)
  })

/** Measures the verification of signatures, one after the other and several at a time. */
const verifying = Effect.promise(async () => {
  const { verify, verifyInBackground } = verifierOf(key.publicKey)!
  const bytes = Buffer.alloc(160, 1)
  const signature = key.sign(bytes)
  const count = 2000
  const took = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return `${((performance.now() - started) / count).toFixed(2)} ms`
  }
  const oneByOne = await took(async () => {
    for (let i = 0; i < count; i++) verify(bytes, signature, key.algorithm)
  })
  const messages = async function*() {
    for (let i = 0; i < count; i++) yield bytes
  }
  const atOnce = await took(() =>
    Array.fromAsync(withVerdicts(messages(), (message) => verifyInBackground(message, signature, key.algorithm)))
  )
  process.stdout.write(`one signature: ${oneByOne} to verify, ${atOnce} with ${verifiedAtOnce} at once\n`)
})

await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
      chmodSync(made, 0o711)
      return made
    }),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const postgres = yield* start({ folder: join(folder, "postgres"), durable: false })
  const secretKey = Redacted.make("a key for the benchmark of 32 characters or more")
  const services = Layer.provide(
    application({ databaseUrl: postgres.url, secretKey }),
    Configuration.layer({ flags: {}, environment: {}, file: undefined })
  )
  const eventId = yield* Effect.provide(
    Effect.gen(function*() {
      yield* migrate
      const festival = yield* make({ customers: 1, terminals: tills, tickets: 0 })
      yield* fill(festival.eventId)
      return festival.eventId
    }),
    services
  )
  const file = join(folder, "export.zip")
  const asked = ["--event", String(eventId), "--as", "admin", "--output", file, "--skip-signatures"]
  yield* timed("export", postgres.url, "fiscal", "export", ...asked)
  process.stdout.write(`  ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB\n`)
  if (values.verify === true) yield* timed("verify", postgres.url, "fiscal", "verify", file)
  if (values.doctor === true) yield* timed("doctor", postgres.url, "doctor")
  yield* verifying
})))
