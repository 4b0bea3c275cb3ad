import { Effect, Layer, Result } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { markExactIntegers } from "../ExactJson.ts"

/**
 * A client that reads chip numbers and ids exactly. Real chips have numbers beyond 2^53, which `JSON.parse` rounds to those of
 * other chips; typed clients of our APIs (`HttpApiClient.make`) refuse such answers instead. Requests need nothing: schemas of
 * ours write exact numbers already. Works in browsers too.
 *
 * ```ts
 * HttpApiClient.make(TerminalApi, { baseUrl, transformClient: exactNumbers })
 * ```
 */
export const exactNumbers = <E, R>(client: HttpClient.HttpClient.With<E, R>) =>
  HttpClient.transformResponse(client, Effect.flatMap(readExactly))

/** The client of the layer below, with exact numbers. */
export const layer = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, exactNumbers))

const isJson = /^application\/json\b/i

/** The answer with integers marked that a double could round; what is no JSON stays as it is. */
const readExactly = (response: HttpClientResponse.HttpClientResponse) =>
  isJson.test(response.headers["content-type"] ?? "")
    ? Effect.flatMap(response.text, (text) => {
      const marked = markExactIntegers(text)
      const { headers, request, status } = response
      return Result.isSuccess(marked)
        ? Effect.succeed(HttpClientResponse.fromWeb(request, new Response(marked.success, { headers, status })))
        : Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.DecodeError({ request, response, description: marked.failure })
          })
        )
    })
    : Effect.succeed(response)
