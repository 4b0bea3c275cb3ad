import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  administrator,
  call,
  createNode,
  field,
  serverLayer,
  signIn,
  signInAdministrator
} from "../../support/administration.ts"
import { agePastAttempts, noAttempts } from "../../support/attempts.ts"

const kim = (token: string, node: number, password: string) =>
  call(`/users?node_id=${node}`, { token, body: { login: "kim", display_name: "Kim", password } })

layer(serverLayer, { excludeTestServices: true })("signing in at the back office", (it) => {
  it.effect("opens a session for login and password", () =>
    Effect.gen(function*() {
      const { body, status } = yield* call("/auth/login", {
        body: { username: administrator.login, password: administrator.password }
      })
      assert.strictEqual(status, 200)
      assert.isNull(field(body, "available_nodes"))
      assert.deepInclude(field(body, "success", "user"), {
        login: administrator.login,
        node_id: 0,
        privileges: [],
        active_role_id: null
      })
      assert.match(String(field(body, "success", "token")), /^[\w-]{43}$/)
    }))

  it.effect("lets people with the same login and password choose their home", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const five = yield* createNode(admin, 0, "event", { name: "Five", description: "the fifth" })
      const nine = yield* createNode(admin, 0, "event", { name: "Nine" })
      assert.strictEqual((yield* kim(admin, five, "the same password")).status, 200)
      assert.strictEqual((yield* kim(admin, nine, "the same password")).status, 200)
      const choice = yield* call("/auth/login", { body: { username: "kim", password: "the same password" } })
      assert.deepStrictEqual(choice.body, {
        success: null,
        available_nodes: [
          { node_id: five, name: "Five", description: "the fifth" },
          { node_id: nine, name: "Nine", description: "" }
        ]
      })
      const chosen = yield* call("/auth/login", {
        body: { username: "kim", password: "the same password", node_id: nine }
      })
      assert.strictEqual(field(chosen.body, "success", "user", "node_id"), nine)
    }))

  it.effect("needs no choice where the passwords differ", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const five = yield* createNode(admin, 0, "event", { name: "Differing five" })
      const nine = yield* createNode(admin, 0, "event", { name: "Differing nine" })
      for (const [node, password] of [[five, "password one"], [nine, "password two"]] as const) {
        yield* call(`/users?node_id=${node}`, { token: admin, body: { login: "lee", display_name: "Lee", password } })
      }
      const { body } = yield* call("/auth/login", { body: { username: "lee", password: "password two" } })
      assert.strictEqual(field(body, "success", "user", "node_id"), nine)
    }))

  it.effect("answers a wrong password like an unknown login, and after some of them 429", () =>
    Effect.gen(function*() {
      const wrong = (username: string) => call("/auth/login", { body: { username, password: "not the password" } })
      const admin = yield* signInAdministrator
      yield* call("/users?node_id=0", {
        token: admin,
        body: { login: "max", display_name: "Max", password: "max has a password" }
      })
      const known = yield* wrong("max")
      const unknown = yield* wrong("nobody")
      assert.strictEqual(known.status, 403)
      assert.strictEqual(field(known.body, "rule"), "organisation.sign_in_failed")
      assert.deepStrictEqual(unknown.body, known.body)
      // Simultaneous tries all count.
      const others = yield* Effect.all(Array.from({ length: 8 }, () => wrong("max")), { concurrency: 8 })
      assert.deepStrictEqual(others.map(({ status }) => status).toSorted(), [403, 403, 403, 403, 403, 429, 429, 429])
      const right = yield* call("/auth/login", { body: { username: "max", password: "max has a password" } })
      assert.strictEqual(right.status, 429)
      assert.strictEqual(field(right.body, "id"), "TooManyAttempts")
      const seconds = Number(field(right.body, "retry_after_seconds"))
      assert.isTrue(seconds > 0 && seconds <= 36)
      assert.strictEqual(right.headers.get("retry-after"), String(seconds))
      // Once the failures are old enough, the right password works again and clears the count.
      yield* agePastAttempts(15)
      yield* signIn("max", "max has a password")
      const again = yield* Effect.forEach(Array.from({ length: 7 }), () => wrong("max"))
      assert.deepStrictEqual(again.map(({ status }) => status), [403, 403, 403, 403, 403, 403, 429])
    }))

  it.effect("lets tries of an address that tries many logins take turns", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const guesses = (count: number) =>
        Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) =>
          Effect.map(
            call("/auth/login", { body: { username: `guess ${n}`, password: "a guess of mine" } }),
            ({ status }) => status
          ), { concurrency: "unbounded" })
      yield* Effect.repeat(guesses(5), { times: 3 })
      const statuses = yield* guesses(8)
      assert.includeMembers([403, 429], statuses)
      assert.isAtLeast(statuses.filter((status) => status === 429).length, 1)
      yield* noAttempts
    }))

  it.effect("opens thirty sessions of a user in a quarter of an hour, and no more", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const password = "often has a password"
      yield* call("/users?node_id=0", { token: admin, body: { login: "often", display_name: "Often", password } })
      const again = call("/auth/login", { body: { username: "often", password } })
      const sql = yield* SqlClient.SqlClient
      yield* Effect.repeat(again, { times: 28 })
      const last = [yield* again, yield* again]
      assert.deepStrictEqual(last.map(({ body, status }) => [status, field(body, "rule")]), [
        [200, undefined],
        [429, "organisation.signed_in_too_often"]
      ])
      const [open] = yield* sql<{ count: number }>`select count(*)::int4 as count from user_session
        where user_id = (select id from usr where login = 'often')`
      assert.strictEqual(open?.count, 30)
      yield* signInAdministrator
    }))

  it.effect("ends a session that no one uses for two hours", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      const sql = yield* SqlClient.SqlClient
      const unused = (age: string) =>
        Effect.andThen(
          sql`update user_session set last_seen_at = now() - ${age}::interval
            where token_hash = sha256(convert_to(${token}, 'UTF8'))`,
          Effect.map(call("/tree/", { token }), ({ status }) => status)
        )
      assert.strictEqual(yield* unused("119 minutes"), 200)
      const [noted] = yield* sql<{ now: boolean }>`select last_seen_at > now() - interval '1 minute' as now
        from user_session where token_hash = sha256(convert_to(${token}, 'UTF8'))`
      assert.isTrue(noted?.now)
      assert.strictEqual(yield* unused("2 hours"), 401)
    }))

  it.effect("lets no one go on who has left", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const password = "leaver has a password"
      yield* call("/users?node_id=0", { token: admin, body: { login: "leaver", display_name: "Leaver", password } })
      const token = yield* signIn("leaver", password)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set deactivated_at = now(), password_hash = null where login = 'leaver'`
      assert.strictEqual((yield* call("/auth/sessions", { token })).status, 401)
    }))

  it.effect("ends a session with its sign-out, and all others with a new password", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      yield* call("/users?node_id=0", {
        token: admin,
        body: { login: "ana", display_name: "Ana", password: "ana's first password" }
      })
      const [one, two, three] = [
        yield* signIn("ana", "ana's first password"),
        yield* signIn("ana", "ana's first password"),
        yield* signIn("ana", "ana's first password")
      ]
      const status = (token: string) => Effect.map(call("/tree/", { token }), (answer) => answer.status)
      assert.strictEqual((yield* call("/auth/logout", { token: one, method: "POST" })).status, 204)
      assert.deepStrictEqual([yield* status(one), yield* status(two)], [401, 200])
      const change = (old_password: string, new_password: string) =>
        call("/auth/change-password", { token: two, body: { old_password, new_password } })
      assert.strictEqual((yield* change("ana's other password", "ana's second password")).status, 403)
      assert.strictEqual((yield* change("ana's first password", "short")).status, 422)
      const changed = yield* change("ana's first password", "ana's second password")
      assert.deepStrictEqual([changed.status, changed.body], [200, null])
      assert.deepStrictEqual([yield* status(two), yield* status(three)], [200, 401])
      yield* signIn("ana", "ana's second password")
    }))

  it.effect("knows no token that is empty, foreign or expired", () =>
    Effect.gen(function*() {
      const none = yield* call("/tree/")
      assert.deepStrictEqual([none.status, none.body], [401, { detail: "Not authenticated" }])
      const terminal = yield* call("/tree/", { token: "eyJhbGciOiJIUzI1NiJ9.eyJ0ZXJtaW5hbF9pZCI6MX0.sig" })
      assert.deepStrictEqual([terminal.status, field(terminal.body, "id")], [401, "Unauthorized"])
      const token = yield* signInAdministrator
      const sql = yield* SqlClient.SqlClient
      const [session] = yield* sql<
        { hours: number }
      >`select max(round(extract(epoch from expires_at - now()) / 3600))::int4
        as hours from user_session`
      assert.strictEqual(session?.hours, 12)
      yield* sql`update user_session set expires_at = now()`
      assert.strictEqual((yield* call("/tree/", { token })).status, 401)
    }))

  it.effect("keeps a record of sign-ins without what was typed in vain", () =>
    Effect.gen(function*() {
      const token = yield* signInAdministrator
      yield* call("/auth/login", { body: { username: "my secret password", password: "whatever it is" } })
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ log_type: string; content: string }>`select log_type, content::text as content
        from audit_log where log_type like 'user_sign%' order by id desc limit 2`
      assert.deepStrictEqual(rows.map((row) => row.log_type), ["user_sign_in_failed", "user_signed_in"])
      const all = yield* sql<{ all: string }>`select string_agg(content::text, ' ') as all from audit_log`
      assert.notMatch(String(all[0]?.all), /my secret password|whatever it is|a long enough/)
      assert.notInclude(String(all[0]?.all), token)
      const stored = yield* sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from user_session`
      assert.isTrue(stored.every(({ hash }) => hash.length === 64))
    }))
})
