import { Effect } from "effect"

/** Work on a long list that pauses now and then, so that whoever does it may serve others in between. */
export type PieceWork<A> = Generator<void, A, void>

/** Does the work without a pause. */
export const atOnce = <A>(work: PieceWork<A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work and lets everything else that is ready have its turn at each pause. */
export const inTurns = <A>(begin: () => PieceWork<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const work = begin()
    const goOn: Effect.Effect<A> = Effect.suspend(() => {
      const step = work.next()
      return step.done === true ? Effect.succeed(step.value) : Effect.andThen(Effect.yieldNow, goOn)
    })
    return goOn
  })

/** Transforms a list, with a pause after each thousand. */
export const mapped = function*<A, B>(list: ReadonlyArray<A>, transform: (item: A) => B): PieceWork<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const piece of piecesOf(list, 1000)) {
    for (const item of piece) made.push(transform(item))
    yield
  }
  return made
}

/** A list in pieces of that size, in its order. */
export const piecesOf = <A>(list: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
