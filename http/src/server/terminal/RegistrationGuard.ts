import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect, Layer } from "effect"
import { RegistrationRequired, SignedInTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { bearerToken } from "../Bearer.ts"
import { notingRefusals } from "../RefusedCalls.ts"
import { senderAddress } from "../SenderAddress.ts"

/** Finds the terminal behind the token of a call. */
export const RegistrationGuard = Layer.effect(
  RegistrationRequired,
  Effect.gen(function*() {
    const guard = yield* TerminalGuard
    const { asVerified } = yield* AnonymousCalls
    const noting = yield* notingRefusals("terminal")
    return {
      OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential, ...called }) {
        const session = yield* guard.signedIn(yield* bearerToken(credential), yield* senderAddress)
        const allowed = Effect.provideService(httpEffect, SignedInTerminal, session)
        const { eventId, terminalId } = session
        return yield* asVerified(noting(allowed, called, { userId: null, terminalId, nodeId: eventId }))
      })
    }
  })
)
