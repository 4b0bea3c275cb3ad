import { inParsingThread } from "@wristbank/core/base/ParsingThreads"
import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { Effect, Schedule } from "effect"
import { type HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiSwagger, OpenApi } from "effect/http-api"
import { extname } from "node:path"
import { type ApiName, isApiName } from "../Prefixes.ts"
import { inWords } from "./ApiWords.ts"

/** A document of an API: the page to try its calls, or their description. */
export type DocumentPath = "/docs" | "/openapi.json"

/** A document of one of our APIs. */
export interface DocumentTask {
  readonly api: ApiName
  readonly path: DocumentPath
}

const bodyOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  new TextDecoder().decode((body as HttpBody.Uint8Array).body)

const page = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  Effect.gen(function*() {
    const handler = yield* HttpRouter.toHttpEffect(HttpApiSwagger.layer(inWords(api), { path: "/docs" }))
    const asked = HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
    return bodyOf(yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, asked))
  }).pipe(Effect.scoped)

/** The text of a document, which takes up to a second. */
export const textOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: DocumentPath
): Promise<string> =>
  Effect.runPromise(
    path === "/docs"
      ? page(api)
      : Effect.sync(() => bodyOf(HttpServerResponse.jsonUnsafe(OpenApi.fromApi(inWords(api)))))
  )

const apart = inParsingThread<DocumentTask, string | null>(
  new URL(`ApiDocsThread${extname(import.meta.url)}`, import.meta.url),
  () => null,
  "1 minute"
)

/** Others have their texts read first. */
const retries = { schedule: Schedule.spaced("1 second"), times: 20 }

/**
 * The text of a document of an API. Those of ours are made in a thread, and nowhere else: no one could book meanwhile. Fails as
 * `ServiceUnavailable` if the machine is too busy for that. Others are small.
 */
export const documentText = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: DocumentPath
): Effect.Effect<string, ServiceUnavailable> => {
  const name: string = api.identifier
  if (!isApiName(name)) return Effect.promise(() => textOf(api, path))
  return apart({ api: name, path }).pipe(
    Effect.retry(retries),
    Effect.flatMap((text) => text === null ? new ServiceUnavailable() : Effect.succeed(text))
  )
}
