import { assert, it } from "@effect/vitest"
import { parse } from "@wristbank/core/eventfile/EventFileText"
import { sections } from "@wristbank/core/eventfile/Sections"
import { eventFilePage } from "@wristbank/docs/eventFile"
import { Result } from "effect"
import { readFileSync } from "node:fs"
import { schemaFaults } from "../support/EventSchema.ts"

const stored = readFileSync(new URL("../../docs/reference/event-file.md", import.meta.url), "utf8")

it("docs/reference/event-file.md is what docs/generators/eventFile.ts writes", () =>
  assert.strictEqual(stored, eventFilePage()))

it("each section of a file has its heading with the fields that tell its objects apart and its secrets", () => {
  const parts = new Map(stored.split(/^## /m).slice(1).map((part) => [part.split("\n")[0]!, part]))
  assert.deepStrictEqual([...parts.keys()], sections.map(({ name }) => name))
  for (const { identity, name, secrets } of sections) {
    for (const field of [...identity, ...secrets]) assert.include(parts.get(name), `| \`${field}\``)
  }
})

it("the JSON Schema takes the files that come with Wristbank, and refuses what the program refuses", () => {
  const fileOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")
  const festival = fileOf("examples/festival.yaml")
  for (const text of [festival, fileOf("cli/stand-ins/src/festival/demo-festival.yaml")]) {
    assert.deepStrictEqual(schemaFaults(text), [])
  }
  const wrong = [
    ["event:\n", "event:\n  motto: Peace\n", /^\/event must NOT have additional properties/],
    ["products:\n", "produce:\n", /^ must NOT have additional properties/],
    [/price: [\d.]+/, "price: much", /^\/products\/\d+\/price must be number/],
    [/name: Beer,/, "name: [Beer],", /^\/products\/\d+\/name must be string/]
  ] as const
  for (const [found, replacement, expected] of wrong) {
    const text = festival.replace(found, replacement)
    assert.notStrictEqual(text, festival, String(found))
    assert.isTrue(schemaFaults(text).some((fault) => expected.test(fault)), `${schemaFaults(text)}`)
    assert.isTrue(Result.isFailure(parse("festival.yaml", text)), String(found))
  }
})
