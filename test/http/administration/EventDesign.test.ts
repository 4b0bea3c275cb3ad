import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call, createNode, field, Server, serverLayer, signInAdministrator } from "../../support/administration.ts"

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const base64 = (text: string) => Buffer.from(text).toString("base64")

const event = Effect.fnUntraced(function*(name: string) {
  const token = yield* signInAdministrator
  const id = yield* createNode(token, 0, "event", { name })
  const upload = (data: string, mime_type = "image/svg+xml", node = id) =>
    call(`/tree/events/${node}/event-design/bon-logo`, { token, body: { data, mime_type } })
  const remove = (node = id) => call(`/tree/events/${node}/event-design/bon-logo`, { token, method: "DELETE" })
  const design = (node = id) => call(`/tree/events/${node}/event-design`, { token })
  const logo = Effect.map(design(), ({ body }) => field(body, "bon_logo_blob_id"))
  return { token, id, upload, remove, design, logo }
})

/** Fetches a file as a browser does, without a token. */
const file = Effect.fnUntraced(function*(id: unknown) {
  const url = yield* Server
  return yield* Effect.promise(async () => {
    const response = await fetch(`${url}/media/blob/${id}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  })
})

layer(serverLayer, { excludeTestServices: true })("the design of an event", (it) => {
  it.effect("has a logo that everyone may see and that can do nothing", () =>
    Effect.gen(function*() {
      const { design, id, logo, token, upload } = yield* event("Logo")
      assert.deepStrictEqual((yield* design()).body, { bon_logo_blob_id: null })
      const given = svg("<script>alert(1)</script><path d=\"M0 0\" onclick=\"x()\"/><text>Grüße</text>")
      const uploaded = yield* upload(base64(given))
      assert.deepStrictEqual([uploaded.status, uploaded.body], [200, null])
      const first = yield* logo
      const shown = yield* file(first)
      assert.deepStrictEqual(
        [shown.status, shown.text],
        [200, svg("<path d=\"M0 0\"></path><text>Grüße</text>")]
      )
      assert.strictEqual(shown.headers.get("content-type"), "image/svg+xml")
      assert.strictEqual(shown.headers.get("x-content-type-options"), "nosniff")
      assert.match(String(shown.headers.get("content-security-policy")), /default-src 'none'.*sandbox/)
      assert.match(String(shown.headers.get("cache-control")), /immutable/)
      // Another logo has another address, and the old file is gone.
      assert.strictEqual((yield* upload(base64(svg("<g/>")))).status, 200)
      const second = yield* logo
      assert.notStrictEqual(second, first)
      assert.strictEqual((yield* file(first)).status, 404)
      assert.strictEqual((yield* file(second)).text, svg("<g></g>"))
      const log = yield* call(`/tree/nodes/${id}/audit-logs`, { token })
      const entry = yield* call(`/tree/nodes/${id}/audit-logs/${field(log.body, 0, "id")}`, { token })
      assert.deepInclude(entry.body, { log_type: "event_bon_logo_updated" })
      assert.deepStrictEqual(field(entry.body, "content"), { id, old_blob_id: first, new_blob_id: second })
    }))

  it.effect("has no logo any more when it is taken away, which only its own node may", () =>
    Effect.gen(function*() {
      const { id, logo, remove, token, upload } = yield* event("Without")
      yield* upload(base64(svg("<g/>")))
      const first = yield* logo
      const bar = yield* createNode(token, id, "node", { name: "Bar" })
      assert.strictEqual((yield* remove(bar)).status, 404)
      assert.strictEqual((yield* remove(0)).status, 400)
      assert.strictEqual((yield* file(first)).status, 200)
      for (const _ of ["once", "again"]) {
        const removed = yield* remove()
        assert.deepStrictEqual([removed.status, removed.body, yield* logo], [200, null, null])
      }
      assert.strictEqual((yield* file(first)).status, 404)
    }))

  it.effect("keeps its logo when another one is no image, and belongs to the event itself", () =>
    Effect.gen(function*() {
      const { design, id, logo, token, upload } = yield* event("Refused")
      const bar = yield* createNode(token, id, "node", { name: "Bar" })
      yield* upload(base64(svg("")))
      const kept = yield* logo
      const good = base64(svg("<g/>"))
      const refusals: ReadonlyArray<
        readonly [Effect.Effect<{ status: number; body: unknown }, unknown, Server>, unknown]
      > = [
        [upload(good, "image/png"), [400, "event.logo_no_svg"]],
        [upload(base64("hello")), [400, "event.svg_malformed"]],
        [upload(base64(svg("<text>".padEnd(512 * 1024, "x") + "</text>"))), [400, "event.logo_too_large"]],
        [upload(good, "image/svg+xml", bar), [404, "NotFound"]],
        [upload(good.slice(1)), [422, "InvalidRequest"]],
        [upload("!".repeat(8)), [422, "InvalidRequest"]],
        [upload(good, "image/svg+xml", 0), [400, "EventRequired"]]
      ]
      for (const [refused, expected] of refusals) {
        const { body, status } = yield* refused
        assert.deepStrictEqual([status, field(body, "rule") ?? field(body, "id")], expected)
      }
      assert.strictEqual(yield* logo, kept)
      assert.deepStrictEqual((yield* design(bar)).body, { bon_logo_blob_id: kept })
      assert.strictEqual((yield* design(0)).status, 400)
      assert.strictEqual((yield* call(`/tree/events/${id}/event-design`)).status, 401)
    }))

  it.effect("has files that are there or not", () =>
    Effect.gen(function*() {
      const missing = yield* call("/media/blob/00000000-0000-4000-8000-000000000000")
      assert.deepStrictEqual([missing.status, field(missing.body, "element_type")], [404, "Blob"])
      assert.strictEqual((yield* call("/media/blob/7")).status, 422)
    }))
})
