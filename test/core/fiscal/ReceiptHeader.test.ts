import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, serverLayer, signInAdministrator } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"

layer(serverLayer, { excludeTestServices: true })("the words of receipts", (it) => {
  it.effect("are noted from the beginning and whenever they change, in order", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const token = yield* signInAdministrator
      const first = { ...eventSettings, customer_portal_url: "", bon_title: "First", bon_issuer: "Club" }
      const id = yield* createNode(token, 0, "event", { ...first, name: "Worded" })
      const update = (settings: object) =>
        Effect.map(call(`/tree/events/${id}/event-settings?node_id=${id}`, { token, body: settings }), ({ status }) =>
          assert.strictEqual(status, 200))
      yield* update({ ...first, max_account_balance: 17 })
      yield* update({ ...first, bon_title: "Second" })
      yield* update({ ...first, bon_title: "Second", ust_id: "DE7" })
      yield* update(first)
      const rows = yield* sql<{ title: string; ust_id: string; first: boolean; ordered: boolean }>`
        select title, ust_id, valid_from = '-infinity' as first,
          valid_from > lag(valid_from, 1, '-infinity') over (order by valid_from) as ordered
        from receipt_header where event_id = ${id} order by valid_from`
      assert.deepStrictEqual(
        rows.map((row) =>
          row.title
        ),
        ["First", "Second", "Second", "First"]
      )
      assert.deepStrictEqual(rows.map((row) => row.first), [true, false, false, false])
      assert.deepStrictEqual(rows.map((row) => row.ordered), [false, true, true, true])
      assert.strictEqual(rows[2]?.ust_id, "DE7")
    }))

  it.effect("stay in order when the clock is set back", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const token = yield* signInAdministrator
      const settings = { ...eventSettings, customer_portal_url: "", bon_title: "Before" }
      const id = yield* createNode(token, 0, "event", { ...settings, name: "Clock" })
      yield* sql`insert into receipt_header (event_id, valid_from, title, issuer, address, ust_id)
        values (${id}, now() + interval '1 hour', 'Late', '', '', '')`
      const body = { ...settings, bon_title: "Latest" }
      assert.strictEqual((yield* call(`/tree/events/${id}/event-settings?node_id=${id}`, { token, body })).status, 200)
      const [newest] = yield* sql<{ title: string }>`
        select title from receipt_header where event_id = ${id} order by valid_from desc limit 1`
      assert.strictEqual(newest?.title, "Latest")
    }))
})
