import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { administrator } from "../../support/administration.ts"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { everyOfficeCall, officeCalls } from "../calls/OfficeCalls.ts"
import { requestOf, type ValidCall } from "../calls/ValidCall.ts"

/** The calls that take If-Match: those by which a form replaces an object. */
const edits = Array.from(everyOfficeCall.values()).filter(({ parameters }) =>
  parameters.some((parameter) => parameter.in === "header" && parameter.name === "if-match")
)

const unknown = "0".repeat(32)

/** Sends valid calls with a token of their own, as making them ends sessions of the festival's administrator. */
const sending = Effect.gen(function*() {
  const { address, event } = yield* Festival
  const base = `${address}/administration`
  const { login, password } = administrator
  const signedIn = caller(base, null)("POST", "/auth/login", { username: login, password, node_id: null })
  const token = String((done(yield* signedIn).body.success as Body).token)
  return (call: ValidCall, name: string, ifMatch?: string) => {
    const request = requestOf(base, everyOfficeCall.get(name)!, call, { token, node: call.node ?? event })
    if (ifMatch !== undefined) request.headers.set("if-match", ifMatch)
    return Effect.promise(async () => {
      const response = await fetch(request)
      const text = await response.text()
      return { status: response.status, text, body: (text === "" ? {} : JSON.parse(text)) as Body }
    })
  }
})

const audited = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`select count(*)::int as n from audit_log`
  return row!.n
})

layer(Festival.layer, { excludeTestServices: true })("an edit of what a form has read", (it) => {
  it.effect("names the version that lists, single answers and the answers of edits show", () =>
    Effect.gen(function*() {
      const { office, products } = yield* Festival
      const listed = done(yield* office("GET", "/products")).body.entities as { readonly [id: string]: Body }
      const one = done(yield* office("GET", `/products/${products.beer}`)).body
      assert.strictEqual(one.version, listed[products.beer]!.version)
      const renamed = done(yield* office("POST", `/products/${products.beer}`, { ...one, name: "Ale" })).body
      assert.notStrictEqual(renamed.version, one.version)
      assert.deepStrictEqual(done(yield* office("GET", `/products/${products.beer}`)).body, renamed)
      const back = done(yield* office("POST", `/products/${products.beer}`, one)).body
      assert.strictEqual(back.version, one.version, "equal content has an equal version")
    }))

  it.effect("is not refused for a version in its body, which published applications return", () =>
    Effect.gen(function*() {
      const { office, taxes } = yield* Festival
      const rate = done(yield* office("GET", `/tax-rates/${taxes.vat}`)).body
      for (const description of ["first", "second"]) {
        const { body } = done(yield* office("POST", `/tax-rates/${taxes.vat}`, { ...rate, description }))
        assert.strictEqual(body.description, description)
      }
    }))

  it.effect("does not become stale because tills sell", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press } = yield* Festival
      const paths = [`/tills/${bar.id}`, `/till-registers/${bar.registerId}`]
      const versions = Effect.forEach(paths, (path) => Effect.map(office("GET", path), (answer) => done(answer).body))
      const before = yield* versions
      done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest())))
      done(yield* bar.post("/order/book-topup", topUp(yield* guest({ balance: 0 }), 10)))
      const after = yield* versions
      assert.notDeepEqual(after, before, "the register holds more cash")
      assert.deepStrictEqual(after.map(({ version }) => version), before.map(({ version }) => version))
    }))

  // Last, as making valid calls ends sessions.
  it.effect("is refused by every call that replaces an object, if the object has another version; of two at once one wins", () =>
    Effect.gen(function*() {
      const send = yield* sending
      const calls = yield* officeCalls
      assert.deepStrictEqual(edits.map(({ method, path }) => `${method} ${path}`).toSorted(), [
        "POST /config",
        "POST /price-lists/{price_list_id}",
        "POST /product-categories/{product_category_id}",
        "POST /products/{product_id}",
        "POST /tax-rates/{tax_rate_id}",
        "POST /terminal/{terminal_id}",
        "POST /tickets/{ticket_id}",
        "POST /till-buttons/{button_id}",
        "POST /till-layouts/{layout_id}",
        "POST /till-profiles/{profile_id}",
        "POST /till-register-stockings/{stocking_id}",
        "POST /till-registers/{register_id}",
        "POST /tills/{till_id}",
        "POST /tree/events/{node_id}/event-settings",
        "POST /tree/events/{node_id}/fiscal-settings",
        "POST /tree/nodes/{node_id}/settings",
        "POST /tses/{tse_id}",
        "POST /user-roles/{user_role_id}",
        "POST /user-tag-variants/{user_tag_variant_id}",
        "POST /users/{user_id}"
      ])
      for (const { method, path } of edits) {
        const name = `${method} ${path}`
        const call = yield* calls[name]!
        const before = yield* audited
        for (const tags of [`"${unknown}"`, `"${unknown}", W/"${unknown}"`]) {
          const refused = yield* send(call, name, tags)
          assert.strictEqual(refused.status, 412, `${name} ${refused.text}`)
          assert.strictEqual(refused.body.id, "StaleVersion")
        }
        const { current } = (yield* send(call, name, `"${unknown}"`)).body as { current: Body }
        assert.match(String(current.version), /^[0-9a-f]{32}$/)
        assert.strictEqual(yield* audited, before, `${name} was refused and changed something`)
        const weak = yield* send(call, name, `W/"${String(current.version)}"`)
        assert.strictEqual(weak.status, 412, name)

        const both = yield* Effect.all(
          [1, 2].map(() => send(call, name, `"${unknown}", "${String(current.version)}"`)),
          {
            concurrency: "unbounded"
          }
        )
        assert.deepStrictEqual(
          both.map(({ status }) => status).toSorted(),
          [200, 412],
          `${name} ${JSON.stringify(both)}`
        )
        const lost = both.find(({ status }) => status === 412)!.body.current as Body
        assert.notStrictEqual(lost.version, current.version, name)
        assert.strictEqual(yield* audited, before + 1, name)

        const again = yield* send(call, name, `"${String(lost.version)}"`)
        assert.strictEqual(again.status, 200, `${name} ${again.text}`)
        for (const ifMatch of ["*", undefined]) done(yield* send(call, name, ifMatch))
        assert.strictEqual((yield* send(call, name, String(current.version))).status, 422)
      }
    }))
})
