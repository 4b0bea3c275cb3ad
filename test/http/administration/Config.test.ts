import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { get } from "node:http"
import {
  call,
  createNode,
  field,
  Server,
  serverLayer,
  signIn,
  signInAdministrator
} from "../../support/administration.ts"

layer(serverLayer, { excludeTestServices: true })("the configuration of the installation", (it) => {
  it.effect("is public as far as an app needs it before anyone signs in", () =>
    Effect.gen(function*() {
      const { body, status } = yield* call("/public-config")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        test_mode: false,
        test_mode_message: "",
        sumup_topup_enabled_globally: true,
        terminal_api_endpoint: "http://127.0.0.1:8000/api/terminal",
        source_url: null
      })
    }))

  it.effect("never leads terminals to where a header says", () =>
    Effect.gen(function*() {
      const { hostname, port } = new URL(yield* Server)
      const content = yield* Effect.promise(() =>
        new Promise<string>((resolve, reject) => {
          const options = { hostname, port, path: "/public-config", headers: { host: "evil.example:8000" } }
          get(options, (answer) => {
            answer.setEncoding("utf8")
            let text = ""
            answer.on("data", (part: string) => text += part)
            answer.on("end", () => resolve(text))
          }).on("error", reject)
        })
      )
      assert.include(content, `"terminal_api_endpoint":"http://127.0.0.1:8000/api/terminal"`)
    }))

  it.effect("has entries that stay as they were set", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const set = (key: string, value: unknown) => call("/config", { token, body: { key, value } })
      assert.deepStrictEqual((yield* call("/config", { token })).body, { ids: [], entities: {} })
      assert.deepInclude((yield* set("b", "2")).body, { key: "b", value: "2" })
      const a = (yield* set("a", null)).body
      const b = (yield* set("b", "3")).body
      assert.deepInclude(a, { key: "a", value: null })
      assert.deepInclude(b, { key: "b", value: "3" })
      assert.deepStrictEqual((yield* call("/config", { token })).body, { ids: ["a", "b"], entities: { a, b } })
      assert.strictEqual((yield* set("", "x")).status, 422)
      assert.strictEqual((yield* set("c", 1)).status, 422)
      const sql = yield* SqlClient.SqlClient
      const [entry] = yield* sql`select node_id, content from audit_log
        where log_type = 'config_entry_updated' order by id desc limit 1`
      assert.deepStrictEqual({ ...entry }, { node_id: 0n, content: { key: "b", old: "2", new: "3" } })
    }))

  it.effect("is the business of those who administer the root", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const event = yield* createNode(token, 0, "event", { name: "Elsewhere" })
      const user = { login: "eve", display_name: "Eve", password: "eve has a password" }
      const { body } = yield* call(`/users?node_id=${event}`, { token, body: user })
      const role = yield* call(`/user-roles?node_id=${event}`, {
        token,
        body: { name: "lead", privileges: ["node_administration"] }
      })
      yield* call(`/user-to-roles?node_id=${event}`, {
        token,
        body: { user_id: field(body, "id"), role_ids: [field(role.body, "id")] }
      })
      const eve = yield* signIn(user.login, user.password)
      assert.strictEqual((yield* call("/config", { token: eve })).status, 403)
      assert.strictEqual((yield* call("/config", { token: eve, body: { key: "e", value: "e" } })).status, 403)
      assert.strictEqual((yield* call("/config")).status, 401)
    }))
})
