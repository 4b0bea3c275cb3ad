import { CustomerSessions } from "@wristbank/core/guest/CustomerSessions"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import { Effect, Layer } from "effect"
import { CustomerSignInRequired, SignedInCustomer } from "../../api/customer/SignedInCustomer.ts"
import { bearerToken } from "../edge/Bearer.ts"
import { senderAddress } from "../edge/SenderAddress.ts"

/** Lets calls with the token of a guest's session through, while the event is not archived. */
export const customerSignInGuard = Layer.effect(
  CustomerSignInRequired,
  Effect.gen(function*() {
    const sessions = yield* CustomerSessions
    const lookups = yield* TokenLookups
    return {
      OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential }) {
        const token = yield* bearerToken(credential)
        const verified = yield* lookups.verify(token, yield* senderAddress, sessions.verify(token))
        return yield* Effect.provideService(httpEffect, SignedInCustomer, verified)
      })
    }
  })
)
