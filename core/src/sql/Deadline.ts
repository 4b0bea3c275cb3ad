import { Cause, Context, Effect, Fiber } from "effect"

/** Factor on all time limits: 1, except in tests that must not depend on the speed of the machine. */
export const TimeoutScale = Context.Reference<number>("core/reference/TimeoutScale", { defaultValue: () => 1 })

/** Annotates an interruption by a time limit. */
class TimeIsOver extends Context.Service<TimeIsOver, true>()("core/TimeIsOver") {}

const timeIsOver = Context.make(TimeIsOver, true)

/** Whether work was interrupted because its time was over, rather than because no one waits for it any more. */
export const isOutOfTime = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isInterruptReason(reason) && reason.annotations.has(TimeIsOver.key))

/**
 * Fails with another error when the time (milliseconds) is over. It does not wait for the work to stop: a statement on
 * a silent connection takes long to abandon.
 */
export const within =
  <E2>(millis: number, orElse: () => E2) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.contextWith((context) =>
      Effect.callback<A, E | E2>((resume) => {
        const fiber = Effect.runForkWith(context)(effect)
        const ended = fiber.pollUnsafe()
        if (ended !== undefined) return resume(ended)
        const timer = setTimeout(() => {
          resume(Effect.fail(orElse()))
          fiber.interruptUnsafe(undefined, timeIsOver)
        }, millis * Context.get(context, TimeoutScale))
        fiber.addObserver((exit) => {
          clearTimeout(timer)
          resume(exit)
        })
        return Effect.suspend(() => {
          clearTimeout(timer)
          return Fiber.interrupt(fiber)
        })
      })
    )
