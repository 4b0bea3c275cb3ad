import { assert, layer } from "@effect/vitest"
import { Refusals } from "@wristbank/core/organisation/Refusals"
import { Effect, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { clerk, colleague } from "../../support/FestivalClerk.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, caller } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** The lines that are logged after a minute. */
const lines = Effect.gen(function*() {
  const { flush } = yield* Refusals
  const logged: Array<Body> = []
  const logger = Logger.make(({ fiber, message }) => {
    const text = Array.isArray(message) ? message.join(" ") : String(message)
    logged.push({ text, ...fiber.getRef(References.CurrentLogAnnotations) })
  })
  yield* Effect.provide(flush, Logger.layer([logger]))
  return logged
})

const refusedSignIns = Effect.fnUntraced(function*(terminalId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ content: Body; node_id: bigint }>`select node_id, content from audit_log
    where log_type = 'terminal_sign_in_refused' and originating_terminal_id = ${terminalId} order by id`
})

layer(Festival.layer, { excludeTestServices: true })("refused calls", (it) => {
  it.effect("of the office are logged once, with their number, caller and node, and without the token", () =>
    Effect.gen(function*() {
      const { address, event } = yield* Festival
      const { id, token } = yield* colleague(event, event, ["terminal_login"])
      const ask = caller(`${address}/administration`, token)
      yield* lines
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* ask("GET", `/tills?node_id=0`)).status, 403)
      assert.strictEqual(
        (yield* ask("POST", `/tree/nodes/${event}/create-node`, { name: "N", description: "" })).status,
        403
      )
      assert.strictEqual((yield* ask("GET", `/users/999999?node_id=${event}`)).status, 403)
      const common = { text: "A call was refused", user: String(id), terminal: null }
      const logged = yield* lines
      assert.deepStrictEqual(logged, [
        { ...common, call: "administration.tills.list", node: "0", reason: "You have no rights here", count: 3 },
        {
          ...common,
          call: "administration.tree.createNode",
          node: String(event),
          reason: "You need the privilege node_administration here",
          count: 1
        },
        {
          ...common,
          call: "administration.users.get",
          node: String(event),
          reason: "You need the privilege user_management here",
          count: 1
        }
      ])
      assert.notInclude(JSON.stringify(logged), token)
      assert.deepStrictEqual(yield* lines, [])
    }))

  it.effect("log nothing of who may, or has no token", () =>
    Effect.gen(function*() {
      const { address, event } = yield* Festival
      const ask = yield* clerk(event, event, ["node_administration"])
      yield* lines
      assert.strictEqual((yield* ask("GET", "/tills")).status, 200)
      assert.strictEqual((yield* ask("GET", "/tills/999999")).status, 404)
      assert.strictEqual((yield* caller(`${address}/administration`, "none")("GET", "/tills?node_id=0")).status, 401)
      assert.deepStrictEqual(yield* lines, [])
    }))

  it.effect("of a terminal name it and its event", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const till = yield* tills.open()
      const tag = yield* tills.tag()
      yield* lines
      const recruit = {
        login: "recruit",
        display_name: "New",
        user_tag_uid: tag.uid,
        user_tag_pin: tag.pin,
        role_ids: []
      }
      const hire = till.post("/user/create-user", recruit)
      assert.deepStrictEqual([(yield* hire).status, (yield* hire).status], [403, 403])
      const [line, ...others] = yield* lines
      assert.deepStrictEqual(others, [])
      assert.deepInclude(line, { user: null, terminal: String(till.terminalId), node: String(event), count: 2 })
      assert.match(String(line!.call), /^terminal\./)
    }))

  it.effect("to sign in at a terminal are in the audit log, one entry for each person however often they try", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const device = yield* tills.open()
      yield* device.post("/user/logout")
      const stranger = yield* tills.tag()
      const helper = yield* worker(["can_book_orders"])
      yield* lines
      for (let n = 0; n < 3; n++) {
        assert.strictEqual((yield* device.post("/user/check-login", { uid: stranger.uid })).status, 403)
        assert.strictEqual((yield* device.post("/user/login", login(helper))).status, 403)
      }
      assert.deepStrictEqual(yield* refusedSignIns(device.terminalId), [])
      yield* lines
      yield* lines
      const terminal_id = device.terminalId
      const entries = yield* refusedSignIns(terminal_id)
      assert.deepStrictEqual(entries.map(({ content, node_id }) => [Number(node_id), content]), [
        [event, { terminal_id, user_id: null, reason: "This tag belongs to no one who works here", count: 3 }],
        [event, {
          terminal_id,
          user_id: helper.id,
          reason: "This tag has no role to sign in with at this terminal",
          count: 3
        }]
      ])
    }))
})
