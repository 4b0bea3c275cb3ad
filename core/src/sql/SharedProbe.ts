import { Deferred, Effect, Scope } from "effect"

/** Milliseconds for which an answer is reused. */
const validity = 1_000

/** Shares the answers of a probe: it runs at most once a second and never twice at a time, however often it is called. */
export const sharedProbe = Effect.fnUntraced(function*<A, E>(probe: Effect.Effect<A, E>) {
  const scope = yield* Scope.Scope
  let latest = { answer: Deferred.makeUnsafe<A, E>(), until: 0 }
  // The probe belongs to no caller: a caller that goes away early neither ends it nor starts another.
  const renewed = Effect.suspend(() => {
    if (performance.now() < latest.until) return Effect.void
    const next = { answer: Deferred.makeUnsafe<A, E>(), until: Infinity }
    latest = next
    const expire = Effect.sync(() => {
      next.until = performance.now() + validity
    })
    return Effect.forkIn(Deferred.into(Effect.ensuring(probe, expire), next.answer), scope)
  })
  return Effect.andThen(Effect.uninterruptible(renewed), Effect.suspend(() => Deferred.await(latest.answer)))
})
