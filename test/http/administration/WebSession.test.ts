import { assert, layer } from "@effect/vitest"
import { csrfTokenOf } from "@wristbank/http/server/edge/SessionCookie"
import { serve } from "@wristbank/http/server/main"
import { Effect, Layer, Logger, References } from "effect"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import { inspect } from "node:util"
import {
  administrator,
  call,
  createNode,
  field,
  installed,
  serverLayer,
  servicesLayer,
  signInAdministrator
} from "../../support/administration.ts"
import { type Method, type Reply, send } from "../../support/ServedApi.ts"

const fromOurPage = { "x-wristbank-web": "1" }
const credentials = { username: administrator.login, password: administrator.password }

/** The cookie of an answer, as it was set, and the token in it. */
const cookieOf = ({ headers }: Reply) => {
  const [cookie = "", ...others] = headers.getSetCookie().filter((set) => !set.includes("-device-"))
  assert.isEmpty(others)
  const [pair = "", ...attributes] = cookie.split("; ")
  const at = pair.indexOf("=")
  return { pair, name: pair.slice(0, at), token: pair.slice(at + 1), attributes: attributes.toSorted() }
}

/** Signs in as the web application does. */
const webLogin = Effect.fnUntraced(function*(body: object = credentials, headers: Record<string, string> = {}) {
  const answer = yield* call("/auth/web-login", { body, headers: { ...fromOurPage, ...headers } })
  assert.strictEqual(answer.status, 200, answer.text)
  const cookie = cookieOf(answer)
  const csrf = String(field(answer.body, "success", "csrf_token"))
  return { answer, cookie, csrf, signed: { cookie: cookie.pair, "x-csrf-token": csrf } }
})

const newUser = Effect.fnUntraced(function*(login: string) {
  const token = yield* signInAdministrator
  const password = `the password of ${login}`
  yield* call("/users?node_id=0", { token, body: { login, display_name: login, password } })
  return { username: login, password }
})

