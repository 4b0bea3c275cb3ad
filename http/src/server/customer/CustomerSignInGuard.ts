import { CustomerSessions } from "@wristbank/core/tag/CustomerSessions"
import { Effect, Layer } from "effect"
import { CustomerSignInRequired, SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { bearerToken } from "../Bearer.ts"

/** Lets calls through whose token is that of a guest's session, while the event is not archived. */
export const customerSignInGuard = Layer.effect(
  CustomerSignInRequired,
  Effect.map(CustomerSessions, (sessions) => ({
    OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential }) {
      const token = yield* bearerToken(credential)
      return yield* Effect.provideServiceEffect(httpEffect, SignedInCustomer, sessions.verify(token))
    })
  }))
)
