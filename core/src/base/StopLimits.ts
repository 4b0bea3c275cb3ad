import { Context } from "effect"

/** How long a server waits for what when it ends. Each limit is in milliseconds since the signal. */
export interface StopLimits {
  /** For calls under way; one that takes longer is interrupted and answered 503. */
  readonly calls: number
  /** For connections whose client takes no answer; they are cut then. */
  readonly connections: number
  /** For each of several server processes; it is killed then. */
  readonly processes: number
  /** For the rest, such as workers and PostgreSQL: what still runs is ended then, as if it were killed. */
  readonly everything: number
}

/**
 * A server ends within ten seconds of SIGTERM or SIGINT: `docker stop` kills what runs longer. The last second is for npm and
 * npx: a process looks twice a second whether the one that started it has ended.
 */
export const stopLimits: StopLimits = {
  calls: 5_000,
  connections: 6_000,
  processes: 7_000,
  everything: 9_000
}

/** The limits in force; tests shorten them. */
export const StopLimitsInForce = Context.Reference<StopLimits>("core/reference/StopLimits", {
  defaultValue: () => stopLimits
})