layer(serverLayer, { excludeTestServices: true })("a session of the web application", (it) => {
  it.effect("has its token in a cookie that no script reads, and nowhere else", () =>
    Effect.gen(function*() {
      const { answer, cookie, csrf } = yield* webLogin()
      assert.deepStrictEqual([cookie.name, cookie.attributes], [
        "wristbank-office",
        ["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Strict"]
      ])
      assert.match(cookie.token, /^[\w-]{43}$/)
      assert.hasAllKeys(field(answer.body, "success"), ["user", "csrf_token"])
      assert.strictEqual(field(answer.body, "success", "user", "login"), administrator.login)
      assert.notInclude(answer.text, cookie.token)
      assert.notInclude(cookie.pair, csrf)
      const reloaded = yield* call("/auth/web-session", { headers: { ...fromOurPage, cookie: cookie.pair } })
      assert.deepStrictEqual(reloaded.body, field(answer.body, "success"))
      assert.isEmpty(reloaded.headers.getSetCookie())
    }))

  it.effect("does what one with a bearer token does, until it is signed out", () =>
    Effect.gen(function*() {
      const { cookie, signed } = yield* webLogin(yield* newUser("wanda"))
      const admin = yield* webLogin()
      const created = yield* call("/tree/nodes/0/create-node", {
        headers: admin.signed,
        body: { name: "By cookie", description: "" }
      })
      assert.strictEqual(created.status, 200, created.text)
      const status = (path: string) => Effect.map(call(path, { headers: signed }), (answer) => answer.status)
      assert.deepStrictEqual([yield* status("/tree/"), yield* status("/users?node_id=0")], [200, 403])
      const out = yield* call("/auth/logout", { method: "POST", headers: signed })
      assert.strictEqual(out.status, 204)
      const cleared = cookieOf(out)
      assert.deepStrictEqual([cleared.pair, cleared.attributes], [
        "wristbank-office=",
        ["HttpOnly", "Max-Age=0", "Path=/", "SameSite=Strict"]
      ])
      assert.strictEqual(yield* status("/tree/"), 401)
      const reloaded = yield* call("/auth/web-session", { headers: { ...fromOurPage, cookie: cookie.pair } })
      assert.strictEqual(reloaded.status, 401)
    }))

  it.effect("ends when the browser signs in anew, no matter who does", () =>
    Effect.gen(function*() {
      const first = yield* webLogin()
      const second = yield* webLogin(yield* newUser("next"), { cookie: first.cookie.pair })
      const third = yield* webLogin(credentials, { cookie: `wristbank-office=${"x".repeat(43)}` })
      const statuses = yield* Effect.forEach([first, second, third], ({ signed }) =>
        Effect.map(call("/tree/", { headers: signed }), ({ status }) => status))
      assert.deepStrictEqual(statuses, [401, 200, 200])
    }))

  it.effect("lets people choose among several accounts, without a cookie until they did", () =>
    Effect.gen(function*() {
      const admin = yield* signInAdministrator
      const nodes = [
        yield* createNode(admin, 0, "event", { name: "First of two" }),
        yield* createNode(admin, 0, "event", { name: "Second of two" })
      ]
      const password = "the same for both"
      for (const node of nodes) {
        yield* call(`/users?node_id=${node}`, { token: admin, body: { login: "twin", display_name: "T", password } })
      }
      const choice = yield* call("/auth/web-login", { body: { username: "twin", password }, headers: fromOurPage })
      assert.isNull(field(choice.body, "success"))
      assert.deepStrictEqual([0, 1].map((n) => field(choice.body, "available_nodes", n, "node_id")), nodes)
      assert.isEmpty(choice.headers.getSetCookie())
      const { answer } = yield* webLogin({ username: "twin", password, node_id: nodes[1] })
      assert.strictEqual(field(answer.body, "success", "user", "node_id"), nodes[1])
    }))

  it.effect("is closed to every page but ours: no call counts by the cookie alone, whatever its method", () =>
    Effect.gen(function*() {
      const mine = yield* webLogin()
      const other = yield* webLogin(yield* newUser("olga"))
      const pair = mine.cookie.pair
      const [{ id }] = (yield* call("/auth/sessions", { headers: mine.signed })).body as [{ id: number }]
      const hostile: ReadonlyArray<Record<string, string>> = [
        { cookie: pair },
        { cookie: pair, "x-csrf-token": "" },
        { cookie: pair, "x-csrf-token": "a guess" },
        { cookie: pair, "x-csrf-token": mine.cookie.token },
        { cookie: pair, "x-csrf-token": other.csrf },
        { cookie: pair, ...fromOurPage },
        { ...mine.signed, "sec-fetch-site": "cross-site" },
        { ...mine.signed, "sec-fetch-site": "same-site" },
        { ...mine.signed, cookie: `${pair}; ${pair}` },
        { ...mine.signed, cookie: `${pair}; ${other.cookie.pair}` },
        { ...mine.signed, cookie: `${pair}${"x".repeat(8_000)}` },
        { ...mine.signed, cookie: `wristbank-office="${mine.cookie.token}"` },
        { ...mine.signed, cookie: "wristbank-office=\u00ff%00;;=;" },
        { ...mine.signed, cookie: `__Host-wristbank-office=${mine.cookie.token}` },
        { "x-csrf-token": mine.csrf }
      ]
      const calls: ReadonlyArray<readonly [Method, string, object?]> = [
        ["GET", "/tree/"],
        ["POST", "/auth/change-password", { old_password: administrator.password, new_password: "an evil password" }],
        ["DELETE", `/auth/sessions/${id}`],
        ["POST", "/auth/logout"]
      ]
      const sql = yield* SqlClient.SqlClient
      const stored = sql`select (select count(*) from user_session)::int4 as sessions,
        (select max(id)::text from audit_log) as last, (select string_agg(password_hash, '') from usr) as passwords`
      const before = yield* stored
      for (const headers of hostile) {
        for (const [method, path, body] of calls) {
          const { status, text } = yield* call(path, { method, body, headers })
          assert.strictEqual(status, 401, `${method} ${path} with ${JSON.stringify(headers)}: ${text}`)
          assert.notInclude(text, mine.cookie.token)
        }
      }
      assert.deepStrictEqual(yield* stored, before)
      assert.strictEqual((yield* call("/tree/", { headers: mine.signed })).status, 200)
    }))

  it.effect("gives its CSRF token to our page alone", () =>
    Effect.gen(function*() {
      const { cookie, csrf, signed } = yield* webLogin()
      const asked = (headers: Record<string, string>) =>
        call("/auth/web-session", { headers: { cookie: cookie.pair, ...headers } })
      for (const site of ["cross-site", "same-site", "none"]) {
        const { status, text } = yield* asked({ ...fromOurPage, "sec-fetch-site": site })
        assert.strictEqual(status, 401, site)
        assert.notInclude(text, csrf)
      }
      for (const headers of [{}, { "x-wristbank-web": "2" }, signed]) {
        assert.strictEqual((yield* asked(headers)).status, 401)
      }
      const { body } = yield* asked({ ...fromOurPage, "sec-fetch-site": "same-origin" })
      assert.strictEqual(field(body, "csrf_token"), csrf)
    }))

  it.effect("begins on our page alone, so no one is signed in as someone else by a foreign form", () =>
    Effect.gen(function*() {
      const cross = { ...fromOurPage, "sec-fetch-site": "cross-site" }
      for (const headers of [{}, { "content-type": "text/plain" }, cross]) {
        const answer = yield* call("/auth/web-login", { body: credentials, headers })
        assert.deepStrictEqual([answer.status, field(answer.body, "rule")], [403, "organisation.other_page"])
        assert.isEmpty(answer.headers.getSetCookie())
      }
    }))

  it.effect("keeps its token apart from bearer tokens: neither counts as the other, and a bearer token wins", () =>
    Effect.gen(function*() {
      const { cookie, signed } = yield* webLogin()
      assert.strictEqual((yield* call("/tree/", { token: cookie.token })).status, 401)
      const bearer = yield* signInAdministrator
      const planted = { cookie: `wristbank-office=${bearer}`, "x-csrf-token": csrfTokenOf(bearer) }
      assert.strictEqual((yield* call("/tree/", { headers: planted })).status, 401)
      const olaf = yield* newUser("olaf")
      const { body } = yield* call("/auth/login", { body: olaf })
      const token = String(field(body, "success", "token"))
      const both = yield* call("/auth/web-session", { token, headers: { ...signed, ...fromOurPage } })
      assert.deepStrictEqual([field(both.body, "user", "login"), field(both.body, "csrf_token")], ["olaf", null])
      assert.strictEqual((yield* call("/tree/", { token: "unknown", headers: signed })).status, 401)
      const out = yield* call("/auth/logout", { token, method: "POST", headers: signed })
      assert.isEmpty(out.headers.getSetCookie())
      assert.strictEqual((yield* call("/tree/", { headers: { ...signed, authorization: "Basic eDp5" } })).status, 200)
    }))

  it.effect("answers a wrong password like the published sign-in, and counts it with it", () =>
    Effect.gen(function*() {
      const { username } = yield* newUser("wim")
      const wrong = (path: string) =>
        call(path, { body: { username, password: "wrong password" }, headers: fromOurPage })
      const answers = yield* Effect.forEach(
        [1, 2, 3, 4],
        () => Effect.all([wrong("/auth/login"), wrong("/auth/web-login")])
      )
      assert.deepStrictEqual(answers.flat().map(({ status }) => status), [403, 403, 403, 403, 403, 403, 429, 429])
      assert.strictEqual(answers[0]![0].text, answers[0]![1].text)
    }))
})

