import { assert, it } from "@effect/vitest"
import { DatabaseUnreachable } from "@wristbank/cli/postgres/DatabaseConnection"
import { awaited, logIntervalMillis, waitedOn, type Waiting } from "@wristbank/cli/serving/AwaitedDatabase"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

it("each reason is told when it appears, and then once in a minute at most", () =>
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(90_000), fc.constantFrom("a", "b"))), (tries) => {
    let waiting: Waiting | undefined
    let now = 1_700_000_000_000
    const lines: Array<{ readonly now: number; readonly reason: string }> = []
    for (const [pause, reason] of tries) {
      now += pause
      const before = waiting
      const next = waitedOn(waiting, reason, now)
      waiting = next.waiting
      assert.strictEqual(next.line === "changed", before !== undefined && before.reason !== reason)
      const last = lines.at(-1)
      const isDue = last === undefined || last.reason !== reason || now - last.now >= logIntervalMillis
      assert.strictEqual(next.line !== undefined, isDue)
      if (isDue) lines.push({ now, reason })
    }
    assert.strictEqual(waiting?.tries ?? 0, tries.length)
  })))

it.effect("a database is tried each second, with a line at the begin and the end, while the work beside it goes on", () =>
  Effect.gen(function*() {
    const lines: Array<unknown> = []
    let tries = 0
    let beside = "not begun"
    const use = Effect.suspend(() =>
      ++tries < 30
        ? Effect.fail(new DatabaseUnreachable({ message: "nothing listens there\n  at stack" }))
        : Effect.succeed("used")
    )
    const meanwhile = Effect.acquireRelease(
      Effect.sync(() => void (beside = "runs")),
      () => Effect.sync(() => void (beside = "ended"))
    )
    const logger = Logger.make(({ message }) => void lines.push(message))
    const fiber = yield* Effect.forkChild(
      Effect.scoped(awaited(meanwhile)(use)).pipe(
        Effect.provide(
          Configuration.layer({ flags: {}, environment: { DATABASE_URL: "postgres://till@db.example/festival" } })
        ),
        Effect.provide(Logger.layer([logger]))
      )
    )
    // The configuration is read from the disk, which takes no time of the test's clock.
    const turn = Effect.promise(() => new Promise((next) => setImmediate(next)))
    yield* Effect.repeat(turn, { until: () => tries > 0 })
    yield* TestClock.adjust("28 seconds")
    assert.deepStrictEqual([tries, beside], [29, "runs"])
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(fiber), "used")
    assert.deepStrictEqual([tries, beside], [30, "ended"])
    assert.deepStrictEqual(lines.flat(), ["Waiting for the database", "The database can be used"])
  }))
