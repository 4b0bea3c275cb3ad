import { Effect } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"

/** Headers of answers that pages of other origins may read. */
export const exposedHeaders: ReadonlyArray<string> = ["Content-Range", "Link", "Retry-After", "X-Total-Count"]

/**
 * The headers that the cross-origin rules add to an answer other than a preflight. For answers that are sent before the
 * rules run.
 */
export const crossOriginHeaders = (
  allowedOrigins: ReadonlyArray<string>,
  origin: string | undefined
): Readonly<Record<string, string>> => {
  const [only, ...others] = allowedOrigins
  if (only === undefined) return {}
  const headers = { vary: "Origin", "access-control-expose-headers": exposedHeaders.join(",") }
  const allowed = others.length === 0 ? only : allowedOrigins.find((one) => one === origin)
  return allowed === undefined ? headers : { ...headers, "access-control-allow-origin": allowed }
}

/**
 * Lets pages of every origin read the answer to this call, whatever other calls allow, as it holds nothing that is not public. By such
 * answers a browser at the office tells whether the portal of an event is at an address (`PortalTrial` of the office).
 */
export const readableEverywhere = HttpEffect.appendPreResponseHandler((_, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "access-control-allow-origin", "*"))
)