const proxies = { ranges: [IpNetwork.fromStringUnsafe("127.0.0.0/8")], header: "x-forwarded-for" } as const

const logged: Array<unknown> = []
const logger = Logger.make(({ fiber, message }) => {
  logged.push(message, fiber.getRef(References.CurrentLogAnnotations))
})

layer(Layer.provide(Layer.provideMerge(installed, servicesLayer), Logger.layer([])), {
  excludeTestServices: true
})(
  "a session of the web application on a whole server",
  (it) => {
    it.effect("shows its token in no log, no metric and no table, even when a call fails", () =>
      Effect.gen(function*() {
        const at = yield* serve({ host: "127.0.0.1", port: 0, metricsPort: 0 })
        const office = `${at.common}/api/administration`
        const signedIn = yield* send("POST", `${office}/auth/web-login`, { body: credentials, headers: fromOurPage })
        const { pair, token } = cookieOf(signedIn)
        const csrf = csrfTokenOf(token)
        const signed = { cookie: pair, "x-csrf-token": csrf }
        const sql = yield* SqlClient.SqlClient
        yield* sql`create trigger broken before insert on audit_log for each row execute function refuse_change()`
        const failed = yield* send("POST", `${office}/auth/logout`, { headers: signed })
        assert.deepStrictEqual([failed.status, failed.headers.getSetCookie()], [500, []])
        yield* sql`drop trigger broken on audit_log`
        const metrics = yield* Effect.promise(async () => (await fetch(`${at.metrics}/metrics`)).text())
        const [tables] = yield* sql`select string_agg(to_jsonb(entry)::text, ' ') as audit,
          (select string_agg(to_jsonb(session)::text, ' ') from user_session session) as sessions from audit_log entry`
        const log = inspect(logged, { depth: 12 })
        assert.include(log, "Call failed")
        for (const secret of [token, csrf, administrator.password]) {
          for (const text of [log, metrics, JSON.stringify(tables), failed.text]) assert.notInclude(text, secret)
        }
      }).pipe(Effect.provide(Logger.layer([logger]))))

    it.effect("has a cookie that only TLS carries where the call came by TLS, and pages of other origins get no credentials", () =>
      Effect.gen(function*() {
        const origin = "https://till.example"
        const { common } = yield* serve({ host: "127.0.0.1", port: 0, proxies, allowedOrigins: [origin] })
        const at = `${common}/api/administration`
        const tls = { "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" }
        const signedIn = yield* send("POST", `${at}/auth/web-login`, {
          body: credentials,
          headers: { ...fromOurPage, ...tls }
        })
        const { attributes, name, pair, token } = cookieOf(signedIn)
        assert.deepStrictEqual([name, attributes], [
          "__Host-wristbank-office",
          ["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Strict", "Secure"]
        ])
        const signed = { cookie: pair, "x-csrf-token": csrfTokenOf(token) }
        const tree = (headers: Record<string, string>) => send("GET", `${at}/tree/`, { headers })
        assert.strictEqual((yield* tree({ ...tls, ...signed })).status, 200)
        assert.strictEqual((yield* tree(signed)).status, 401, "without TLS")
        const plain = { ...signed, cookie: pair.replace("__Host-", "") }
        assert.strictEqual((yield* tree({ ...tls, ...plain })).status, 401, "planted without TLS")
        const foreign = yield* tree({ ...tls, ...signed, origin, "sec-fetch-site": "cross-site" })
        assert.strictEqual(foreign.status, 401)
        const preflight = yield* Effect.promise(() =>
          fetch(`${at}/tree/`, {
            method: "OPTIONS",
            headers: { ...tls, origin, "access-control-request-headers": "x-csrf-token,x-wristbank-web" }
          })
        )
        for (const { headers } of [foreign, preflight, signedIn]) {
          assert.isNull(headers.get("access-control-allow-credentials"))
        }
        const out = yield* send("POST", `${at}/auth/logout`, { headers: { ...tls, ...signed } })
        assert.deepStrictEqual([cookieOf(out).name, cookieOf(out).token], ["__Host-wristbank-office", ""])
      }))
  }
)
