import { assert, it } from "@effect/vitest"
import { type Attempt, decideAgain, decided, overtaken, reconfigured } from "@wristbank/core/journal/DecideAgain"
import { Effect, Exit } from "effect"
import fc from "fast-check"

/** Decides by these outcomes, one an attempt; every attempt after them decides. */
const run = (outcomes: ReadonlyArray<Attempt<string>>) =>
  Effect.gen(function*() {
    let made = 0
    const attempt = Effect.sync(() => outcomes[made++] ?? decided("the last"))
    const exit = yield* Effect.exit(decideAgain(attempt))
    return { exit, made }
  })

const outcome = fc.constantFrom<Attempt<string>>(overtaken, reconfigured, decided("answer"))

it.effect("decides until it is not overtaken, four counted times at most", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(fc.array(outcome, { maxLength: 12 }), (outcomes) =>
        Effect.runPromise(Effect.gen(function*() {
          const { exit, made } = yield* run(outcomes)
          const before = outcomes.slice(0, made)
          const counted = before.filter((one) => one.kind === "overtaken" && one.isCounted).length
          if (Exit.isSuccess(exit)) {
            const last = outcomes[made - 1] ?? decided("the last")
            assert.deepStrictEqual(last, decided(exit.value))
            assert.isBelow(counted, 4)
          } else {
            assert.strictEqual(counted, 4)
            assert.deepStrictEqual(outcomes[made - 1], overtaken)
          }
          assert.isTrue(before.slice(0, -1).every(({ kind }) => kind === "overtaken"))
        })))
    )
  ))

it.effect("a changed configuration alone never ends it", () =>
  Effect.gen(function*() {
    const { exit, made } = yield* run(Array.from({ length: 50 }, () => reconfigured))
    assert.deepStrictEqual(exit, Exit.succeed("the last"))
    assert.strictEqual(made, 51)
  }))

it.effect("the fourth counted attempt is the last, and a refusal ends it at once", () =>
  Effect.gen(function*() {
    const { exit, made } = yield* run([overtaken, reconfigured, overtaken, overtaken, overtaken])
    assert.isTrue(Exit.isFailure(exit))
    assert.strictEqual(made, 5)
    let asked = 0
    const refused = Effect.suspend(() => {
      asked++
      return Effect.fail("refused")
    })
    assert.strictEqual(yield* Effect.flip(decideAgain(refused)), "refused")
    assert.strictEqual(asked, 1)
  }))
