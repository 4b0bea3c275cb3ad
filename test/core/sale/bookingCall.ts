import { hashToken } from "@wristbank/core/organisation/Token"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { Effect } from "effect"
import type { OpenTill } from "../../support/FestivalTill.ts"

/** A call of a till's terminal that books, for services that are called without a server. */
export const bookingCall = (event: number, { terminalId, token }: Pick<OpenTill, "terminalId" | "token">) =>
  Effect.map(
    TerminalGuard,
    (guard) =>
      guard.call({ eventId: BigInt(event), terminalId: BigInt(terminalId), sessionHash: hashToken(token) }, [
        "can_book_orders"
      ])
  )
