import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { longPages, pagesIn } from "../../scripts/docs/PageLength.ts"
import { pagesOf, sections } from "../../scripts/docs/sections.ts"

const lines = (count: number) => "line\n".repeat(count)

it("a page that is too long is named with its lines; pages of rows to look up may be longer", () => {
  assert.deepStrictEqual(
    longPages([
      ["user-guide/cashier.md", lines(120)],
      ["user-guide/guest.md", lines(121)],
      ["reference/errors.md", lines(2000)]
    ]),
    ["docs/user-guide/guest.md has 121 lines; a page has 120 at most"]
  )
})

it("no page of the documentation is too long, and those of the site's packages are not looked at", async () => {
  const pages = await pagesIn(join(import.meta.dirname, "../../docs"))
  const names = pages.map(([name]) => name)
  assert.include(names, "intro.md")
  assert.include(names, "administrator-documentation/tse/index.md")
  assert.deepStrictEqual(names.filter((name) => name.startsWith("site/")), [])
  assert.deepStrictEqual(longPages(pages), [])
})

it("each page of the documentation is in the sidebar once", async () => {
  const pages = await pagesIn(join(import.meta.dirname, "../../docs"))
  const names = pages.map(([name]) => name.replace(/\.md$/, "")).filter((name) => !name.startsWith("blog/"))
  assert.deepStrictEqual(pagesOf(sections).toSorted(), names.toSorted())
})
