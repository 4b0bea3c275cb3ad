import { assert, layer } from "@effect/vitest"
import { serve } from "@wristbank/http/server/main"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { call, createNode, serverLayer, signInAdministrator } from "../../support/administration.ts"
import { ask, builtFolder, script, sight } from "./BuiltFolder.ts"

const html = "text/html"

/** Asks until the answer is as expected: the server learns of a changed address within a second. */
const until = (address: string, host: string, expected: string) =>
  Effect.repeat(ask(address, "/", { headers: { host, accept: html } }), {
    until: ({ text }) => text.includes(expected)
  })

const landing = "Cashless payments for festivals"

layer(serverLayer, { excludeTestServices: true })("an event's portal under its own name", (it) => {
  it.effect("is at the root of its host, and no one else's", () =>
    Effect.gen(function*() {
      const { common } = yield* serve({ host: "127.0.0.1", port: 0, webFolder: yield* builtFolder })
      const token = yield* signInAdministrator
      const host = `${randomUUID()}.example`
      const id = yield* createNode(token, 0, "event", { name: "Named", customer_portal_url: `https://${host}` })
      yield* createNode(token, 0, "event", { name: "Below", customer_portal_url: `https://below.${host}/portal` })
      assert.include((yield* until(common, host, "<title>Portal")).text, `content=""`)
      for (const own of [host, host.toUpperCase(), `${host}:443`]) {
        const from = (path: string) => ask(common, path, { headers: { host: own, accept: html } })
        assert.include((yield* from("/bon/5b6ad3c4-0000-4000-8000-00000000000a")).text, `href="/manifest.webmanifest"`)
        assert.strictEqual((yield* from("/sw.js")).status, 200)
        assert.strictEqual((yield* from("/manifest.webmanifest")).status, 200)
        assert.strictEqual((yield* from(script.path)).text, script.text)
        assert.strictEqual((yield* from("/nothing.js")).status, 404)
        assert.match((yield* from("/top-up")).headers["content-security-policy"]!, /gateway\.sumup\.com/)
        assert.strictEqual((yield* from("/api/customer/health")).headers["content-type"], "application/json")
        assert.strictEqual((yield* from("/health")).headers["content-type"], "application/json")
        assert.include((yield* from("/till/")).text, "<title>Till")
        assert.include((yield* from("/portal/")).text, `content="/portal"`)
      }
      for (const other of [`below.${host}`, `${host}.evil.example`, `${host}:8443`, `${host}:80`, "127.0.0.1"]) {
        const answer = yield* ask(common, "/", { headers: { host: other, accept: html } })
        assert.include(answer.text, landing, other)
      }
      assert.include((yield* ask(common, "/portal/", { headers: { host: `below.${host}` } })).text, `content="/portal"`)
      assert.strictEqual((yield* call(`/tree/nodes/${id}/archive-node`, { token, body: {} })).status, 200)
      // Guests who come back read there that it has closed, also once the server has read the open portals anew.
      const next = `${randomUUID()}.example`
      yield* createNode(token, 0, "event", { name: "Next", customer_portal_url: `https://${next}` })
      yield* until(common, next, "<title>Portal")
      assert.include((yield* ask(common, "/", { headers: { host, accept: html } })).text, "<title>Portal")
    }).pipe(Effect.scoped))

  it.effect("is told by any browser to be there, no matter who else may read answers, and nothing more is", () =>
    Effect.gen(function*() {
      const webFolder = yield* builtFolder
      const token = yield* signInAdministrator
      const host = `${randomUUID()}.example`
      yield* createNode(token, 0, "event", { name: "Tried", customer_portal_url: `https://${host}` })
      const config = (url: string) => `/api/customer/config?base_url=${encodeURIComponent(url)}`
      for (const allowedOrigins of [[], ["https://till.example"], ["https://till.example", "https://bar.example"]]) {
        const { common } = yield* serve({ host: "127.0.0.1", port: 0, webFolder, allowedOrigins })
        yield* until(common, host, "<title>Portal")
        const readers = (path: string, origin = "https://office.example") =>
          Effect.map(
            ask(common, path, { headers: { host, origin } }),
            ({ headers, status }) => [status, headers["access-control-allow-origin"]]
          )
        assert.deepStrictEqual(yield* readers(config(`https://${host}`)), [200, "*"])
        assert.deepStrictEqual(yield* readers(config("https://nowhere.example")), [400, "*"])
        for (const path of ["/manifest.webmanifest", "/portal/manifest.webmanifest"]) {
          assert.deepStrictEqual(yield* readers(path), [200, "*"], path)
        }
        const closed = ["/", "/portal/", "/portal/icon-192.png", "/till/", script.path, sight, "/api/customer/health"]
        for (const path of [...closed, "/api/customer/customer", "/api/customer/bon/1"]) {
          assert.notInclude(yield* readers(path), "*", path)
        }
        // Only the thread that looks may call other sites.
        const policy = (path: string) =>
          Effect.map(ask(common, path), ({ headers }) => headers["content-security-policy"] ?? "")
        assert.strictEqual(yield* policy(sight), "default-src 'none'; connect-src http: https:")
        for (const path of [script.path, "/administration/", "/administration/0/setup/settings"]) {
          assert.notMatch(yield* policy(path), /connect-src[^;]* https?:(?: |;|$)/, path)
        }
      }
    }).pipe(Effect.scoped))
})
