import { assert, layer } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import type { InvalidArgument } from "@wristbank/core/base/Refusal"
import { eventCaller } from "@wristbank/core/event/EventCaller"
import { NewTaxRateVersion } from "@wristbank/core/event/TaxRateVersion"
import { TaxRateVersions } from "@wristbank/core/event/TaxRateVersions"
import { type Contents } from "@wristbank/core/eventfile/EventFile"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { sections } from "@wristbank/core/eventfile/Sections"
import { DateTime, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { administrator, installed, servicesLayer } from "../../support/administration.ts"
import { festivalSecrets as variables } from "../../support/festivalSecrets.ts"
import { workReported } from "../../support/WorkReported.ts"

const festival = readFileSync(join(import.meta.dirname, "../../../examples/festival.yaml"), "utf8")
/** What the pictures of an event hold when they are drawn, and the design of a file that has them. */
const drawn = (fill: string) => `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}"></path></svg>`
const pictured = (logo: string | null, map: string | null) =>
  `event_design: ${
    JSON.stringify({
      bon_logo: logo && `data:image/svg+xml;base64,${btoa(drawn(logo))}`,
      site_map: map && {
        picture: `data:image/svg+xml;base64,${btoa(drawn(map))}`,
        top_left: { latitude: 54.03, longitude: 9.36 },
        top_right: { latitude: 54.03, longitude: 9.37 },
        bottom_left: { latitude: 54.02, longitude: 9.36 }
      }
    })
  }\n`

const contentsOf = (text: string): Contents => Result.getOrThrow(parse("festival.yaml", text)).contents

const administratorId = Effect.map(
  SqlClient.SqlClient.use((sql) => sql<{ id: bigint }>`select id from usr where login = ${administrator.login}`),
  ([row]) => row!.id
)

const requestOf = Effect.fnUntraced(function*(contents: Contents, more: object = {}) {
  return {
    author: { userId: yield* administratorId, by: "anna@laptop" },
    contents,
    variables,
    checkShop: () => Effect.void,
    ...more
  }
})

/** Makes an event as a file describes it; returns its id. */
const make = Effect.fnUntraced(function*(contents: Contents, more: object = {}) {
  const files = yield* EventFiles
  const request = yield* requestOf(contents, more)
  const plan = yield* files.plan(request)
  assert.deepStrictEqual((yield* files.apply(request, plan)).refused.map(({ refusal }) => refusal.message), [])
  const after = yield* files.plan(request)
  assert.deepStrictEqual(after.steps.map(({ fields, key, section }) => [section.name, key, fields]), [])
  return after.eventId!
})

const written = Effect.fnUntraced(function*(eventId: bigint) {
  const { caller } = yield* eventCaller(
    { eventId, login: administrator.login, by: "anna@laptop", write: false },
    ["node_administration"]
  )
  return print(yield* EventFiles.use((files) => files.write(caller)))
})

layer(Layer.provideMerge(installed, servicesLayer), { excludeTestServices: true })("the file of an event", (it) => {
  it.effect("makes an event; its export makes an equal one, in which every change can be made", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const first = yield* make(contentsOf(festival))
      const text = yield* written(first)
      assert.notInclude(text, variables.PASSWORD_OLGA)
      for (const secret of Object.values(variables)) assert.notInclude(text, secret)
      const logged = yield* sql<{ by: string | null }>`select distinct content->>'by' as by from audit_log
        where node_id in (select id from node where event_id = ${first})`
      assert.deepStrictEqual(logged.map(({ by }) => by), ["anna@laptop"])

      // The variables have other names in an export.
      const exported = {
        ...variables,
        TSE_PASSWORD_DEVICE_1: variables.TSE_PASSWORD
      }
      const copy = text.replace("name: Harbour Festival", "name: Harbour Festival 2")
      const second = yield* make(contentsOf(copy), { variables: exported })
      const files = yield* EventFiles
      const again = yield* workReported(
        Effect.flatMap(requestOf(contentsOf(copy), { variables: exported }), files.plan)
      )
      assert.deepStrictEqual(again.answer.steps, [])
      assert.deepStrictEqual(again.reports, sections.map((_, at) => [at, sections.length]))
      assert.strictEqual(yield* written(second), copy)
      assert.notStrictEqual(second, first)

      // Everything is taken away again, as nothing was booked.
      const bare = contentsOf(copy)
      const singles = ["event", "settings", "fiscal_settings", "user_tag_secret"]
      const empty = Object.fromEntries(
        Object.entries(bare).map(([name, entries]) => [name, singles.includes(name) || name === "tses" ? entries : []])
      )
      yield* make(empty, { variables: exported })
      yield* make(contentsOf(copy), { variables: exported })
      assert.strictEqual(yield* written(second), copy)
    }))

  it.effect("changes what differs, moves terminals between tills, and renews secrets when asked", () =>
    Effect.gen(function*() {
      const base = contentsOf(festival.replace("name: Harbour Festival\n", "name: Quay\n"))
      const eventId = yield* make(base)
      const other = contentsOf(
        festival.replace("name: Harbour Festival\n", "name: Quay\n")
          .replace("terminal: Terminal 1", "terminal: Terminal 2")
          .replace("profile: Bar, terminal: Terminal 2", "profile: Bar, terminal: Terminal 1")
          .replace("assignable_roles: [cashier, shift lead]", "assignable_roles: []")
          .replace("fee: 0.1", "fee: 0.2")
          .replace("max_account_balance: 150", "max_account_balance: 200")
          .replace("roles: [shift lead]", "roles: [shift lead, cashier]")
          .replace("display_name: Omar", "display_name: Omar K.")
      )
      assert.strictEqual(yield* make(other), eventId)
      yield* make(base)
      const renamedFile = festival.replace("name: Harbour Festival\n", "name: Pier\n  second_factor_required: true\n")
      const renamed = contentsOf(renamedFile)
      assert.strictEqual(yield* make(renamed, { target: { eventId } }), eventId)
      const files = yield* EventFiles
      const sql = yield* SqlClient.SqlClient
      // Products could once have the account of a register.
      yield* sql`update product set target_account_id = (
          select account_id from cash_register where event_id = ${eventId} and name = 'Drawer 1'
        ) where event_id = ${eventId} and name = 'Donation'`
      const targeted = renamedFile.replace("target_account: donation_exit", "target_account: cash register Drawer 1")
      assert.strictEqual(yield* make(contentsOf(targeted), { target: { eventId } }), eventId)
      const password = () => sql`select password_hash from usr where login = 'olga' and event_id = ${eventId}`
      const before = yield* password()
      const request = yield* requestOf(contentsOf(targeted), {
        options: { renewSecrets: true },
        variables: { ...variables, PASSWORD_OLGA: "another long passphrase" }
      })
      const plan = yield* files.plan(request)
      assert.sameMembers(plan.steps.map(({ section }) => section.name), ["tses", "users", "users", "users"])
      yield* files.apply(request, plan)
      assert.notDeepEqual(yield* password(), before)
    }))

  it.effect("the logo and the map of the site come with the file, change with it, and go", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const named = (name: string) => festival.replace("name: Harbour Festival\n", `name: ${name}\n`)
      const pictures = (eventId: bigint) =>
        Effect.map(
          sql<{ logo: string | null; map: string | null; blobs: number }>`
            select convert_from(blob.data, 'utf8') as logo, convert_from(site_map.picture, 'utf8') as map,
              (select count(*)::int4 from blob where event_id = ${eventId}) as blobs
            from event left join event_design using (event_id) left join blob on blob.id = event_design.bon_logo_blob_id
              left join site_map on site_map.event_id = event.event_id
            where event.event_id = ${eventId}`,
          ([row]) => row!
        )
      const eventId = yield* make(contentsOf(named("Lock") + pictured("red", "blue")))
      assert.deepStrictEqual(yield* pictures(eventId), { logo: drawn("red"), map: drawn("blue"), blobs: 1 })

      // The export makes an equal event.
      const text = yield* written(eventId)
      const other = yield* make(contentsOf(text.replace("name: Lock", "name: Sluice")), {
        variables: { ...variables, TSE_PASSWORD_DEVICE_1: variables.TSE_PASSWORD }
      })
      assert.strictEqual((yield* written(other)).replace("name: Sluice", "name: Lock"), text)
      assert.deepStrictEqual(yield* pictures(other), yield* pictures(eventId))

      // A file without the section leaves both, one without a picture removes it.
      yield* make(contentsOf(named("Lock")))
      assert.deepStrictEqual(yield* pictures(eventId), { logo: drawn("red"), map: drawn("blue"), blobs: 1 })
      yield* make(contentsOf(named("Lock") + pictured("green", null)))
      assert.deepStrictEqual(yield* pictures(eventId), { logo: drawn("green"), map: null, blobs: 1 })
      yield* make(contentsOf(named("Lock") + pictured(null, "grey")))
      assert.deepStrictEqual(yield* pictures(eventId), { logo: null, map: drawn("grey"), blobs: 0 })
      yield* make(contentsOf(named("Lock") + pictured(null, null)))
      assert.notInclude(yield* written(eventId), "event_design")
      const logged = yield* sql<{ log_type: string; count: number }>`
        select log_type, count(*)::int4 as count from audit_log where node_id = ${eventId}
          and (log_type like 'site_map%' or log_type like 'event_bon_logo%') group by log_type order by log_type`
      assert.deepStrictEqual(logged.map(({ count, log_type }) => [log_type, count]), [
        ["event_bon_logo_updated", 3],
        ["site_map_deleted", 2],
        ["site_map_updated", 2]
      ])
    }))

  it.effect("plans the versions of products, tickets and tax rates, and takes others back", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const files = yield* EventFiles
      const ahead = (days: number) => new Date((Math.floor(Date.now() / 86_400_000) + days) * 86_400_000).toISOString()
      const [soon, later, last] = [ahead(20), ahead(40), ahead(60)]
      const named = festival.replace("name: Harbour Festival\n", "name: Planned\n")
      const withVersions = (given: { readonly [line: string]: ReadonlyArray<object> }) =>
        contentsOf(
          Object.entries(given).reduce(
            (text, [line, versions]) => text.replace(line, `${line}, versions: ${JSON.stringify(versions)}`),
            named
          )
        )
      const first = withVersions({
        "rate: 0.19": [{ valid_from: soon, rate: 0.2 }, { valid_from: last, rate: 0.21 }],
        "price: 4.5": [{ valid_from: soon, price: 7 }, { valid_from: later, price: 6 }],
        "price: 25": [{ valid_from: later, price: 99 }]
      })
      const eventId = yield* make(first)
      const text = yield* written(eventId)
      assert.strictEqual(text.split("valid_from").length - 1, 5)
      // What follows from the tax rate is not written, though it is stored.
      const stored = () =>
        Effect.map(
          sql<{ count: number; follows: number }>`
            select count(*)::int4 as count, count(tax_rate_version_id)::int4 as follows from catalogue_version
            where event_id = ${eventId} and valid_from > now()`,
          ([row]) => row!
        )
      assert.isAbove((yield* stored()).follows, 0)

      // The office plans a price together with the rate: the file has it as the product's.
      const [water] = yield* sql<{ id: bigint; rate: bigint }>`select id, tax_rate_id as rate from product
        where event_id = ${eventId} and name = 'Water'`
      const { caller } = yield* eventCaller(
        { eventId, login: administrator.login, by: "anna@laptop", write: true },
        ["node_administration"]
      )
      yield* TaxRateVersions.use((versions) =>
        versions.create(
          caller,
          water!.rate,
          new NewTaxRateVersion({
            valid_from: DateTime.makeUnsafe(later),
            rate: 2050,
            tax_type: null,
            price_changes: [{ product_id: water!.id, price: Cents.make(777n) }]
          })
        )
      )
      const withPrice = yield* written(eventId)
      assert.include(withPrice, "price: 7.77")
      // Without the version of the rate, the price that was planned with it stays the file's.
      const withoutRate = contentsOf(withPrice)
      const ofRate = withoutRate["tax_rates"]!.map((entry) => ({ ...entry, versions: [] }))
      yield* make({ ...withoutRate, tax_rates: ofRate })
      assert.strictEqual((yield* stored()).follows, 0)
      assert.include(yield* written(eventId), "price: 7.77")

      // Back to the first file: one is planned at another price, one is taken back, and the rest stays.
      yield* make(first)
      assert.strictEqual(yield* written(eventId), text)
      yield* make(contentsOf(named))
      assert.deepStrictEqual(yield* stored(), { count: 0, follows: 0 })

      // A refusal names the version.
      const past = withVersions({ "price: 4.5": [{ valid_from: soon, price: 7 }, { valid_from: later, price: 7 }] })
      const request = yield* requestOf(past)
      const { refused } = yield* files.apply(request, yield* files.plan(request))
      assert.deepStrictEqual(
        refused.map((
          { part, refusal }
        ) => [refusal._tag === "InvalidArgument" && (refusal as InvalidArgument).rule, part]),
        [["catalogue.version_unchanged", ["versions", 1]]]
      )
      assert.deepStrictEqual(yield* stored(), { count: 0, follows: 0 })
    }))

  it.effect("a refusal undoes everything, and no message shows a secret", () =>
    Effect.gen(function*() {
      const files = yield* EventFiles
      const sql = yield* SqlClient.SqlClient
      const everything = sql`select (select count(*) from node) as nodes, (select count(*) from audit_log) as entries,
        (select count(*) from event) as events, (select count(*) from usr) as users`
      const contents = contentsOf(festival.replace("name: Harbour Festival\n", "name: Mole\n"))
      const before = yield* everything
      for (
        const [variable, value] of [
          ["PASSWORD_OLGA", "short"],
          ["USER_TAG_KEY1", "no key at all"],
          ["CHIP_OMAR", "no chip"],
          ["PIN_OMAR", variables.PIN_LENA]
        ] as const
      ) {
        const request = yield* requestOf(contents, { variables: { ...variables, [variable]: value } })
        const plan = yield* files.plan(request)
        const { refused } = yield* files.apply(request, plan)
        assert.isAbove(refused.length, 0, variable)
        const messages = refused.map(({ refusal }) => refusal.message).join()
        assert.notInclude(messages, value)
        assert.deepStrictEqual(yield* everything, before)
      }
      const targeted = festival.replace("donation_exit", "cash register Drawer 1")
      const toRegister = yield* requestOf(contentsOf(targeted.replace("name: Harbour Festival\n", "name: Mole\n")))
      const { refused: [target] } = yield* files.apply(toRegister, yield* files.plan(toRegister))
      assert.match(target!.refusal.message, /^The account \d+ \(cash_register\) takes no sales$/)
      assert.deepStrictEqual(yield* everything, before)
      const tried = yield* requestOf(contents)
      assert.deepStrictEqual((yield* files.apply(tried, yield* files.plan(tried), { undo: true })).refused, [])
      assert.deepStrictEqual(yield* everything, before)
      const request = yield* requestOf(contents, { variables: {} })
      const plan = yield* files.plan(request)
      assert.lengthOf(plan.missingVariables, Object.keys(variables).length)
      const error = yield* Effect.flip(files.apply(request, plan))
      assert.strictEqual(error._tag === "InvalidArgument" && error.rule, "eventfile.variables_missing")
      const stale = yield* requestOf(contentsOf(festival.replace("name: Harbour Festival\n", "name: Other\n")))
      const changed = yield* Effect.flip(files.apply(stale, plan))
      assert.strictEqual(changed._tag === "InvalidArgument" && changed.rule, "eventfile.changed_meanwhile")
      assert.deepStrictEqual(yield* everything, before)
    }))
})
