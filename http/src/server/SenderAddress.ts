import { networkOf } from "@wristbank/core/network/SenderNetwork"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

/** What the sender of a call is counted by: the address it came from, of IPv6 the network. */
export const senderAddress = Effect.map(
  HttpServerRequest.HttpServerRequest,
  (request) => networkOf(Option.getOrElse(request.remoteAddress, () => "unknown"))
)
