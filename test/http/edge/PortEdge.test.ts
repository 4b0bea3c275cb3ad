import { assert, it } from "@effect/vitest"
import { listen, type ListenOptions, mountApi } from "@wristbank/http/server/ApiServer"
import { senderAddress } from "@wristbank/http/server/edge/SenderAddress"
import { unrouted } from "@wristbank/http/server/edge/Unrouted"
import { landingPage } from "@wristbank/http/server/landing/LandingPage"
import { policyOf } from "@wristbank/http/server/landing/PageSecurity"
import { serve } from "@wristbank/http/server/main"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { IpNetwork } from "effect/net"
import { createHash } from "node:crypto"
import { request } from "node:https"
import { servicesLayer } from "../../support/administration.ts"
import { certificate, certificateKey } from "../../support/mailCertificate.ts"
import { nobodyApart } from "../../support/nobodyApart.ts"
import { ExampleApi, ExampleHandlers } from "../ExampleApi.ts"

const host = "127.0.0.1"

const whence = HttpRouter.add(
  "GET",
  "/whence",
  Effect.map(senderAddress, (address) => HttpServerResponse.text(address))
)

const started = (options: Partial<ListenOptions> = {}) =>
  Effect.map(
    Layer.build(
      listen(
        Layer.mergeAll(
          mountApi(ExampleApi, ExampleHandlers, ""),
          landingPage([{ title: "example", url: "" }]),
          whence,
          unrouted([{ method: "GET", path: "/whence" }, { method: "GET", path: "/health" }]),
          HttpRouter.cors({ allowedOrigins: ["https://till.example"] })
        ),
        { host, port: 0, ...options }
      ).pipe(Layer.provide([Logger.layer([]), nobodyApart]))
    ),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )

const get = (url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

const proxies = { ranges: [IpNetwork.fromStringUnsafe("127.0.0.0/8")], header: "x-forwarded-for" } as const

/** The documents of an API are the same for everyone; browsers ask each time whether they still are. */
const documents = ["/openapi.json", "/docs"]

const kinds: ReadonlyArray<readonly [string, number, RequestInit?]> = [
  ["/health", 200],
  ["/health", 405, { method: "POST" }],
  ["/health", 204, { method: "OPTIONS", headers: { origin: "https://till.example" } }],
  ["/me", 401],
  ["/nothing", 404],
  ["/%zz", 404],
  ["/fail/denied", 403],
  ["/fail/gone", 503],
  ["/fail/defect", 500],
  ["/wristbands/1?node_id=1", 422, { method: "POST", body: "{" }],
  ["/wristbands/1?node_id=1", 413, { method: "POST", body: `"${"x".repeat(1024 * 1024)}"` }],
  ["/openapi.json", 200],
  ["/docs", 200],
  ["/", 200, { headers: { accept: "text/html" } }],
  ["/", 200]
]

it.live("every answer says whether it may be kept, what it is, and what a browser may do with it", () =>
  Effect.gen(function*() {
    const url = yield* started()
    for (const [path, status, init] of kinds) {
      const answer = yield* get(url + path, init)
      const said = `${init?.method ?? "GET"} ${path}`
      assert.strictEqual(answer.status, status, said)
      const kept = documents.includes(path) ? "no-cache" : "no-store"
      assert.strictEqual(answer.headers.get("cache-control"), kept, said)
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff", said)
      const policy = answer.headers.get("content-security-policy") ?? ""
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, said)
      assert.notInclude(policy, "unsafe", said)
      assert.isNull(answer.headers.get("strict-transport-security"), said)
    }
  }))

