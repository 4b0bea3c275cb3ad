import { Cause, Deferred, Effect, Exit, Queue, type Scope, Semaphore } from "effect"
import { withoutApplication } from "../base/WithoutApplication.ts"
import { within } from "./Deadline.ts"
import { isUnavailable } from "./Outages.ts"

interface Waiting<A, B, E> {
  readonly item: A
  readonly answer: (exit: Exit.Exit<B, E | Cause.TimeoutError>) => void
  /** The caller no longer waits for the answer. */
  abandoned: boolean
}

/**
 * Milliseconds after which a statement without an answer has lost its connection. Its callers have been answered
 * before.
 */
const timeoutMillis = 3_000

const inTime = within(timeoutMillis, () => new Cause.TimeoutError())

/**
 * Milliseconds after which a statement counts as held up, for instance by a row lock; the next one then no longer waits
 * for it.
 */
const stallMillis = 50

export interface BatchOptions<A, B, E> {
  /** Largest number of items in one statement. More gain nothing and make the first of them wait. */
  readonly limit: number
  /**
   * Largest number of concurrent statements while some of them are held up. With one, items are processed in the order of their
   * arrival however long a statement takes.
   */
  readonly atOnce: number
  /** Processes items in one statement; returns one answer per item, in their order. */
  readonly together: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<B>, E>
  /** Processes a single item after its batch failed as a whole: one item must not harm the others. */
  readonly alone: (item: A) => Effect.Effect<B, E>
  /** Items with a key in common never share a statement. */
  readonly keys: (item: A) => ReadonlyArray<string>
}

/**
 * Groups concurrent requests into few statements, which a database commits fastest. Items that arrive while a statement
 * runs share the next one: an idle server never waits, a busy one works in large batches. A second statement runs
 * beside the first only if that one is held up. Statements run in fibers of their own, so the interruption of a caller
 * interrupts no statement; its item is dropped if its statement has not begun.
 */
export const make = Effect.fnUntraced(function*<A, B, E>(options: BatchOptions<A, B, E>) {
  const queue = yield* Queue.unbounded<Waiting<A, B, E>>()

  const runAlone = ({ answer, item }: Waiting<A, B, E>, ended: Effect.Effect<void> = Effect.void) =>
    inTime(options.alone(item)).pipe(Effect.exit, Effect.tap(ended), Effect.map(answer))

  const answerAll = (
    batch: ReadonlyArray<Waiting<A, B, E>>,
    exitOf: (n: number) => Exit.Exit<B, E | Cause.TimeoutError>
  ) => Effect.sync(() => batch.forEach(({ answer }, n) => answer(exitOf(n))))

  const runBatch = (batch: ReadonlyArray<Waiting<A, B, E>>, ended: Effect.Effect<void>): Effect.Effect<void> =>
    batch.length === 1 ? runAlone(batch[0]!, ended) : Effect.matchCauseEffect(
      inTime(options.together(batch.map(({ item }) => item))),
      {
        onSuccess: (answers) => Effect.andThen(ended, answerAll(batch, (n) => Exit.succeed(answers[n]!))),
        onFailure: (cause) =>
          Cause.isTimeoutError(Cause.squash(cause)) ? answerAll(batch, () => Exit.failCause(cause)) : Effect.andThen(
            // If the database is away, each item fails by itself and its caller logs the failure.
            isUnavailable(Cause.squash(cause))
              ? Effect.void
              : Effect.logWarning("A batch failed as a whole; its items are repeated one by one", Cause.squash(cause)),
            Effect.forEach(batch, (waiting) => runAlone(waiting), { discard: true })
          )
      }
    )

  const slots = yield* Semaphore.make(options.atOnce)
  const batchInSlot = Effect.fnUntraced(function*(batch: ReadonlyArray<Waiting<A, B, E>>) {
    yield* slots.take(1)
    const free = Deferred.makeUnsafe<void>()
    const stalled = setTimeout(() => Deferred.doneUnsafe(free, Effect.void), stallMillis)
    let isUnderWay = true
    const end = Effect.suspend(() => {
      if (!isUnderWay) return Effect.void
      isUnderWay = false
      clearTimeout(stalled)
      Deferred.doneUnsafe(free, Effect.void)
      return slots.release(1)
    })
    // The next statement is sent before the answers of this one are dealt with, so the database works meanwhile.
    const ended = Effect.andThen(end, Effect.yieldNow)
    yield* Effect.forkScoped(Effect.ensuring(runBatch(batch, ended), end))
    yield* Deferred.await(free)
  })
  const batches = Effect.forever(Effect.flatMap(
    Queue.takeBetween(queue, 1, options.limit),
    (gathered) =>
      Effect.forEach(
        withoutRepeats(gathered.filter((waiting) => !waiting.abandoned), ({ item }) => options.keys(item)),
        batchInSlot,
        { discard: true }
      )
  ))
  yield* Effect.forkScoped(Effect.updateContext(batches, withoutApplication<Scope.Scope>))

  return (item: A): Effect.Effect<B, E | Cause.TimeoutError> =>
    Effect.callback((answer) => {
      const waiting: Waiting<A, B, E> = { item, answer, abandoned: false }
      Queue.offerUnsafe(queue, waiting)
      return Effect.sync(() => {
        waiting.abandoned = true
      })
    })
})

/**
 * Splits items into batches in which no key appears twice. Items with a key in common keep their order across batches.
 */
export const withoutRepeats = <A>(
  gathered: ReadonlyArray<A>,
  keysOf: (item: A) => ReadonlyArray<string>
): ReadonlyArray<ReadonlyArray<A>> => {
  const batches: Array<Array<A>> = []
  const next = new Map<string, number>()
  for (const item of gathered) {
    const keys = keysOf(item)
    const at = Math.max(0, ...keys.map((key) => next.get(key) ?? 0))
    for (const key of keys) next.set(key, at + 1)
    const batch = batches[at]
    if (batch === undefined) batches.push([item])
    else batch.push(item)
  }
  return batches
}
