import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { call, createNode, field, Server, serverLayer, signInAdministrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"

const at = (url: string) => call(`/portal/config?base_url=${encodeURIComponent(url)}`)

layer(serverLayer, { excludeTestServices: true })("the portal before a sign-in", (it) => {
  it.effect("learns from its address which event it belongs to", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const url = "https://pay.example.org"
      const texts = { "de-DE": { faq: "Fragen" } }
      const id = yield* createNode(token, 0, "event", {
        name: "Asked for",
        customer_portal_url: url,
        sepa_enabled: true,
        sepa_allowed_country_codes: ["DE", "AT"],
        translation_texts: texts
      })
      yield* createNode(token, 0, "event", { name: "Other", customer_portal_url: "https://other.example.org" })
      yield* createNode(token, 0, "event", { name: "Without a portal", customer_portal_url: "" })
      const answer = yield* at(url)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, {
        test_mode: false,
        test_mode_message: "",
        data_privacy_url: eventSettings.customer_portal_data_privacy_url,
        contact_email: eventSettings.customer_portal_contact_email,
        about_page_url: eventSettings.customer_portal_about_page_url,
        feedback_url: null,
        payout_enabled: true,
        allowed_country_codes: ["DE", "AT"],
        currency_identifier: "EUR",
        sumup_topup_enabled: false,
        translation_texts: texts,
        event_design: { bon_logo_blob_id: null },
        node_id: id,
        event_name: "Asked for",
        max_account_balance: eventSettings.max_account_balance,
        time_zone: "Europe/Berlin",
        source_url: null
      })
      assert.strictEqual(field((yield* at(`${url}/portal`)).body, "node_id"), id)
      for (const other of [`${url}/`, url.toUpperCase(), "", "https://nowhere.example.org", "%"]) {
        const refused = yield* at(other)
        assert.deepStrictEqual([refused.status, field(refused.body, "rule")], [400, "portal.address_unknown"], other)
      }
      assert.strictEqual((yield* call("/portal/config")).status, 422)
    }))

  it.effect("finds no event that is archived, whatever address it is asked for", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const [kept, archived] = ["https://kept.example.org", "https://archived.example.org"]
      const inPlace = yield* createNode(token, 0, "event", { name: "Kept address", customer_portal_url: kept })
      const id = yield* createNode(token, 0, "event", { name: "Archived", customer_portal_url: archived })
      const path = `/tree/nodes/${id}/archive-node?node_id=${id}`
      assert.strictEqual((yield* call(path, { token, method: "POST" })).status, 200)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id = ${inPlace}`
      for (const url of ["", kept, archived]) assert.strictEqual((yield* at(url)).status, 400, url)
    }))

  it.effect("is at /portal of any host name for the first event without an address, until it gives that up", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where event_id = id`
      const found = (url: string) => Effect.map(at(url), ({ body }) => field(body, "node_id"))
      const shown = found("http://localhost:8000/portal")
      const event = (name: string, customer_portal_url = "") =>
        createNode(token, 0, "event", { name, customer_portal_url })
      const post = (id: number, what: string, body: unknown = {}) =>
        Effect.map(
          call(`/tree/nodes/${id}/${what}?node_id=${id}`, { token, method: "POST", body }),
          ({ status }) => assert.strictEqual(status, 200, `${what} of ${id}`)
        )
      const move = (id: number, customer_portal_url: string) =>
        Effect.map(
          call(`/tree/events/${id}/event-settings?node_id=${id}`, {
            token,
            body: { ...eventSettings, customer_portal_url }
          }),
          ({ status }) => assert.strictEqual(status, 200, `settings of ${id}`)
        )
      const running = yield* event("Running")
      for (const host of ["http://localhost:8000", "http://127.0.0.1:8000", "https://pay.example.org"]) {
        assert.strictEqual(yield* found(`${host}/portal`), running, host)
        for (const path of ["", "/", "/portal/more"]) assert.strictEqual((yield* at(host + path)).status, 400, path)
      }
      const addressed = yield* event("With an address", "https://two.example.org")
      assert.strictEqual(yield* shown, running, "beside an event with an address")
      const second = yield* event("Next year")
      assert.strictEqual(yield* shown, running, "beside another without an address")
      yield* move(addressed, "")
      assert.strictEqual(yield* shown, running, "when another loses its address")
      yield* move(running, "")
      assert.strictEqual(yield* shown, running, "when it is saved again")
      yield* move(running, "https://one.example.org")
      assert.strictEqual(yield* shown, second, "when it has another address")
      yield* move(running, "")
      assert.strictEqual(yield* shown, second, "when it comes back later")
      yield* post(second, "archive-node")
      assert.strictEqual(yield* shown, addressed, "when the next one is archived")
      yield* post(second, "unarchive-node")
      assert.strictEqual(yield* shown, addressed, "when an older one is active again")
    }))

  it.effect("shows the event's logo to everyone", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const url = "https://logo.example.org"
      const id = yield* createNode(token, 0, "event", { name: "With logo", customer_portal_url: url })
      const svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>"
      const body = { data: Buffer.from(svg).toString("base64"), mime_type: "image/svg+xml" }
      const stored = yield* call(`/tree/events/${id}/event-design/bon-logo?node_id=${id}`, { token, body })
      assert.strictEqual(stored.status, 200)
      const blob = String(field((yield* at(url)).body, "event_design", "bon_logo_blob_id"))
      const server = yield* Server
      const logo = yield* Effect.promise(() => fetch(`${server}/portal/blob/${blob}`))
      assert.strictEqual(logo.status, 200)
      assert.strictEqual(logo.headers.get("content-type"), "image/svg+xml")
      assert.strictEqual(logo.headers.get("x-content-type-options"), "nosniff")
      assert.include(yield* Effect.promise(() => logo.text()), "<path")
      assert.strictEqual((yield* call(`/portal/blob/${randomUUID()}`)).status, 404)
      assert.strictEqual((yield* call("/portal/blob/none")).status, 422)
    }))

  it.effect("has no receipt as long as none is ready, and is well", () =>
    Effect.gen(function*() {
      for (const order of [randomUUID(), "not-a-uuid", "select%20name%20from%20usr"]) {
        const answer = yield* call(`/portal/bon/${order}`)
        assert.strictEqual(answer.status, 404)
        assert.deepInclude(answer.body, { id: "NotFound", element_type: "bon", element_id: null })
      }
      assert.deepStrictEqual((yield* call("/portal/health")).body, { status: "healthy" })
    }))
})
