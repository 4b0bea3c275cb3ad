import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { diagnose } from "../../core/journal/Diagnosed.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival } from "../../support/Festival.ts"
import { type Answer, type Body, caller, created, done, listOf } from "../../support/FestivalServer.ts"

const refusal = ({ body, status }: Answer) => [status, body.rule ?? body.id]

/** An event with a user, a registered terminal, a till and a mail that waits; nothing was ever booked there. */
const planned = Effect.gen(function*() {
  const { address, admin, at } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const name = `Draft & more ${randomUUID()}`
  const portal = `https://${randomUUID()}.example`
  const event = yield* created(
    admin("POST", "/tree/nodes/0/create-event", {
      ...eventSettings,
      name,
      description: "",
      customer_portal_url: portal
    })
  )
  const bar = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
  const login = `user ${randomUUID()}`
  const password = "a password of the draft"
  done(yield* at(event)("POST", "/users", { login, display_name: "Dee", password }))
  const signIn = caller(address, null)("POST", "/administration/auth/login", { username: login, password })
  const token = String(((yield* signIn).body.success as Body).token)
  const terminal = done(yield* at(bar)("POST", "/terminal", { name: randomUUID() })).body
  const registered = yield* caller(address, null)("POST", "/terminal/auth/register_terminal", {
    registration_uuid: terminal.registration_uuid
  })
  const device = caller(`${address}/terminal`, String(registered.body.token))
  yield* sql`insert into mail (event_id, template, recipient, subject, body, created_at, next_try)
    values (${event}, 'payout_registered', 'guest@example.org', 's', 'b', now(), now() + interval '1 day')`
  const remove = (confirmed?: string) =>
    admin(
      "DELETE",
      `/tree/nodes/${event}${confirmed === undefined ? "" : `?confirm_name=${encodeURIComponent(confirmed)}`}`
    )
  return { bar, device, event, name, portal, remove, signIn, user: caller(`${address}/administration`, token) }
})

layer(Festival.layer, { excludeTestServices: true })("an event without any order", (it) => {
  it.effect("is deleted by its name, with all that it holds and all that goes on for it", () =>
    Effect.gen(function*() {
      const { admin, at } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const { bar, device, event, name, portal, remove, signIn, user } = yield* planned
      assert.strictEqual((yield* device("GET", "/config")).status, 200)
      assert.strictEqual((yield* user("GET", "/tree/")).status, 200)
      for (const confirmed of [undefined, "", name.toUpperCase()]) {
        assert.deepStrictEqual(refusal(yield* remove(confirmed)), [400, "cash.event_name_needed"])
      }
      done(yield* remove(name))
      assert.notInclude(done(yield* admin("GET", "/tree/")).text, name)
      for (const node of [event, bar]) assert.strictEqual((yield* at(node)("GET", "/products")).status, 404)
      assert.strictEqual((yield* remove(name)).status, 404)
      assert.strictEqual((yield* device("GET", "/config")).status, 401)
      assert.strictEqual((yield* user("GET", "/tree/")).status, 401)
      assert.deepStrictEqual(refusal(yield* signIn), [403, "organisation.sign_in_failed"])
      assert.lengthOf(yield* sql`select from mail where event_id = ${event}`, 0)
      const [entry] = listOf(yield* admin("GET", "/tree/nodes/0/audit-logs?log_type=node_deleted"))
      assert.strictEqual(entry?.node_id, 0)
      // Its portal address and its name are free.
      yield* created(
        admin("POST", "/tree/nodes/0/create-event", {
          ...eventSettings,
          name,
          description: "",
          customer_portal_url: portal
        })
      )
      assert.strictEqual((yield* Effect.orDie(diagnose())).count, 0)
    }))

  it.effect("is deleted only by who could create it", () =>
    Effect.gen(function*() {
      const { at } = yield* Festival
      const { event, name, user } = yield* planned
      const { admin } = yield* Festival
      const users = Object.values(done(yield* at(event)("GET", "/users")).body.entities as Body) as ReadonlyArray<Body>
      const dee = users.find(({ display_name }) => display_name === "Dee")!
      const role = yield* created(
        at(event)("POST", "/user-roles", {
          name: randomUUID(),
          privileges: ["node_administration"],
          is_privileged: false
        })
      )
      done(
        yield* at(event)("POST", "/user-to-roles", {
          user_id: dee.id,
          role_ids: [role]
        })
      )
      assert.strictEqual(
        (yield* user("DELETE", `/tree/nodes/${event}?confirm_name=${encodeURIComponent(name)}`)).status,
        403
      )
      assert.include(done(yield* admin("GET", "/tree/")).text, name)
    }))

  it.effect("is kept as soon as there is one order", () =>
    Effect.gen(function*() {
      const { admin, event, guest } = yield* Festival
      yield* guest({ balance: 10 })
      const sql = yield* SqlClient.SqlClient
      const [node] = yield* sql<{ name: string }>`select name from node where id = ${event}`
      const answer = yield* admin("DELETE", `/tree/nodes/${event}?confirm_name=${encodeURIComponent(node!.name)}`)
      assert.deepStrictEqual(refusal(answer), [400, "NodeInUse"])
      const kinds = (answer.body.reasons as ReadonlyArray<Body>).map(({ kind }) => kind)
      assert.includeMembers(kinds, ["orders", "postings"])
      assert.include(done(yield* admin("GET", "/tree/")).text, node!.name)
    }))
})
