import type { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Duration, Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { domainResponse } from "../answers/ErrorResponse.ts"
import { callLanguage } from "../answers/RefusalLanguage.ts"
import { fileResponse, sizeFor, textFile, type WebFile } from "../browser/WebFile.ts"
import { policyOf } from "../landing/PageSecurity.ts"
import { type DocumentPath, documentText } from "./ApiDocumentText.ts"

/** A document of an API with the policy of its page. */
interface ApiDocument {
  readonly file: WebFile
  readonly headers: Readonly<Record<string, string>>
}

type ApiDocuments = { readonly [Path in DocumentPath]: Effect.Effect<ApiDocument, ServiceUnavailable> }

const documents = new WeakMap<object, ApiDocuments>()

/** The documents of an API: made and compressed at the first request, for all ports that have them. */
const documentsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ApiDocuments => {
  const known = documents.get(api)
  if (known !== undefined) return known
  // The first caller may leave before it is made, and others wait for the same.
  const once = (path: DocumentPath) => {
    const made = Effect.uninterruptible(madeOf(api, path))
    const [get, forget] = Effect.runSync(Effect.cachedInvalidateWithTTL(made, Duration.infinity))
    return Effect.tapError(get, () => forget)
  }
  const made: ApiDocuments = { "/docs": once("/docs"), "/openapi.json": once("/openapi.json") }
  documents.set(api, made)
  return made
}

const madeOf = Effect.fnUntraced(function*<Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  path: DocumentPath
) {
  const isPage = path === "/docs"
  const text = yield* documentText(api, path)
  const file = yield* Effect.promise(() => textFile(isPage ? "text/html; charset=utf-8" : "application/json", text))
  return { file, headers: isPage ? { "content-security-policy": policyOf(text) } : {} } satisfies ApiDocument
})

/** Adding this to the plain address makes an address whose content never changes. */
const versionOf = ({ hash }: WebFile) => `v=${hash}`

/**
 * The answer of a document. The plain address is asked about each time, and answered without content while that is the same; the
 * one in `content-location` names its version and may be kept for a year.
 */
const answerOf = (
  path: DocumentPath,
  made: ApiDocuments[DocumentPath],
  { countAnswer }: typeof AnonymousCalls.Service
) =>
  Effect.gen(function*() {
    const { file, headers } = yield* made
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
 * The description of an API, `openapi.json`, and the page at `docs` where its calls can be tried. Readers use up a part of
 * what anonymous callers may.
 */
export const apiDocs = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpRouter.use((router) =>
    Effect.flatMap(AnonymousCalls, (anonymous) => {
      const made = documentsOf(api)
      const add = (path: DocumentPath) => router.add("GET", path, answerOf(path, made[path], anonymous))
      return Effect.andThen(add("/docs"), add("/openapi.json"))
    })
  )
