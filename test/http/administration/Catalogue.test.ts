import { assert, layer } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { insertPerson, insertRole } from "../../core/till/TillWorld.ts"
import { type Body, emptyServer } from "../../support/FestivalServer.ts"
import { call, office, refused } from "../TillOffice.ts"
import { created, nouns, prepare, product, ticket } from "./CatalogueNouns.ts"

/** The whole catalogue with its audit entries and versions, which refused calls must not change. */
const stored = SqlClient.SqlClient.use((sql) =>
  sql`select
    (select jsonb_agg(p order by event_id, id) from product p) as products,
    (select jsonb_agg(c order by event_id, id) from product_category c) as categories,
    (select jsonb_agg(t order by event_id, id) from tax_rate t) as tax_rates,
    (select jsonb_agg(b order by event_id, id) from till_button b) as buttons,
    (select jsonb_agg(b order by event_id, button_id, product_id) from till_button_product b) as links,
    (select jsonb_agg(l order by event_id, id) from till_layout l) as layouts,
    (select jsonb_agg(l order by event_id, layout_id, sequence) from till_layout_button l) as shown,
    (select jsonb_agg(p order by event_id, id) from till_profile p) as profiles,
    (select count(*) from product_revision) as revisions,
    (select count(*) from audit_log) as audited,
    (select jsonb_agg(e.version order by event_id) from event e) as versions`
)

/** Runs calls that must all be refused and change nothing. */
const unchanged = <E, R>(calls: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function*() {
    const before = yield* stored
    yield* calls
    assert.deepStrictEqual(yield* stored, before)
  })

