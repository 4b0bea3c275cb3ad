import { Cause, Context, Effect, Exit, Fiber } from "effect"

/** Factor on all time limits: 1, except in tests that must not depend on the speed of the machine. */
export const TimeoutScale = Context.Reference<number>("core/reference/TimeoutScale", { defaultValue: () => 1 })

/** Annotates an interruption by a time limit. */
class TimeIsOver extends Context.Service<TimeIsOver, true>()("core/TimeIsOver") {}

const timeIsOver = Context.make(TimeIsOver, true)

/** Whether work was interrupted because its time was over, rather than because no one waits for it any more. */
export const isOutOfTime = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => Cause.isInterruptReason(reason) && reason.annotations.has(TimeIsOver.key))

/**
 * Starts work in a fiber of its own and tells how it ended, once: as another error when the time (milliseconds) is over. It does not
 * wait for the work to stop: a statement on a silent connection takes long to abandon.
 */
export const startWithin = <E2>(millis: number, orElse: () => E2) =>
<A, E, R>(
  effect: Effect.Effect<A, E, R>,
  context: Context.Context<R>,
  ended: (exit: Exit.Exit<A, E | E2>) => void
): Fiber.Fiber<A, E> => {
  const fiber = Effect.runForkWith(context)(effect)
  const timer = fiber.pollUnsafe() === undefined
    ? setTimeout(() => {
      forget()
      ended(Exit.fail(orElse()))
      fiber.interruptUnsafe(undefined, timeIsOver)
    }, millis * Context.get(context, TimeoutScale))
    : undefined
  const forget = fiber.addObserver((exit) => {
    clearTimeout(timer)
    ended(exit)
  })
  return fiber
}

/** Fails with another error when the time (milliseconds) is over, as `startWithin`. */
export const within = <E2>(millis: number, orElse: () => E2) => {
  const start = startWithin(millis, orElse)
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | E2>((resume) => {
        const fiber = start(effect, context, resume)
        return Fiber.interrupt(fiber)
      })
    )
}
