import { assert, it } from "@effect/vitest"
import { webApplications } from "@wristbank/http/server/browser/WebApplication"
import { serve, type ServeOptions } from "@wristbank/http/server/main"
import { Effect } from "effect"
import { servicesLayer } from "../../support/administration.ts"
import { ask, builtFolder, script } from "./BuiltFolder.ts"

const host = "127.0.0.1"
const html = { accept: "text/html" }

const served = (options: Partial<ServeOptions> = {}) =>
  Effect.flatMap(builtFolder, (webFolder) => serve({ host, port: 0, webFolder, ...options }))

it.live("each application has its page below its path, with the path written into it", () =>
  Effect.gen(function*() {
    const { common } = yield* served()
    for (const { prefix } of webApplications) {
      for (const path of ["/", "/bon/5b6ad3c4-0000-4000-8000-00000000000a", "/guests/M%C3%BCller?tab=1"]) {
        const page = yield* ask(common, `${prefix}${path}`, { headers: html })
        assert.strictEqual(page.status, 200, `${prefix}${path}`)
        assert.include(page.text, `content="${prefix}"`)
        assert.include(page.text, `href="${prefix}/manifest.webmanifest"`)
        assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
        assert.strictEqual(page.headers["cache-control"], "no-cache")
      }
      const { headers, status } = yield* ask(common, `${prefix}?code=a%2Fb`)
      assert.deepStrictEqual([status, headers["location"]], [302, `${prefix}/?code=a%2Fb`])
    }
  }).pipe(Effect.provide(servicesLayer)))

it.live("files that the build did not make for browsers are not there, however they are asked for", () =>
  Effect.gen(function*() {
    const { common, portal } = yield* served({ portalPort: 0 })
    const odd = [
      "/index.html",
      "/nothing.js",
      "/build.json",
      "/assets/nothing-1.js",
      `${script.path}.map`,
      `${script.path}.br`,
      "/..%2f..%2fetc/passwd",
      "/..%2Fbuild.json",
      "/%2e%2e/build.json",
      "/../build.json",
      "/.vite/manifest.json",
      "/a%5c..%5cb",
      "/a%00",
      "/%zz",
      "/%c0%ae%c0%ae/",
      "//evil.example/"
    ]
    for (const path of odd) {
      assert.strictEqual((yield* ask(portal, path)).status, 404, path)
      assert.strictEqual((yield* ask(common, `/portal${path}`, { headers: html })).status, 404, `/portal${path}`)
      assert.strictEqual((yield* ask(common, path, { headers: html })).status, 404, path)
    }
    const other = yield* ask(common, "/portal/", { method: "POST" })
    assert.deepStrictEqual([other.status, other.headers["allow"]], [405, "GET"])
  }).pipe(Effect.provide(servicesLayer)))

it.live("a client gets the smallest form that it accepts, once, and keeps what has a hash in its name", () =>
  Effect.gen(function*() {
    const { common } = yield* served()
    const tags = new Set<string>()
    const forms = [["br, gzip", "br"], ["gzip;q=0.5, br;q=0", "gzip"], ["identity", undefined], [
      "",
      undefined
    ]] as const
    for (const [accepted, encoding] of forms) {
      const headers = { "accept-encoding": accepted }
      const first = yield* ask(common, script.path, { headers })
      assert.strictEqual(first.headers["content-encoding"], encoding)
      assert.strictEqual(first.text, script.text)
      assert.strictEqual(first.headers["vary"], "Accept-Encoding")
      assert.strictEqual(first.headers["cache-control"], "public, max-age=31536000, immutable")
      assert.strictEqual(first.headers["content-length"], String(first.bytes.length))
      const etag = first.headers["etag"]!
      assert.match(etag, /^"[^"]+"$/)
      tags.add(etag)
      for (const named of [etag, `"other", W/${etag}`, "*"]) {
        const again = yield* ask(common, script.path, { headers: { ...headers, "if-none-match": named } })
        assert.deepStrictEqual([again.status, again.bytes.length, again.headers["etag"]], [304, 0, etag])
      }
      const changed = yield* ask(common, script.path, { headers: { ...headers, "if-none-match": `"other"` } })
      assert.strictEqual(changed.status, 200)
      const head = yield* ask(common, script.path, { headers, method: "HEAD" })
      assert.deepStrictEqual([head.status, head.bytes.length, head.headers["etag"]], [200, 0, etag])
    }
    assert.strictEqual(tags.size, 3, "each form has a tag of its own")
    const page = yield* ask(common, "/till/", { headers: { "accept-encoding": "br" } })
    assert.strictEqual(page.headers["content-encoding"], "br")
    const kept = { "accept-encoding": "br", "if-none-match": page.headers["etag"]! }
    assert.strictEqual((yield* ask(common, "/till/", { headers: kept })).status, 304)
  }).pipe(Effect.provide(servicesLayer)))

