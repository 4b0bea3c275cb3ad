import { assert, it } from "@effect/vitest"
import { sections } from "@wristbank/core/eventfile/Sections"
import { eventFilePage } from "@wristbank/docs/eventFile"
import { readFileSync } from "node:fs"

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
