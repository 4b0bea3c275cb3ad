import { assert, it } from "@effect/vitest"
import { masked, read } from "@wristbank/core/base/Configuration"
import { variableOf } from "@wristbank/core/base/Settings"
import { Effect, Option, Redacted } from "effect"
import fc from "fast-check"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

const withFile = <A, E>(text: string, use: (file: string) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    Effect.promise(async () => {
      const folder = await mkdtemp(join(tmpdir(), "wristbank-config-"))
      await writeFile(join(folder, "settings.json"), text)
      return folder
    }),
    (folder) => use(join(folder, "settings.json")),
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  )

it.effect("a flag wins over the environment, the environment over the file", () =>
  withFile(
    `{ "port": 1001, "terminalPort": 1002, "customerPort": 1003, "allowedOrigins": ["https://a.example"] }`,
    (file) =>
      Effect.gen(function*() {
        const configuration = yield* read({
          flags: { port: 3001, terminalPort: undefined },
          environment: { WRISTBANK_PORT: "2001", WRISTBANK_TERMINAL_PORT: "2002" },
          file
        })
        assert.strictEqual(configuration.port, 3001)
        assert.deepStrictEqual(configuration.terminalPort, Option.some(2002))
        assert.deepStrictEqual(configuration.customerPort, Option.some(1003))
        assert.deepStrictEqual(configuration.metricsPort, Option.none())
        assert.deepStrictEqual(configuration.allowedOrigins, ["https://a.example"])
      })
  ))

it.effect("settings that other tools know have their usual variables", () =>
  Effect.gen(function*() {
    const configuration = yield* read({
      environment: {
        DATABASE_URL: "postgres://db/wristbank",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
        WRISTBANK_ALLOWED_ORIGINS: "https://a.example, https://b.example",
        WRISTBANK_TEST_MODE: "true"
      }
    })
    assert.strictEqual(Redacted.value(Option.getOrThrow(configuration.databaseUrl)), "postgres://db/wristbank")
    assert.strictEqual(Option.getOrThrow(configuration.otlpEndpoint).host, "collector:4318")
    assert.deepStrictEqual(configuration.allowedOrigins, ["https://a.example", "https://b.example"])
    assert.isTrue(configuration.testMode)
    assert.strictEqual(configuration.sumupUrl.href, "https://api.sumup.com/")
  }))

it.effect("the source of the running version has an address for browsers, or none", () =>
  Effect.gen(function*() {
    const sourceOf = (address: string | undefined) =>
      Effect.map(read({ environment: { WRISTBANK_SOURCE_URL: address } }), ({ sourceUrl }) => sourceUrl)
    assert.deepStrictEqual(yield* sourceOf(undefined), Option.none())
    const address = "https://code.example/wristbank"
    assert.deepStrictEqual(Option.map(yield* sourceOf(address), ({ href }) => href), Option.some(address))
    for (const wrong of ["javascript:alert(1)", "code.example"]) {
      const { message } = yield* Effect.flip(sourceOf(wrong))
      assert.include(message, "WRISTBANK_SOURCE_URL")
    }
  }))

it.effect("this machine alone is served, and no proxy is believed, unless the settings say so", () =>
  Effect.gen(function*() {
    const usual = yield* read({ environment: {} })
    assert.deepStrictEqual([usual.host, usual.trustedProxies, usual.forwardedHeader], [
      "127.0.0.1",
      [],
      "x-forwarded-for"
    ])
    const environment = { WRISTBANK_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8, 2001:db8::1" }
    const shown = masked(yield* read({ environment }))
    assert.deepStrictEqual(shown["trustedProxies"], ["127.0.0.1/32", "10.0.0.0/8", "2001:db8::1/128"])
  }))

const refusals = [
  ["a range of proxies that is none", { WRISTBANK_TRUSTED_PROXIES: "10.0.0.0/8, 10.0.0.0/40" }, "trustedProxies"],
  ["a proxy by name", { WRISTBANK_TRUSTED_PROXIES: "proxy.example" }, "trustedProxies"],
  ["a header that proxies don't write", { WRISTBANK_FORWARDED_HEADER: "x-real-ip" }, "forwardedHeader"],
  ["a port that is none", { WRISTBANK_PORT: "70000" }, "port"],
  ["a short secret key", { WRISTBANK_SECRET_KEY: "short" }, "secretKey"],
  ["a short previous secret key", { WRISTBANK_PREVIOUS_SECRET_KEY: "short" }, "previousSecretKey"],
  ["an address that is none", { OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" }, "otlpEndpoint"],
  ["an address with a password", { OTEL_EXPORTER_OTLP_ENDPOINT: "http//otel:canary@nowhere" }, "otlpEndpoint"]
] as const
for (const [what, environment, setting] of refusals) {
  it.effect(`${what} is refused by the name of its setting, with the value unless it is secret`, () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(read({ environment }))
      assert.strictEqual(error._tag, "ConfigurationError")
      assert.include(error.message, setting)
      const [value] = Object.values(environment)
      if (setting.endsWith("ecretKey")) assert.notInclude(error.message, "short")
      else assert.include(error.message, `which is "${value?.replace("canary", "***")}"`)
    }))
}

it.effect("a file with an unknown setting, without JSON or that is missing is refused", () =>
  Effect.gen(function*() {
    const unknown = yield* withFile(`{ "prot": 8000 }`, (file) => Effect.flip(read({ environment: {}, file })))
    assert.include(unknown.message, "prot")
    const text = yield* withFile("port: 8000", (file) => Effect.flip(read({ environment: {}, file })))
    assert.include(text.message, "settings.json")
    const missing = yield* Effect.flip(read({ environment: {}, file: "/nowhere/settings.json" }))
    assert.include(missing.message, "/nowhere/settings.json")
  }))

it.effect("a secret is masked because it is one, also where it looks like an address", () =>
  Effect.gen(function*() {
    const secret = "https://user-key.example/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    const environment = {
      WRISTBANK_SECRET_KEY: secret,
      WRISTBANK_PREVIOUS_SECRET_KEY: secret,
      WRISTBANK_ADMIN_PASSWORD: secret
    }
    const shown = masked(yield* read({ environment }))
    assert.deepInclude(shown, { secretKey: "***", previousSecretKey: "***", adminPassword: "***" })
    assert.notInclude(JSON.stringify(shown), "user-key")
  }))

it("no secret is left in the masked settings", () =>
  fc.assert(fc.asyncProperty(
    fc.string({ unit: fc.constantFrom(..."abcdefghijkmnopqrstuvwxyz0123456789"), minLength: 32, maxLength: 64 }),
    async (secret) => {
      const shown = JSON.stringify(masked(
        await Effect.runPromise(read({
          environment: {
            DATABASE_URL: `postgres://teller:${secret}@db.example:5432/book?sslpassword=${secret}`,
            [variableOf("secretKey")]: secret,
            [variableOf("customerUrl")]: `https://user:${secret}@pay.example/`
          }
        }))
      ))
      assert.notInclude(shown, secret)
      assert.include(shown, "db.example:5432/book")
    }
  )))
