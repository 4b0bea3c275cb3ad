import { assert, it } from "@effect/vitest"
import { stopLimits, StopLimitsInForce } from "@wristbank/core/base/StopLimits"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { serve } from "@wristbank/http/server/main"
import { Context, Effect, Exit, Fiber, Layer, Option, Scope } from "effect"
import { HttpServer } from "effect/http"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { servicesLayer } from "../support/administration.ts"
import { nobodyApart } from "../support/nobodyApart.ts"
import { endlessCall, ExampleApi, ExampleHandlers, largeAnswer, slowCall } from "./ExampleApi.ts"

const host = "127.0.0.1"

const get = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(async () => {
    const response = await fetch(url, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  })

it.live("serves all APIs on the common port and each on its own, with metrics", () =>
  Effect.gen(function*() {
    const origin = "https://till.example"
    const ports = { port: 0, administrationPort: 0, terminalPort: 0, customerPort: 0, metricsPort: 0 }
    const at = yield* serve({ host, ...ports, allowedOrigins: [origin], docsForEveryone: true })
    const roots = [at.administration, at.terminal, at.customer]
    for (const name of ["administration", "terminal", "customer"]) roots.push(`${at.common}/api/${name}`)
    for (const root of roots) {
      assert.deepStrictEqual(JSON.parse((yield* get(`${root}/health`)).text), { status: "healthy" })
      assert.match(
        JSON.parse((yield* get(`${root}/openapi.json`)).text).info.title,
        /^(administration|terminal|customer portal) API$/
      )
      assert.strictEqual((yield* get(`${root}/`)).status, root?.includes("/api/") ? 404 : 200)
    }
    assert.strictEqual((yield* get(`${at.common}/health`)).status, 200)
    assert.lengthOf(JSON.parse((yield* get(at.common)).text).apis, 3)
    const { headers } = yield* get(`${at.common}/health`, { origin })
    assert.strictEqual(headers.get("access-control-allow-origin"), origin)
    assert.match(String(headers.get("access-control-expose-headers")), /\bLink\b/)
    const metrics = yield* get(`${at.metrics}/metrics`)
    assert.match(metrics.text, /wristbank_http_answers\{call="terminal\.system\.health",status="200"\} \d/)
    assert.match(metrics.text, /wristbank_process_resident_bytes \d/)
    assert.strictEqual((yield* get(`${at.common}/metrics`)).status, 404)
  }).pipe(Effect.provide(servicesLayer)))

it.live("names the addresses under which others reach the APIs", () =>
  Effect.gen(function*() {
    const at = yield* serve({ host, port: 0, publicUrls: { customer: "https://guests.example/api" } })
    const { apis } = JSON.parse((yield* get(at.common)).text)
    assert.deepStrictEqual(apis.map(({ url }: { readonly url: string }) => url), [
      "/api/administration",
      "/api/terminal",
      "https://guests.example/api"
    ])
  }).pipe(Effect.provide(servicesLayer)))

it.live("lets no browser page in unless its origin is configured", () =>
  Effect.gen(function*() {
    const at = yield* serve({ host, port: 0 })
    const { headers } = yield* get(`${at.common}/health`, { origin: "https://evil.example" })
    assert.isNull(headers.get("access-control-allow-origin"))
    assert.isUndefined(at.metrics)
  }).pipe(Effect.provide(servicesLayer)))

it.live("leads anyone who opens the link of a receipt in a browser to the printed one", () =>
  Effect.gen(function*() {
    const at = yield* serve({ host, port: 0, customerPort: 0 })
    const uuid = "5b6ad3c4-0000-4000-8000-00000000000a"
    const follow = (url: string, accept: string) =>
      Effect.promise(async () => {
        const { headers, status } = await fetch(url, { headers: { accept }, redirect: "manual" })
        return [status, headers.get("location")]
      })
    const html = "text/html,application/xhtml+xml"
    const below = `/api/customer/bon/${uuid}/html`
    assert.deepStrictEqual(yield* follow(`${at.common}/bon/${uuid}`, html), [302, below])
    assert.deepStrictEqual(yield* follow(`${at.common}/bon/${uuid}`, "*/*"), [302, below])
    assert.deepStrictEqual(yield* follow(`${at.common}/api/customer/bon/${uuid}`, html), [302, below])
    assert.deepStrictEqual(yield* follow(`${at.customer}/bon/${uuid}`, html), [302, `/bon/${uuid}/html`])
    for (const url of [`${at.common}/api/customer`, at.customer]) {
      assert.deepStrictEqual(yield* follow(`${url}/bon/${uuid}`, "application/json"), [404, null])
    }
    assert.deepStrictEqual(yield* follow(`${at.common}/bon//evil.example`, html), [404, null])
  }).pipe(Effect.provide(servicesLayer)))

/** A server that ends with its scope, which the test closes. */
const exampleServer = Effect.gen(function*() {
  const scope = yield* Scope.make()
  const listening = listen(mountApi(ExampleApi, ExampleHandlers, ""), { host, port: 0 })
  const context = yield* Scope.provide(Layer.build(Layer.provide(listening, nobodyApart)), scope)
  return { scope, url: HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address) }
})

