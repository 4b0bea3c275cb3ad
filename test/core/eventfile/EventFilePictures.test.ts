import { assert, it } from "@effect/vitest"
import { apart, type ReadBeside } from "@wristbank/core/eventfile/EventFilePictures"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { plan } from "@wristbank/core/eventfile/EventPlan"
import { reportOf } from "@wristbank/core/eventfile/PlanReport"
import { Result } from "effect"
import fc from "fast-check"
import { drawn as written, png } from "../../support/Pictures.ts"
import { anyEvent } from "./AnyEvent.ts"

const bytes = (text: string) => new TextEncoder().encode(text)
const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const inline = (text: string, type = "image/svg+xml") => `data:${type};base64,${btoa(text)}`
const signature = "\x89PNG\r\n\x1a\n"
const corners =
  "{latitude: 54, longitude: 9}, top_right: {latitude: 54, longitude: 10}, bottom_left: {latitude: 53, longitude: 9}"
const logoFile = (logo: string) => `event: {name: F}\nevent_design:\n  bon_logo: ${logo}\n`
const mapFile = (picture: string) =>
  `event: {name: F}\nevent_design:\n  site_map:\n    {picture: "${picture}", top_left: ${corners}}\n`

const beside = (files: { readonly [path: string]: string | Uint8Array }): ReadBeside => (path) => {
  const found = files[path]
  if (found === undefined) return Result.fail("there is no such file")
  return Result.succeed(typeof found === "string" ? bytes(found) : found)
}

const logoIn = (text: string, readBeside: ReadBeside = beside({})) =>
  Result.getOrThrow(parse("f.yaml", text, { readBeside })).contents["event_design"]![0]!["bon_logo"]

const problemsOf = (text: string, readBeside: ReadBeside = beside({})) =>
  Result.match(parse("f.yaml", text, { readBeside }), {
    onSuccess: () => [],
    onFailure: ({ message }) => message.split("\n")
  })

it("an event with pictures reads back as it was, from one file and with the pictures beside it", () =>
  fc.assert(
    fc.property(anyEvent, (event) => {
      assert.deepStrictEqual(Result.getOrThrow(parse("f.yaml", print(event))).contents, event)
      const { contents, pictures } = apart(event, "festival")
      const text = print(contents)
      assert.notInclude(text, "base64")
      const readBeside = beside(Object.fromEntries(pictures))
      assert.deepStrictEqual(Result.getOrThrow(parse("f.yaml", text, { readBeside })).contents, event)
    }),
    { numRuns: 30 }
  ))

it("pictures beside the file have the name of the file and their kind", () => {
  const design = { bon_logo: inline(svg("")), site_map: { picture: inline(`${signature}...`, "image/png") } }
  const { contents, pictures } = apart({ event: [{ name: "F" }], event_design: [design] }, "harbour")
  assert.deepStrictEqual(Array.from(pictures.keys()), ["harbour-logo.svg", "harbour-site.png"])
  assert.deepStrictEqual(contents["event_design"], [
    { bon_logo: "harbour-logo.svg", site_map: { picture: "harbour-site.png" } }
  ])
})

it("buttons with the same picture share a file, and one that is refused is named by its place", () => {
  const picture = `data:image/webp;base64,${written.lossless.toString("base64")}`
  const buttons = [{ name: "B", picture }, { name: "C", picture: null }, { name: "D", picture }]
  const { contents, pictures } = apart({ event: [{ name: "F" }], till_buttons: buttons }, "harbour")
  const [path, ...others] = Array.from(pictures.keys())
  assert.match(path!, /^harbour-button-[0-9a-f]{12}\.webp$/)
  assert.deepStrictEqual(others, [])
  assert.deepStrictEqual(
    contents["till_buttons"],
    buttons.map((one) => one.picture === null ? one : { ...one, picture: path! })
  )
  const wide = inline(png({ width: 812, height: 1 }).toString("latin1"), "image/png")
  assert.deepStrictEqual(
    problemsOf(`event: {name: F}\ntill_buttons:\n  - {name: B}\n  - {name: C, picture: "${wide}"}\n`),
    [
      "f.yaml:4:15: till_buttons.1.picture: The picture can't be used: it is 812 × 1 pixels large, at most 512 × 512 are possible"
    ]
  )
})

