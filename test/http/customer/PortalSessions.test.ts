import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, type Call, caller, done, listOf } from "../../support/FestivalServer.ts"

/** A guest's calls in the portal, after a sign-in in a browser. */
const browser = Effect.fnUntraced(function*(pin: string) {
  const { address } = yield* FestivalPortal
  const { event } = yield* Festival
  const { body } = done(yield* caller(address, null)("POST", "/auth/login", { pin, node_id: event }))
  return caller(address, String(body.access_token))
})

const list = (ask: Call) => Effect.map(ask("GET", "/sessions"), listOf)

const opens = (ask: Call) => Effect.map(ask("GET", "/customer"), ({ status }) => status)

/** Audit entries about ended sessions of the caller's account. */
const entriesOf = Effect.fnUntraced(function*(ask: Call) {
  const { id } = done(yield* ask("GET", "/customer")).body
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ content: Body; log_type: string }>`select log_type, content from audit_log
    where log_type in ('customer_session_revoked', 'customer_sessions_revoked') and content->>'id' = ${String(id)}
    order by id`
  return rows.map(({ content, log_type }) => [log_type, content.session_id ?? content.count])
})

layer(FestivalPortal.layer, { excludeTestServices: true })("sessions of guests", (it) => {
  it.effect("are listed for the guest, newest first, without tokens", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { pin } = yield* guest()
      const phone = yield* browser(pin)
      const laptop = yield* browser(pin)
      yield* browser((yield* guest()).pin)
      const sessions = yield* list(phone)
      assert.deepStrictEqual(sessions.map(({ is_current }) => is_current), [false, true])
      assert.hasAllKeys(sessions[0], ["id", "created_at", "last_seen_at", "expires_at", "address", "is_current"])
      assert.match(String(sessions[0]!.address), /127\.0\.0\.1/)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update customer_session set last_seen_at = now() - interval '8 days' where id = ${
        Number(sessions[0]!.id)
      }`
      assert.deepStrictEqual((yield* list(phone)).map(({ id }) => id), [sessions[1]!.id])
      assert.strictEqual(yield* opens(laptop), 401)
    }))

  it.effect("end one by one, and no one ends those of another", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { pin } = yield* guest()
      const mine = yield* browser(pin)
      const lent = yield* browser(pin)
      const stranger = yield* browser((yield* guest()).pin)
      const [{ id }] = (yield* list(mine)) as readonly [Body]
      const refused = yield* stranger("DELETE", `/sessions/${Number(id)}`)
      assert.deepStrictEqual([refused.status, refused.body.element_type], [404, "session"])
      assert.strictEqual(yield* opens(lent), 200)
      assert.strictEqual((yield* mine("DELETE", `/sessions/${Number(id)}`)).status, 204)
      assert.deepStrictEqual([yield* opens(lent), yield* opens(mine)], [401, 200])
      assert.strictEqual((yield* mine("DELETE", `/sessions/${Number(id)}`)).status, 404)
      assert.deepStrictEqual(yield* entriesOf(mine), [["customer_session_revoked", id]])
    }))

  it.effect("end all at once but the one that asks", () =>
    Effect.gen(function*() {
      const { guest } = yield* Festival
      const { pin } = yield* guest()
      const mine = yield* browser(pin)
      const others = [yield* browser(pin), yield* browser(pin)]
      const stranger = yield* browser((yield* guest()).pin)
      assert.strictEqual((yield* mine("DELETE", "/sessions")).status, 204)
      assert.deepStrictEqual(yield* Effect.forEach(others, opens), [401, 401])
      assert.deepStrictEqual([yield* opens(mine), yield* opens(stranger)], [200, 200])
      assert.lengthOf(yield* list(mine), 1)
      // Without a session to end there is no entry.
      assert.strictEqual((yield* mine("DELETE", "/sessions")).status, 204)
      assert.deepStrictEqual(yield* entriesOf(mine), [["customer_sessions_revoked", 2]])
    }))
})
