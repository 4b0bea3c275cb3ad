import { assert, it } from "@effect/vitest"
import * as Batches from "@wristbank/core/sql/Batches"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Context, Deferred, Effect, Exit, Fiber, Logger, Result, Scope } from "effect"

class Ledger extends Context.Service<Ledger, string>()("core/Ledger") {}

it.effect("a statement runs without the services of the application, and with its references", () =>
  Effect.gen(function*() {
    const known = Effect.contextWith((context: Context.Context<never>) =>
      Effect.succeed([context.mapUnsafe.has(Ledger.key), Context.get(context, TimeoutScale)])
    )
    const answer = yield* Batches.make({
      limit: 2,
      atOnce: 4,
      together: (items: ReadonlyArray<number>) => Effect.map(known, (answered) => items.map(() => answered)),
      alone: () => known,
      keys: () => []
    })
    assert.deepStrictEqual(yield* answer(1), [false, 7])
    assert.deepStrictEqual(yield* Effect.all([answer(2), answer(3)], { concurrency: 2 }), [[false, 7], [false, 7]])
  }).pipe(Effect.provideService(Ledger, "the ledger"), Effect.provideService(TimeoutScale, 7), Effect.scoped))

/** Batches whose statements run until they are told to end. Each answers with its items. */
const controlled = Effect.fnUntraced(function*({ atOnce = 1, limit = 64 } = {}) {
  const running: Array<{ readonly items: ReadonlyArray<string>; readonly end: Deferred.Deferred<void, string> }> = []
  const seen: Array<ReadonlyArray<string>> = []
  const statement = (items: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      const end = Deferred.makeUnsafe<void, string>()
      running.push({ items, end })
      seen.push(items)
      return Effect.as(Deferred.await(end), items)
    })
  const submit = yield* Batches.make({
    limit,
    atOnce,
    together: statement,
    alone: (item: string) => Effect.map(statement([item]), ([only]) => only!),
    keys: (item) => [item[0]!]
  })
  /** Waits until this number of statements was begun in all. */
  const begun = (count: number) =>
    Effect.promise(async () => {
      while (seen.length < count) await new Promise((later) => setImmediate(later))
    })
  const end = (n: number, error?: string) =>
    error === undefined ? Deferred.succeed(running[n]!.end, undefined) : Deferred.fail(running[n]!.end, error)
  return { begun, end, seen, submit: (item: string) => Effect.forkChild(submit(item)) }
})

it.live("items that wait while a statement runs share the next one, unless they have a key in common", () =>
  Effect.gen(function*() {
    const { begun, end, seen, submit } = yield* controlled()
    const first = yield* submit("a")
    yield* begun(1)
    const others = yield* Effect.forEach(["b", "c1", "d", "c2", "c3"], submit)
    yield* Effect.yieldNow
    assert.deepStrictEqual(seen, [["a"]])
    for (const n of [0, 1, 2, 3]) {
      yield* begun(n + 1)
      yield* end(n)
    }
    assert.strictEqual(yield* Fiber.join(first), "a")
    assert.deepStrictEqual(yield* Effect.forEach(others, Fiber.join), ["b", "c1", "d", "c2", "c3"])
    assert.deepStrictEqual(seen, [["a"], ["b", "c1", "d"], ["c2"], ["c3"]])
  }).pipe(Effect.scoped))

it.live("a statement takes no more items than the limit, and none whose caller has gone", () =>
  Effect.gen(function*() {
    const { begun, end, seen, submit } = yield* controlled({ limit: 2 })
    yield* submit("a")
    yield* begun(1)
    const gone = yield* submit("b")
    yield* submit("c")
    yield* submit("d")
    yield* Effect.yieldNow
    yield* Fiber.interrupt(gone)
    yield* end(0)
    yield* begun(2)
    yield* end(1)
    yield* begun(3)
    assert.deepStrictEqual(seen, [["a"], ["c"], ["d"]])
  }).pipe(Effect.scoped))

it.live("a statement that is held up lets others run beside it, as many as there may be", () =>
  Effect.gen(function*() {
    const { begun, end, seen, submit } = yield* controlled({ atOnce: 2 })
    for (const item of ["a", "b", "c"]) {
      yield* submit(item)
      yield* begun(Math.min(seen.length + 1, 2))
    }
    assert.deepStrictEqual(seen, [["a"], ["b"]])
    yield* end(0)
    yield* begun(3)
    assert.deepStrictEqual(seen, [["a"], ["b"], ["c"]])
  }).pipe(Effect.scoped))

it.live("the items of a batch that failed are repeated one by one, and each has its own answer", () =>
  Effect.gen(function*() {
    const { begun, end, seen, submit } = yield* controlled()
    yield* submit("a")
    yield* begun(1)
    const [bad, good] = [yield* submit("b"), yield* submit("c")]
    yield* Effect.yieldNow
    yield* end(0)
    yield* begun(2)
    yield* end(1, "the whole batch")
    yield* begun(3)
    const later = yield* submit("d")
    yield* end(2, "b alone")
    yield* begun(4)
    yield* end(3)
    yield* begun(5)
    yield* end(4)
    assert.deepStrictEqual(yield* Effect.result(Fiber.join(bad)), Result.fail("b alone"))
    assert.deepStrictEqual([yield* Fiber.join(good), yield* Fiber.join(later)], ["c", "d"])
    assert.deepStrictEqual(seen, [["a"], ["b", "c"], ["b"], ["c"], ["d"]])
  }).pipe(Effect.provide(Logger.layer([])), Effect.scoped))

it.live("a statement ends with the scope, and so does the wait for it", () =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const { begun, submit } = yield* Scope.provide(controlled(), scope)
    const waiting = yield* submit("a")
    yield* begun(1)
    yield* Scope.close(scope, Exit.void)
    assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(waiting)))
  }))
