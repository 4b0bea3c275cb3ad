import { assert, it } from "@effect/vitest"
import { LongestParsing } from "@wristbank/core/base/ParsingThreads"
import { sanitise, sanitiseApart } from "@wristbank/core/event/SvgImage"
import { printEventFile } from "@wristbank/core/eventfile/EventFilePrinter"
import { readEventFile } from "@wristbank/core/eventfile/EventFileReader"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { Effect, Result } from "effect"
import { setImmediate } from "node:timers/promises"

const logo = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"></path></svg>"

const festival = `
event:
  name: Festival
event_design:
  bon_logo: pictures/logo.svg
nodes:
  - path: Stage
tax_rates:
  - name: VAT
    rate: 0.19
`

const read = (text: string, language: "de" | "en" = "en") =>
  readEventFile({
    name: "f.yaml",
    text,
    language,
    pictures: { "logo.svg": new TextEncoder().encode(logo) },
    missing: "it was not sent"
  }).pipe(unhurried)

/** As long as a busy machine takes. */
const unhurried = Effect.provideService(LongestParsing, "1 hour")

/** What an effect comes to, and whether this thread did other work meanwhile. */
const besideOthers = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.promise(async () => {
    const seen = { turns: 0, over: false }
    const done = Effect.runPromise(Effect.result(unhurried(effect))).finally(() => seen.over = true)
    // A thread that reads the text itself gets there only once.
    while (!seen.over) {
      await setImmediate()
      seen.turns++
    }
    const { turns } = seen
    return { result: await done, turns }
  })

it.live("a file is read in a thread as here, with the pictures that came with it", () =>
  Effect.gen(function*() {
    const { contents, locate } = yield* read(festival)
    const readBeside = () => Result.succeed(new TextEncoder().encode(logo))
    const here = Result.getOrThrow(parse("f.yaml", festival, { readBeside }))
    assert.deepStrictEqual(contents, here.contents)
    for (const path of [["event"], ["nodes", 0], ["tax_rates", 0], ["tax_rates", 7]]) {
      assert.deepStrictEqual(locate({ path, message: "m" }), here.locate({ path, message: "m" }), path.join())
    }
    const problem = yield* Effect.flip(read(festival.replace("logo.svg", "other.svg")))
    assert.include(
      String(problem),
      "f.yaml:5:3: event_design.bon_logo: The picture pictures/other.svg: it was not sent"
    )
    assert.include(String(yield* Effect.flip(read("event: {name: F}\nevent: 1", "de"))), "kommt zweimal vor")
  }))

const inEachLine = [
  ["a syntax error", "a: b: c\n".repeat(2_000)],
  ["a field that is there again", "a: 1\n".repeat(5_000)],
  ["an object without its fields", "event:\n  name: F\nproducts:\n" + "- {}\n".repeat(5_000)],
  ["a name that leads nowhere", "event: {name: F}\ntills:\n" + "- {name: A, at: X}\n".repeat(2_000)]
] as const

for (const [what, text] of inEachLine) {
  it.live(`reading ends at 200 problems and says so, and others are served meanwhile: ${what} in each line`, () =>
    Effect.gen(function*() {
      const { result, turns } = yield* besideOthers(read(text))
      const problem = Result.isFailure(result) ? result.failure : undefined
      assert.strictEqual(problem?._tag, "EventFileInvalid")
      const problems = problem?._tag === "EventFileInvalid" ? problem.problems : []
      assert.lengthOf(problems, 201)
      assert.match(problems[200]!.message, /^There are more problems/)
      assert.isAbove(turns, 10)
    }))
}

it.live("a file is written in a thread as here", () =>
  Effect.gen(function*() {
    const readBeside = () => Result.succeed(new TextEncoder().encode(logo))
    const { contents } = Result.getOrThrow(parse("f.yaml", festival, { readBeside }))
    const large = { ...contents, tills: Array.from({ length: 500 }, (_, n) => ({ name: `Till ${n}` })) }
    const { result, turns } = yield* besideOthers(printEventFile(large))
    assert.deepStrictEqual(result, Result.succeed(print(large)))
    assert.isAbove(turns, 10)
  }))

it.live("an SVG image is made safe in a thread as here", () =>
  Effect.gen(function*() {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const large = bytes(logo.replace("</path>", "</path>" + "<path d='M1 1'/>".repeat(20_000)))
    const { result, turns } = yield* besideOthers(sanitiseApart(large))
    assert.deepStrictEqual(result, sanitise(large))
    assert.isAbove(turns, 10)
    for (const image of [bytes("<svg"), Uint8Array.of(0xff)]) {
      assert.deepStrictEqual(yield* Effect.result(unhurried(sanitiseApart(image))), sanitise(image))
    }
  }))

it.live("the time for a text begins when the thread is there, and a text that takes longer is refused", () =>
  Effect.gen(function*() {
    const heavy = new TextEncoder().encode(logo.replace("</path>", "</path>" + "<path d='M1 1'/>".repeat(100_000)))
    const within = Effect.provideService(LongestParsing, "1 milli")
    // The first one also starts a thread, and so does the next, as the slow one was ended.
    for (const image of [heavy, heavy]) {
      const refused = yield* Effect.flip(within(sanitiseApart(image)))
      assert.strictEqual(refused._tag === "InvalidArgument" && refused.rule, "event.svg_too_heavy")
    }
    assert.deepStrictEqual(
      yield* Effect.result(unhurried(sanitiseApart(new TextEncoder().encode(logo)))),
      sanitise(new TextEncoder().encode(logo))
    )
  }))
