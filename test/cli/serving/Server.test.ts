import { assert, layer } from "@effect/vitest"
import { startServer } from "@wristbank/cli/serving/Server"
import { startedChannel } from "@wristbank/cli/serving/Started"
import { webFolder } from "@wristbank/cli/serving/WebFolder"
import { describe } from "@wristbank/cli/views/AddressLines"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Layer, Logger } from "effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { get as overHttp } from "node:http"
import { get as overTls } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { servicesLayer } from "../../support/administration.ts"

import { certificate, certificateKey } from "../../support/mailCertificate.ts"
import { freePort } from "../Killable.ts"

/** A server as `wristbank serve` starts it with these settings. */
const served = Effect.fnUntraced(function*(settings: Record<string, string>) {
  const port = String(yield* Effect.promise(freePort))
  const configuration = Configuration.layer({ flags: { port, ...settings }, environment: {} })
  return yield* Effect.provide(startServer({ webFolder: yield* webFolder, hasMetrics: true }), configuration)
})

/** The `strict-transport-security` header that a call through a proxy gets; the test's certificate alone is trusted. */
const toldOf = (address: string) =>
  Effect.promise(() =>
    new Promise<{ readonly status: number | undefined; readonly transport: unknown }>((resolve, reject) => {
      const get = address.startsWith("https:") ? overTls : overHttp
      const headers = { "x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https" }
      get(`${address}/health`, { ca: certificate, headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode, transport: response.headers["strict-transport-security"] })
      }).on("error", reject)
    })
  )

layer(servicesLayer.pipe(Layer.provide(Logger.layer([]))), { excludeTestServices: true })("a server", (it) => {
  it.effect("speaks TLS with the files that are configured", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-"))),
        (made) => Effect.promise(() => rm(made, { recursive: true }))
      )
      const [tlsCertificate, tlsKey] = [join(folder, "cert.pem"), join(folder, "key.pem")]
      yield* Effect.promise(() =>
        Promise.all([writeFile(tlsCertificate, certificate), writeFile(tlsKey, certificateKey)])
      )
      const { common: address } = yield* served({ tlsCertificate, tlsKey })
      assert.match(address, /^https:/)
      assert.deepStrictEqual(yield* toldOf(address), { status: 200, transport: "max-age=31536000" })
    }))

  it.effect("tells the launcher when it serves", () =>
    Effect.gen(function*() {
      const said: Array<string> = []
      const hear = (_: unknown, name: string | symbol) => void said.push(String(name))
      subscribe(startedChannel, hear)
      yield* served({})
      unsubscribe(startedChannel, hear)
      assert.deepStrictEqual(said, [startedChannel])
    }))

  it.effect("believes the proxies that are configured, and no one otherwise", () =>
    Effect.gen(function*() {
      const { transport } = yield* toldOf((yield* served({ trustedProxies: "127.0.0.0/8" })).common)
      assert.strictEqual(transport, "max-age=31536000")
      for (const settings of [{}, { trustedProxies: "10.0.0.0/8" }]) {
        assert.deepStrictEqual(yield* toldOf((yield* served(settings)).common), { status: 200, transport: undefined })
      }
      const other = { trustedProxies: "127.0.0.0/8", forwardedHeader: "forwarded" }
      assert.deepStrictEqual(yield* toldOf((yield* served(other)).common), { status: 200, transport: undefined })
    }))

  it.effect("has the web applications on the common port and on ports of their own, and says where", () =>
    Effect.gen(function*() {
      const ports = [yield* Effect.promise(freePort), yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
      const [portalPort, tillPort, officePort] = ports.map(String)
      const at = yield* served({ portalPort: portalPort!, tillPort: tillPort!, officePort: officePort! })
      const lines = describe(at).join("\n")
      for (
        const [title, common, own] of [
          ["portal of guests  ", `${at.common}/portal/`, `http://127.0.0.1:${portalPort}`],
          ["till              ", `${at.common}/till/`, `http://127.0.0.1:${tillPort}`],
          ["back office       ", `${at.common}/administration/`, `http://127.0.0.1:${officePort}`]
        ] as const
      ) {
        assert.include(lines, `${title}  ${common} and ${own}`)
        for (const [url, base] of [[common, new URL(common).pathname.slice(0, -1)], [own, ""]] as const) {
          const page = yield* Effect.promise(() => fetch(url).then((response) => response.text()))
          assert.include(page, `<meta name="wristbank-base" content="${base}">`, url)
        }
      }
      assert.notInclude(
        describe({ ...at, web: false, portal: undefined, till: undefined, office: undefined }).join(),
        "portal"
      )
    }))
})
