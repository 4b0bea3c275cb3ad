import { AccessDenied } from "@wristbank/core/base/Refusal"
import { secondFactorRules } from "@wristbank/core/organisation/SecondFactorRules"
import { Sessions } from "@wristbank/core/organisation/Sessions"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import { Context, Effect, Layer, Option } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { SignedIn, SignInRequired, WithoutSecondFactor } from "../../api/administration/SignedIn.ts"
import { needsOf } from "../../api/Needs.ts"
import { bearerToken } from "../edge/Bearer.ts"
import { soon } from "../edge/Deadline.ts"
import { notingRefusals } from "../edge/RefusedCalls.ts"
import { senderAddress } from "../edge/SenderAddress.ts"
import { shownToken } from "./ShownToken.ts"

const isWithoutSecondFactor = ({ annotations }: HttpApiEndpoint.Top) =>
  Option.isSome(Context.getOption(annotations, WithoutSecondFactor))

/** Lets calls with the token of a session through. It asks the database for each call, so revoking takes effect at once. */
export const signInGuard = Layer.effect(
  SignInRequired,
  Effect.gen(function*() {
    const sessions = yield* Sessions
    const lookups = yield* TokenLookups
    const noting = yield* notingRefusals("administration")
    return {
      OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential, ...called }) {
        const needs = needsOf(called)
        const privileges = typeof needs === "string" ? [] : needs
        const { csrfToken, ...shown } = yield* shownToken(called.endpoint, bearerToken(credential))
        const verified = yield* soon(lookups.verify(shown.token, yield* senderAddress, sessions.verify(shown)))
        if (verified.mustEnrol && !isWithoutSecondFactor(called.endpoint)) {
          return yield* AccessDenied.of(secondFactorRules.second_factor_required)
        }
        const allowed = Effect.provideService(httpEffect, SignedIn, { ...verified, csrfToken, privileges })
        return yield* noting(allowed, called, { userId: verified.userId, terminalId: null })
      })
    }
  })
)
