import { Cause, Effect, Exit, Fiber } from "effect"
import { withoutApplication } from "../base/WithoutApplication.ts"
import { startWithin } from "./Deadline.ts"
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

const startInTime = startWithin(timeoutMillis, () => new Cause.TimeoutError())

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
  const scope = yield* Effect.scope
  const context = withoutApplication(yield* Effect.context<never>())
  let arrived: Array<Waiting<A, B, E>> = []
  /** Batches of what was taken, without keys in common. */
  let taken: ReadonlyArray<ReadonlyArray<Waiting<A, B, E>>> = []
  let running = 0
  let heldUp = 0
  let isDue = false

  const run = <X>(statement: Effect.Effect<X, E>, ended: (exit: Exit.Exit<X, E | Cause.TimeoutError>) => void) =>
    Fiber.runIn(startInTime(statement, context, ended), scope)

  /** Repeats the items of a batch one after the other. */
  const runEach = (batch: ReadonlyArray<Waiting<A, B, E>>, end: () => void): void => {
    const [first, ...rest] = batch
    if (first === undefined) return end()
    run(options.alone(first.item), (exit) => {
      if (rest.length === 0) end()
      first.answer(exit)
      if (rest.length > 0) runEach(rest, end)
    })
  }

  const runBatch = (batch: ReadonlyArray<Waiting<A, B, E>>, end: () => void): void => {
    if (batch.length === 1) return runEach(batch, end)
    run(options.together(batch.map(({ item }) => item)), (exit) => {
      const failure = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
        ? Cause.squash(exit.cause)
        : undefined
      if (failure !== undefined && !Cause.isTimeoutError(failure)) {
        // If the database is away, each item fails by itself and its caller logs the failure.
        if (!isUnavailable(failure)) Effect.runForkWith(context)(Effect.logWarning(asWhole, failure))
        return runEach(batch, end)
      }
      // The next statement is sent before the answers of this one are dealt with, so the database works meanwhile.
      end()
      batch.forEach(({ answer }, n) => answer(Exit.map(exit, (answers) => answers[n]!)))
    })
  }

  const begin = (batch: ReadonlyArray<Waiting<A, B, E>>) => {
    running++
    let isHeldUp = false
    const timer = setTimeout(() => {
      isHeldUp = true
      heldUp++
      next()
    }, stallMillis)
    runBatch(batch, () => {
      clearTimeout(timer)
      running--
      if (isHeldUp) heldUp--
      next()
    })
  }

  const mayBegin = () => running === heldUp && running < options.atOnce

  const next = () => {
    isDue = false
    while (mayBegin()) {
      if (taken.length === 0) {
        const gathered = arrived.splice(0, options.limit).filter(({ abandoned }) => !abandoned)
        taken = withoutRepeats(gathered, ({ item }) => options.keys(item))
      }
      const [batch, ...others] = taken
      taken = others
      if (batch !== undefined) begin(batch)
      else if (arrived.length === 0) return
    }
  }

  return (item: A): Effect.Effect<B, E | Cause.TimeoutError> =>
    Effect.callback((resume) => {
      const waiting: Waiting<A, B, E> = { item, answer: resume, abandoned: false }
      arrived.push(waiting)
      if (!isDue && mayBegin()) {
        // By then the server has read all requests that arrived at the same moment.
        isDue = true
        setImmediate(next)
      }
      return Effect.sync(() => {
        waiting.abandoned = true
      })
    })
})

const asWhole = "A batch failed as a whole; its items are repeated one by one"

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