it("a logo is compared in the form in which it is stored", () => {
  const drawn = inline(svg("<path></path>"))
  const given = svg("<script>alert(1)</script><path/>")
  assert.strictEqual(logoIn(logoFile(inline(given))), drawn)
  assert.strictEqual(logoIn(logoFile("art/logo.SVG"), beside({ "art/logo.SVG": given })), drawn)
  assert.strictEqual(logoIn(logoFile("null")), null)
})

it("a picture that the office would refuse is a problem of its line", () => {
  const place = "f.yaml:3:3: event_design.bon_logo: "
  assert.deepStrictEqual(problemsOf(logoFile(inline("<html/>"))), [`${place}This is not a well-formed SVG image`])
  assert.deepStrictEqual(problemsOf(logoFile(inline(signature, "image/png"))), [`${place}A logo must be image/svg+xml`])
  const large = `<desc>${"x".repeat(512 * 1024)}</desc>`
  assert.deepStrictEqual(problemsOf(logoFile(inline(svg(large)))), [`${place}A logo may have 512 KiB`])
  const quotes = `<desc>${"'".repeat(200 * 1024)}</desc>`
  assert.deepStrictEqual(problemsOf(logoFile(inline(svg(quotes)))), [`${place}A logo may have 512 KiB`])
  const mapPlace = "f.yaml:4:6: event_design.site_map.picture: "
  assert.match(problemsOf(mapFile(inline("GIF89a", "image/gif"))).join(), new RegExp(`^${mapPlace}`))
  assert.match(problemsOf(mapFile("site.png"), beside({ "site.png": "no picture" })).join(), new RegExp(`^${mapPlace}`))
  assert.deepStrictEqual(problemsOf(mapFile(inline(`${signature}...`, "image/png"))), [])
  const largest = new Uint8Array(2 * 2 ** 20 + 1)
  largest.set([0xff, 0xd8, 0xff])
  assert.match(problemsOf(mapFile("site.jpg"), beside({ "site.jpg": largest })).join(), /2 MiB/)
})

it("the path of a picture leads to one beside the file", () => {
  const place = "f.yaml:3:3: event_design.bon_logo: "
  const expected =
    `${place}A picture is data:image/png;base64,…, or the path of one beside the file, such as pictures/logo.svg`
  const asked: Array<string> = []
  const readBeside: ReadBeside = (path) => {
    asked.push(path)
    return Result.fail("there is no such file")
  }
  for (
    const path of [
      "/etc/logo.svg",
      "../logo.svg",
      "a/../../logo.svg",
      "C:\\logo.svg",
      "a//logo.svg",
      "\"\"",
      "data:logo.svg"
    ]
  ) {
    assert.deepStrictEqual(problemsOf(logoFile(path), readBeside), [expected], path)
  }
  assert.deepStrictEqual(problemsOf(logoFile("logo.gif"), readBeside), [
    `${place}The name of a picture ends with .svg, .png, .jpg or .webp`
  ])
  assert.deepStrictEqual(asked, [])
  assert.deepStrictEqual(problemsOf(logoFile("logo.svg"), readBeside), [
    `${place}The picture logo.svg: there is no such file`
  ])
  assert.deepStrictEqual(asked, ["logo.svg"])
})

it("a plan says that a picture differs without its content", () => {
  const event = (fill: string) =>
    Result.getOrThrow(parse("f.yaml", logoFile(inline(svg(`<path fill="${fill}"/>`))))).contents
  const steps = plan(event("red"), event("tan"))
  const made = { eventId: 1n, steps, fingerprint: "", keptSecrets: 0, missingVariables: [] }
  const [change] = reportOf(made, [], null).steps[0]!.changes
  const shown = /^image\/svg\+xml, 70 bytes, [0-9a-f]{8}$/
  assert.match(change!.before!, shown)
  assert.match(change!.after!, shown)
  assert.notStrictEqual(change!.before, change!.after)
  assert.deepStrictEqual(plan(event("red"), event("red")), [])
})

it("a file with the largest pictures is read in seconds", () => {
  const logo = inline(svg(`<path d="${"M0 0L1 1".repeat(60_000)}"/>`))
  const picture = `data:image/png;base64,${
    Buffer.from(signature + "x".repeat(2 * 2 ** 20 - 8), "latin1").toString("base64")
  }`
  const text =
    `event: {name: F}\nevent_design:\n  bon_logo: ${logo}\n  site_map: {picture: "${picture}", top_left: ${corners}}\n`
  const { contents } = Result.getOrThrow(parse("f.yaml", text))
  assert.deepStrictEqual(Result.getOrThrow(parse("f.yaml", print(contents))).contents, contents)
}, 30_000)
