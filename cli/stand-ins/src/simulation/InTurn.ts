import { Deferred, Effect, Exit } from "effect"

/**
 * Work that is begun in order and runs at once, except that work with a key in common runs one after the other. `begin` returns when
 * the work is queued; `end` waits for all of it, and fails with the first failure, after which nothing more is begun.
 */
export const inTurn = Effect.fnUntraced(function*<E>() {
  const last = new Map<string, Deferred.Deferred<void>>()
  const failed = yield* Deferred.make<never, E>()
  const running = new Set<Deferred.Deferred<void>>()

  const begin = Effect.fnUntraced(function*<R>(keys: ReadonlyArray<string>, work: Effect.Effect<unknown, E, R>) {
    const done = yield* Deferred.make<void>()
    const before = keys.flatMap((key) => last.get(key) ?? [])
    for (const key of keys) last.set(key, done)
    running.add(done)
    const after = Effect.andThen(Effect.forEach(before, (one) => Deferred.await(one), { discard: true }), work)
    yield* Effect.forkScoped(Effect.onExit(after, (exit) => {
      running.delete(done)
      for (const key of keys) if (last.get(key) === done) last.delete(key)
      return Exit.isFailure(exit)
        ? Deferred.failCause(failed, exit.cause)
        : Deferred.succeed(done, undefined)
    }))
    if (yield* Deferred.isDone(failed)) return yield* Deferred.await(failed)
  })

  const end = Effect.raceFirst(
    Effect.suspend(() => Effect.forEach([...running], (one) => Deferred.await(one), { discard: true })),
    Deferred.await(failed)
  )
  return { begin, end }
})

/** Does the work of all steps at once, except that steps with a key in common follow each other. Fails with the first failure. */
export const eachInTurn = <Step, E, R>(
  steps: Iterable<Step>,
  keysOf: (step: Step) => ReadonlyArray<string>,
  work: (step: Step, n: number) => Effect.Effect<unknown, E, R>
) =>
  Effect.scoped(Effect.gen(function*() {
    const { begin, end } = yield* inTurn<E>()
    let n = 0
    for (const step of steps) yield* begin(keysOf(step), work(step, n++))
    yield* end
  }))
