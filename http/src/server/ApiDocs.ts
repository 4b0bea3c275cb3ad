import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Effect } from "effect"
import { type HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiSwagger, OpenApi } from "effect/http-api"
import { inWords } from "./ApiWords.ts"
import { fileResponse, sizeFor, textFile, type WebFile } from "./browser/WebFile.ts"
import { domainResponse } from "./ErrorResponse.ts"
import { policyOf } from "./PageSecurity.ts"
import { callLanguage } from "./RefusalLanguage.ts"

/** A document of an API with the policy of its page. */
interface ApiDocument {
  readonly file: WebFile
  readonly headers: Readonly<Record<string, string>>
}

/** The documents of an API: rendered and compressed at the first request, for all ports that have them. */
interface ApiDocuments {
  readonly "/docs": Effect.Effect<ApiDocument>
  readonly "/openapi.json": Effect.Effect<ApiDocument>
}

const documents = new WeakMap<object, ApiDocuments>()

const documentsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ApiDocuments => {
  const known = documents.get(api)
  if (known !== undefined) return known
  const made: ApiDocuments = {
    "/docs": Effect.runSync(Effect.cached(pageOf(api))),
    "/openapi.json": Effect.runSync(Effect.cached(descriptionOf(api)))
  }
  documents.set(api, made)
  return made
}

const textOf = ({ body }: HttpServerResponse.HttpServerResponse) =>
  new TextDecoder().decode((body as HttpBody.Uint8Array).body)

const pageOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  Effect.gen(function*() {
    const handler = yield* HttpRouter.toHttpEffect(HttpApiSwagger.layer(inWords(api), { path: "/docs" }))
    const asked = HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
    const html = textOf(yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, asked))
    const file = yield* Effect.promise(() => textFile("text/html; charset=utf-8", html))
    return { file, headers: { "content-security-policy": policyOf(html) } } satisfies ApiDocument
  }).pipe(Effect.scoped, Effect.orDie)

const descriptionOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  Effect.suspend(() => {
    const text = textOf(HttpServerResponse.jsonUnsafe(OpenApi.fromApi(inWords(api))))
    return Effect.map(
      Effect.promise(() => textFile("application/json", text)),
      (file): ApiDocument => ({ file, headers: {} })
    )
  })

/** Adding this to the plain address makes an address whose content never changes. */
const versionOf = ({ hash }: WebFile) => `v=${hash}`

/**
 * The answer of a document. The plain address is asked about each time, and answered without content while that is the same; the
 * one in `content-location` names its version and may be kept for a year.
 */
const answerOf = (
  path: keyof ApiDocuments,
  { file, headers }: ApiDocument,
  { countAnswer }: typeof AnonymousCalls.Service
) =>
  Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const version = versionOf(file)
    const isVersioned = request.url.slice(request.url.indexOf("?") + 1) === version
    const response = yield* fileResponse(request, file, {
      ...headers,
      "cache-control": isVersioned ? "public, max-age=31536000, immutable" : "no-cache",
      "content-location": `${path.slice(1)}?${version}`
    })
    if (response.status !== 304) yield* countAnswer(sizeFor(request, file))
    return response
  }).pipe(Effect.catchTag("ServiceUnavailable", (error) =>
    Effect.map(callLanguage, (language) =>
      domainResponse(error, language))))

/**
 * The description of an API, `openapi.json`, and the page at `docs` where its calls can be tried. Whoever reads them uses up a part of
 * what anonymous callers may.
 */
export const apiDocs = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpRouter.use((router) =>
    Effect.flatMap(AnonymousCalls, (strangers) => {
      const made = documentsOf(api)
      const add = (path: keyof ApiDocuments) =>
        router.add("GET", path, Effect.flatMap(made[path], (document) => answerOf(path, document, strangers)))
      return Effect.andThen(add("/docs"), add("/openapi.json"))
    })
  )
