import { assert, it } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { CardAccessProvider } from "@wristbank/core/card/CardAccess"
import { CardPayment, CardProvider, CardProviderError } from "@wristbank/core/card/CardProvider"
import * as SumUp from "@wristbank/core/card/SumUp"
import { Cause, Effect, Exit, Layer, Logger, Redacted } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import fc from "fast-check"
import { inspect } from "node:util"
import { anyCharacter } from "../../support/anyCharacter.ts"

const secrets = ["sup_sk_the-key", "the-client-secret", "the-refresh-token"] as const
const [key, clientSecret, refreshToken] = secrets
const uuid = "00000000-0000-4000-8000-000000000001"

const merchant = { apiKey: Redacted.make(key), merchantCode: "M1", currency: "EUR" }
const credentials = {
  clientId: "app",
  clientSecret: Redacted.make(clientSecret),
  refreshToken: Redacted.make(refreshToken)
}

/** A reply: an answer, or no connection. */
type Reply = { readonly status: number; readonly body: string } | null

const withoutBody: ReadonlyArray<number> = [204, 205, 304]

/** A client that gets the reply to every request. */
const replying = (reply: Reply) =>
  HttpClient.make((request) =>
    reply === null
      ? Effect.fail(
        new HttpClientError.HttpClientError({
          reason: new HttpClientError.TransportError({ request, description: `no connection for ${key}` })
        })
      )
      : Effect.succeed(HttpClientResponse.fromWeb(
        request,
        new Response(withoutBody.includes(reply.status) ? null : reply.body, { status: reply.status })
      ))
  )

/** The result of a call with this reply, and everything logged meanwhile. */
const ended = async <A>(
  reply: Reply,
  call: Effect.Effect<A, CardProviderError, CardProvider | CardAccessProvider>
) => {
  const logged: Array<string> = []
  const log = Logger.make((options) => {
    logged.push(Logger.formatJson.log(options))
  })
  const services = SumUp.layer.pipe(
    Layer.provide(Layer.succeed(HttpClient.HttpClient, replying(reply))),
    Layer.provide(Configuration.layer({ environment: {} })),
    Layer.provideMerge(Logger.layer([log]))
  )
  return { exit: await Effect.runPromiseExit(Effect.provide(call, services)), logged }
}

/** Asserts that the result is a value or the declared error, and that no shown text contains a secret. */
const sound = <A>(
  { exit, logged }: { readonly exit: Exit.Exit<A, unknown>; readonly logged: ReadonlyArray<string> }
) => {
  const shown = [inspect(exit, { depth: null }), ...logged]
  if (Exit.isFailure(exit)) {
    shown.push(Cause.pretty(exit.cause))
    assert.isFalse(Cause.hasDies(exit.cause), shown.join("\n"))
    for (const reason of exit.cause.reasons) {
      assert.isTrue(Cause.isFailReason(reason) && reason.error instanceof CardProviderError, shown.join("\n"))
    }
  }
  for (const secret of secrets) assert.notInclude(shown.join("\n"), secret)
}

const status = fc.oneof(
  fc.constantFrom(200, 404, 401, 500),
  fc.integer({ min: 200, max: 599 })
)

/** Fields of a payment, most of them valid. */
const nearlyPayment = fc.record({
  id: fc.oneof(fc.constant("p1"), fc.jsonValue()),
  transaction_code: fc.oneof(fc.constant("T1"), fc.jsonValue()),
  foreign_transaction_id: fc.oneof({ weight: 4, arbitrary: fc.constant(uuid) }, fc.jsonValue()),
  amount: fc.oneof(fc.integer(), fc.double(), fc.jsonValue()),
  currency: fc.oneof(fc.constant("EUR"), fc.jsonValue()),
  status: fc.oneof(fc.constantFrom("SUCCESSFUL", "FAILED", "PENDING"), fc.jsonValue()),
  timestamp: fc.oneof(fc.constant("2026-07-01T12:00:00Z"), fc.date({ noInvalidDate: true }), fc.jsonValue()),
  merchant_code: fc.oneof(fc.constant("M1"), fc.jsonValue())
}, { requiredKeys: [] })

const nearlyToken = fc.record({
  access_token: fc.oneof(fc.constant("access"), fc.jsonValue()),
  expires_in: fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.double(), fc.jsonValue()),
  refresh_token: fc.oneof(fc.constant("next"), fc.jsonValue())
}, { requiredKeys: [] })

/** A provider that repeats what it was sent is the greatest risk for secrets. */
const echo = fc.constantFrom(...secrets).map((secret) => `{"error_code":"NO","message":"${secret} is not welcome"}`)

const replies = (likely: fc.Arbitrary<unknown>): fc.Arbitrary<Reply> =>
  fc.oneof(
    fc.record({
      status,
      body: fc.oneof(likely.map((value) => JSON.stringify(value)), fc.json(), fc.string({ unit: anyCharacter }), echo)
    }),
    fc.constant(null)
  )

it("whatever the provider answers about a payment, the client gives a value or its error", () =>
  fc.assert(
    fc.asyncProperty(replies(nearlyPayment), async (reply) => {
      const asked = await ended(reply, CardProvider.use((provider) => provider.terminalPayment(merchant, uuid)))
      sound(asked)
      if (Exit.isSuccess(asked.exit)) {
        assert.isTrue(asked.exit.value === null || asked.exit.value instanceof CardPayment)
        assert.strictEqual(asked.exit.value === null, reply !== null && reply.status >= 400)
      }
    }),
    { numRuns: 100 }
  ))

it("whatever the provider answers to a request for access, the client gives a value or its error", () =>
  fc.assert(
    fc.asyncProperty(replies(nearlyToken), async (reply) => {
      sound(await ended(reply, CardAccessProvider.use((provider) => provider.renew(credentials))))
    }),
    { numRuns: 100 }
  ))

it("amounts come to the cent, or not at all", () =>
  fc.assert(fc.asyncProperty(fc.bigInt({ min: -100_000_000n, max: 100_000_000n }), async (cents) => {
    const sign = cents < 0n ? "-" : ""
    const digits = String(cents < 0n ? -cents : cents).padStart(3, "0")
    const body =
      `{"id":"p1","transaction_code":"T1","foreign_transaction_id":"${uuid}","currency":"EUR","status":"PENDING",
      "timestamp":"2026-07-01T12:00:00Z","amount":${sign}${digits.slice(0, -2)}.${digits.slice(-2)}}`
    const { exit } = await ended(
      { status: 200, body },
      CardProvider.use((provider) => provider.terminalPayment(merchant, uuid))
    )
    assert.isTrue(Exit.isSuccess(exit) && exit.value?.amount === cents, body)
  })))