layer(emptyServer)("catalogue over HTTP", (it) => {
  for (const noun of nouns) {
    it.effect(`${noun.path}: made, listed, read, changed and deleted`, () =>
      Effect.gen(function*() {
        const setting = yield* prepare
        const { atBar, atEvent, event, sql } = setting.here
        const id = created(yield* atEvent("POST", noun.path, noun.body(setting, "Erstes")))
        const path = `${noun.path}/${id}`
        const read = (yield* atBar("GET", path)).body
        assert.deepInclude(read, { ...noun.body(setting, "Erstes"), id, node_id: Number(event) })
        const list = (yield* atBar("GET", noun.path)).body as {
          readonly ids: ReadonlyArray<number>
          readonly entities: { readonly [id: string]: Body }
        }
        assert.hasAllKeys(list, ["ids", "entities"])
        assert.sameMembers(Object.keys(list.entities).map(Number), [...list.ids])
        assert.deepStrictEqual(list.entities[id], read)
        const names = list.ids.map((each) => String(list.entities[each]!.name))
        assert.lengthOf(new Set(names), names.length)
        const changed = yield* atEvent("POST", path, noun.body(setting, "  Zweites  "))
        const { version: _, ...before } = read as Body
        const { version, ...after } = changed.body as Body
        assert.deepStrictEqual(after, { ...before, name: "Zweites" })
        assert.notStrictEqual(version, (read as Body).version)
        assert.deepStrictEqual((yield* atEvent("GET", path)).body, changed.body)
        const deleted = yield* atEvent("DELETE", path)
        assert.deepStrictEqual([deleted.status, deleted.text], [200, "null"])
        refused(yield* atEvent("GET", path), 404, "NotFound")
        const log = yield* sql<{ log_type: string; content: Body }>`select log_type, content from audit_log
          where node_id = ${event} order by id desc limit 3`
        assert.deepStrictEqual(log.map(({ content, log_type }) => [log_type, content]), [
          [`${noun.logType}_deleted`, { id, name: "Zweites" }],
          [`${noun.logType}_updated`, { ...after, old: before }],
          [`${noun.logType}_created`, before]
        ])
      }))

    it.effect(`${noun.path}: what is wrong is refused and changes nothing`, () =>
      Effect.gen(function*() {
        const setting = yield* prepare
        const other = yield* office
        const { here } = setting
        const { atEvent, event } = here
        const body = noun.body(setting, "Erstes")
        const id = created(yield* atEvent("POST", noun.path, body))
        const path = `${noun.path}/${id}`
        const cashier = yield* here.signIn((yield* insertPerson(event, event, [here.roles.cashier])).id)
        const barkeeper = yield* here.signIn(
          (yield* insertPerson(event, here.bar, [yield* insertRole(event, "node_administration")])).id
        )
        const foreign = yield* other.signIn(other.organiser.id)
        const api = (p: string, nodeId: bigint) => `/administration${p}?node_id=${nodeId}`
        yield* unchanged(Effect.gen(function*() {
          refused(yield* atEvent("POST", noun.path, body), 400, noun.rules.taken)
          refused(yield* atEvent("POST", noun.path, noun.against(setting)), 400, noun.rules.against)
          refused(yield* atEvent("POST", path, noun.against(setting)), 400, noun.rules.against)
          const missing = yield* atEvent("POST", `${noun.path}/999999999999`, body)
          refused(missing, 404, "NotFound")
          assert.deepInclude(missing.body, { element_type: noun.elementType, element_id: 999_999_999_999 })
          refused(yield* atEvent("DELETE", `${noun.path}/999999999999`), 404, "NotFound")
          assert.strictEqual((yield* atEvent("GET", `${noun.path}/x`)).status, 422)
          for (
            const wrong of [{}, [], null, { ...body, name: "" }, { ...body, name: 7 }, { ...body, name: "a\u0000" }]
          ) {
            assert.strictEqual((yield* atEvent("POST", noun.path, wrong)).status, 422, JSON.stringify(wrong))
            assert.strictEqual((yield* atEvent("POST", path, wrong)).status, 422, JSON.stringify(wrong))
          }
          for (const token of [cashier, barkeeper]) {
            refused(yield* call(token, "POST", api(noun.path, event), body), 403, "organisation.privilege_missing")
            refused(yield* call(token, "POST", api(path, event), body), 403, "organisation.privilege_missing")
            refused(yield* call(token, "DELETE", api(path, event)), 403, "organisation.privilege_missing")
          }
          assert.strictEqual((yield* call(cashier, "GET", api(path, event))).status, 200)
          for (const method of ["GET", "POST", "DELETE"] as const) {
            const sent = method === "POST" ? noun.body(setting, "Anders") : undefined
            refused(yield* call(foreign, method, api(path, other.event), sent), 404, "NotFound")
            const denial = method === "GET" ? "organisation.no_rights" : "organisation.privilege_missing"
            refused(yield* call(foreign, method, api(path, event), sent), 403, denial)
            refused(yield* call("x", method, api(path, event), sent), 401, "Unauthorized")
            assert.strictEqual((yield* call(null, method, api(path, event), sent)).status, 401)
            refused(yield* call(barkeeper, method, api(path, 999_999n), sent), 404, "NotFound")
            const own = yield* call(barkeeper, method, api(path, here.bar), sent)
            if (method === "GET") assert.strictEqual(own.status, 200)
            else assert.oneOf(own.body.rule ?? own.body.id, ["organisation.privilege_missing", "ResourceNotAllowed"])
          }
          refused(yield* call(foreign, "GET", api(noun.path, event)), 403, "organisation.no_rights")
        }))
      }))

    it.effect(`${noun.path}: drawn bodies never end in a fault`, () =>
      Effect.gen(function*() {
        const setting = yield* prepare
        const body = noun.body(setting, "Erstes")
        const fields = [...Object.keys(body), "price_in_vouchers", "target_account_id", "description", "ticket_ids"]
        const value = Arbitrary.schema(Schema.Union([
          Schema.Null,
          Schema.Boolean,
          Schema.String,
          Schema.Finite,
          Schema.Int,
          Schema.Array(Schema.Int),
          Schema.Literals([-1, 0.001, 1e300, 2 ** 31, 2 ** 53, 10_000_000, "\ud800", "under_16"])
        ]))
        const drawn = yield* Arbitrary.sampleEffect(
          Arbitrary.all([Arbitrary.schema(Schema.Literals(fields)), value]),
          { count: 120, seed: 7 }
        )
        for (const [field, wrong] of drawn) {
          const answer = yield* setting.here.atEvent("POST", noun.path, { ...body, [field]: wrong })
          assert.oneOf(answer.status, [200, 400, 422], `${field}: ${JSON.stringify(wrong)} ${answer.text}`)
        }
        assert.strictEqual((yield* setting.here.atEvent("GET", noun.path)).status, 200)
      }))
  }

  it.effect("show_all is a real boolean", () =>
    Effect.gen(function*() {
      const { here } = yield* prepare
      const token = yield* here.signIn(here.organiser.id)
      const list = (query: string) =>
        Effect.map(
          call(token, "GET", `/administration/products?node_id=${here.event}${query}`),
          ({ body, status }) => status === 200 ? (body.ids as ReadonlyArray<number>).length : status
        )
      assert.strictEqual(yield* list(""), 1)
      assert.strictEqual(yield* list("&show_all=false"), 1)
      assert.strictEqual(yield* list("&show_all=False"), 1)
      assert.strictEqual(yield* list("&show_all=0"), 1)
      assert.strictEqual(yield* list("&show_all=true"), 6)
      assert.strictEqual(yield* list("&show_all=1"), 6)
      assert.strictEqual(yield* list("&show_all=maybe"), 422)
    }))

  it.effect("above events there is no catalogue, and archived nodes keep theirs", () =>
    Effect.gen(function*() {
      const setting = yield* prepare
      const { atEvent, event, sql } = setting.here
      const [role] = yield* sql<{ id: bigint }>`insert into user_role (node_id, event_id, name, privileges)
        values (0, 0, gen_random_uuid()::text, '{node_administration}') returning id`
      const root = yield* insertPerson(event, 0n, [role!.id])
      const token = yield* setting.here.signIn(root.id)
      const atRoot = (method: "GET" | "POST", path: string, body?: Body) =>
        call(token, method, `/administration${path}?node_id=0`, body)
      yield* unchanged(Effect.gen(function*() {
        for (const { body, path } of nouns) {
          refused(yield* atRoot("POST", path, body(setting, "Oben")), 400, "ResourceNotAllowed")
          const list = yield* atRoot("GET", path)
          if (path.startsWith("/till")) assert.deepStrictEqual(list.body, { ids: [], entities: {} })
          else refused(list, 400, "EventRequired")
        }
      }))
      yield* sql`update node set read_only = true where event_id = ${event}`
      yield* unchanged(Effect.gen(function*() {
        for (const { body, path } of nouns) {
          refused(yield* atEvent("POST", path, body(setting, "Zu spät")), 400, "NodeIsReadOnly")
          assert.strictEqual((yield* atEvent("GET", path)).status, 200)
        }
      }))
    }))

  it.effect("prices, vouchers, buttons and tickets answer with what follows from them", () =>
    Effect.gen(function*() {
      const { here, none } = yield* prepare
      const bier = yield* here.atEvent("POST", "/products", product("Bier", none, { price_in_vouchers: 2 }))
      assert.deepInclude(bier.body, { price: 3.5, price_per_voucher: 1.75, tax_name: "none", tax_rate: 0 })
      const deposit = yield* here.atEvent(
        "POST",
        "/products",
        product("Pfand", none, { price: 2, is_returnable: true })
      )
      const pressed = yield* here.atEvent("POST", "/till-buttons", {
        name: "Bier + Pfand",
        product_ids: [deposit.body.id, bier.body.id]
      })
      assert.deepInclude(pressed.body, { price: 5.5, product_ids: [bier.body.id, deposit.body.id] })
      const entry = yield* here.atEvent("POST", "/tickets", ticket("U16", none))
      assert.deepInclude(entry.body, { total_price: 17, initial_top_up_amount: 5 })
      for (const price of [-1, 3.333, 10_000_000.01, "x", true]) {
        const answer = yield* here.atEvent("POST", "/products", product("Falsch", none, { price }))
        assert.strictEqual(answer.status, 422)
        assert.deepInclude((answer.body.detail as ReadonlyArray<Body>)[0]!, { loc: ["body", "price"] })
      }
      const [first] = (yield* here.atEvent("GET", "/tax-rates")).body.ids as ReadonlyArray<number>
      refused(
        yield* here.atEvent("POST", `/tax-rates/${first}`, { name: "null", rate: 0.07, description: "" }),
        400,
        "catalogue.tax_rate_of_system"
      )
      for (const rate of [1, 19, -0.1, 0.12345]) {
        const answer = yield* here.atEvent("POST", "/tax-rates", { name: "Falsch", rate, description: "" })
        assert.strictEqual(answer.status, 422, String(rate))
      }
    }))
})
