import { assert, it } from "@effect/vitest"
import { commandEntries } from "@wristbank/docs/CommandLine"
import { commandPages } from "@wristbank/docs/commands"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dirname, "../../docs/reference/commands")

it("docs/reference/commands has the pages that docs/generators/commands.ts writes", async () => {
  const pages = await commandPages()
  assert.sameMembers(readdirSync(folder), [...pages.keys()])
  for (const [file, text] of pages) assert.strictEqual(readFileSync(join(folder, file), "utf8"), text, file)
})

it("each command has a section on one page, with each of its flags", async () => {
  const entries = await commandEntries()
  const sections = [...(await commandPages()).values()].flatMap((text) => text.split(/^## /m).slice(1))
  assert.isAbove(entries.length, 50)
  for (const { command, typed } of entries) {
    const found = sections.filter((section) => section.startsWith(`wristbank ${typed}\n`))
    assert.lengthOf(found, 1, typed)
    for (const flag of Object.values(command.flags)) {
      if (["config", "log-level"].includes(flag.name) || flag.hidden === true) continue
      assert.match(found[0]!, new RegExp(`--(?:\\[no-\\])?${flag.name}\\b`), typed)
    }
  }
})

it("the heading of a section is the anchor that the list of commands links to", async () => {
  const pages = await commandPages()
  const links = Array.from(pages.get("index.md")!.matchAll(/\]\(([\w-]+\.md)#([\w-]+)\)/g))
  assert.lengthOf(links, (await commandEntries()).length)
  for (const [, file, anchor] of links) {
    const anchors = Array.from(
      pages.get(file!)!.matchAll(/^## (.+)$/gm),
      ([, heading]) => heading!.replaceAll(" ", "-")
    )
    assert.include(anchors, anchor)
  }
})
