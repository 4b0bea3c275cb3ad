import { assert, layer } from "@effect/vitest"
import { allowances } from "@wristbank/core/base/limits/Limits"
import { Unauthorized } from "@wristbank/core/base/Refusal"
import {
  officeNetwork,
  portalNetwork,
  receiptsAsPdf,
  receiptsByNumber,
  type Subject
} from "@wristbank/core/organisation/SignInLimit"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { AdministrationHandlers } from "@wristbank/http/server/administration/AdministrationHandlers"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { CustomerHandlers } from "@wristbank/http/server/customer/CustomerHandlers"
import { exposedHeaders } from "@wristbank/http/server/edge/CrossOrigin"
import { csrfTokenOf } from "@wristbank/http/server/edge/SessionCookie"
import { serve } from "@wristbank/http/server/main"
import { TerminalHandlers } from "@wristbank/http/server/terminal/TerminalHandlers"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { IpNetwork } from "effect/net"
import { once } from "node:events"
import { connect } from "node:net"
import { servicesLayer } from "../../support/administration.ts"
import { whileAnonymousCallsWait } from "../../support/anonymousCalls.ts"
import { noAttempts, useUp } from "../../support/attempts.ts"

const host = "127.0.0.1"
const origins = ["https://till.example", "https://office.example"]
const proxies = { ranges: [IpNetwork.fromStringUnsafe("127.0.0.0/8")], header: "x-forwarded-for" } as const

