import { type TerminalCall, TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect, Layer } from "effect"
import { needsOf } from "../../api/Needs.ts"
import { RegistrationRequired, signedInTerminal, toTerminalNeeds } from "../../api/terminal/SignedInTerminal.ts"
import { bearerToken } from "../edge/Bearer.ts"
import { notingRefusals } from "../edge/RefusedCalls.ts"
import { senderAddress } from "../edge/SenderAddress.ts"

/**
 * Finds the terminal behind the token of a call, and hands it on with the needs that the endpoint declares. The service
 * decides on them with the rows that it reads anyway, so that they cost no query.
 */
export const RegistrationGuard = Layer.effect(
  RegistrationRequired,
  Effect.gen(function*() {
    const guard = yield* TerminalGuard
    const noting = yield* notingRefusals("terminal")
    return {
      OAuth2PasswordBearer: Effect.fnUntraced(function*(httpEffect, { credential, ...called }) {
        const session = yield* guard.signedIn(yield* bearerToken(credential), yield* senderAddress)
        const call = guard.call(session, toTerminalNeeds(needsOf(called)))
        // Each handler knows its declared needs by type; this guard serves all handlers.
        const allowed = Effect.provideService(httpEffect, signedInTerminal<never>(), call as TerminalCall<never>)
        const { eventId, terminalId } = session
        return yield* noting(allowed, called, { userId: null, terminalId, nodeId: eventId })
      })
    }
  })
)
