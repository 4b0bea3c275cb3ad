import { Context, Effect, Fiber } from "effect"

/** How many times longer than usual everybody waits: once, but where the speed of the machine must not matter. */
export const TimeoutScale = Context.Reference<number>("core/TimeoutScale", { defaultValue: () => 1 })

/**
 * Fails with another error when the time (milliseconds) is over. Giving up does not wait until the work has stopped: a
 * statement on a connection that has gone silent takes its time to be abandoned.
 */
export const within =
  <E2>(millis: number, orElse: () => E2) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.contextWith((context) =>
      Effect.callback<A, E | E2>((resume) => {
        const fiber = Effect.runForkWith(context)(effect)
        const timer = setTimeout(() => {
          resume(Effect.fail(orElse()))
          fiber.interruptUnsafe()
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
