import { assert, it } from "@effect/vitest"
import { writeBooks } from "@wristbank/cli/simulation/Books"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { festivalSteps } from "@wristbank/stand-ins/simulation/FestivalSteps"
import { simulate } from "@wristbank/stand-ins/simulation/Simulation"
import { uuidOf } from "@wristbank/stand-ins/simulation/TillRequests"
import { lag } from "@wristbank/stand-ins/simulation/Timetable"
import { parse } from "csv-parse/sync"
import { DateTime, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TestDatabase } from "../../support/database.ts"
import { template } from "../../support/template.ts"

const start = DateTime.makeUnsafe("2026-06-26T00:00:00Z")

/** A minute of the first day, as ISO 8601. */
const atMinute = (minutes: number) => DateTime.formatIso(DateTime.add(start, { minutes }))

const ascending = (one: bigint, other: bigint) => Number(one - other)

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-simulation-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** The number of guests. */
const guests = Number(process.env.SIMULATION_GUESTS ?? 10)

/**
 * With this seed all that can happen does: some pay by card while the provider lags, some registers hold too little or too
 * much, a sale is cancelled and a wristband lost.
 */
const size = { guests, days: 1, tills: 5, seed: 62, presale: true }

/** An installation in a database of its own. */
const ownInstallation = Effect.map(TestDatabase.make(template), ({ url }) => ({
  databaseUrl: url,
  secretKey: Redacted.make("a secret key of more than 32 characters"),
  administrator: { login: "admin", password: Redacted.make("the password of a test") }
}))

const diagnosis = Doctor.use((doctor) => doctor.diagnose(20))

/** The books of a festival in a database of its own, and what was found in it. */
const simulated = Effect.gen(function*() {
  const installation = yield* ownInstallation
  const path = yield* folder
  const done = yield* simulate(installation, { size, start }, ({ counts, eventId }) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [found] = yield* sql<{ [count: string]: number }>`select
        (select count(*)::integer from card_payment) as payments,
        (select count(*)::integer from card_payment where verification <> 'verified') as unverified,
        (select count(*)::integer from card_payment where last_checked > created_at) as "verifiedLater",
        (select count(*)::integer from card_payment where created_at >= ${atMinute(lag.from + 1)}::timestamptz
          and created_at < ${atMinute(lag.until + 1)}::timestamptz) as lagging,
        (select count(*)::integer from ticket_voucher where redeemed_at is not null) as redeemed,
        (select count(*)::integer from audit_log
          where created_at > ${DateTime.formatIso(start)}::timestamptz + interval '25 hours') as afterwards`
      const files = yield* writeBooks(eventId, path)
      return { counts, files, found, diagnosis: yield* diagnosis }
    }))
  const contents = yield* Effect.forEach(done.files, (file) => Effect.promise(() => readFile(file.path, "utf8")))
  return { ...done, contents }
}).pipe(Effect.scoped)

it.live("the same seed gives the same books byte for byte, and doctor finds nothing", () =>
  Effect.gen(function*() {
    // Two at once, so that statements take turns in other ways in each.
    const [first, second] = yield* Effect.all([simulated, simulated], { concurrency: "unbounded" })
    assert.deepStrictEqual(second.contents, first.contents)
    assert.deepStrictEqual(second.counts, first.counts)
    const { counts, files, found } = first
    assert.strictEqual(
      first.diagnosis.count,
      0,
      JSON.stringify(first.diagnosis.examinations.filter(({ count }) => count > 0))
    )
    assert.isTrue(files.every(({ records }) => records > 0))
    const steps = [...festivalSteps(size)]
    for (const [kind, count] of counts) {
      assert.strictEqual(
        count,
        steps.filter((step) => step.kind === kind).length,
        kind
      )
    }
    const byCard = steps.filter((step) =>
      "paidBy" in step && step.paidBy === "card" && !("presale" in step && step.presale)
    )
    const { lagging = 0, ...counted } = found!
    assert.isAbove(lagging, 1)
    // From the end of the first minute on, each payment is verified after it was booked.
    assert.deepStrictEqual(counted, {
      payments: byCard.length,
      unverified: 0,
      verifiedLater: lagging,
      redeemed: steps.flatMap((step) => step.kind === "entry" && step.presale ? step.guests : []).length,
      afterwards: 0
    })
    const differences = steps.flatMap((step) =>
      "difference" in step && step.difference !== null ? [step.difference] : []
    )
    assert.isAbove(differences.filter((difference) => difference !== 0n).length, 1)
    const shifts = first.contents[files.findIndex(({ path }) => path.endsWith("shifts.csv"))]!
    const ended: ReadonlyArray<{ readonly difference: string }> = parse(shifts, { columns: true, bom: true })
    assert.deepStrictEqual(
      ended.map(({ difference }) => BigInt(Math.round(Number(difference) * 100))).toSorted(ascending),
      differences.toSorted(ascending)
    )
  }))

it.live("every sale costs what the guest was shown, while prices and a rate of tax change", () =>
  Effect.gen(function*() {
    const changing = { ...size, days: 2, tills: 6, pricesChange: true }
    const shown = new Map(
      [...festivalSteps(changing)].flatMap((step) => step.kind === "sale" ? [[uuidOf(step), step.price] as const] : [])
    )
    const { found, lines, problems } = yield* simulate(
      yield* ownInstallation,
      { size: changing, start },
      () =>
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          const orders = yield* sql<{ uuid: string; total: bigint }>`
          select ordr.uuid::text, sum(line.total_price)::bigint as total
          from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
          where ordr.order_type = 'sale' group by 1`
          const [counted] = yield* sql<{ [count: string]: number }>`select
          (count(*) filter (where list_price is not null and list_price - product_price = 100))::integer as happy,
          (count(*) filter (where list_price * 8 = product_price * 10))::integer as late,
          (count(*) filter (where tax_name = 'VAT 7 %'))::integer as before,
          (count(*) filter (where tax_name = 'Food VAT 19 %'))::integer as after
          from line_item`
          return { found: orders, lines: counted!, problems: (yield* diagnosis).count }
        })
    )
    const sold = found.filter(({ uuid }) => shown.has(uuid))
    assert.deepStrictEqual(new Map(sold.map(({ total, uuid }) => [uuid, total])), shown)
    for (const [what, count] of Object.entries(lines)) assert.isAbove(count, 0, what)
    assert.strictEqual(problems, 0)
  }).pipe(Effect.scoped))

it.live("a device signs every order, except in the hour in which it stops", () =>
  Effect.gen(function*() {
    const few = { ...size, guests: 8, seed: 7, signing: true }
    const checked = yield* simulate(yield* ownInstallation, { size: few, start }, () =>
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        // It stops in the first minute after nine, and is back in the first minute after ten.
        const orders = yield* sql<{ status: string; reason: string | null; stopped: boolean; count: bigint }>`
          select status, failure_reason as reason, count(*),
            booked_at >= ${DateTime.formatIso(start)}::timestamptz + interval '21 hours 1 minute'
            and booked_at < ${DateTime.formatIso(start)}::timestamptz + interval '22 hours 1 minute' as stopped
          from signing_job job join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
          group by 1, 2, 4 order by 1`
        return { orders, problems: (yield* diagnosis).count }
      }))
    assert.deepStrictEqual(
      checked.orders.map(({ reason, status, stopped }) => ({ status, reason, stopped })),
      [{ status: "done", reason: null, stopped: false }, { status: "failure", reason: "outage", stopped: true }]
    )
    assert.strictEqual(checked.problems, 0)
  }).pipe(Effect.scoped))
