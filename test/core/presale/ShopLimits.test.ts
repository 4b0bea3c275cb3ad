import { assert, it } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { organizerOf } from "@wristbank/core/event/ShopEvent"
import { readersOf } from "@wristbank/core/event/ShopEvent"
import { ShopLimits } from "@wristbank/core/presale/ShopLimits"
import { Clock, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"

const at = (organizer: string, event = "festival") => ({
  url: "https://shop.example",
  organizer,
  event,
  key: Redacted.make("key")
})

/** Two calls a second. */
const limits = Layer.fresh(Layer.provide(
  ShopLimits.layer,
  Configuration.layer({ environment: { WRISTBANK_PRESALE_REQUESTS_PER_MINUTE: "120" } })
))

/** The seconds at which calls that are asked for at once may be made. */
const timesOf = Effect.fnUntraced(function*(count: number, organizer: string, event?: string) {
  const { enter } = yield* ShopLimits
  const times: Array<number> = []
  const call = Effect.andThen(
    enter(at(organizer, event)),
    Effect.map(Clock.currentTimeMillis, (now) => times.push(now / 1000))
  )
  const fiber = yield* Effect.forkChild(Effect.all(Array.from({ length: count }, () => call), { concurrency: 1 }))
  yield* TestClock.adjust("60 seconds")
  yield* Fiber.join(fiber)
  return times
})

it.effect("calls of an organiser, whatever the event, share a pace, and those of others do not", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* timesOf(6, "one"), [0, 0, 0.5, 1, 1.5, 2])
    const { enter } = yield* ShopLimits
    yield* enter(at("one", "elsewhere"))
    yield* enter(at("one", "elsewhere"))
    assert.deepStrictEqual((yield* timesOf(1, "one"))[0], 60.5)
    assert.deepStrictEqual(yield* timesOf(1, "two"), [120])
  }).pipe(Effect.provide(limits)))

it.effect("no one calls an organiser who asked for a pause of 7 seconds before it is over", () =>
  Effect.gen(function*() {
    const { enter, pause } = yield* ShopLimits
    yield* enter(at("one"))
    yield* pause(at("one", "elsewhere"), 7)
    yield* pause(at("one"), 3)
    assert.deepStrictEqual(yield* timesOf(1, "one"), [7])
  }).pipe(Effect.provide(limits)))

it("of events at the same event of a shop, however its address is written, the one with the lowest number imports", () => {
  const event = (eventId: bigint, url: string, name = "festival") => ({ eventId, url, organizer: "one", event: name })
  const first = event(3n, "https://Shop.example/")
  const same = event(7n, "https://shop.example")
  const other = event(5n, "https://shop.example", "winter")
  assert.strictEqual(organizerOf(first), organizerOf(same))
  assert.deepStrictEqual(readersOf([same, other, first]), { readers: [other, first], others: [same] })
  assert.notStrictEqual(organizerOf(first), organizerOf({ ...first, organizer: "two" }))
})
