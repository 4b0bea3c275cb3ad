import { networkOf } from "@wristbank/core/base/SenderNetwork"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

/** The key that limits count a sender by: the address, or for IPv6 the network. */
export const senderAddress = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => networkOf(Option.getOrElse(request.remoteAddress, () => "unknown"))
)
