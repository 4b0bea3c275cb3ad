import { assert, it } from "@effect/vitest"
import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { serve } from "@wristbank/http/server/main"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { request } from "node:http"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { servicesLayer } from "../../support/administration.ts"
import { nobodyApart } from "../../support/nobodyApart.ts"
import { ExampleApi, ExampleHandlers } from "../ExampleApi.ts"

const host = "127.0.0.1"

/** A call as bytes: `fetch` would unpack the answer. */
const get = (url: string, headers: Record<string, string> = {}) =>
  Effect.promise(() =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) =>
      request(url, { headers }, (response) => {
        const parts: Array<Buffer> = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on(
          "end",
          () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(parts) })
        )
      }).on("error", reject).end()
    )
  )

/** A server whose anonymous callers may have `most` times 64 KiB, and what is left of them. */
const counting = (most: number) => {
  const budget = { left: most }
  const strangers = Layer.succeed(AnonymousCalls, {
    asAnonymous: (effect) => effect,
    asKnown: (effect) => effect,
    isFull: () => false,
    isUsedUp: () => budget.left < 1,
    countAnswer: (bytes) =>
      Effect.suspend(() => {
        if (budget.left < 1) return Effect.fail(new ServiceUnavailable())
        budget.left -= Math.ceil(bytes / 65_536)
        return Effect.void
      })
  })
  return { budget, layer: Layer.merge(nobodyApart, strangers) }
}

const started = (apart: Layer.Layer<Layer.Success<typeof nobodyApart>> = nobodyApart) =>
  Effect.map(
    Layer.build(
      listen(mountApi(ExampleApi, ExampleHandlers, "/api/example"), { host, port: 0 }).pipe(
        Layer.provide([Logger.layer([]), apart])
      )
    ),
    (context) => `${HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)}/api/example`
  )

const unpacked = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }

for (const path of ["/docs", "/openapi.json"]) {
  it.live(`${path} is sent compressed, and not again to whoever has it`, () =>
    Effect.gen(function*() {
      const url = (yield* started()) + path
      const plain = yield* get(url)
      assert.isUndefined(plain.headers["content-encoding"])
      for (const encoding of ["br", "gzip"] as const) {
        const packed = yield* get(url, { "accept-encoding": encoding })
        assert.strictEqual(packed.headers["content-encoding"], encoding)
        assert.isBelow(packed.body.length, plain.body.length / 2)
        assert.deepStrictEqual(unpacked[encoding](packed.body), plain.body)
        assert.notStrictEqual(packed.headers["etag"], plain.headers["etag"])
        const known = yield* get(url, { "accept-encoding": encoding, "if-none-match": String(packed.headers["etag"]) })
        assert.deepStrictEqual([known.status, known.body.length], [304, 0])
      }
      assert.strictEqual(plain.headers["cache-control"], "no-cache")
      const versioned = new URL(String(plain.headers["content-location"]), url).href
      assert.strictEqual((yield* get(versioned)).headers["cache-control"], "public, max-age=31536000, immutable")
      assert.strictEqual((yield* get(`${url}?v=another`)).headers["cache-control"], "no-cache")
    }).pipe(Effect.scoped))
}

it.live("the documents use up what anonymous callers may, by their size, and nothing if they are known", () =>
  Effect.gen(function*() {
    const { budget, layer } = counting(3)
    const url = `${yield* started(layer)}/docs`
    const { body, headers } = yield* get(url)
    assert.isAbove(body.length, 65_536)
    assert.strictEqual(budget.left, 3 - Math.ceil(body.length / 65_536))
    budget.left = 0
    const refused = yield* get(url)
    assert.deepStrictEqual([refused.status, typeof refused.headers["retry-after"]], [503, "string"])
    assert.strictEqual((yield* get(url, { "if-none-match": String(headers["etag"]) })).status, 304)
  }).pipe(Effect.scoped))

it.live("the own ports of terminals and guests have no documents unless someone asks for them", () =>
  Effect.gen(function*() {
    const at = yield* serve({ host, port: 0, administrationPort: 0, terminalPort: 0, customerPort: 0 })
    const statuses = (path: string) =>
      Effect.forEach(
        [at.administration, at.terminal, at.customer, `${at.common}/api/terminal`],
        (root) => Effect.map(get(`${root}${path}`), ({ status }) => status)
      )
    for (const path of ["/docs", "/openapi.json"]) {
      assert.deepStrictEqual(yield* statuses(path), [200, 404, 404, 200])
    }
    assert.notInclude((yield* get(String(at.customer))).body.toString(), "openapi.json")
    const open = yield* serve({ host, port: 0, terminalPort: 0, docsForEveryone: true })
    assert.strictEqual((yield* get(`${open.terminal}/docs`)).status, 200)
    const closed = yield* serve({ host, port: 0, terminalPort: 0, docs: false, docsForEveryone: true })
    assert.strictEqual((yield* get(`${closed.terminal}/docs`)).status, 404)
  }).pipe(Effect.provide(servicesLayer)))
