import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { field, serverLayer } from "../../support/administration.ts"
import { settledEvent } from "./SettledEvent.ts"

layer(serverLayer, { excludeTestServices: true })("event settings of published applications", (it) => {
  it.effect("are taken as published applications send them, and answered as they read them", () =>
    Effect.gen(function*() {
      const { id, settings, update } = yield* settledEvent("Published", { pretix_ticket_ids: null })
      assert.deepInclude(yield* settings, { pretix_ticket_ids: [], languages: ["en-US", "de-DE"] })
      for (
        const [sent, time] of [
          ["06:00:00.000+01:00", "06:00:00"],
          ["23:59:59.999Z", "23:59:59"],
          ["05:30-0330", "05:30:00"],
          ["04:15", "04:15:00"]
        ]
      ) {
        assert.strictEqual((yield* update({ daily_end_time: sent })).status, 200, sent)
        assert.strictEqual(field(yield* settings, "daily_end_time"), time)
      }
      yield* update({ translation_texts: { "en-US": { faq: "Questions" } } })
      assert.deepStrictEqual(field(yield* settings, "languages"), ["en-US", "de-DE"])
      // Stored by an earlier version that kept null.
      const sql = yield* SqlClient.SqlClient
      yield* sql`update event set settings = jsonb_set(settings, '{pretix_ticket_ids}', 'null') where event_id = ${id}`
      assert.deepStrictEqual(field(yield* settings, "pretix_ticket_ids"), [])
    }))

  it.effect("keep the credit products that a request leaves out, remove them with null, and read the shop anew", () =>
    Effect.gen(function*() {
      const { id, settings, update } = yield* settledEvent("Credit products", { pretix_topup_ids: [201] })
      assert.deepStrictEqual(field(yield* settings, "pretix_topup_ids"), [201])
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into presale_source (event_id, changed_since) values (${id}, 'then')`
      const since = Effect.map(
        sql<{ since: string | null }>`select changed_since as since from presale_source where event_id = ${id}`,
        ([row]) => row!.since
      )
      assert.strictEqual((yield* update({ bon_title: "Kept" })).status, 200)
      assert.deepStrictEqual([field(yield* settings, "pretix_topup_ids"), yield* since], [[201], "then"])
      const twice = yield* update({ pretix_ticket_ids: [101, 201] })
      assert.deepStrictEqual([twice.status, field(twice.body, "rule")], [400, "event.settings_incomplete"])
      assert.include(field(twice.body, "message"), "201")
      assert.strictEqual((yield* update({ pretix_topup_ids: null })).status, 200)
      assert.deepStrictEqual([field(yield* settings, "pretix_topup_ids"), yield* since], [[], null])
    }))

  it.effect("keep the address for feedback that a request leaves out, and lack its key while there is none", () =>
    Effect.gen(function*() {
      const { settings, update } = yield* settledEvent("Feedback", {})
      const name = "customer_portal_feedback_url"
      const url = "https://festival.example/feedback"
      assert.notProperty(yield* settings, name)
      assert.strictEqual((yield* update({ [name]: url })).status, 200)
      assert.strictEqual(field(yield* settings, name), url)
      assert.strictEqual((yield* update({ bon_title: "Kept" })).status, 200)
      assert.strictEqual(field(yield* settings, name), url)
      assert.strictEqual((yield* update({ [name]: "javascript:alert(1)" })).status, 422)
      for (const none of [null, ""]) {
        assert.strictEqual((yield* update({ [name]: url })).status, 200)
        assert.strictEqual((yield* update({ [name]: none })).status, 200)
        assert.notProperty(yield* settings, name)
      }
    }))
})
