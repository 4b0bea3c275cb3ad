import { assert, it } from "@effect/vitest"
import { inTime, paced } from "@wristbank/stand-ins/simulation/Pace"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

const hour = 60 * 60_000
/** Two evenings with a night between. */
const steps = [12, 12.5, 12.75, 36, 36.25].map((hours) => ({ at: hours * hour }))

it.effect("in real time and faster, steps begin when they are due, and nights are left out", () =>
  Effect.gen(function*() {
    for (const speed of [1, 60]) {
      const began: Array<number> = []
      const start = yield* Clock.currentTimeMillis
      const running = yield* Effect.forkChild(
        inTime(
          steps,
          speed,
          () => Effect.map(Clock.currentTimeMillis, (now) => began.push((now - start) * speed / hour))
        )
      )
      yield* TestClock.adjust(0.99 * hour / speed)
      assert.deepStrictEqual(began, [0, 0.5, 0.75, 0.75])
      yield* TestClock.adjust(0.01 * hour / speed)
      yield* Fiber.join(running)
      assert.deepStrictEqual(began, [0, 0.5, 0.75, 0.75, 1])
    }
  }))

it.effect("who begins late stays late until it is made up for, and the delay is reported", () =>
  Effect.gen(function*() {
    const delays: Array<number> = []
    const running = yield* Effect.forkChild(
      inTime(
        [0, 1000, 2000, 60_000].map((at) => ({ at })),
        1,
        (_, late) => Effect.andThen(Effect.sleep("1.5 seconds"), Effect.map(late, (millis) => delays.push(millis)))
      )
    )
    yield* TestClock.adjust("2 minutes")
    yield* Fiber.join(running)
    assert.deepStrictEqual(delays, [1500, 2000, 2500, 1500])
  }))

it("takes the hours that tills are open, divided by the speed", () =>
  assert.strictEqual([...paced(steps, 2)].at(-1)?.due, hour / 2))
