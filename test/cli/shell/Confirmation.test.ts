import { assert, it } from "@effect/vitest"
import { confirm } from "@wristbank/cli/shell/Confirmation"
import { Effect, Result } from "effect"
import { PassThrough } from "node:stream"

const asked = (typed: string | null, isTTY = true) =>
  Effect.gen(function*() {
    const input = Object.assign(new PassThrough(), { isTTY })
    const output = new PassThrough()
    input.end(typed === null ? "" : `${typed}\n`)
    const result = yield* Effect.result(confirm("Pay 5.00 EUR", { yes: false }, { input, output }))
    return { agreed: Result.isSuccess(result), question: String(output.read() ?? "") }
  })

it.effect.each([["yes", true], [" YES ", true], ["y", false], ["", false], ["no", false], [null, false]] as const)(
  "%j at a terminal: %s",
  ([typed, expected]) =>
    Effect.gen(function*() {
      const { agreed, question } = yield* asked(typed)
      assert.strictEqual(agreed, expected)
      assert.include(question, "Pay 5.00 EUR? Type yes: ")
    })
)

it.effect("a yes that no terminal gives counts for nothing, one in the command for all", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* asked("yes", false), { agreed: false, question: "" })
    yield* confirm("Pay 5.00 EUR", { yes: true })
  }))

it.effect("Ctrl-C at the question is no yes, and no fault of the program either", () =>
  Effect.gen(function*() {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true })
    input.write("yes\u0003")
    const refused = yield* Effect.flip(confirm("Pay 5.00 EUR", { yes: false }, { input, output }))
    assert.strictEqual(refused._tag, "NotConfirmed")
  }))