/** Two servers of the same services: one that refuses early, and one that reads each call. */
class Servers extends Context.Service<Servers>()("test/EarlyAndLate", {
  make: Effect.gen(function*() {
    const early = yield* serve({ host, port: 0, metricsPort: 0, allowedOrigins: origins, proxies })
    const routes = Layer.mergeAll(
      mountApi(AdministrationApi, AdministrationHandlers, "/api/administration"),
      mountApi(TerminalApi, TerminalHandlers, "/api/terminal"),
      mountApi(CustomerApi, CustomerHandlers, "/api/customer"),
      HttpRouter.cors({ allowedOrigins: origins, exposedHeaders, maxAge: 600 })
    )
    const late = yield* Layer.build(listen(routes, { host, port: 0, proxies }))
    return {
      early: early.common,
      late: HttpServer.formatAddress(Context.get(late, HttpServer.HttpServer).address),
      metrics: `${early.metrics}/metrics`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provideMerge(servicesLayer),
    Layer.provide(Logger.layer([]))
  )
}

interface Sent {
  readonly method?: "GET" | "POST" | "OPTIONS"
  readonly path: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

const answered = ({ body, headers = {}, method = body === undefined ? "GET" : "POST", path }: Sent, address: string) =>
  Effect.promise(async () => {
    const response = await fetch(address + path, {
      method,
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const { date: _, ...named } = Object.fromEntries(response.headers)
    return { status: response.status, headers: named, text: await response.text() }
  })

/** The bytes that a connection returns until it is closed. */
const exchange = (address: string, text: string) =>
  Effect.promise(async () => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname).setEncoding("latin1")
    let received = ""
    socket.on("data", (chunk) => {
      received += chunk
    })
    await once(socket, "connect")
    socket.write(text)
    await once(socket, "close")
    return received
  })

const statusesIn = (text: string) => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status))

const officeLogin = { path: "/api/administration/auth/login", body: { username: "kim", password: "a guess" } }
const portalLogin = { path: "/api/customer/auth/login", body: { pin: "GUESS", node_id: 1 } }
const registration = {
  path: "/api/terminal/auth/register_terminal",
  body: { registration_uuid: "5b6ad3c4-0000-4000-8000-00000000000a" }
}
const byNumber = { path: "/api/administration/orders/1/bon" }
const asPdf = { path: "/api/customer/bon/5b6ad3c4-0000-4000-8000-00000000000a/pdf" }
const authorization = "Bearer nobody-has-this"
const token = "nobody-has-this-".padEnd(43, "x")
const cookie = `wristbank-office=${token}; __Host-wristbank-office=${token}`
/** Calls with a token, and their names in the metrics. */
const guarded = ([
  ["administration.tree.get", "administration/tree/"],
  ["administration.auth.sessions", "administration/auth/sessions", { cookie, "x-csrf-token": csrfTokenOf(token) }],
  ["terminal.config.get", "terminal/config"],
  ["customer.auth.customer", "customer/customer"]
] as const).map(([call, path, headers = { authorization }]) => ({ call, path: `/api/${path}`, headers }))

/** Shows twice as many unknown tokens from the network as allowed, so that the network has to wait. */
const showTokens = (network: string) =>
  TokenLookups.use(({ verify }) =>
    Effect.forEach(
      Array.from({ length: allowances.unknownTokens.most * 2 }),
      (_, n) => Effect.ignore(verify(`unknown ${n}`, network, Effect.andThen(Effect.yieldNow, new Unauthorized()))),
      { concurrency: "unbounded", discard: true }
    )
  )

/** Asserts that both servers give the same answer; the early one also under another origin and through a proxy. */
const same = Effect.fnUntraced(function*(sent: Sent, status: number) {
  const { early, late } = yield* Servers
  const kinds: ReadonlyArray<Record<string, string>> = [
    {},
    { origin: origins[1]! },
    { origin: "https://evil.example" },
    { "x-forwarded-for": host, "x-forwarded-proto": "https" }
  ]
  for (const headers of kinds) {
    const call = { ...sent, headers: { ...sent.headers, ...headers } }
    const [first, last] = [yield* answered(call, early), yield* answered(call, late)]
    assert.deepStrictEqual(withoutSeconds(first), withoutSeconds(last), sent.path)
    assert.strictEqual(first.status, status, sent.path)
  }
})

/** The answers may be a second apart. */
const withoutSeconds = ({ headers, status, text }: Effect.Success<ReturnType<typeof answered>>) => {
  const body = JSON.parse(text) as object
  const rounded = (seconds: unknown) => Math.round(Number(seconds) / 100)
  return {
    status,
    headers: { ...headers, "retry-after": rounded(headers["retry-after"]), "content-length": undefined },
    body: "retry_after_seconds" in body
      ? { ...body, retry_after_seconds: rounded(body.retry_after_seconds) }
      : body
  }
}

/** The metrics of a call: its answers, and how often it was read and handled. */
const countedOf = Effect.fnUntraced(function*(call: string) {
  const { text } = yield* answered({ path: "" }, (yield* Servers).metrics)
  const sum = (metric: string) =>
    Array.from(text.matchAll(new RegExp(`^${metric}\\{[^}]*call="${RegExp.escape(call)}"[^}]*\\} (\\d+)`, "gm")))
      .reduce((total, [, count]) => total + Number(count), 0)
  return { answers: sum("wristbank_http_answers"), read: sum("wristbank_http_call_seconds_count") }
})

/** Asserts that the call gets that status without being read. */
const unread = Effect.fnUntraced(function*(call: string, sent: Sent, status: number) {
  const { early } = yield* Servers
  const before = yield* countedOf(call)
  assert.strictEqual((yield* answered(sent, early)).status, status, call)
  const { answers, read } = yield* countedOf(call)
  assert.deepStrictEqual({ answers: answers - before.answers, read: read - before.read }, { answers: 1, read: 0 }, call)
})

layer(Servers.layer, { excludeTestServices: true })("a call that is refused before it is read", (it) => {
  const closed: ReadonlyArray<readonly [Sent, (network: string) => Subject]> = [
    [officeLogin, officeNetwork],
    [portalLogin, portalNetwork],
    [byNumber, receiptsByNumber]
  ]
  it.effect("gets the answer it would get in the end where a network is closed", () =>
    Effect.gen(function*() {
      for (const [sent, subject] of closed) {
        yield* useUp(subject(host))
        yield* answered(sent, (yield* Servers).late)
        yield* same(sent, 429)
      }
    }))

  it.effect("gets it where a network shows unknown tokens, and where strangers wait already", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* whileAnonymousCallsWait(Effect.forEach([officeLogin, registration, ...guarded], (sent) => same(sent, 503)))
      yield* showTokens("192.0.2.1")
      yield* Effect.forEach(guarded, ({ headers, path }) =>
        Effect.gen(function*() {
          const { early, late } = yield* Servers
          const call = { path, headers: { ...headers, "x-forwarded-for": "192.0.2.1" } }
          const [first, last] = [yield* answered(call, early), yield* answered(call, late)]
          assert.deepStrictEqual(withoutSeconds(first), withoutSeconds(last))
          assert.strictEqual(first.status, 503)
        }))
      // Another network is not affected, and a call without a token learns that it needs one.
      yield* Effect.forEach(guarded, (sent) => Effect.andThen(same({ path: sent.path }, 401), same(sent, 401)))
    }))

  it.effect("is not read: the answer comes before the body", () =>
    Effect.gen(function*() {
      const { early } = yield* Servers
      yield* useUp(officeNetwork(host))
      yield* answered(officeLogin, early)
      const head = (more: string) => `POST ${officeLogin.path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
      // A longer body than the server discards, in pieces, and sent only on request: the connection ends with the answer.
      for (const more of ["Content-Length: 1000000\r\n", "Transfer-Encoding: chunked\r\n"]) {
        const received = yield* exchange(early, head(more))
        assert.deepStrictEqual(statusesIn(received), [429])
        assert.match(received, /\r\nconnection: close\r\n/i)
      }
      const asking = yield* exchange(early, head("Content-Length: 100\r\nExpect: 100-continue\r\n"))
      assert.deepStrictEqual(statusesIn(asking), [429])
    }))

  it.effect("takes its body along, which is never read as a call of its own", () =>
    Effect.gen(function*() {
      const { early } = yield* Servers
      yield* useUp(officeNetwork(host))
      yield* answered(officeLogin, early)
      const hidden = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
      const last = "GET /api/administration/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      const refused = `POST ${officeLogin.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${hidden.length}\r\n\r\n`
      const received = yield* exchange(early, refused + hidden + refused + hidden + last)
      assert.deepStrictEqual(statusesIn(received), [429, 429, 200])
      const pieces = `POST ${officeLogin.path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`
      const inPieces = yield* exchange(early, `${pieces}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n${last}`)
      assert.deepStrictEqual(statusesIn(inPieces), [429])
    }))

  it.effect("does not count for a guest who gives the number of the chip, whatever is sent with a PIN alone", () =>
    Effect.gen(function*() {
      const { early } = yield* Servers
      yield* useUp(portalNetwork(host))
      assert.strictEqual((yield* answered(portalLogin, early)).status, 429)
      const named = { path: portalLogin.path, body: { ...portalLogin.body, user_tag_uid: 7 } }
      assert.strictEqual((yield* answered(named, early)).status, 403)
      const escaped = JSON.stringify(named.body).replace("user_tag", "user\\u005ftag")
      const head = `POST ${portalLogin.path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`
      const raw = (body: string) => exchange(early, `${head}Content-Length: ${body.length}\r\n\r\n${body}`)
      assert.deepStrictEqual(statusesIn(yield* raw(escaped)), [403])
      assert.deepStrictEqual(statusesIn(yield* raw(JSON.stringify(portalLogin.body))), [429])
    }))

  it.effect("is a sign-in at the portal, by a look at its body", () =>
    Effect.gen(function*() {
      const { early } = yield* Servers
      yield* useUp(portalNetwork(host))
      yield* answered(portalLogin, early)
      yield* unread("customer.auth.login", portalLogin, 429)
      const { read } = yield* countedOf("customer.auth.login")
      yield* answered({ path: portalLogin.path, body: { ...portalLogin.body, user_tag_uid: 7 } }, early)
      assert.strictEqual((yield* countedOf("customer.auth.login")).read - read, 1, "a guest with a chip is read")
    }))

  it.effect("is one with an unknown token, of a network that shows too many", () =>
    Effect.gen(function*() {
      yield* showTokens("192.0.2.2")
      for (const sent of guarded) {
        yield* unread(sent.call, { ...sent, headers: { ...sent.headers, "x-forwarded-for": "192.0.2.2" } }, 503)
      }
    }))

  it.effect("is one of a stranger while their queue is full", () =>
    Effect.gen(function*() {
      yield* noAttempts
      yield* whileAnonymousCallsWait(Effect.gen(function*() {
        for (const sent of guarded) yield* unread(sent.call, sent, 503)
        yield* unread("administration.auth.login", officeLogin, 503)
        yield* unread("terminal.registration.register", registration, 503)
      }))
    }))

  it.effect("is counted, and a preflight is answered", () =>
    Effect.gen(function*() {
      const { early, metrics } = yield* Servers
      yield* useUp(officeNetwork(host))
      yield* answered(officeLogin, early)
      const counted = Effect.map(answered({ path: "" }, metrics), ({ text }) =>
        Number(/answers\{call="administration\.auth\.login",status="429"\} (\d+)/.exec(text)?.[1] ?? 0))
      const before = yield* counted
      yield* answered(officeLogin, early)
      assert.strictEqual((yield* counted) - before, 1)
      const preflight = { method: "OPTIONS", path: officeLogin.path, headers: { origin: origins[0]! } } as const
      assert.strictEqual((yield* answered(preflight, early)).status, 204)
    }))

  it.effect("is a receipt as PDF as well, before it is looked up", () =>
    Effect.gen(function*() {
      const { early } = yield* Servers
      assert.strictEqual((yield* answered(asPdf, early)).status, 404)
      yield* useUp(receiptsAsPdf(host))
      yield* SignInLimits.use(({ consume }) => Effect.ignore(consume(receiptsAsPdf(host))))
      assert.strictEqual((yield* answered(asPdf, early)).status, 429)
    }))
})
