import { assert, it } from "@effect/vitest"
import { aloneOnScreen, make, Progress } from "@wristbank/cli/views/Progress"
import { openDisplay } from "@wristbank/cli/views/ProgressLines"
import { openDisplay as openScreen, Steps } from "@wristbank/cli/views/ProgressScreen"
import { portionAfter, portionText, type Step } from "@wristbank/cli/views/ProgressStep"
import { WorkDone } from "@wristbank/core/base/WorkDone"
import { Effect, Exit, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { renderToString } from "ink"
import { createElement } from "react"
import { vi } from "vitest"

it.effect("lines: one when a step begins, one when it ends, and notes between", () =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const progress = make(openDisplay((line) => lines.push(line)))
    yield* progress.step("Opening the database")(progress.note("The data lies elsewhere"))
    yield* Effect.exit(progress.step("Starting the server")(Effect.fail("port taken")))
    yield* progress.finish
    yield* progress.note("too late to be shown")
    assert.deepStrictEqual(lines, [
      "Opening the database …",
      "The data lies elsewhere",
      "Opening the database: done (0.0 s)",
      "Starting the server …",
      "Starting the server: failed (0.0 s)"
    ])
  }))

it.effect("lines: one for each tenth of a step whose work is counted, with the time that is left", () =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const progress = make(openDisplay((line) => lines.push(line)))
    yield* Effect.flatMap(
      WorkDone,
      (report) =>
        Effect.forEach(
          Array.from({ length: 20 }),
          (_, at) => Effect.andThen(TestClock.adjust("500 millis"), report((at + 1) * 100, 2000))
        )
    ).pipe(progress.step("Drawing"))
    assert.deepStrictEqual(lines.slice(0, 3), [
      "Drawing …",
      "Drawing: 200 of 2,000, 9 s left",
      "Drawing: 400 of 2,000, 8 s left"
    ])
    assert.lengthOf(lines, 11)
    assert.match(lines.at(-1)!, /^Drawing: done/)
  }))

it.effect("long work is shown after a second, with its portion, and short work not at all", () =>
  Effect.gen(function*() {
    const lines: Array<string> = []
    const progress = make(openDisplay((line) => lines.push(line)))
    const working = (parts: number) =>
      Effect.forEach(
        Array.from({ length: parts }),
        (_, at) =>
          Effect.andThen(Effect.sleep("400 millis"), WorkDone.pipe(Effect.flatMap((report) => report(at + 1, parts))))
      )
    const run = Effect.fnUntraced(function*(effect: Effect.Effect<unknown, string>) {
      const fiber = yield* Effect.forkChild(Effect.exit(effect))
      for (let at = 0; at < 12; at++) yield* TestClock.adjust("200 millis")
      return yield* Fiber.join(fiber)
    })
    yield* run(progress.long("Reading")(working(2)))
    assert.deepStrictEqual(lines, [])
    yield* run(progress.long("Writing")(working(5)))
    assert.deepStrictEqual(lines, [
      "Writing …",
      "Writing: 3 of 5, 1 s left",
      "Writing: 4 of 5, 1 s left",
      "Writing: done (2.0 s)"
    ])
    const failed = yield* run(
      progress.long("Checking")(Effect.andThen(Effect.sleep("1.5 seconds"), Effect.fail("broken")))
    )
    assert.isTrue(Exit.isFailure(failed))
    assert.deepStrictEqual(lines.slice(4), ["Checking …", "Checking: failed (1.5 s)"])
  }))

it.prop("the time that is left falls to zero with steady work", [
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))
], ([total, seconds]) => {
  const left = Array.from(
    { length: total },
    (_, at) => portionAfter(at + 1, total, seconds * (at + 1) / total).secondsLeft!
  )
  assert.deepStrictEqual(left, left.toSorted((a, b) => b - a))
  assert.strictEqual(left.at(-1), 0)
  assert.isNull(portionAfter(0, total, seconds).secondsLeft)
  assert.strictEqual(portionText({ done: 1, total: 10, secondsLeft: 121 }), "1 of 10, 3 min left")
})

it("screen: every step with its mark, its time once done, and the notes", () => {
  const steps: ReadonlyArray<Step> = [
    { label: "Opening the database", state: "done", seconds: 1.25 },
    { label: "Migrating", state: "failed", seconds: 0 },
    { label: "Starting the server", state: "running", seconds: 0 },
    { label: "Drawing", state: "running", seconds: 0, portion: { done: 300, total: 2000, secondsLeft: 12 } }
  ]
  const screen = renderToString(createElement(Steps, { steps, notes: ["The data lies elsewhere"] }))
  assert.match(screen, /✔ Opening the database 1\.3 s/)
  assert.match(screen, /✖ Migrating/)
  assert.match(screen, /⠋ Starting the server/)
  assert.match(screen, /⠋ Drawing 300 of 2,000, 12 s left/)
  assert.match(screen, /The data lies elsewhere/)
})

it.effect("a step with a display of its own begins when that of the steps before has ended", () =>
  Effect.gen(function*() {
    const happened: Array<string> = []
    const before = make({ show: () => undefined, close: () => happened.push("closed") })
    yield* Effect.sync(() => happened.push("read")).pipe(
      aloneOnScreen("Reading"),
      Effect.provideService(Progress, before)
    )
    assert.deepStrictEqual(happened, ["closed", "read"])
  }))

it("a screen on which nothing was shown leaves no line", () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true)
  try {
    openScreen().close()
    assert.deepStrictEqual(written.mock.calls, [])
  } finally {
    written.mockRestore()
  }
})
