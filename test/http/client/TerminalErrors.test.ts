import { assert, it } from "@effect/vitest"
import { TooManyAttempts } from "@wristbank/core/organisation/SignInLimit"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import type { DomainError } from "@wristbank/http/api/Errors"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { domainResponse } from "@wristbank/http/server/answers/ErrorResponse"
import { forTerminals } from "@wristbank/http/server/answers/RequestRefusal"
import { Effect, Layer } from "effect"
import { HttpClient, HttpClientResponse, HttpServerResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"

/** A server that refuses every call. */
const refusing = (response: HttpServerResponse.HttpServerResponse) =>
  Layer.succeed(
    HttpClient.HttpClient,
    HttpClient.make((request) =>
      Effect.succeed(HttpClientResponse.fromWeb(request, HttpServerResponse.toWeb(response)))
    )
  )

const options = { baseUrl: "http://127.0.0.1" }

it.effect("a typed client gets the error back that a registered terminal is sent as 400", () =>
  Effect.gen(function*() {
    const error: DomainError = new TooManyAttempts({ retry_after_seconds: 60 })
    const sent = domainResponse(error, "en")
    const converted = forTerminals(sent)
    assert.deepStrictEqual([sent.status, converted.status], [429, 400])
    const terminal = yield* Effect.provide(HttpApiClient.make(TerminalApi, options), refusing(converted))
    assert.deepStrictEqual(yield* Effect.flip(terminal.orders.list({ query: { limit: 1 } })), error)
    assert.deepStrictEqual(yield* Effect.flip(terminal.config.get()), error)
    assert.deepStrictEqual(yield* Effect.flip(terminal.customers.get({ params: { customer_tag_uid: 1n } })), error)
    const office = yield* Effect.provide(HttpApiClient.make(AdministrationApi, options), refusing(sent))
    assert.deepStrictEqual(yield* Effect.flip(office.tree.get()), error)
  }))
