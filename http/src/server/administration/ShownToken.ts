import { Unauthorized } from "@wristbank/core/base/Refusal"
import type { ShownToken } from "@wristbank/core/organisation/Session"
import { Context, Effect, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { WithoutCsrfToken } from "../../api/administration/SignedIn.ts"
import { NotAuthenticated } from "../../api/Errors.ts"
import { CameByTls } from "../edge/PortEdge.ts"
import { callHeaders, cookieToken, csrfTokenOf, hasCsrfToken, isFromWebApplication } from "../edge/SessionCookie.ts"

/** A token, with the CSRF token of its session if it came as a cookie. */
interface WithCsrfToken extends ShownToken {
  readonly csrfToken: string | null
}

/**
 * The token of a call to the back office: the bearer token where there is one, otherwise that of the cookie. A cookie without
 * the CSRF token of its session does not count, whatever the method, as a page of another origin may have sent the call.
 */
export const shownToken = Effect.fnUntraced(
  function*<E, R>(endpoint: HttpApiEndpoint.Top, bearer: Effect.Effect<string, E, R>) {
    const headers = yield* callHeaders
    const token = /^bearer( |$)/i.test(headers.authorization ?? "")
      ? undefined
      : cookieToken(headers, yield* CameByTls)
    if (token === undefined) {
      return { token: yield* bearer, kind: "bearer", csrfToken: null } satisfies WithCsrfToken
    }
    if (token === null) return yield* new Unauthorized()
    const counts = Option.isSome(Context.getOption(endpoint.annotations, WithoutCsrfToken))
      ? isFromWebApplication(headers)
      : hasCsrfToken(headers, token)
    if (!counts) return yield* new NotAuthenticated()
    return { token, kind: "web", csrfToken: csrfTokenOf(token) } satisfies WithCsrfToken
  }
)
