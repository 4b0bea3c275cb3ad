import { Context, Effect } from "effect"

/**
 * Takes how much of long work is done, such as 300 of 2,000 orders, to show it. Nothing shows it by default. The total may be
 * an estimate.
 */
export const WorkDone = Context.Reference<(done: number, total: number) => Effect.Effect<void>>(
  "core/reference/WorkDone",
  {
    defaultValue: () => () => Effect.void
  }
)
