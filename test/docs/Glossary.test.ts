import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** A text as words in lower case: `toPayoutRun` is "to payout run". */
const wordsOf = (text: string) =>
  ` ${text.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase().replaceAll(/[^\p{L}\d]+/gu, " ")} `

const rows = read("docs/reference/glossary.md").split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (?:term|---)/.test(line))
  .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))

const terms = rows.flatMap(([cell = ""]) => cell.replaceAll(/\(.*?\)/g, "").split(",").map((term) => term.trim()))

const isIn = (words: string, term: string) => {
  const singular = wordsOf(term).trimEnd()
  return [singular, `${singular}s`, `${singular}es`, singular.replace(/y$/, "ies")].some((form) =>
    words.includes(`${form} `)
  )
}

it("each term of the glossary is one that the code uses, in its names, comments or texts", () => {
  const code = globSync(["{core,http,cli}/src/**/*.{ts,tsx,sql}", "web/*/**/*.{ts,tsx}"], {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**"]
  }).map((path) => wordsOf(read(path))).join("")
  assert.isAbove(terms.length, 80)
  assert.deepStrictEqual(terms.filter((term) => !isIn(code, term)), [])
  assert.isFalse(isIn(code, "wrist watch"))
})

it("no term has two rows, and each row says what it is", () => {
  assert.lengthOf(new Set(terms), terms.length)
  assert.deepStrictEqual(rows.filter((cells) => (cells.at(-1) ?? "").length < 10), [])
})

it("names of the published APIs that it gives are those of a call or field", () => {
  const described = globSync("http/src/api/**/*.ts", { cwd: root }).concat(globSync("core/src/**/*.ts", { cwd: root }))
    .map((path) => wordsOf(read(path))).join("")
  const wire = rows.flatMap((cells) => Array.from(cells.join("|").matchAll(/`wire` ([^.;|]+)/g), ([, name]) => name!))
  assert.isAbove(wire.length, 8)
  const names = wire.flatMap((name) => name.split(",")).map((name) => name.trim()).filter((name) =>
    /^[\w ]+$/.test(name)
  )
  assert.deepStrictEqual(names.filter((name) => !isIn(described, name)), [])
})
