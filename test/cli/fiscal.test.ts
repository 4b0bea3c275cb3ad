import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomUUID } from "node:crypto"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { unpacked } from "../support/ExportPackage.ts"
import { Festival, topUp } from "../support/Festival.ts"
import { untouched } from "../support/FestivalLedger.ts"
import { type Body, done } from "../support/FestivalServer.ts"
import { business, evening, signingFestival } from "../support/FestivalSigning.ts"
import { runOnDatabase } from "./runCommand.ts"

/** Commands of the festival, run in a folder of their own. */
const festivalCommands = Effect.gen(function*() {
  const { event } = yield* Festival
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-fiscal-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const raw = (...args: ReadonlyArray<string>) => runOnDatabase(["fiscal", ...args], { cwd: folder })
  const command = (name: string, ...args: ReadonlyArray<string>) =>
    raw(name, ...args, "--event", String(event), "--as", administrator.login)
  const exported = (file: string, ...args: ReadonlyArray<string>) => command("export", "--output", file, ...args)
  return { command, event, exported, folder, raw }
})

/** The newest entry of the audit log. */
const audited = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  const [entry] = yield* sql<{ log_type: string; anyway: string; by: string; user: bigint }>`
    select log_type, content->>'anyway' as anyway, content->>'by' as by, originating_user_id as user from audit_log
    where node_id = ${event} order by id desc limit 1`
  const { anyway, by, log_type } = entry!
  assert.match(by, /^.+@.+$/)
  return { log_type, anyway }
})

