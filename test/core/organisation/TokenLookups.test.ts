import { assert, describe, it } from "@effect/vitest"
import { type Allowance, fullAt, mayTake, take } from "@wristbank/core/base/limits/Allowance"
import { allowances } from "@wristbank/core/base/limits/Limits"
import { Unauthorized } from "@wristbank/core/base/Refusal"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

const size = { most: 10, perSecond: 2 }

describe("an allowance", () => {
  it("lets no more through in any time than it holds and what grows back meanwhile", () =>
    fc.assert(fc.property(fc.array(fc.integer({ min: 0, max: 3000 })), (pauses) => {
      let allowance: Allowance | undefined
      let now = 1_000_000
      const began = now
      let taken = 0
      for (const pause of pauses) {
        now += pause
        if (allowance !== undefined && fullAt(allowance, size) <= now) allowance = undefined
        if (!mayTake(allowance, size, now)) continue
        allowance = take(allowance, size, now)
        taken++
      }
      assert.isAtMost(taken, size.most + (now - began) / 1000 * size.perSecond)
    })))

  it("refuses no one who takes no faster than it grows back", () =>
    fc.assert(fc.property(fc.array(fc.integer({ min: 500, max: 3000 })), (pauses) => {
      let allowance: Allowance | undefined
      let now = 1_000_000
      for (const pause of pauses) {
        now += pause
        assert.isTrue(mayTake(allowance, size, now))
        allowance = take(allowance, size, now)
      }
    })))
})

/** Each look-up, after whether it ran on the connections of strangers. */
const asked: Array<string> = []

const strangers = Layer.succeed(AnonymousCalls, {
  asAnonymous: (effect) => Effect.andThen(Effect.sync(() => asked.push("apart")), effect),
  asKnown: (effect) => effect,
  isFull: () => false,
  isUsedUp: () => false,
  countAnswer: () => Effect.void
})

const fromNetwork = (network: string, token: string, valid: boolean) =>
  TokenLookups.use(({ verify }) =>
    Effect.match(
      verify(
        token,
        network,
        Effect.andThen(
          Effect.sync(() => asked.push("asked")),
          valid ? Effect.void : Effect.fail(new Unauthorized())
        )
      ),
      { onSuccess: () => "found", onFailure: ({ _tag }) => _tag }
    )
  )

it.effect("a token that was verified asks on everyone's connections from then on, until it is unknown", () =>
  Effect.gen(function*() {
    asked.length = 0
    assert.strictEqual(yield* fromNetwork("a", "one", true), "found")
    assert.strictEqual(yield* fromNetwork("a", "one", true), "found")
    assert.strictEqual(yield* fromNetwork("a", "one", false), "Unauthorized")
    assert.strictEqual(yield* fromNetwork("a", "one", true), "found")
    assert.deepStrictEqual(asked, ["apart", "asked", "asked", "asked", "apart", "asked"])
  }).pipe(Effect.provide(Layer.provide(TokenLookups.layer, strangers))))

it.effect("a network that shows many unknown tokens waits, without being asked about, and no one else does", () =>
  Effect.gen(function*() {
    yield* fromNetwork("till", "verified", true)
    for (let n = 0; n < allowances.unknownTokens.most; n++) {
      assert.strictEqual(yield* fromNetwork("till", `unknown ${n}`, false), "Unauthorized")
    }
    asked.length = 0
    assert.strictEqual(yield* fromNetwork("till", "another", false), "ServiceUnavailable")
    assert.deepStrictEqual(asked, [])
    assert.strictEqual(yield* fromNetwork("till", "verified", true), "found")
    assert.strictEqual(yield* fromNetwork("elsewhere", "another", false), "Unauthorized")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* fromNetwork("till", "after a while", true), "found")
  }).pipe(Effect.provide(Layer.provide(TokenLookups.layer, strangers))))
