import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eventSettings } from "../../support/eventSettings.ts"
import { everyTable } from "../../support/everyTable.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { festivalSecrets as secrets } from "../../support/festivalSecrets.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"
import { eventFileOf } from "../calls/OfficeEventFileCalls.ts"

const festival = readFileSync(join(import.meta.dirname, "../../../examples/festival.yaml"), "utf8")

interface Step {
  readonly action: string
  readonly section: string
  readonly name: string
  readonly line: number | null
  readonly changes: ReadonlyArray<Body>
}

/** A plan as it is answered. */
interface Report {
  readonly event_id: number | null
  readonly fingerprint: string
  readonly steps: ReadonlyArray<Step>
  readonly refused: ReadonlyArray<Step & { readonly rule: string; readonly message: string }>
  readonly missing_variables: ReadonlyArray<string>
}

/** The calls about the file of an event, or below a node. */
const calls = Effect.gen(function*() {
  const { admin, event } = yield* Festival
  const plan = (file: string, more: Body = {}, node = event) =>
    Effect.map(
      admin("POST", `/tree/nodes/${node}/plan-event-file`, { file, ...more }),
      (answer) => done(answer).body as unknown as Report
    )
  const apply = (file: string, fingerprint: string, more: Body = {}, node = event) =>
    admin("POST", `/tree/nodes/${node}/apply-event-file`, { file, fingerprint, ...more })
  return { apply, plan }
})

const shortly = ({ steps }: Report) => steps.map(({ action, name, section }) => [action, section, name])
const lineOf = (text: string, line: string) => text.split("\n").indexOf(line) + 1

