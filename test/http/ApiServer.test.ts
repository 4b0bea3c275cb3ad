import { assert, layer } from "@effect/vitest"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { routesOf, unrouted } from "@wristbank/http/server/edge/Unrouted"
import { landingPage } from "@wristbank/http/server/landing/LandingPage"
import { Context, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import { nobodyApart } from "../support/nobodyApart.ts"
import { ExampleApi, ExampleHandlers } from "./ExampleApi.ts"

/** The address of a port with the example API at its root and below a prefix. */
class Server extends Context.Service<Server, string>()("test/Server") {}
const prefix = "/api/example"
const ServerLive = Layer.effect(
  Server,
  Effect.map(
    Layer.build(listen(
      Layer.mergeAll(
        mountApi(ExampleApi, ExampleHandlers, ""),
        mountApi(ExampleApi, ExampleHandlers, prefix),
        landingPage([{ title: "example", url: prefix }]),
        unrouted([...routesOf(ExampleApi, ""), ...routesOf(ExampleApi, prefix)])
      ),
      { host: "127.0.0.1", port: 0 }
    )),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
).pipe(Layer.provide([Logger.layer([]), nobodyApart]))

const call = (path: string, init: RequestInit = {}) =>
  Effect.gen(function*() {
    const url = yield* Server
    return yield* Effect.promise(async () => {
      const response = await fetch(url + path, init)
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  })

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, contentType = "application/json") =>
  call(path, { method: "POST", body, headers: { "content-type": contentType } })

const me = (authorization?: string) => call("/me", authorization === undefined ? {} : { headers: { authorization } })

const json = (text: string): unknown => JSON.parse(text)

const wristband = (fields: Record<string, string> = {}) =>
  `{${
    Object.entries({ uid: "1", owner: "7", balance: "12.5", name: "\"Ada\"", lines: "[{\"quantity\":2}]", ...fields })
      .map(([key, value]) => `"${key}":${value}`).join()
  }}`
const echo = "/wristbands/1?node_id=1"

layer(ServerLive, { excludeTestServices: true })("API server", (it) => {
  for (const root of ["", prefix]) {
    it.effect(`serves the same definition at "${root}"`, () =>
      Effect.gen(function*() {
        assert.deepStrictEqual(json((yield* call(`${root}/health`)).text), { status: "healthy" })
        assert.strictEqual((yield* call(`${root}/health/`)).status, 200)
        const answer = yield* post(
          `${root}${echo}`,
          wristband({ uid: "18446744073709551615", owner: "9007199254740993" })
        )
        assert.strictEqual(answer.status, 200)
        assert.include(answer.text, "\"uid\":18446744073709551615,\"owner\":9007199254740993,\"balance\":12.5")
        const docs = yield* call(`${root}/docs`)
        assert.strictEqual(docs.status, 200)
        assert.notMatch(docs.text, /<(?:script|link|img)[^>]+(?:src|href)=/)
      }))
  }

  it.effect("reads JSON whatever content type its sender named", () =>
    Effect.gen(function*() {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-8"]) {
        assert.strictEqual((yield* post(echo, wristband(), type)).status, 200, type)
      }
    }))

  it.effect("lists every mistake with its place and repeats no value", () =>
    Effect.gen(function*() {
      const body = wristband({ balance: "1.234", lines: "[{\"quantity\":1},{\"quantity\":\"x\"},{}]" })
      const answer = yield* post("/wristbands/x?node_id=1", body)
      assert.strictEqual(answer.status, 422)
      assert.deepInclude(json(answer.text), {
        detail: [{
          type: "value_error",
          loc: ["path", "id"],
          msg: "Expected an integer of at most 64 bits"
        }]
      })
      const { detail } = json((yield* post(echo, body)).text) as { detail: Array<{ type: string; loc: unknown }> }
      assert.deepStrictEqual(detail.map(({ loc, type }) => [type, loc]), [
        ["value_error", ["body", "balance"]],
        ["type_error", ["body", "lines", 1, "quantity"]],
        ["missing", ["body", "lines", 2, "quantity"]]
      ])
      const { id, message, type } = json((yield* post(echo, body)).text) as Record<string, unknown>
      assert.deepStrictEqual([type, id, message], [
        "service",
        "InvalidRequest",
        "balance: Expected an amount with at most two decimals; lines.1.quantity: Expected number; " +
        "lines.2.quantity: Missing key"
      ])
      const missing = json((yield* post("/wristbands/1", wristband())).text)
      assert.deepInclude(missing, { detail: [{ type: "missing", loc: ["query", "node_id"], msg: "Missing key" }] })
      const signIn = yield* post("/sign-in", `{"login":"ada","password":"hunter2"}`)
      assert.strictEqual(signIn.status, 422)
      assert.notInclude(signIn.text, "hunter2")
    }))

  it.effect("answers hostile bodies with 4xx", () =>
    Effect.gen(function*() {
      const bodies = [
        "",
        "{",
        "null",
        "[]",
        "NaN",
        wristband({ balance: "NaN" }),
        wristband({ balance: "Infinity" }),
        wristband({ balance: "1e400" }),
        wristband({ balance: "-1e-400" }),
        wristband({ owner: "9223372036854775808" }),
        wristband({ uid: "18446744073709551616" }),
        wristband({ uid: "-1" }),
        wristband({ owner: "1.5" }),
        wristband({ name: "\"a\\u0000b\"" }),
        wristband({ name: "\"   \"" }),
        wristband({ comment: "12345678901234567890" }),
        wristband({ comment: JSON.stringify("x".repeat(10_001)) }),
        wristband({ lines: "[".repeat(5000) + "]".repeat(5000) }),
        wristband({ lines: "[{\"quantity\":1e1}]" }),
        "[".repeat(60_000),
        `{"__proto__":{"uid":1}}`
      ]
      for (const body of bodies) {
        const answer = yield* post(echo, body)
        assert.strictEqual(answer.status, 422, body.slice(0, 60))
        assert.isArray((json(answer.text) as { detail: unknown }).detail)
      }
      assert.strictEqual((yield* post(echo, new Uint8Array([0x22, 0xff, 0x22]))).status, 422)
      const large = yield* post(echo, `"${"x".repeat(64 * 1024)}"`)
      assert.strictEqual(large.status, 413)
      assert.deepStrictEqual(json(large.text), {
        type: "service",
        id: "BodyTooLarge",
        message: "The request has more than this call takes: send less at once",
        detail: "Request body too large"
      })
      assert.strictEqual((yield* post(echo, wristband({ name: `"${"x".repeat(60_000)}"` }))).status, 422)
      for (const path of ["/wristbands/%zz?node_id=1", "/wristbands/%00?node_id=1", `/wristbands/${"1".repeat(300)}`]) {
        assert.isBelow((yield* post(path, wristband())).status, 500, path)
      }
      assert.isBelow((yield* call("/fail/a%00b")).status, 500)
    }))

  it.effect("answers domain errors with type, id, message and their fields", () =>
    Effect.gen(function*() {
      const failed = (kind: string) => Effect.map(call(`/fail/${kind}`), (answer) => [answer.status, json(answer.text)])
      assert.deepStrictEqual(yield* failed("denied"), [403, {
        type: "access",
        id: "AccessDenied",
        rule: "organisation.privilege_missing",
        message: "You need the privilege top_up here"
      }])
      assert.deepStrictEqual((yield* failed("argument"))[0], 400)
      const missing = yield* call("/fail/missing")
      assert.strictEqual(missing.status, 404)
      assert.include(missing.text, `"type":"notfound","id":"NotFound"`)
      assert.include(missing.text, `"element_type":"user_tag","element_id":4611686018427387904`)
      assert.deepStrictEqual(yield* failed("none"), [404, {
        type: "notfound",
        id: "NotFound",
        message: "There is no order here",
        detail: "There is no order here",
        element_type: "order",
        element_id: null
      }])
    }))

  it.effect("answers an unreachable database with 503 and any defect with a constant 500", () =>
    Effect.gen(function*() {
      for (const kind of ["gone", "full", "timeout"]) {
        const answer = yield* call(`/fail/${kind}`)
        assert.strictEqual(answer.status, 503, kind)
        assert.strictEqual(answer.headers.get("retry-after"), "2")
        assert.deepInclude(json(answer.text), { type: "service", id: "ServiceUnavailable" })
        assert.notInclude(answer.text, "FATAL")
      }
      for (const kind of ["defect", "syntax"]) {
        const answer = yield* call(`/fail/${kind}`)
        assert.strictEqual(answer.status, 500, kind)
        assert.deepStrictEqual(json(answer.text), {
          type: "internal",
          id: "InternalError",
          message: "Something went wrong on our side"
        })
      }
    }))

  it.effect("answers a missing bearer header differently from an unknown token", () =>
    Effect.gen(function*() {
      for (const answer of [yield* me(), yield* me("Basic YTpi")]) {
        assert.strictEqual(answer.status, 401)
        assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
        assert.deepStrictEqual(json(answer.text), { detail: "Not authenticated" })
      }
      for (const answer of [yield* me("Bearer "), yield* me("Bearer wrong")]) {
        assert.strictEqual(answer.status, 401)
        assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
        assert.deepInclude(json(answer.text), { type: "unauthorized", id: "Unauthorized" })
      }
      assert.deepStrictEqual(json((yield* me("Bearer known")).text), { name: "Ada" })
    }))

  it.effect("answers unknown routes with 404 and other methods with 405", () =>
    Effect.gen(function*() {
      for (const path of ["/nothing", `${prefix}/nothing`, "/wristbands", "/api", `/${"x".repeat(5000)}`]) {
        const answer = yield* call(path)
        assert.deepStrictEqual([answer.status, json(answer.text)], [404, { detail: "Not Found" }], path.slice(0, 60))
      }
      for (const path of ["/wristbands/1", `${prefix}/wristbands/1`, "/sign-in"]) {
        const answer = yield* call(path)
        assert.deepStrictEqual([answer.status, json(answer.text)], [405, { detail: "Method Not Allowed" }], path)
        assert.strictEqual(answer.headers.get("allow"), "POST")
      }
      assert.strictEqual((yield* call("/health", { method: "HEAD" })).status, 200)
    }))

  it.effect("says at / what runs where", () =>
    Effect.gen(function*() {
      assert.deepInclude(json((yield* call("/")).text), { name: "Wristbank" })
      const page = yield* call("/", { headers: { accept: "text/html,*/*" } })
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/)
      assert.include(page.text, `href="${prefix}/docs"`)
    }))
})
