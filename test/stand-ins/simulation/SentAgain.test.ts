import { assert, it } from "@effect/vitest"
import { NotFound, ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { sentAgain } from "@wristbank/stand-ins/simulation/SentAgain"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"

/** A booking that fails with these errors in turn, and then is stored. */
const failing = (errors: ReadonlyArray<NotFound | ServiceUnavailable>) => {
  let sent = 0
  const booking = Effect.suspend(() => {
    const error = errors[sent++]
    return error === undefined ? Effect.void : Effect.fail(error)
  })
  return Effect.gen(function*() {
    const fiber = yield* Effect.forkChild(Effect.exit(sentAgain(booking)))
    yield* TestClock.adjust("2 minutes")
    return { isStored: Exit.isSuccess(yield* Fiber.join(fiber)), sent }
  })
}

it.effect.each(
  [
    ["two that found the machine busy", [new ServiceUnavailable(), new ServiceUnavailable()], true, 3],
    ["a refused one", [new NotFound({ element_type: "order", element_id: 1n })], false, 1],
    ["a minute of a busy machine", Array.from({ length: 61 }, () => new ServiceUnavailable()), false, 61]
  ] as const
)("after %s", ([, errors, isStored, sent]) =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* failing(errors), { isStored, sent })
  }))
