import { Sessions } from "@wristbank/core/organisation/Sessions"
import { Effect, Layer } from "effect"
import { SignedIn, SignInRequired } from "../../api/administration/SignedIn.ts"
import { needsOf } from "../../api/Needs.ts"
import { bearerToken } from "../Bearer.ts"
import { soon } from "../Deadline.ts"

/** Lets calls through whose token is that of a session, each time asking the database: revoking takes effect at once. */
export const signInGuard = Layer.effect(
  SignInRequired,
  Effect.map(Sessions, (sessions) => ({
    OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential, ...called }) {
      const needs = needsOf(called)
      const privileges = typeof needs === "string" ? [] : needs
      const token = yield* bearerToken(credential)
      const session = Effect.map(soon(sessions.verify(token)), (verified) => ({ ...verified, privileges }))
      return yield* Effect.provideServiceEffect(httpEffect, SignedIn, session)
    })
  }))
)
