import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, serverLayer, signIn, signInAdministrator } from "../../support/administration.ts"

const person = Effect.fnUntraced(function*(login: string) {
  const admin = yield* signInAdministrator
  const password = `the password of ${login}`
  yield* call("/users?node_id=0", { token: admin, body: { login, display_name: login, password } })
  return yield* Effect.all([signIn(login, password), signIn(login, password)])
})

const list = (token: string) =>
  Effect.map(call("/auth/sessions", { token }), ({ body, status }) => {
    assert.strictEqual(status, 200)
    assert.isArray(body)
    return body as ReadonlyArray<
      {
        readonly id: number
        readonly is_current: boolean
        readonly address: string
        readonly kind: string
        readonly browser: string | null
      }
    >
  })

const revoke = (token: string, id: unknown) => call(`/auth/sessions/${id}`, { token, method: "DELETE" })

layer(serverLayer, { excludeTestServices: true })("sessions of the back office", (it) => {
  it.effect("are listed for their user, newest first, without tokens", () =>
    Effect.gen(function*() {
      const [one, two] = yield* person("lisa")
      yield* person("other")
      const sessions = yield* list(one)
      assert.deepStrictEqual(sessions.map(({ is_current }) => is_current), [false, true])
      assert.deepStrictEqual((yield* list(two)).map(({ is_current }) => is_current), [true, false])
      assert.hasAllKeys(sessions[0], [
        "id",
        "kind",
        "created_at",
        "last_seen_at",
        "expires_at",
        "address",
        "browser",
        "is_current"
      ])
      assert.match(sessions[0]!.address, /127\.0\.0\.1/)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update user_session set expires_at = now() where id = ${sessions[0]!.id}`
      assert.deepStrictEqual((yield* list(one)).map(({ id }) => id), [sessions[1]!.id])
    }))

  it.effect("end when their user revokes them", () =>
    Effect.gen(function*() {
      const [one, two] = yield* person("rita")
      const [newer, older] = yield* list(one)
      assert.strictEqual((yield* revoke(one, newer!.id)).status, 204)
      assert.strictEqual((yield* call("/tree/", { token: two })).status, 401)
      const again = yield* revoke(one, newer!.id)
      assert.deepStrictEqual([again.status, field(again.body, "element_type")], [404, "session"])
      const sql = yield* SqlClient.SqlClient
      const [entry] = yield* sql`select content from audit_log
        where log_type = 'user_session_revoked' order by id desc limit 1`
      assert.strictEqual(field(entry, "content", "session_id"), newer!.id)
      assert.strictEqual((yield* revoke(one, older!.id)).status, 204)
      assert.strictEqual((yield* call("/tree/", { token: one })).status, 401)
    }))

  it.effect("show how they were opened, and by which browser", () =>
    Effect.gen(function*() {
      const [one] = yield* person("kira")
      const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
      yield* call("/auth/web-login", {
        body: { username: "kira", password: "the password of kira" },
        headers: { "x-wristbank-web": "1", "user-agent": userAgent }
      })
      const shown = (yield* list(one)).map(({ browser, kind }) => ({ browser, kind }))
      assert.deepStrictEqual(shown, [
        { browser: "Firefox on Linux", kind: "web" },
        { browser: null, kind: "bearer" },
        { browser: null, kind: "bearer" }
      ])
    }))

  it.effect("end all but the calling one when their user wants that", () =>
    Effect.gen(function*() {
      const [one, two] = yield* person("lars")
      const [bystander] = yield* person("lola")
      assert.strictEqual((yield* call("/auth/sessions", { token: one, method: "DELETE" })).status, 204)
      assert.deepStrictEqual((yield* list(one)).map(({ is_current }) => is_current), [true])
      assert.strictEqual((yield* call("/tree/", { token: two })).status, 401)
      assert.strictEqual((yield* call("/tree/", { token: bystander })).status, 200)
      const sql = yield* SqlClient.SqlClient
      const [entry] = yield* sql`select content from audit_log
        where log_type = 'user_sessions_ended' order by id desc limit 1`
      assert.strictEqual(field(entry, "content", "count"), 1)
    }))

  it.effect("are no one else's to end", () =>
    Effect.gen(function*() {
      const [mine] = yield* person("nora")
      const [theirs] = yield* person("otto")
      const [session] = yield* list(theirs)
      assert.strictEqual((yield* revoke(mine, session!.id)).status, 404)
      assert.strictEqual((yield* call("/tree/", { token: theirs })).status, 200)
      assert.strictEqual((yield* call("/auth/sessions")).status, 401)
      assert.strictEqual((yield* revoke(mine, "x")).status, 422)
    }))

  it.effect("are seen and ended all at once by those who manage users where the person lives", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const [one, two] = yield* person("vera")
      const [bystander] = yield* person("walt")
      const sql = yield* SqlClient.SqlClient
      const [vera] = yield* sql<{ id: bigint }>`select id from usr where login = 'vera'`
      const path = (node: number) => `/users/${vera!.id}/sessions?node_id=${node}`
      const event = yield* createNode(admin, 0, "event", { name: "Fest of Vera" })
      for (const method of ["GET", "DELETE"] as const) {
        assert.strictEqual((yield* call(path(0), { token: bystander, method })).status, 403)
        assert.strictEqual((yield* call(path(event), { token: admin, method })).status, 404)
      }
      const own = yield* list(one)
      const seen = yield* call(path(0), { token: admin })
      assert.deepStrictEqual(seen.body, own.map((session) => ({ ...session, is_current: false })))
      assert.strictEqual((yield* call(path(0), { token: admin, method: "DELETE" })).status, 204)
      assert.deepStrictEqual((yield* call(path(0), { token: admin })).body, [])
      for (const token of [one, two]) assert.strictEqual((yield* call("/tree/", { token })).status, 401)
      for (const token of [admin, bystander]) assert.strictEqual((yield* call("/tree/", { token })).status, 200)
      const [entry] =
        yield* sql`select content from audit_log where log_type = 'user_sessions_ended' order by id desc limit 1`
      assert.deepStrictEqual(field(entry, "content"), { id: Number(vera!.id), count: 2 })
    }))
})
