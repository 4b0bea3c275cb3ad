import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { diagnose } from "../core/journal/Diagnosed.ts"
import { administrator } from "../support/administration.ts"
import { Festival, type Guest } from "../support/Festival.ts"
import { untouched } from "../support/FestivalLedger.ts"
import { payoutOffice, tomorrow } from "../support/FestivalPayouts.ts"
import { runOnDatabase } from "./runCommand.ts"

/** Commands of the festival, run in a folder of their own. */
const festivalCommands = Effect.gen(function*() {
  const { event } = yield* Festival
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-payout-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const raw = (...args: ReadonlyArray<string>) => runOnDatabase(["payout", ...args], { cwd: folder })
  const command = (...args: ReadonlyArray<string>) =>
    raw(...args, "--event", String(event), "--as", administrator.login)
  /** The output of a command, which must succeed. */
  const printed = (...args: ReadonlyArray<string>) =>
    Effect.map(command(...args), ({ code, stderr, stdout }) => {
      assert.strictEqual(code, 0, stderr)
      return stdout.trimEnd()
    })
  /** The message of a refused command, which must change nothing. */
  const refusal = (...args: ReadonlyArray<string>) =>
    Effect.map(untouched(command(...args)), ({ code, stderr }) => {
      assert.oneOf(code, [1, 2], stderr)
      return stderr
    })
  return { command, event, folder, printed, raw, refusal }
})

/** The entries of the audit log about a run. */
const audited = Effect.fnUntraced(function*(runId: string) {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ log_type: string; by: string | null; person: bigint | null }>`
    select log_type, content->>'by' as by, originating_user_id as person from audit_log
    where node_id = ${event} and log_type like 'payout_run_%' and content->>'id' = ${runId} order by id`
  for (const { by, person } of rows) {
    assert.match(by ?? "", /^.+@.+$/)
    assert.isNotNull(person)
  }
  return rows.map(({ log_type }) => log_type.slice("payout_run_".length))
})