it.live("the pages run what stands in them and nothing else", () =>
  Effect.gen(function*() {
    const url = yield* started()
    for (const [path, scripts] of [["/docs", 1], ["/", 0]] as const) {
      const { headers, text } = yield* get(url + path, { headers: { accept: "text/html" } })
      const policy = headers.get("content-security-policy") ?? ""
      const inline = [...text.matchAll(/<(script|style)>(.*?)<\/\1>/gs)]
      assert.lengthOf(inline.filter(([, element]) => element === "script"), scripts)
      for (const [, element, inside] of inline) {
        const hash = createHash("sha256").update(inside!).digest("base64")
        assert.match(policy, new RegExp(`${element}-src [^;]*'sha256-${hash.replaceAll(/[+/]/g, "\\$&")}'`))
      }
      // Browsers read line ends as \n before they hash.
      assert.isFalse(text.includes("\r"))
    }
    assert.notInclude(policyOf("<script>a</script>"), policyOf("<script>b</script>"))
  }))

it.live("an API without docs has neither page nor description", () =>
  Effect.gen(function*() {
    const at = yield* serve({ host, port: 0, customerPort: 0, docs: false })
    for (const root of [at.customer, `${at.common}/api/customer`]) {
      assert.strictEqual((yield* get(`${root}/health`)).status, 200)
      for (const path of ["/docs", "/openapi.json"]) assert.strictEqual((yield* get(root + path)).status, 404)
    }
    const page = yield* get(at.common, { headers: { accept: "text/html" } })
    assert.notInclude(page.text + (yield* get(at.common)).text, "openapi.json")
  }).pipe(Effect.provide(servicesLayer)))

it.live("a believed proxy says where a call came from and whether by TLS; no one else does", () =>
  Effect.gen(function*() {
    const headers = { "x-forwarded-for": "6.6.6.6, 198.51.100.7", "x-forwarded-proto": "https" }
    const direct = yield* get(`${yield* started()}/whence`, { headers })
    assert.strictEqual(direct.text, host)
    assert.isNull(direct.headers.get("strict-transport-security"))
    const elsewhere = { ...proxies, ranges: [IpNetwork.fromStringUnsafe("10.0.0.0/8")] }
    const stranger = yield* get(`${yield* started({ proxies: elsewhere })}/whence`, { headers })
    assert.strictEqual(stranger.text, host, "a peer that is no proxy")
    assert.isNull(stranger.headers.get("strict-transport-security"))
    const url = yield* started({ proxies })
    const proxied = yield* get(`${url}/whence`, { headers })
    assert.strictEqual(proxied.text, "198.51.100.7")
    assert.match(proxied.headers.get("strict-transport-security") ?? "", /^max-age=31536000/)
    assert.strictEqual((yield* get(`${url}/whence`)).text, host)
    const customer = yield* get(`${url}/whence`, { headers: { "x-forwarded-for": "2001:db8:0:7::1:2" } })
    assert.strictEqual(customer.text, "2001:db8:0:7::/64", "counted by the network")
    const refused = yield* get(`${url}/nothing`, { headers })
    assert.strictEqual(refused.status, 404)
    assert.isNotNull(refused.headers.get("strict-transport-security"))
  }))

it.live("all ports speak TLS with the certificate, and browsers have to keep to it", () =>
  Effect.gen(function*() {
    const tls = { cert: certificate, key: certificateKey }
    const at = yield* serve({ host, port: 0, terminalPort: 0, metricsPort: 0, tls })
    const urls = [`${at.common}/health`, `${at.terminal}/health`, `${at.metrics}/metrics`]
    for (const url of urls) {
      assert.match(url, /^https:/)
      const answer = yield* Effect.promise(() =>
        new Promise<{ status: number | undefined; transport: unknown }>((resolve, reject) => {
          request(url, { ca: certificate }, (response) => {
            response.resume()
            resolve({ status: response.statusCode, transport: response.headers["strict-transport-security"] })
          }).on("error", reject).end()
        })
      )
      assert.deepStrictEqual(answer, { status: 200, transport: "max-age=31536000" }, url)
    }
    const plain = yield* Effect.exit(Effect.tryPromise(() => fetch(urls[0]!.replace("https:", "http:"))))
    assert.strictEqual(plain._tag, "Failure")
  }).pipe(Effect.provide(servicesLayer)))
