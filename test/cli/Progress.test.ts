import { assert, it } from "@effect/vitest"
import { make, type Step } from "@wristbank/cli/views/Progress"
import { openDisplay } from "@wristbank/cli/views/ProgressLines"
import { Steps } from "@wristbank/cli/views/ProgressScreen"
import { Effect } from "effect"
import { renderToString } from "ink"
import { createElement } from "react"

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

it("screen: every step with its mark, its time once done, and the notes", () => {
  const steps: ReadonlyArray<Step> = [
    { label: "Opening the database", state: "done", seconds: 1.25 },
    { label: "Migrating", state: "failed", seconds: 0 },
    { label: "Starting the server", state: "running", seconds: 0 }
  ]
  const screen = renderToString(createElement(Steps, { steps, notes: ["The data lies elsewhere"] }))
  assert.match(screen, /✔ Opening the database 1\.3 s/)
  assert.match(screen, /✖ Migrating/)
  assert.match(screen, /⠋ Starting the server/)
  assert.match(screen, /The data lies elsewhere/)
})
