import { assert, it } from "@effect/vitest"
import { cruise } from "dependency-cruiser"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import rules from "../../scripts/imports.js"
import { rooms } from "../../scripts/rooms.js"

const root = join(import.meta.dirname, "../..")

/** The violated rules in a project of these files. */
const violated = async (files: { readonly [path: string]: string }): Promise<ReadonlyArray<string>> => {
  const baseDir = mkdtempSync(join(tmpdir(), "rooms-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(baseDir, dirname(path)), { recursive: true })
      writeFileSync(join(baseDir, path), text)
    }
    const { forbidden, options } = rules
    const { output } = await cruise(["."], { ...options, baseDir, validate: true, ruleSet: { forbidden } })
    if (typeof output === "string") throw new Error(output)
    return output.summary.violations.map(({ rule }) => rule.name)
  } finally {
    rmSync(baseDir, { recursive: true })
  }
}

it("each room is in the order of rooms", () => {
  const folders = readdirSync(join(root, "core/src"), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.sameMembers(folders.map(({ name }) => name), [...rooms])
})

it("an import of a higher room is found, however it is written", async () => {
  const [low, high] = [rooms[1], rooms[3]]
  const found = (text: string) =>
    violated({ [`core/src/${low}/Low.ts`]: text, [`core/src/${high}/High.ts`]: "export type High = 1" })
  const expected = [`${low} imports only rooms below it`]
  assert.deepStrictEqual(await found(`import { High } from "../${high}/High.ts"`), expected)
  assert.deepStrictEqual(await found(`import type {\n  High\n} from "../${high}/High.ts"`), expected)
  assert.deepStrictEqual(await found(`export const late = () => import("../${high}/High.ts")`), expected)
  assert.deepStrictEqual(await found("export const high = 1"), [])
  assert.deepStrictEqual(
    await violated({
      [`core/src/${low}/Low.ts`]: "export type Low = 1",
      [`core/src/${high}/High.ts`]: `import type { Low } from "../${low}/Low.ts"`
    }),
    []
  )
})

it("files that import each other are found, if only for a type", async () => {
  assert.deepStrictEqual(
    await violated({
      "http/src/Page.ts": "import type { Text } from \"./Text.ts\"\nexport type Page = Text",
      "http/src/Text.ts": "import type { Page } from \"./Page.ts\"\nexport type Text = Page"
    }),
    ["no circles"]
  )
})

it("an import of a stand-in by the product is found, but not one by a command that runs it", async () => {
  const standIn = { "cli/stand-ins/src/tse/Simulate.ts": "export const simulate = 1" }
  const found = (path: string, text: string) => violated({ ...standIn, [path]: text })
  const expected = ["stand-ins are for the commands that run them"]
  assert.deepStrictEqual(
    await found("cli/src/commands/serve.ts", "await import(\"../../stand-ins/src/tse/Simulate.ts\")"),
    expected
  )
  assert.deepStrictEqual(
    await found("cli/src/commands/tse/simulate.ts", "await import(\"../../../stand-ins/src/tse/Simulate.ts\")"),
    []
  )
})

it("an import of the command line by a stand-in is found", async () => {
  assert.deepStrictEqual(
    await violated({
      "cli/src/views/Table.ts": "export const table = 1",
      "cli/stand-ins/src/tse/Simulate.ts": "import { table } from \"../../../src/views/Table.ts\""
    }),
    ["stand-ins stand below cli and web"]
  )
})

it("the map lists the rooms in their order, the highest first", () => {
  const map = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8")
  const [table = ""] = map.slice(map.indexOf("| room of `core` |")).split("\n\n")
  const listed = Array.from(table.matchAll(/^\| `([a-z]+)` \| /gm), ([, room]) => room!)
  assert.deepStrictEqual(listed, rooms.toReversed())
})