it.live("pages run nothing but the files of the server, and only what they need of the device", () =>
  Effect.gen(function*() {
    const { common } = yield* served()
    const policies = new Map<string, string>()
    for (const path of ["/portal/", "/portal/top-up", "/portal/top-up/7", "/portal/top-ups", "/till/", "/till/sw.js"]) {
      const { headers } = yield* ask(common, path)
      const policy = headers["content-security-policy"]!
      policies.set(path, policy)
      assert.match(policy, /^default-src 'none'; script-src 'self'[ ;]/, path)
      assert.match(policy, /; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/, path)
      assert.notInclude(policy, "unsafe", path)
      assert.strictEqual(headers["x-content-type-options"], "nosniff")
      assert.strictEqual(headers["referrer-policy"], "no-referrer")
      assert.strictEqual(headers["cross-origin-resource-policy"], "same-origin")
    }
    for (const path of ["/portal/top-up", "/portal/top-up/7"]) {
      for (const directive of ["script-src 'self'", "frame-src", "connect-src 'self'"]) {
        assert.include(policies.get(path), `${directive} https://gateway.sumup.com`)
      }
    }
    for (const path of ["/portal/", "/portal/top-ups", "/till/"]) assert.notInclude(policies.get(path), "https:", path)
    const permissions = (yield* ask(common, "/till/")).headers["permissions-policy"]
    assert.match(permissions!, /camera=\(self\).*geolocation=\(\).*screen-wake-lock=\(self\)/)
    assert.match(
      (yield* ask(common, "/portal/")).headers["permissions-policy"]!,
      /camera=\(self\).*screen-wake-lock=\(\)/
    )
  }).pipe(Effect.provide(servicesLayer)))

it.live("a service worker is never kept by the browser and leaves to the server what is not the application's", () =>
  Effect.gen(function*() {
    const { common, till } = yield* served({ tillPort: 0 })
    for (const [address, path] of [[common, "/portal/sw.js"], [common, "/till/sw.js"], [till, "/sw.js"]] as const) {
      const { headers, status, text } = yield* ask(address, path)
      assert.deepStrictEqual([status, headers["cache-control"]], [200, "no-cache"])
      assert.strictEqual(headers["content-type"], "text/javascript; charset=utf-8")
      const { networkPaths } = JSON.parse(text.replace("const server = ", ""))
      assert.includeMembers(networkPaths, ["api", "health", "portal", "till"])
      assert.strictEqual(networkPaths.includes("top-up"), path === "/portal/sw.js")
    }
  }).pipe(Effect.provide(servicesLayer)))

it.live("on a port of its own an application is at the root, with its API and nothing else", () =>
  Effect.gen(function*() {
    const { common, portal, till } = yield* served({ portalPort: 0, tillPort: 0 })
    for (
      const [address, own, others] of [
        [portal, "customer", ["terminal", "administration"]],
        [till, "terminal", ["customer", "administration"]]
      ] as const
    ) {
      assert.include((yield* ask(address, "/")).text, `content=""`)
      assert.include((yield* ask(address, "/anything/else")).text, `href="/manifest.webmanifest"`)
      assert.strictEqual((yield* ask(address, script.path)).status, 200)
      for (const path of ["/health", "/health/ready", `/api/${own}/health`]) {
        assert.strictEqual((yield* ask(address, path)).headers["content-type"], "application/json", path)
      }
      for (const other of others) assert.strictEqual((yield* ask(address, `/api/${other}/health`)).status, 404)
      for (const path of [`/api/${own}/docs`, `/api/${own}/openapi.json`, "/api", "/api/nothing", "/metrics.txt"]) {
        assert.strictEqual((yield* ask(address, path)).status, 404, path)
      }
      assert.strictEqual((yield* ask(address, `/api/${own}/health`, { method: "DELETE" })).status, 405)
    }
    const uuid = "5b6ad3c4-0000-4000-8000-00000000000a"
    assert.include((yield* ask(portal, `/bon/${uuid}`, { headers: html })).text, "<title>Portal")
    const printed = yield* ask(portal, `/api/customer/bon/${uuid}`, { headers: html })
    assert.strictEqual(printed.headers["location"], `/api/customer/bon/${uuid}/html`)
    assert.strictEqual((yield* ask(common, `/bon/${uuid}`, { headers: html })).status, 302)
  }).pipe(Effect.provide(servicesLayer)))

it.live("the APIs are as before, and without built applications they are alone", () =>
  Effect.gen(function*() {
    const both = yield* served()
    const alone = yield* serve({ host, port: 0, portalPort: 0 })
    assert.deepStrictEqual([both.web, alone.web, alone.portal], [true, false, undefined])
    for (const { common } of [both, alone]) {
      assert.include((yield* ask(common, "/", { headers: html })).text, "Cashless payments for festivals")
      assert.strictEqual((yield* ask(common, "/api/customer/nothing", { headers: html })).status, 404)
      assert.strictEqual((yield* ask(common, "/nothing", { headers: html })).status, 404)
      assert.strictEqual((yield* ask(common, "/health", { method: "POST" })).status, 405)
      assert.strictEqual((yield* ask(common, "/%zz")).status, 404)
    }
    for (const path of ["/portal", "/portal/", script.path]) {
      assert.strictEqual((yield* ask(alone.common, path)).status, 404, path)
    }
  }).pipe(Effect.provide(servicesLayer)))
