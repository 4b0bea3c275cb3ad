import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { isNamedBy } from "../browser/ContentEncoding.ts"

/**
 * Gives the answer of the call an entity tag of its content (RFC 9110, 8.8.3). A caller who has this content already gets 304
 * without it.
 */
export const tagContent = Effect.fnUntraced(function*(content: string) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const etag = `"${createHash("sha256").update(content).digest("hex").slice(0, 32)}"`
  const known = isNamedBy(headers["if-none-match"], etag)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(
      known
        ? HttpServerResponse.empty({ status: 304, headers: { etag } })
        : HttpServerResponse.setHeader(response, "etag", etag)
    )
  )
})
