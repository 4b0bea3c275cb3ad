import { Unauthorized } from "@wristbank/core/base/Refusal"
import { Context, Effect, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { NotAuthenticated } from "../../api/Errors.ts"

const bearer = /^Bearer (\S+)$/i

/** The token of a well-formed header `Authorization`. */
export const tokenIn = (authorization: string | undefined): string | undefined => bearer.exec(authorization ?? "")?.[1]

/**
 * The token of a call, as `HttpApiSecurity.bearer` read it. A call without a bearer header fails as `NotAuthenticated`, one
 * with an empty token as `Unauthorized`.
 */
export const bearerToken = (
  credential: Redacted.Redacted
): Effect.Effect<string, NotAuthenticated | Unauthorized, HttpServerRequest.HttpServerRequest> => {
  const token = Redacted.value(credential)
  if (token !== "") return Effect.succeed(token)
  return Effect.withFiber((fiber) => {
    const { headers } = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
    return Effect.fail(/^bearer( |$)/i.test(headers.authorization ?? "") ? new Unauthorized() : new NotAuthenticated())
  })
}
