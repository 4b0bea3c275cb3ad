import { PgClient } from "@effect/sql-pg"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { application } from "@wristbank/cli/serving/Application"
import { Configuration } from "@wristbank/core/base/Configuration"
import * as Money from "@wristbank/core/base/Money"
import { Access } from "@wristbank/core/organisation/Access"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { PayoutFiles } from "@wristbank/core/payout/PayoutFiles"
import { mayPayOut, NewPayoutRun } from "@wristbank/core/payout/PayoutRun"
import { PayoutRuns } from "@wristbank/core/payout/PayoutRuns"
import { migrate } from "@wristbank/core/sql/Migrations"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { make } from "./Festival.ts"

/** A folder that PostgreSQL's own account can enter. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const created = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
    chmodSync(created, 0o711)
    return created
  }),
  (created) => Effect.sync(() => rmSync(created, { recursive: true, force: true }))
)

/** Payout data of every customer of the festival; every tenth donates a part. */
const payees = Effect.fnUntraced(function*(eventId: bigint, payouts: number) {
  const sql = yield* PgClient.PgClient
  const settings = {
    sepa_enabled: true,
    sepa_sender_name: "Sommerfest e.V.",
    sepa_sender_iban: "DE89370400440532013000",
    sepa_description: "Sommerfest {user_tag_uid}",
    sepa_allowed_country_codes: ["DE"],
    sepa_max_num_payouts_in_run: payouts
  }
  yield* sql`update event set settings = settings || ${sql.json(settings)}, version = version + 1
    where event_id = ${eventId}`
  yield* sql`update customer set iban = 'DE89370400440532013000', account_name = 'Jörg Müßig ' || account_id,
      email = 'guest' || account_id || '@example.org', has_entered_info = true,
      donation = case when account_id % 10 = 0 then 500 else 0 end
    where event_id = ${eventId}`
  yield* sql`analyze`
})

/** Measures the work, and the longest time (seconds) in which nothing else could be served meanwhile. */
const timed = Effect.fnUntraced(function*<A, E, R>(name: string, work: Effect.Effect<A, E, R>) {
  const started = performance.now()
  let last = started
  let blocked = 0
  const beat = setInterval(() => {
    const now = performance.now()
    blocked = Math.max(blocked, now - last)
    last = now
  }, 5)
  const result = yield* work
  clearInterval(beat)
  const seconds = ((performance.now() - started) / 1000).toFixed(2)
  process.stdout.write(
    `${name.padEnd(16)} ${seconds.padStart(6)} s, nothing else served for ${(blocked / 1000).toFixed(2)} s at most\n`
  )
  return result
})

const measure = Effect.fnUntraced(function*(caller: AtEvent, payouts: number) {
  const runs = yield* PayoutRuns
  const files = yield* PayoutFiles
  const input = new NewPayoutRun({ max_payout_sum: Money.Cents.make(Money.limit), max_num_payouts: payouts })
  yield* timed("pending", runs.pending(caller))
  const first = yield* timed("create", runs.create(caller, input))
  yield* timed("revoke", runs.revoke(caller, first.id, false))
  const { id } = yield* timed("create again", runs.create(caller, input))
  const executionDate = DateTime.formatIsoDate(DateTime.add(yield* DateTime.now, { days: 7 }))
  const order = { executionDate, version: "pain.001.001.09", part: null } as const
  yield* timed("csv", files.csv(caller, id))
  yield* timed("bank file", files.sepa(caller, id, order))
  yield* timed("payouts", runs.payoutsOf(caller, id))
  yield* timed("done", runs.setDone(caller, id))
})

/** Takes runs with this number of payouts through every step, on a PostgreSQL with its normal durability. */
export const measurePayoutRuns = (payouts: number) =>
  Effect.gen(function*() {
    const postgres = yield* start({ folder: join(yield* folder, "postgres") })
    const secretKey = Redacted.make(randomBytes(32).toString("hex"))
    const run = Effect.gen(function*() {
      yield* migrate
      const { eventId } = yield* make({ customers: payouts, terminals: 1, tickets: 0, balance: 2350n })
      yield* payees(BigInt(eventId), payouts)
      const access = yield* Access
      const caller = yield* access.atEvent({ userId: 1n }, BigInt(eventId), { privileges: mayPayOut, write: true })
      yield* measure(caller, payouts)
    })
    yield* Effect.provide(run, Layer.fresh(application({ databaseUrl: postgres.url, secretKey })))
  }).pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: {} })))