layer(Festival.layer, { excludeTestServices: true })("wristbank fiscal", (it) => {
  it.effect("exports what its own checker, which knows nothing but the files, finds right", () =>
    Effect.gen(function*() {
      const { exported, folder, raw } = yield* festivalCommands
      const { closeAll, device, failAll, signAll } = yield* signingFestival
      const first = yield* device("first", 4500)
      yield* evening
      yield* signAll(first)
      yield* closeAll
      yield* evening
      yield* failAll
      yield* evening
      const second = yield* device("second")
      yield* signAll(second)
      yield* closeAll
      const { code, stderr, stdout } = yield* exported("all.zip")
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^\d+ receipts of \d+ closings written to .*all\.zip\n$/)
      const check = yield* raw("verify", "all.zip")
      assert.match(check.stdout, /^\d+ receipts of \d+ closings, \d+ valid signatures, \d+ without: no problems\n$/)
      assert.strictEqual(check.code, 0, check.stderr)
      const tses = (yield* Effect.promise(() => unpacked(join(folder, "all.zip")))).get("tse.csv")!.toString().split(
        "\r\n"
      )
      assert.match(tses[0]!, /;TSE_ZERTIFIKAT_V$/, "a long certificate has as many columns as it needs")
      const devices = tses.slice(1, -1).map((row) => row.split(";").slice(2, 5))
      assert.includeDeepMembers(devices, [
        ["1", String(first.id), first.key.serial],
        ["2", String(second.id), second.key.serial]
      ], "a closing names the devices that signed in it")
      yield* exported("again.zip", "--skip-signatures")
      const [one, other] = ["all.zip", "again.zip"].map((file) =>
        createHash("sha256").update(readFileSync(join(folder, file))).digest("hex")
      )
      assert.strictEqual(one, other, "the same records make the same file")
      assert.deepStrictEqual(readdirSync(folder).toSorted(), ["again.zip", "all.zip"])
    }).pipe(Effect.scoped))

  it.effect("says what is not in an export, and ends open closings so that all of it is", () =>
    Effect.gen(function*() {
      const { command, event, exported, raw } = yield* festivalCommands
      const { bar, guest, tills } = yield* Festival
      const { closeAll, device, signAll } = yield* signingFestival
      const signer = yield* device("open")
      // The device has numbers before and after those of the closing that stays open.
      yield* evening
      yield* signAll(signer)
      const other = yield* tills.open()
      yield* closeAll
      yield* evening
      yield* signAll(signer)
      done(yield* other.post("/order/book-topup", topUp(yield* guest(), 5, { payment_method: "sumup" })))
      yield* signAll(signer)
      const partial = yield* exported("closed.zip")
      assert.strictEqual(partial.code, 0, partial.stderr)
      assert.match(partial.stdout, /\nNot in it: \d+ receipts of \d+ closings still open, at till .*\nEnd them with /)
      const counts = yield* exported("counts.zip", "--json")
      const { leftOut } = JSON.parse(counts.stdout)
      assert.includeMembers(leftOut.openTillIds, [bar.id, other.id])
      assert.include(
        partial.stdout,
        `${leftOut.openReceipts} receipts of ${leftOut.openTillIds.length} closings still open`
      )
      const past = yield* exported("past.zip", "--to", "2020-01-01")
      assert.match(
        past.stdout,
        /^0 receipts of 0 closings .*\n(.*\n)*Not in it: \d+ closings? that ended at other times\n$/
      )

      const asked = yield* command("end-closings")
      assert.strictEqual(asked.code, 1)
      assert.match(asked.stdout, new RegExp(`^till +name +closing +last booked\\n(.*\\n)*${bar.id} `))
      assert.include(asked.stderr, "say --yes")
      const one = yield* command("end-closings", "--yes", "--till", String(other.id), "--json")
      assert.deepStrictEqual(JSON.parse(one.stdout).map((ended: Body) => ended.till_id), [other.id], one.stderr)
      const hinted = yield* exported("gaps.zip")
      assert.match(hinted.stdout, /still open, at till \d+/)
      const gaps = yield* raw("verify", "gaps.zip")
      assert.strictEqual(gaps.code, 3)
      assert.match(gaps.stdout, /TSE_TANR .* is missing/)
      assert.match(gaps.stdout, /^note: .*--partial/m)

      const all = yield* command("end-closings", "--yes")
      assert.match(all.stdout, /\n\d+ closings? ended\n$/)
      assert.strictEqual((yield* command("end-closings")).stdout, "0 closings ended\n", "nothing is left to ask for")
      const whole = yield* exported("whole.zip")
      assert.notInclude(whole.stdout, "Not in it")
      const check = yield* raw("verify", "whole.zip")
      assert.strictEqual(check.code, 0, check.stdout)
      assert.strictEqual((yield* command("end-closings", "--yes", "--till", "999999")).code, 1)
      assert.deepInclude(yield* audited(event), { log_type: "fiscal_exported" })
    }).pipe(Effect.scoped))

  it.effect("exports nothing while data lacks or orders wait for their signature, and says all of it", () =>
    Effect.gen(function*() {
      const { event, exported, folder, raw } = yield* festivalCommands
      const { closeAll, decide, device, signAll } = yield* signingFestival
      yield* evening
      yield* closeAll
      yield* decide({ signing: true })
      const refused = yield* untouched(exported("export.zip"))
      assert.strictEqual(refused.code, 1)
      const { error } = JSON.parse((yield* untouched(exported("export.zip", "--json"))).stdout) as {
        readonly error: { readonly rule: string; readonly message: string; readonly problems: ReadonlyArray<Body> }
      }
      assert.strictEqual(error.rule, "dsfinvk.export_incomplete")
      assert.deepStrictEqual(error.problems.map(({ fields, rule }) => [rule, fields]), [
        ...["street", "zip", "city"].map((field) => ["dsfinvk.business_incomplete", [field]]),
        ["dsfinvk.orders_unsigned", []]
      ])
      assert.deepStrictEqual(
        refused.stderr.trimEnd().split("\n"),
        ["Nothing was exported:", ...error.problems.map(({ message }) => `- ${String(message)}`)]
      )
      assert.strictEqual(refused.stderr.trimEnd(), error.message)
      assert.deepStrictEqual(readdirSync(folder), [])
      const anyway = yield* exported("export.zip", "--anyway", "--log-level", "None")
      assert.strictEqual(anyway.code, 0, anyway.stderr)
      const rows = (yield* Effect.promise(() => unpacked(join(folder, "export.zip")))).get("transactions_tse.csv")!
      assert.match(rows.toString(), /;TSE Fehler: noch nicht signiert;/)
      const check = yield* raw("verify", "export.zip", "--partial")
      for (const lacks of ["STRASSE", "PLZ", "ORT"]) {
        assert.match(check.stdout, new RegExp(`\\.csv: row 1: ${lacks} is empty`))
      }
      assert.deepStrictEqual(yield* audited(event), { log_type: "fiscal_exported", anyway: "true" })
      yield* decide({ ...business, signing: true })
      yield* signAll(yield* device("late"))
      assert.strictEqual((yield* exported("export.zip")).code, 1, "a file that is there stays")
      assert.strictEqual((yield* exported("export.zip", "--force")).code, 0)
      assert.deepStrictEqual(yield* audited(event), { log_type: "fiscal_exported", anyway: "false" })
    }).pipe(Effect.scoped))

  it.effect("lets only those export who may see the books of the event", () =>
    Effect.gen(function*() {
      const { event, folder, raw } = yield* festivalCommands
      const { office } = yield* Festival
      const login = randomUUID()
      done(yield* office("POST", "/users", { login, display_name: "", password: "a password of strangers" }))
      for (const [name, as] of [["export", login], ["ao146a", login], ["export", "nobody"]] as const) {
        const refused = yield* untouched(raw(name, "--event", String(event), "--as", as, "--output", "a"))
        assert.strictEqual(refused.code, 1, refused.stdout)
      }
      assert.deepStrictEqual(readdirSync(folder), [])
    }).pipe(Effect.scoped))

  it.effect("reports tills with their devices, and lists what no one said", () =>
    Effect.gen(function*() {
      const { command, event, folder } = yield* festivalCommands
      const { device } = yield* signingFestival
      const sql = yield* SqlClient.SqlClient
      yield* evening
      const { id, key } = yield* device("reported")
      const { bar } = yield* Festival
      yield* sql`update till set tse_id = ${id}, purchased_on = '2026-05-04' where event_id = ${event} and id = ${bar.id}`
      const { code, stderr, stdout } = yield* command("ao146a", "--output", "tills.xml", "--shutdown", "2026-12-31")
      assert.strictEqual(code, 0, stderr)
      assert.match(stdout, /^Till \d+ has no signing device and is left out\n(.*\n)*1 till written to .*tills.xml\n$/)
      const xml = readFileSync(join(folder, "tills.xml"), "utf8")
      assert.include(xml, `<SeriennummerTSE>${key.serial}</SeriennummerTSE>`)
      assert.include(xml, "<AnschaffungAS>04.05.2026</AnschaffungAS>")
      assert.include(xml, "<AusserbetriebnahmeAS>31.12.2026</AusserbetriebnahmeAS>")
      assert.include(xml, "<BSIID>0393-2020</BSIID>")
    }).pipe(Effect.scoped))

  it.effect("reports a till whose devices are out of use with the last one once all tills are, and only then", () =>
    Effect.gen(function*() {
      const { command, event, folder } = yield* festivalCommands
      const { device } = yield* signingFestival
      const { bar, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      yield* evening
      const [first, last] = [yield* device("first stick"), yield* device("last stick")]
      for (const { id } of [first, last]) {
        yield* sql`insert into till_tse_history (event_id, client_id, till_id, tse_id, what, z_nr)
          values (${event}, ${String(bar.id)}, ${bar.id}, ${id}, 'register', 1)`
        yield* sql`update till set tse_id = ${id} where event_id = ${event} and id = ${bar.id}`
        done(yield* office("POST", `/tses/${id}/switch-over`, {}))
      }
      const leftOut = `Till ${bar.id} has no signing device and is left out`
      const report = Effect.fnUntraced(function*(output: string, ...flags: ReadonlyArray<string>) {
        const { code, stderr, stdout } = yield* command("ao146a", "--output", output, ...flags)
        assert.strictEqual(code, 0, stderr)
        const xml = readFileSync(join(folder, output), "utf8")
        return { stdout, serials: [...xml.matchAll(/<SeriennummerTSE>(.*)</g)].map(([, serial]) => serial) }
      })
      const open = yield* report("open.xml")
      assert.include(open.stdout, leftOut)
      assert.deepStrictEqual(open.serials, [])
      const over = yield* report("over.xml", "--shutdown", "2026-12-31")
      assert.notInclude(over.stdout, leftOut)
      assert.deepStrictEqual(over.serials, [last.key.serial])
    }).pipe(Effect.scoped))
})
