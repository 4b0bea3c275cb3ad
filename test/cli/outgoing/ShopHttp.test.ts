import { assert, it } from "@effect/vitest"
import * as ShopHttp from "@wristbank/cli/outgoing/ShopHttp"
import { ShopConnection } from "@wristbank/core/presale/ShopConnection"
import { Effect, Layer, Redacted } from "effect"
import type { RequestListener } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { loopbackRule } from "../../support/loopback.ts"
import { certificate, certificateKey } from "../../support/mailCertificate.ts"

/** A shop with TLS on this machine; returns its port. */
const shop = (listener: RequestListener, host = "127.0.0.1") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer({ cert: certificate, key: certificateKey }, listener)
        server.listen(0, host, () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close().closeAllConnections())
    ),
    (server) => (server.address() as AddressInfo).port
  )

const get = (url: string, limits: Parameters<typeof ShopHttp.layerOf>[1], rule = loopbackRule) =>
  ShopConnection.use(({ send }) => send({ method: "GET", url: new URL(url), key: Redacted.make("key") })).pipe(
    Effect.provide(Layer.fresh(ShopHttp.layerOf(rule, limits)))
  )

const reasonOf = <A, E extends { readonly reason: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), ({ reason }) => reason)

it.live("a ticket shop is called by TLS alone with a certificate that is trusted and its own", () =>
  Effect.gen(function*() {
    const listener: RequestListener = (request, response) => {
      response.setHeader("x-page-generated", "now")
      response.end(request.headers.authorization)
    }
    const port = yield* shop(listener)
    const other = yield* shop(listener, "127.0.0.2")
    const { generatedAt, text } = yield* get(`https://localhost:${port}/`, { ca: certificate })
    assert.deepStrictEqual([text, generatedAt], ["Token key", "now"])
    assert.strictEqual((yield* get(`https://127.0.0.1:${port}/`, { ca: certificate })).status, 200)
    assert.strictEqual(yield* reasonOf(get(`https://localhost:${port}/`, {})), "unreachable")
    const strict = { ...loopbackRule, networks: [] }
    assert.strictEqual(
      yield* reasonOf(get(`https://127.0.0.1:${port}/`, { ca: certificate }, strict)),
      "address_refused"
    )
    assert.strictEqual(yield* reasonOf(get(`http://127.0.0.1:${port}/`, {}, strict)), "unencrypted")
    assert.strictEqual(yield* reasonOf(get(`https://127.0.0.2:${other}/`, { ca: certificate })), "unreachable")
  }))

it.live("a ticket shop that says nothing, or does not stop, is left", () =>
  Effect.gen(function*() {
    const silent = yield* shop(() => {})
    assert.strictEqual(
      yield* reasonOf(get(`https://localhost:${silent}/`, { ca: certificate, timeLimit: 100 })),
      "timeout"
    )
    const endless = yield* shop((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write("words ".repeat(1000)));
      }
      response.on("drain", write)
      write()
    })
    assert.strictEqual(
      yield* reasonOf(get(`https://localhost:${endless}/`, { ca: certificate, longest: 100_000 })),
      "too_large"
    )
  }))
