import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { failedMail } from "../http/calls/OfficeMailCalls.ts"
import { administrator } from "../support/administration.ts"
import { schemaFaults } from "../support/EventSchema.ts"
import { eventSettings } from "../support/eventSettings.ts"
import { Festival, sale } from "../support/Festival.ts"
import { festivalSecrets as secrets } from "../support/festivalSecrets.ts"
import { created, done } from "../support/FestivalServer.ts"
import { folder, withoutProgress } from "./EventFolder.ts"
import { runCommand, runOnDatabase } from "./runCommand.ts"

const root = join(import.meta.dirname, "../..")

/** Runs `wristbank event validate` on a text. */
const validate = async (text: string, ...args: ReadonlyArray<string>) => {
  const cwd = mkdtempSync(join(tmpdir(), "wristbank-event-"))
  try {
    writeFileSync(join(cwd, "festival.yaml"), text)
    return await runCommand(["event", "validate", "festival.yaml", ...args], { cwd })
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

const objects = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select (select max(version) from event) as version, (select count(*) from audit_log) as entries,
    (select count(*) from product) as products, (select count(*) from till) as tills`
})

layer(Festival.layer, { excludeTestServices: true })("wristbank event", (it) => {
  it("validate names the line of each problem, and ends with 3", async () => {
    const good = "event:\n  name: Festival\nnodes:\n  - path: Stage\n"
    const valid = await validate(good)
    assert.deepStrictEqual([valid.code, valid.stdout], [0, "festival.yaml: Festival: 1 nodes\n"])
    const invalid = await validate(`${good}  - path: Camp/Bar\n`)
    assert.deepStrictEqual([invalid.code, invalid.stdout], [
      3,
      "festival.yaml:5:5: nodes.1.path: node Camp/Bar: there is no node Camp\n"
    ])
    const listed = await validate(`${good}  - path: Camp/Bar\n`, "--json")
    const problem = { line: 5, column: 5, path: "nodes.1.path", message: "node Camp/Bar: there is no node Camp" }
    assert.deepStrictEqual(JSON.parse(listed.stdout), { problems: [problem] })
    const product = "products:\n  - {name: Chip, price: 1, tax_rate: none, target_account: cash_entry}\n"
    const targeted = await validate(`${good}${product}`)
    assert.deepStrictEqual([targeted.code, targeted.stdout], [
      3,
      "festival.yaml:6:44: products.0.target_account: product Chip: cash_entry takes no sales\n"
    ])
  })

  it.effect("a festival that is under way is as its export describes it, and a change is applied once", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { apply, event, write } = yield* folder
      done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest())))
      const { code, stderr, stdout: text } = yield* event(["export", "Festival"])
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(schemaFaults(text), [])
      write(text)
      const same = yield* event(["diff", "festival.yaml"])
      assert.deepStrictEqual([same.code, same.stderr], [0, ""])
      assert.match(same.stdout, /^Festival is as festival.yaml describes it; \d+ secrets are kept/)
      const before = yield* objects
      assert.match((yield* apply(text)).stdout, /\nNothing to do\n$/)
      assert.deepStrictEqual(yield* objects, before)
    }))

  it.effect("shows what is refused and why, changes nothing then, and asks before it removes", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { apply, event } = yield* folder
      const sql = yield* SqlClient.SqlClient
      done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest())))
      const { stdout: text } = yield* event(["export", "Festival"])
      const before = yield* objects

      // A deposit comes back for what it was sold for, and the till was used.
      const dearer = text.replace("- name: Deposit\n    price: 2\n", "- name: Deposit\n    price: 4\n")
      const line = text.split("\n").indexOf("  - name: Deposit") + 1
      const refused = yield* apply(dearer.replace(/^tills:\n(?: .*\n)+/m, "tills: []\n"), "--yes")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stdout, "~ product Deposit\n    price: 2 → 4\n")
      assert.include(
        refused.stdout,
        `\ncan't: festival.yaml:${line}: product Deposit: Deposit is taken back, so its price stays\n`
      )
      assert.match(refused.stdout, /\ncan't: till .*: The cash register .* is in /)
      assert.match(refused.stdout, /\n1 to change, 1 to remove; .*\n(?:can't: .*\n){2}Nothing was changed\n$/)
      const missing = yield* apply(
        text.replace("users:\n", "users:\n  - {login: eva, display_name: Eva, password: \"${EVA}\"}\n")
      )
      assert.strictEqual(missing.code, 1)
      assert.include(missing.stdout, "+ user eva\n")
      assert.include(missing.stderr, "These secrets are missing: EVA")
      assert.deepStrictEqual(yield* objects, before)

      // A role that no one has is removed, an unlocked product comes.
      const other = text.replace(/^ {2}- name: helper\n(?: {4}.*\n)+/m, "")
        .replace("products:\n", "products:\n  - {name: Soup, price: 3, tax_rate: 19 %}\n")
      const tried = yield* apply(other, "--dry-run")
      assert.deepStrictEqual([tried.code, tried.stderr], [0, ""])
      assert.include(tried.stdout, "+ product Soup\n- role helper\n1 to create, 1 to remove;")
      assert.include(tried.stdout, "nothing was changed")
      const unasked = yield* apply(other)
      assert.deepStrictEqual([unasked.code, unasked.stderr], [
        1,
        "1 object will be removed: no one can be asked here, so say --yes\n"
      ])
      assert.deepStrictEqual(yield* objects, before)
      assert.match((yield* apply(other, "--yes")).stdout, /\nDone\n$/)
      assert.strictEqual((yield* event(["diff", "festival.yaml"])).code, 0)
      const logged = yield* sql<{ log_type: string; by: string }>`
        select log_type, content->>'by' as by from audit_log order by id desc limit 2`
      assert.deepStrictEqual(logged.map(({ log_type }) => log_type), ["user_role_deleted", "product_created"])
      assert.isTrue(logged.every(({ by }) => by.includes("@")))

      // The former file is now different, and with --keep it removes nothing.
      const back = yield* apply(text, "--keep", "--json")
      const roleLine = text.split("\n").indexOf("  - name: helper") + 1
      assert.deepStrictEqual(
        JSON.parse(back.stdout).steps,
        [{ action: "create", section: "user_roles", name: "helper", at: "", line: roleLine, changes: [] }]
      )
    }))

  it.effect("copy makes a new event with all that is set up, and names what is not copied", () =>
    Effect.gen(function*() {
      const { event } = yield* folder
      const before = yield* objects
      const copy = (...more: ReadonlyArray<string>) =>
        event(["copy", "Festival", "--to", "0", "--name", "Next year", ...more])
      const tried = yield* copy("--dry-run")
      assert.deepStrictEqual([tried.code, tried.stderr], [0, ""], tried.stdout)
      assert.match(
        tried.stdout,
        /^\+ event\n[^]*\+ product Beer\n[^]*\d+ to create.*\nTried and undone: nothing was changed\n/
      )
      assert.include(tried.stdout, "\nnot copied: keys of the wristbands\n")
      assert.deepStrictEqual(yield* objects, before)
      const soon = yield* copy("--starts", "soon")
      assert.deepStrictEqual([soon.code, soon.stderr.includes("soon is no moment")], [2, true])

      const made = yield* copy("--starts", "2030-06-27T14:00:00Z", "--ends", "2030-06-30T20:00:00Z", "--json")
      assert.deepStrictEqual([made.code, made.stderr], [0, ""])
      const { event_id: id, set_anew: anew } = JSON.parse(made.stdout)
      assert.deepInclude(anew, { section: "user_tag_secret", name: "", at: "", fields: [] })
      const [first, second] = [yield* event(["export", "Festival"]), yield* event(["export", String(id)])]
      assert.notInclude(second.stdout, "${")
      assert.include(second.stdout, "start_date: 2030-06-27T14:00:00.000Z\n  end_date: 2030-06-30T20:00:00.000Z\n")
      for (const section of ["products", "till_buttons", "till_layouts", "till_profiles", "tills", "user_roles"]) {
        const lines = new RegExp(`^${section}:\\n(?: .*\\n)+`, "m")
        assert.strictEqual(lines.exec(second.stdout)?.[0], lines.exec(first.stdout)![0])
      }
      const taken = yield* copy()
      assert.deepStrictEqual([taken.code, taken.stderr], [
        1,
        "There is already Next year here. Give the new event another name, or name the event that is to become as the file describes it.\n"
      ])
      const nowhere = yield* event(["copy", "Festival", "--to", "Club", "--name", "Other"])
      assert.deepStrictEqual([nowhere.code, nowhere.stderr], [
        1,
        "There is no organisation Club. Make the node in the office first, or name the one below which the event is to be.\n"
      ])
    }))

  it.effect("refuses people without the right, events and organisations that are not there", () =>
    Effect.gen(function*() {
      const { apply, event } = yield* folder
      const before = yield* objects
      assert.include((yield* event(["export", "Fair"])).stderr, "There is no event Fair")
      const { stdout: text } = yield* event(["export", "Festival"])
      const elsewhere = yield* apply(text.replace("event:\n", "event:\n  organisation: Club\n"))
      assert.include(elsewhere.stderr, "There is no organisation Club")
      const sql = yield* SqlClient.SqlClient
      const [user] = yield* sql<{ login: string }>`select login from usr where login <> ${administrator.login} limit 1`
      const { cwd } = yield* folder
      writeFileSync(join(cwd, "festival.yaml"), text)
      const guest = yield* runOnDatabase(["event", "diff", "festival.yaml", "--as", user!.login], { cwd })
      assert.strictEqual(guest.code, 1)
      assert.match(guest.stderr, /node_administration/)
      assert.deepStrictEqual(yield* objects, before)
    }))

  it.effect("the commands of the guide work as they stand there, and the schema is that of the sources", () =>
    Effect.gen(function*() {
      const guide = readFileSync(join(root, "docs/administrator-documentation/event-file.md"), "utf8")
      const { cwd } = yield* folder
      const schema = yield* runOnDatabase(["event", "schema"], { cwd })
      assert.strictEqual(schema.stdout, readFileSync(join(root, "examples/event.schema.json"), "utf8"))
      copyFileSync(join(root, "examples/festival.yaml"), join(cwd, "festival.yaml"))
      const lines = guide.matchAll(/^npx wristbank (.*?)(?: +#.*)?$/gm)
      const outputs: Array<string> = []
      for (const [, line] of lines) {
        const args = Array.from(line!.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!)
        const { code, stderr, stdout } = withoutProgress(
          yield* runOnDatabase(args, { cwd, environment: secrets })
        )
        assert.deepStrictEqual([line, code, stderr], [line, 0, ""], stdout)
        outputs.push(stdout)
      }
      assert.match(outputs[1]!, /^\+ event\n\+ node Main stage\n[^]*\nTried and undone: nothing was changed\n$/)
      assert.match(outputs[2]!, /\nDone\n$/)
      assert.match(outputs[3]!, /^Harbour Festival is as festival\.yaml describes it; 8 secrets are kept/)
      const next = withoutProgress(
        yield* runOnDatabase(["event", "diff", "next-year.yaml", "--as", administrator.login], { cwd })
      )
      assert.deepStrictEqual([next.code, next.stderr], [0, ""])
    }))

  it.effect("close names what is left after an event, and archives it when nothing is open", () =>
    Effect.gen(function*() {
      const { admin, bar, event: eventId, guest, press } = yield* Festival
      const { cwd, event } = yield* folder
      done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest({ balance: 12 }))))
      const mailId = yield* failedMail
      const festival = yield* event(["close", "1"])
      assert.deepStrictEqual([festival.code, festival.stderr], [3, ""])
      assert.match(
        festival.stdout,
        /^\[-\] \d+ terminals where someone is signed in\n {6}Sign everybody out at the tills\. /
      )
      assert.match(festival.stdout, /\n\[-\] \d+ guests with money, \d+\.00 EUR\n/)
      assert.match(festival.stdout, /\n\[-\] \d+ orders that no export for the tax office has\n/)
      assert.match(festival.stdout, /\n\[-\] 1 mails that are not sent\n/)
      assert.match(festival.stdout, /\n\[-\] 1 open closings of tills\n/)
      const readSteps = Effect.map(event(["close", "1", "--json"]), ({ stdout }) => JSON.parse(stdout))
      const steps = yield* readSteps
      const sql = yield* SqlClient.SqlClient
      const payments = steps.find(({ step }: { readonly step: string }) => step === "card_payments").count
      yield* sql`insert into card_payment (event_id, uuid, order_type, payment_type, amount, currency, status, verification,
          problem, till_id, z_nr, request_hash, created_at, check_interval)
        values (${eventId}, gen_random_uuid(), 'sale', 'sumup_terminal', 450, 'EUR', 'booked', 'mismatch', 'other money',
          ${bar.id}, 1, '', now(), 60)`
      assert.deepInclude(yield* readSteps, {
        step: "card_payments",
        state: "advised",
        count: payments + 1,
        amount: null
      })
      yield* sql`update card_payment set settled_at = now(), settled_reason = 'checked', next_check = null`
      yield* sql`update mail set status = 'sent', sent_at = now() where id = ${mailId}`
      yield* runOnDatabase(["fiscal", "end-closings", "--event", "1", "--as", administrator.login, "--yes"], { cwd })
      const settled = yield* readSteps
      for (const step of ["card_payments", "mail", "closings"]) {
        assert.deepInclude(settled, { step, state: "done", count: 0, amount: null })
      }
      const [held] =
        yield* sql`select count(*)::int4 as count, sum(balance)::int4 / 100.0::float8 as amount from account
        where event_id = 1 and type = 'private' and balance > 0`
      assert.deepInclude(steps, { step: "unclaimed", state: "advised", ...held })

      const fair = yield* created(
        admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: "Fair", description: "" })
      )
      const trial = yield* event(["close", "Fair", "--dry-run"])
      assert.deepStrictEqual([trial.code, trial.stderr], [3, ""])
      assert.match(
        trial.stdout,
        /^(?:\[x\] .*\n){10}\[ \] 1 event that is not archived\n {6}Archive it once all other steps are done\.\n {6}wristbank event close\n$/
      )
      const unasked = yield* event(["close", "Fair"])
      assert.strictEqual(unasked.code, 1)
      assert.match(unasked.stderr, /^Archive Fair: no one can be asked here, so say --yes/)
      const closed = yield* event(["close", String(fair), "--yes"])
      assert.deepStrictEqual([closed.code, closed.stderr], [0, ""])
      assert.match(closed.stdout, /\nFair is archived\n$/)
      const again = yield* event(["close", "Fair", "--yes"])
      assert.deepStrictEqual([again.code, again.stderr], [0, ""])
      assert.match(again.stdout, /^(?:\[x\] .*\n){11}$/)
    }))
})
