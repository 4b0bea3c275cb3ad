import { Effect } from "effect"

interface Waiting {
  readonly alone: boolean
  readonly begin: () => void
}

/**
 * Begins effects in the order of their numbers, which count from 0, however late each comes. One that is `alone` begins when all
 * before it have ended, and those after it begin when it has; the others run beside each other. The first that fails holds up
 * the rest: those that wait for them end them.
 */
export const stepTurns = () => {
  const waiting = new Map<number, Waiting>()
  let next = 0
  let running = 0
  let isOneAlone = false

  const admit = () => {
    for (let first = waiting.get(next); first !== undefined; first = waiting.get(next)) {
      if (isOneAlone || (first.alone && running > 0)) return
      waiting.delete(next++)
      running++
      isOneAlone = first.alone
      first.begin()
    }
  }

  const end = Effect.sync(() => {
    running--
    isOneAlone = false
    queueMicrotask(admit)
  })

  return (number: number, { alone }: { readonly alone: boolean }) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.suspend(() =>
      // A step that has had a turn, and tries again, waits no more.
      number < next ? effect : Effect.callback<A, E, R>((resume) => {
        waiting.set(number, { alone, begin: () => resume(Effect.tap(effect, end)) })
        // If it were begun at once, those that follow it would overtake it.
        queueMicrotask(admit)
      })
    )
}