layer(Festival.layer, { excludeTestServices: true })("wristbank payout", (it) => {
  it.effect("pays out from what is pending to what is done, and writes its files", () =>
    Effect.gen(function*() {
      const { payee } = yield* payoutOffice
      const { folder, printed, refusal } = yield* festivalCommands
      yield* payee(30, { donation: 500n, account_name: "An\u001bna" })
      yield* payee(20, { donation: 0n, account_name: "Berta" })
      yield* payee(7, { iban: null })
      const total = "2 payouts: 45.00 EUR to the bank, 5.00 EUR donated"
      const leftOut = "left out: 1 with 7.00 EUR (iban missing)"
      assert.strictEqual(yield* printed("pending"), `${total}\n${leftOut}`)

      assert.include(yield* refusal("create"), `Create a run of ${total}: no one can be asked here, so say --yes`)
      assert.include(yield* refusal("create", "--yes", "--max-sum", "1.234"), "--max-sum must be an amount")
      assert.include(yield* refusal("create", "--yes", "--max-payouts", "0"), "max_num_payouts must be 1 or more")
      assert.include(yield* refusal("create", "--yes", "--max-sum", "5"), "no one to pay out within these limits")
      const created = yield* printed("create", "--yes")
      assert.match(created, new RegExp(`^Created run \\d+ of ${total}$`))
      const id = /\d+/.exec(created)![0]

      const shown = yield* printed("show", id)
      const [first, left, heading, anna, berta, ...rest] = shown.split("\n")
      assert.strictEqual(first, `Run ${id} is open, ${total}`)
      assert.strictEqual(left, leftOut)
      assert.match(heading!, /^payout +customer +name +iban +e-mail +chip +to the bank +donated +status$/)
      assert.match(anna!, / An\?na .* 25\.00 +5\.00 +reserved$/)
      assert.match(berta!, / Berta .* 20\.00 +0\.00 +reserved$/)
      assert.isEmpty(rest)

      const day = ["--execution-date", tomorrow]
      yield* refusal("sepa", id)
      yield* refusal("sepa", id, "--execution-date", "2020-01-01")
      assert.strictEqual(yield* printed("csv", id), `Written to ${join(folder, `payout-run-${id}.csv`)}`)
      yield* printed("sepa", id, ...day, "--version", "pain.001.001.03", "--output", "bank.xml")
      const xml = readFileSync(join(folder, "bank.xml"), "utf8")
      assert.include(xml, "pain.001.001.03")
      assert.include(xml, "<CtrlSum>45.00</CtrlSum>")
      assert.strictEqual(statSync(join(folder, "bank.xml")).mode & 0o777, 0o600)
      yield* printed("sepa", id, "--previous", "--output", "again.xml")
      assert.strictEqual(readFileSync(join(folder, "again.xml"), "utf8"), xml)
      yield* printed("sepa", id, ...day, "--part", "1", "--output", "part.xml")
      assert.include(yield* refusal("sepa", id, "--previous", "--part", "1"), "cannot also be provided")
      assert.strictEqual(
        yield* printed("sepa", id, "--previous"),
        `Written to ${join(folder, `payout-run-${id}-1.xml`)}`
      )

      assert.match(yield* printed("list"), new RegExp(`\n${id} .* exported +2 +45\\.00 EUR +5\\.00 EUR$`))
      assert.include(yield* refusal("done", id), `Book run ${id} as paid, ${total}: no one can be asked here`)
      assert.include(yield* refusal("revoke", id, "--yes"), "then revoke with force")
      assert.strictEqual(yield* printed("done", id, "--yes"), `Run ${id} is done, ${total}`)
      assert.include(yield* refusal("done", id, "--yes"), "is done already")
      assert.deepStrictEqual(yield* audited(id), ["created", "exported", "exported", "exported", "marked_done"])
      assert.strictEqual((yield* diagnose()).count, 0)
    }))

  it.effect("creates no run that comes to more than was shown, whatever guests do meanwhile", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { enter, payee } = yield* payoutOffice
      const { command, printed } = yield* festivalCommands
      const waits = sql<{ waits: boolean }>`select exists (
        select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))
      ) as waits`
      /** Makes a change between the moment when the run is shown and its creation. */
      const creating = (change: Effect.Effect<unknown>) =>
        Effect.gen(function*() {
          yield* sql`select from event where event_id = ${event} for no key update`
          const begun = yield* Effect.forkDetach(command("create", "--yes", "--json"))
          yield* Effect.repeat(waits, {
            until: ([row]) => row!.waits || begun.pollUnsafe() !== undefined,
            schedule: Schedule.spaced("20 millis")
          })
          yield* change
          return begun
        }).pipe(sql.withTransaction, Effect.flatMap(Fiber.join))
      const set = (column: string, value: boolean) => ({ accountId }: Guest) =>
        Effect.orDie(sql`update customer set ${sql(column)} = ${value} where account_id = ${accountId}`)
      const undecided = set("has_entered_info", false)
      const anna = yield* payee(10)
      const giver = yield* Effect.tap(payee(5, { donate_all: true }), undecided)
      const more = yield* creating(enter(giver, { donate_all: true }))
      const run = JSON.parse(more.stdout)
      assert.deepInclude(run, { n_payouts: 1, total_payout_amount: 10, total_donation_amount: 0 }, more.stderr)
      yield* printed("revoke", String(run.id), "--yes")
      yield* undecided(giver)
      const rich = yield* Effect.tap(payee(50), undecided)
      const other = yield* creating(Effect.andThen(set("payout_export", false)(anna), enter(rich)))
      assert.strictEqual(other.code, 1, other.stdout)
      assert.include(other.stdout, "no one to pay out")
    }))

  it.effect("never replaces a file without the option for it, and makes none in vain", () =>
    Effect.gen(function*() {
      const { created, payee } = yield* payoutOffice
      const { folder, printed, refusal } = yield* festivalCommands
      yield* payee(10)
      const run = yield* created()
      const id = String(run.id)
      const file = join(folder, "bank.xml")
      writeFileSync(file, "mine")
      const sepa = ["sepa", id, "--execution-date", tomorrow, "--output", "bank.xml"]
      assert.include(yield* refusal(...sepa), "bank.xml is there already")
      assert.strictEqual(readFileSync(file, "utf8"), "mine")
      const listed = yield* printed("list")
      assert.match(listed, new RegExp(`\n${id} .* open `))
      yield* printed(...sepa, "--force")
      assert.include(readFileSync(file, "utf8"), "<CtrlSum>10.00</CtrlSum>")
      assert.deepStrictEqual(readdirSync(folder), ["bank.xml"])
      const revoked = yield* printed("revoke", id, "--yes", "--force", "--json")
      assert.deepInclude(JSON.parse(revoked), { id: run.id, revoked: true })
    }))

  it.effect("answers in JSON, within limits and rights alone", () =>
    Effect.gen(function*() {
      const { payee } = yield* payoutOffice
      const { command, event, folder, printed, raw } = yield* festivalCommands
      yield* payee(12)
      yield* payee(30)
      const limits = ["--max-sum", "29.99", "--max-payouts", "5"]
      const run: unknown = JSON.parse(yield* printed("create", "--yes", "--json", ...limits))
      assert.deepInclude(run, { n_payouts: 1, total_payout_amount: 12, done: false })
      const pending: unknown = JSON.parse(yield* printed("pending", "--json"))
      assert.deepInclude(pending, { n_payouts: 1, total_payout_amount: 30 })
      const none = yield* untouched(command("show", "999999", "--json"))
      assert.strictEqual(none.code, 1)
      assert.match(none.stdout, /"id": "NotFound"/)
      const { event: other } = yield* (yield* Festival).neighbour
      const list = ["payout", "list", "--event", String(other), "--as", administrator.login]
      const nothing = yield* runOnDatabase(list, { cwd: folder })
      assert.strictEqual(nothing.stdout.trimEnd(), "There is no payout run.", nothing.stderr)
      const strangers = [
        ["--event", String(event), "--as", "nobody"],
        ["--event", String(event + 1000), "--as", administrator.login],
        ["--event", String(event)]
      ]
      for (const stranger of strangers) {
        const { code, stderr } = yield* untouched(raw("create", "--yes", ...stranger))
        assert.oneOf(code, [1, 2], stranger.join(" "))
        assert.isNotEmpty(stderr)
      }
    }))
})
