import { assert, it } from "@effect/vitest"
import { EmbeddedPostgresError } from "@wristbank/cli/postgres/EmbeddedPostgresError"
import { afterEnd, mostRestarts, period, restarting } from "@wristbank/cli/postgres/Restarts"
import { Clock, Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

it("PostgreSQL is started again five times in any ten minutes at most, and given up only after more ends than that", () =>
  fc.assert(fc.property(fc.array(fc.oneof(fc.nat(90_000), fc.nat(2 * period)), { maxLength: 60 }), (pauses) => {
    const ends: Array<number> = []
    let recent: ReadonlyArray<number> = []
    let now = 1_700_000_000_000
    for (const pause of pauses) {
      now += pause
      ends.push(now)
      const within = ends.filter((at) => at > now - period).length
      const next = afterEnd(recent, now)
      assert.strictEqual(next.kind, within > mostRestarts ? "giveUp" : "again")
      if (next.kind === "giveUp") return
      assert.strictEqual(next.pauseSeconds, within - 1)
      recent = next.recent
    }
  })))

/** A run that ends repeatedly, each time after this many milliseconds; records its starts. */
const ending = (lifeMillis: number, starts: Array<number>, orFail = false) =>
  Effect.gen(function*() {
    starts.push(yield* Clock.currentTimeMillis)
    yield* Effect.sleep(lifeMillis)
    const end = new EmbeddedPostgresError({ message: `end ${starts.length}` })
    return orFail ? yield* end : end
  })

const first = new EmbeddedPostgresError({ message: "the first end" })
const quiet = Effect.provide(Logger.layer([]))

for (const orFail of [false, true]) {
  it.effect(`what ${orFail ? "does not start" : "ends at once"} is waited for longer each time, and given up`, () =>
    Effect.gen(function*() {
      const starts: Array<number> = []
      const given = yield* Effect.forkChild(Effect.flip(restarting(first, ending(0, starts, orFail))))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(starts, [0, 1_000, 3_000, 6_000, 10_000])
      const { message } = yield* Fiber.join(given)
      assert.match(message, /ended by itself 6 times within 10 minutes/)
      assert.match(message, /end 5$/, "the last end is reported")
    }).pipe(quiet))
}

it.effect("what ends seldom is started again at once, without end", () =>
  Effect.gen(function*() {
    const starts: Array<number> = []
    const running = yield* Effect.forkChild(restarting(first, ending(period, starts)))
    yield* TestClock.adjust("100 minutes")
    assert.deepStrictEqual(starts, Array.from({ length: 11 }, (_, n) => n * period))
    assert.isUndefined(running.pollUnsafe())
  }).pipe(quiet))