it.live("finishes requests in flight before it stops", () =>
  Effect.gen(function*() {
    const { scope, url } = yield* exampleServer
    const answer = new Promise<string>((resolve, reject) => {
      const sent = request(`${url}/fail/slow`, (response) => response.setEncoding("utf8").on("data", resolve))
      sent.on("error", reject).end()
    })
    yield* Effect.promise(() => slowCall.begun.promise)
    const large = yield* Effect.promise(() =>
      new Promise<IncomingMessage>((resolve) => request(`${url}/fail/large`, resolve).end())
    )
    const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
    yield* Effect.repeat(Effect.exit(Effect.tryPromise(() => fetch(`${url}/health`))), { until: Exit.isFailure })
    slowCall.over.resolve("done")
    assert.lengthOf(yield* Effect.promise(() => text(large)), largeAnswer.length + 2)
    yield* Fiber.join(closing)
    assert.strictEqual(yield* Effect.promise(() => answer), "\"done\"")
    assert.isTrue(Exit.isFailure(yield* Effect.exit(Effect.tryPromise(() => fetch(`${url}/health`)))))
  }))

it.live("waits for no connection on which nothing is under way", () =>
  Effect.gen(function*() {
    const { scope, url } = yield* exampleServer
    const { port } = new URL(url)
    const open = (...sent: ReadonlyArray<string>) =>
      Effect.promise(async () => {
        const socket = connect(Number(port), host)
        await once(socket, "connect")
        for (const part of sent) socket.write(part)
        return { socket, closed: once(socket, "close") }
      })
    const silent = yield* open()
    const half = yield* open("POST /sign-in HTTP/1.1\r\nHost: ")
    const kept = yield* open("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    yield* Effect.promise(() => once(kept.socket, "data"))
    // Node alone would let the half request go on for 15 seconds, and check only every 30.
    const ended = yield* Effect.timeoutOption(Scope.close(scope, Exit.void), "12 seconds")
    assert.isTrue(Option.isSome(ended))
    for (const { closed } of [silent, half, kept]) yield* Effect.promise(() => closed)
  }))

it.live("is held up neither by a call that never ends nor by a client that takes no answer", () =>
  Effect.gen(function*() {
    const { scope, url } = yield* exampleServer
    const { port } = new URL(url)
    const call = (path: string) => {
      const socket = connect(Number(port), host)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      return socket
    }
    const deaf = call("/fail/large")
    yield* Effect.promise(() => once(deaf, "readable"))
    const answer = text(call("/fail/endless"))
    yield* Effect.promise(() => endlessCall.begun.promise)
    // Detached, as closing can't be interrupted.
    const closing = yield* Effect.forkDetach(Scope.close(scope, Exit.void))
    const ended = yield* Effect.timeoutOption(Fiber.join(closing), "12 seconds")
    assert.isTrue(Option.isSome(ended))
    assert.match(yield* Effect.promise(() => answer), /^HTTP\/1\.1 503 /)
  }).pipe(Effect.provideService(StopLimitsInForce, { ...stopLimits, calls: 50, connections: 500 })))

it("all limits of a stop are within ten seconds, with one left for npm and npx", () => {
  const { calls, connections, everything, processes } = stopLimits
  const limits = [0, calls, connections, processes, everything]
  assert.deepStrictEqual(limits, limits.toSorted((a, b) => a - b))
  assert.isAtMost(everything, 9_000)
})
