import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

/** The address a call came from, by which failed sign-ins are counted. */
export const senderAddress = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => Option.getOrElse(request.remoteAddress, () => "unknown")
)
