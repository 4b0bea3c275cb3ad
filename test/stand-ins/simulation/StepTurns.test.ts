import { assert, it } from "@effect/vitest"
import { stepTurns } from "@wristbank/stand-ins/simulation/StepTurns"
import { Deferred, Effect } from "effect"
import fc from "fast-check"

/** Effects that ask for their turn in any order, and that end in any order. */
const runs = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }).chain((alone) => {
  const numbers = alone.map((_, n) => n)
  const anyOrder = fc.shuffledSubarray(numbers, { minLength: numbers.length })
  return fc.record({ alone: fc.constant(alone), asked: anyOrder, ended: anyOrder })
})

it("effects begin in the order of their numbers, and those that are alone have no one beside them", () =>
  fc.assert(
    fc.asyncProperty(runs, ({ alone, asked, ended }) =>
      Effect.runPromise(Effect.gen(function*() {
        const turn = stepTurns()
        const ends = yield* Effect.forEach(alone, () => Deferred.make<void>())
        const begun: Array<number> = []
        const running = new Set<number>()
        const work = (n: number) =>
          Effect.gen(function*() {
            begun.push(n)
            if (alone[n] === true) assert.strictEqual(running.size, 0)
            assert.isFalse([...running].some((other) => alone[other]))
            running.add(n)
            yield* Deferred.await(ends[n]!)
            running.delete(n)
          })
        const all = Effect.forEach(asked, (n) => turn(n, { alone: alone[n]! })(work(n)), { concurrency: "unbounded" })
        const endAll = Effect.forEach(ended, (n) =>
          Effect.andThen(Effect.yieldNow, Deferred.succeed(ends[n]!, undefined)))
        yield* Effect.all([all, endAll], { concurrency: 2 })
        assert.deepStrictEqual(
          begun,
          alone.map((_, n) =>
            n
          )
        )
      }))),
    { numRuns: 200 }
  ))

it("who has had a turn has the next at once", () =>
  Effect.runPromise(Effect.gen(function*() {
    const turn = stepTurns()
    const again = turn(0, { alone: true })(Effect.succeed("stored"))
    assert.deepStrictEqual([yield* again, yield* again], ["stored", "stored"])
  })))
