import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { indexOf, search, type Texts } from "../../docs/site/src/search/ranking.ts"
import { stemOf, wordsOf } from "../../docs/site/src/search/words.ts"
import { pagesIn } from "../../scripts/docs/PageLength.ts"
import { questions } from "./Questions.ts"
import { textsOf } from "./SiteTexts.ts"

const docs = join(import.meta.dirname, "../../docs")

const pagesFound = (index: ReturnType<typeof indexOf>, typed: string, limit: number) =>
  search(index, typed, limit).map(({ document }) => document.u.replace(/^\/docs\//, ""))

it("what people type leads, among the first three pages, to one that answers it", async () => {
  const index = indexOf(textsOf(await pagesIn(docs)))
  const missing = questions.flatMap(([, ...pages]) => pages).filter((page) => !existsSync(join(docs, `${page}.md`)))
  assert.deepStrictEqual(missing, [], "pages that answer and do not exist")
  const lost = questions.flatMap(([typed, ...pages]) => {
    const found = pagesFound(index, typed, 3)
    return pages.some((page) => found.includes(page)) ? [] : [{ typed, pages, found }]
  })
  assert.deepStrictEqual(lost, [])
  assert.isAtLeast(new Set(questions.map(([typed]) => typed)).size, 60)
})

const page = (u: string, title: string, text: string): readonly [string, string] => [u, `# ${title}\n\n${text}\n`]

const small = indexOf(textsOf([
  page("administrator-documentation/a.md", "Before you update", "Make a backup."),
  page("administrator-documentation/b.md", "Tables", "An update of a table, updates, updating, to update."),
  page(
    "reference/errors.md",
    "Errors",
    "### NotEnoughFunds\n\nNot enough funds: {needed} needed, {available} available"
  ),
  page("user-guide/c.md", "At the till", "Not enough funds, enough funds, funds: top up.")
]))

it("a title counts more than a text that has the word often, in any of its forms and under another name", () => {
  for (const typed of ["update", "updating", "Updates", "upgrade", "how do I upgrade"]) {
    assert.strictEqual(pagesFound(small, typed, 1)[0], "administrator-documentation/a", typed)
  }
})

it("a name and a pasted message lead to their entry, before guides that have the words", () => {
  for (const typed of ["NotEnoughFunds", "notenoughfunds", "Not enough funds: 6.50 needed, 2.00 available"]) {
    assert.strictEqual(pagesFound(small, typed, 1)[0], "reference/errors", typed)
  }
})

it("a word that is being typed and one with a slip are found; one that no page has finds nothing", () => {
  assert.strictEqual(pagesFound(small, "backu", 1)[0], "administrator-documentation/a")
  assert.strictEqual(pagesFound(small, "bakcup", 1)[0], "administrator-documentation/a")
  assert.deepStrictEqual(pagesFound(small, "zebra", 9), [])
  assert.deepStrictEqual(pagesFound(small, "how do I", 9), [])
})

it("the forms of a word have one stem", () => {
  for (
    const forms of [
      ["update", "updates", "updated", "updating"],
      ["payout", "payouts"],
      ["verify", "verifies", "verification"],
      ["sell", "selling", "sells"],
      ["print", "printer", "printing", "prints"]
    ]
  ) assert.strictEqual(new Set(forms.map(stemOf)).size, 1, forms.join())
})

it("any input is answered, with places that exist, each once, and marks within their texts", () => {
  const word = fc.constantFrom("update", "Funds", "a.b_c", "{x}", "--flag", "ß", "not", "6.50", "é", "'", "")
  fc.assert(fc.property(fc.oneof(fc.string(), fc.array(word).map((words) => words.join(" "))), (typed) => {
    const found = search(small, typed, 5)
    assert.isAtMost(found.length, 5)
    assert.strictEqual(new Set(found.map(({ document }) => `${document.u}${document.h}`)).size, found.length)
    for (const { document, positions } of found) {
      for (const [start, length] of positions) assert.isAtMost(start + length, document.t.length)
    }
    for (const { length, start, parts } of wordsOf(typed)) {
      assert.isAtMost(start + length, typed.length)
      assert.notInclude(parts, "")
    }
  }))
})

it("no text is needed", () => {
  const nothing: Texts = { titles: [], headings: [], contents: [] }
  assert.deepStrictEqual(search(indexOf(nothing), "update", 5), [])
})
