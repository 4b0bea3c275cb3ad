import { Effect } from "effect"

/** Work on a long list that pauses at intervals, so that the process can serve other requests in between. */
export type SlicedWork<A> = Generator<void, A, void>

/** Runs the work without pauses. */
export const runAtOnce = <A>(work: SlicedWork<A>): A => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Runs the work; at each pause all other fibers that are ready run first. */
export const runInSlices = <A>(begin: () => SlicedWork<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const work = begin()
    const goOn: Effect.Effect<A> = Effect.suspend(() => {
      const step = work.next()
      return step.done === true ? Effect.succeed(step.value) : Effect.andThen(Effect.yieldNow, goOn)
    })
    return goOn
  })

/** Maps a list, with a pause after every thousand items. */
export const mapInSlices = function*<A, B>(
  list: ReadonlyArray<A>,
  transform: (item: A) => B
): SlicedWork<ReadonlyArray<B>> {
  const made: Array<B> = []
  for (const piece of chunksOf(list, 1000)) {
    for (const item of piece) made.push(transform(item))
    yield
  }
  return made
}

/** A list in chunks of the given size, in its order. */
export const chunksOf = <A>(list: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size))