layer(Festival.layer, { excludeTestServices: true })("an event as a file in the office", (it) => {
  it.effect("is downloaded, changed, planned with its lines, and applied as it was planned", () =>
    Effect.gen(function*() {
      const { bar, event, guest, press } = yield* Festival
      const { apply, plan } = yield* calls
      const sql = yield* SqlClient.SqlClient
      done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest())))
      const text = yield* eventFileOf(event)
      assert.deepStrictEqual(shortly(yield* plan(text)), [])

      // What is sold as a deposit comes back for the same price.
      const dearer = text.replace("- name: Deposit\n    price: 2\n", "- name: Deposit\n    price: 4\n")
      const before = yield* everyTable
      const refused = yield* plan(dearer)
      const line = lineOf(dearer, "  - name: Deposit")
      assert.deepStrictEqual(refused.steps.map(({ changes, line: at, name }) => [name, at, changes]), [
        ["Deposit", line, [{ field: "price", before: "2", after: "4" }]]
      ])
      assert.deepStrictEqual(refused.refused.map(({ line: at, name, rule }) => [name, at, rule]), [
        ["Deposit", line, "catalogue.version_returnable"]
      ])
      const answer = yield* apply(dearer, refused.fingerprint)
      assert.deepStrictEqual([answer.status, answer.body.id], [400, "EventFileRefused"])
      assert.deepStrictEqual(answer.body.refused, refused.refused)
      assert.match(String(answer.body.message), /^Nothing was changed: product Deposit: Deposit is taken back/)
      assert.deepStrictEqual(yield* everyTable, before)

      const other = text.replace(/^ {2}- name: helper\n(?: {4}.*\n)+/m, "")
        .replace("products:\n", "products:\n  - {name: Soup, price: 3, tax_rate: 19 %}\n")
      const planned = yield* plan(other)
      assert.deepStrictEqual([shortly(planned), planned.refused], [
        [["create", "products", "Soup"], ["remove", "user_roles", "helper"]],
        []
      ])
      assert.deepStrictEqual(shortly(yield* plan(other, { keep: true })), [["create", "products", "Soup"]])
      assert.deepStrictEqual(yield* everyTable, before)
      const stale = yield* apply(other, refused.fingerprint)
      assert.deepStrictEqual([stale.status, stale.body.rule], [400, "eventfile.changed_meanwhile"])
      assert.deepStrictEqual(yield* everyTable, before)
      done(yield* apply(other, planned.fingerprint))
      assert.deepStrictEqual(shortly(yield* plan(other)), [])
      const again = yield* apply(other, planned.fingerprint)
      assert.strictEqual(again.body.rule, "eventfile.changed_meanwhile")
      const logged = yield* sql<{ log_type: string; by: string | null }>`
        select log_type, content->>'by' as by from audit_log order by id desc limit 2`
      assert.deepStrictEqual(logged.map(({ by, log_type }) => [log_type, by]), [
        ["user_role_deleted", null],
        ["product_created", null]
      ])
    }))

  it.effect("changes the price of what was sold from now on, with a version in its history", () =>
    Effect.gen(function*() {
      const { bar, event, guest, office, press, products } = yield* Festival
      const { apply, plan } = yield* calls
      const text = yield* eventFileOf(event)
      const dearer = text.replace("- name: Food\n    price: 4\n", "- name: Food\n    price: 4.5\n")
      const planned = yield* plan(dearer)
      assert.deepStrictEqual([shortly(planned), planned.refused], [[["change", "products", "Food"]], []])
      done(yield* apply(dearer, planned.fingerprint))
      assert.deepStrictEqual(shortly(yield* plan(dearer)), [])
      const { entities, ids } = done(yield* office("GET", `/products/${products.food}/versions`)).body as {
        readonly ids: ReadonlyArray<number>
        readonly entities: Readonly<Record<string, Body>>
      }
      assert.deepStrictEqual(ids.map((id) => [entities[id]!.state, entities[id]!.price]), [["present", 4.5], [
        "past",
        4
      ]])
      // Without a moment the till would get the cheapest price of the last two minutes.
      const atPresent = { ...sale([press("food")], yield* guest()), priced_at: "2100-01-01T00:00:00Z" }
      assert.strictEqual(done(yield* bar.post("/order/book-sale", atPresent)).body.total_price, 4.5)
    }))

  it.effect("takes pictures in the file or beside it, and a copy has them", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const { apply, plan } = yield* calls
      const logo = `<svg xmlns="http://www.w3.org/2000/svg"><path></path></svg>`
      const text = yield* eventFileOf(event)
      const withLogo = `${text}event_design:\n  bon_logo: art/logo.svg\n`
      const alone = yield* admin("POST", `/tree/nodes/${event}/plan-event-file`, { file: withLogo })
      assert.deepStrictEqual([alone.status, alone.body.problems], [400, [{
        line: lineOf(withLogo, "  bon_logo: art/logo.svg"),
        column: 3,
        path: "event_design.bon_logo",
        message: "The picture art/logo.svg: choose it together with the file"
      }]])
      const pictures = { "logo.svg": btoa(logo) }
      const planned = yield* plan(withLogo, { pictures })
      assert.deepStrictEqual(planned.steps.map(({ changes, section }) => [section, changes]), [["event_design", [
        { field: "bon_logo", before: null, after: planned.steps[0]!.changes[0]!.after }
      ]]])
      assert.match(String(planned.steps[0]!.changes[0]!.after), /^image\/svg\+xml, 59 bytes, /)
      done(yield* apply(withLogo, planned.fingerprint, { pictures }))
      const { bon_logo_blob_id: blob } = done(yield* admin("GET", `/tree/events/${event}/event-design`)).body
      const downloaded = yield* eventFileOf(event)
      assert.include(downloaded, `event_design:\n  bon_logo: data:image/svg+xml;base64,${btoa(logo)}\n`)
      assert.deepStrictEqual(shortly(yield* plan(downloaded)), [])
      assert.deepStrictEqual(shortly(yield* plan(withLogo, { pictures: { "art/logo.svg": btoa(logo) } })), [])
      const copied = done(yield* admin("POST", "/tree/nodes/0/copy-event", { event_id: event, name: "Drawn" })).body
      assert.include(
        yield* eventFileOf(copied.event_id as number),
        `bon_logo: data:image/svg+xml;base64,${btoa(logo)}\n`
      )
      const design = done(yield* admin("GET", `/tree/events/${String(copied.event_id)}/event-design`)).body
      assert.isString(design.bon_logo_blob_id)
      assert.notStrictEqual(design.bon_logo_blob_id, blob)

      // The largest pictures may be in the file; without them it has the usual limit.
      const large = Buffer.alloc(2 * 2 ** 20, "\x89PNG\r\n\x1a\n", "latin1").toString("base64")
      const map = (picture: string) =>
        downloaded.replace(
          /^ {2}bon_logo: .*$/m,
          `$&\n  site_map: {picture: "data:image/png;base64,${picture}", top_left: {latitude: 54, longitude: 9}, ` +
            "top_right: {latitude: 54, longitude: 10}, bottom_left: {latitude: 53, longitude: 9}}"
        )
      assert.deepStrictEqual(shortly(yield* plan(map(large))), [["change", "event_design", ""]])
      const long = yield* admin("POST", `/tree/nodes/${event}/plan-event-file`, {
        file: `${text}#${"x".repeat(500_000)}`
      })
      assert.strictEqual(long.status, 422)
      const larger = yield* admin("POST", `/tree/nodes/${event}/plan-event-file`, { file: map(`${large}AAAA`) })
      assert.deepStrictEqual([larger.status, larger.body.id], [400, "EventFileInvalid"])
    }))

  it.effect("makes a new event below a node once its secrets are given, and copies one without them", () =>
    Effect.gen(function*() {
      const { admin } = yield* Festival
      const { apply, plan } = yield* calls
      const club = yield* created(admin("POST", "/tree/nodes/0/create-node", { name: "Club", description: "" }))
      const open = yield* plan(festival, {}, club)
      assert.deepStrictEqual([open.event_id, open.refused], [null, []])
      assert.sameMembers([...open.missing_variables], Object.keys(secrets))
      const missing = yield* apply(festival, open.fingerprint, {}, club)
      assert.deepStrictEqual([missing.status, missing.body.rule], [400, "eventfile.variables_missing"])
      const short = yield* plan(festival, { secrets: { ...secrets, PASSWORD_OLGA: "short" } }, club)
      assert.deepStrictEqual(short.refused.map(({ section, name }) => [section, name]), [
        ["users", "olga"],
        // There is no one to get these roles.
        ["role_assignments", "olga"]
      ])
      const planned = yield* plan(festival, { secrets }, club)
      assert.deepStrictEqual([planned.missing_variables, planned.refused], [[], []])
      const { event_id: event } = done(yield* apply(festival, planned.fingerprint, { secrets }, club))
        .body as unknown as Report
      const text = yield* eventFileOf(event!)
      assert.include(text, "organisation: Club\n")
      for (const secret of Object.values(secrets)) assert.notInclude(text, secret)
      const twice = yield* admin("POST", `/tree/nodes/${club}/plan-event-file`, { file: festival, secrets })
      assert.deepStrictEqual([twice.status, twice.body.rule], [400, "eventfile.name_taken"])

      const before = yield* everyTable
      const order = { event_id: event, name: "Next year", start_date: "2028-06-30T14:00:00Z" }
      const copy = (more: Body = {}) => admin("POST", "/tree/nodes/0/copy-event", { ...order, ...more })
      const tried = done(yield* copy({ dry_run: true })).body
      assert.deepStrictEqual([tried.event_id, tried.refused], [null, []])
      assert.deepStrictEqual(yield* everyTable, before)
      const made = done(yield* copy()).body
      const anew = made.set_anew as ReadonlyArray<{ readonly section: string; readonly name: string }>
      assert.deepStrictEqual(anew.map(({ name, section }) => `${section} ${name}`.trim()), [
        "fiscal_settings",
        "user_tag_secret",
        "tses Device 1",
        "users lena",
        "users olga",
        "users omar",
        "role_assignments lena",
        "role_assignments olga",
        "role_assignments omar"
      ])
      const copied = yield* eventFileOf(made.event_id as number)
      assert.notInclude(copied, "${")
      assert.include(copied, "start_date: 2028-06-30T14:00:00.000Z\n  end_date: 2028-07-02T22:00:00.000Z\n")
      const from = (name: string) => new RegExp(`^${name}:\\n(?: .*\\n)+`, "m")
      for (const section of ["products", "till_layouts", "till_profiles", "tills", "user_roles"]) {
        assert.strictEqual(from(section).exec(copied)?.[0], from(section).exec(text)![0])
      }
      const taken = yield* copy()
      assert.deepStrictEqual([taken.status, taken.body.rule], [400, "eventfile.name_taken"])
    }))

  it.effect("names the lines of a file that can't be read, in the language of the call", () =>
    Effect.gen(function*() {
      const { address, event, token } = yield* Festival
      const german = caller(`${address}/administration`, token, { "accept-language": "de" })
      const file = "event:\n  name: Festival\nnodes:\n  - path: Stage\n  - path: Camp/Bar\n"
      const answer = yield* german("POST", `/tree/nodes/${event}/plan-event-file`, { file })
      assert.deepStrictEqual([answer.status, answer.body.id, answer.body.problems], [400, "EventFileInvalid", [
        { line: 5, column: 5, path: "nodes.1.path", message: "Ort Camp/Bar: Den Ort Camp gibt es nicht" }
      ]])
      assert.match(String(answer.body.message), /^Zeile 5: nodes\.1\.path: /)
      for (
        const text of [
          "",
          "[",
          "a: &a [*a, *a]",
          "event: {name: \"a\\0\"}\nnodes: [{path: \"\\0\"}]",
          "- a\n".repeat(5000)
        ]
      ) {
        const refused = yield* german("POST", `/tree/nodes/${event}/plan-event-file`, { file: text })
        assert.deepStrictEqual([refused.status, refused.body.id], [400, "EventFileInvalid"], text.slice(0, 80))
        assert.isAtMost((refused.body.problems as ReadonlyArray<unknown>).length, 200)
      }
    }))

  it.effect("is for those alone who administer the whole event, and the event that is copied", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const text = yield* eventFileOf(event)
      const elsewhere = yield* created(
        admin("POST", "/tree/nodes/0/create-event", { ...eventSettings, name: "Fair", description: "" })
      )
      const stranger = yield* clerk(elsewhere, elsewhere, ["node_administration"])
      const before = yield* everyTable
      const asked = yield* Effect.all([
        stranger("GET", `/tree/events/${event}/event-file`),
        stranger("POST", `/tree/nodes/${event}/plan-event-file`, { file: text }),
        stranger("POST", `/tree/nodes/${elsewhere}/copy-event`, { event_id: event, name: "Mine" })
      ])
      assert.deepStrictEqual(asked.map(({ status }) => status), [403, 403, 403])
      assert.deepStrictEqual(yield* everyTable, before)
    }))
})
