import { assert, it } from "@effect/vitest"
import { stopLines } from "@wristbank/cli/views/EventEndWalk"
import { walkThrough } from "@wristbank/cli/views/EventEndWalk"
import { EndStep, EndStepName } from "@wristbank/core/overview/EventEnd"
import { Effect } from "effect"
import { PassThrough } from "node:stream"
import { tasks } from "../../../web/administration/Tasks.ts"
import { problemOfLine } from "../../docs/DocumentedCommand.ts"
import { shellLines } from "../../docs/ShellLine.ts"

const closed = { eventId: 7n, currency: "EUR", login: "henry" }

/** The steps of an event in which so much is left. */
const steps = (left: { readonly [name in EndStepName]?: number }) =>
  EndStepName.literals.map((step) => {
    const count = step === "archive" ? left.archive ?? 1 : left[step] ?? 0
    const otherwise = ["unclaimed", "tax_export"].includes(step) ? "advised" : "open"
    return new EndStep({ step, count, state: count === 0 ? "done" : otherwise, amount: null })
  })

/** A walk in which someone gives an answer at each question, null to end the input; then the next of the states is stored. */
const walk = (
  states: ReadonlyArray<Parameters<typeof steps>[0]>,
  answers: ReadonlyArray<string | null>,
  isTTY = true
) =>
  Effect.gen(function*() {
    const input = Object.assign(new PassThrough(), { isTTY })
    const output = new PassThrough()
    const left = [...answers]
    let shown = ""
    output.on("data", (chunk) => {
      shown += String(chunk)
      if (!shown.endsWith("q leaves: ")) return
      const answer = left.shift()
      if (answer === null) input.end()
      else input.write(answer ?? assert.fail(shown))
    })
    const [first, ...later] = states.map(steps)
    const read = Effect.sync(() => later.shift() ?? assert.fail(shown))
    const walked = yield* walkThrough(first!, read, closed, { input, output })
    assert.deepStrictEqual([left, later], [[], []], shown)
    return { ...walked, shown }
  })

/** What was shown, by question. */
const questions = (shown: string) => shown.split("q leaves: ").map((part) => part.trim().split("\n")[0])

it.effect("leads from one step to the next once it is done, by whomever, and ends at the books", () =>
  Effect.gen(function*() {
    const { isLeft, shown, steps: last } = yield* walk(
      [{ registers: 3, mail: 1, tax_export: 9 }, { registers: 1, mail: 1, tax_export: 9 }, { tax_export: 9 }, {}, {}],
      ["\n", "\n", "\n", "\n"]
    )
    assert.deepStrictEqual(questions(shown), [
      "3 registers with money",
      "Still 1 registers with money",
      "[x] All registers are counted and empty",
      "[x] The export for the tax office has all orders",
      ""
    ])
    assert.include(shown, "empty\n\n9 orders that no export for the tax office has\n")
    assert.include(shown, "orders\n\nThe books for accounting\n")
    assert.deepStrictEqual([isLeft, last], [false, steps({})])
  }))

it.effect("goes on without a step, and names at the end what keeps the event open", () =>
  Effect.gen(function*() {
    const left = { registers: 2, unclaimed: 4 }
    const { isLeft, shown } = yield* walk([left, left, left, left], [" N \n", "n\n", "\n"])
    assert.deepStrictEqual(questions(shown), [
      "2 registers with money",
      "4 guests with money",
      "The books for accounting",
      "Before the event can be archived:"
    ])
    assert.match(shown, /:\n\[ \] 2 registers with money\n$/)
    assert.isFalse(isLeft)
  }))

it.effect.each(["q\n", " Q \n", null])(
  "is left at any question by %j, and called again begins where it ended",
  (typed) =>
    Effect.gen(function*() {
      const { isLeft, shown } = yield* walk([{ registers: 2, transports: 1 }, { transports: 1 }], ["\n", typed])
      assert.isTrue(isLeft)
      assert.include(shown, "Call this again to go on")
      const again = yield* walk([{ transports: 1 }], [typed])
      assert.match(questions(again.shown)[0]!, /^1 people with cash/)
    })
)

it.effect("asks nothing without a terminal, and nothing about an archived event", () =>
  Effect.gen(function*() {
    for (const [state, isTTY] of [[{ registers: 2 }, false], [{ unclaimed: 2, archive: 0 }, true]] as const) {
      assert.deepStrictEqual(yield* walk([state], [], isTTY), { isLeft: false, steps: steps(state), shown: "" })
    }
  }))

it("each stop names screens that there are, and commands as the command line takes them", async () => {
  const names = EndStepName.literals.filter((name) => name !== "archive")
  const stops = [...names.map((step) => new EndStep({ step, state: "open", count: 1, amount: null })), "books" as const]
  const screens = tasks.flatMap((task) => task.screens.map(({ title }) => `${task.title.en}, ${title.en}`))
  const exported = new Set<string>()
  for (const stop of stops) {
    const lines = stopLines(stop, { ...closed, login: "Ida of the bar" })
    const pages = lines.filter((line) => line.startsWith("  Back office: ")).map((line) => line.slice(15))
    const commands = lines.filter((line) => line.startsWith("  wristbank ")).join("\n").replaceAll(" RUN ", " 1 ")
    assert.isNotEmpty([...pages, commands], lines[0])
    assert.deepStrictEqual(pages.filter((page) => !screens.includes(page)), [])
    for (const line of shellLines(commands)) {
      assert.isUndefined(await problemOfLine(line), line.text)
      if (/export/.test(line.text)) exported.add(line.words.slice(1, 3).join(" "))
    }
  }
  assert.deepStrictEqual(
    exported,
    new Set(["fiscal export", "export orders", "export line-items", "export postings", "export shifts"])
  )
})
