import { WorkDone } from "@wristbank/core/base/WorkDone"
import { Effect } from "effect"

/** Runs an effect and returns what it reported by `WorkDone`. */
export const workReported = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  const reports: Array<readonly [done: number, total: number]> = []
  const answer = yield* Effect.provideService(
    effect,
    WorkDone,
    (done, total) => Effect.sync(() => void reports.push([done, total]))
  )
  return { answer, reports }
})
