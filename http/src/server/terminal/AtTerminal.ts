import type { TerminalCall } from "@wristbank/core/till/TerminalGuard"
import type { TerminalNeed } from "@wristbank/core/till/TerminalState"
import { Effect } from "effect"
import { type CallWith, signedInTerminal } from "../../api/terminal/SignedInTerminal.ts"

/** Calls a service for the terminal that calls; what the service needs of it, the endpoint has to declare. */
export const atTerminal = <Need extends TerminalNeed, Args extends ReadonlyArray<unknown>, A, E, R>(
  service: (terminal: TerminalCall<Need>, ...args: Args) => Effect.Effect<A, E, R>,
  ...args: Args
): Effect.Effect<A, E, R | CallWith<Need>> =>
  Effect.flatMap(signedInTerminal<Need>(), (terminal) => service(terminal, ...args))
