import { assert, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** Pronouns that give a person one gender. One of them is a German word as well, so texts may have it. */
const gendered = /\b(?:he|his|him|himself|she|her|hers|herself)\b/gi
const genderedInTexts = /\b(?:he|his|him|himself|she|hers|herself)\b/gi

/** Words, apart by spaces, that say nothing to someone who knows the field; `docs/reference/glossary.md` has the ones to use. */
const bannedNames = [
  "along",
  "aside",
  "attend",
  "clerk",
  "desk",
  "end half done",
  "endless",
  "ground",
  "grounds",
  "his",
  "judge",
  "judged",
  "let go",
  "look after",
  "look again",
  "may hold back",
  "patience",
  "ration",
  "rations",
  "refuted",
  "road",
  "standing",
  "standings",
  "stranger",
  "strangers",
  "stuff",
  "suffer",
  "suspect",
  "thing",
  "think up",
  "told",
  "troubled",
  "unfaulty",
  "wish",
  "wishes"
]

interface Source {
  readonly comments: ReadonlyArray<string>
  /** Strings and the text of templates. */
  readonly texts: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//
const string = /"(?:\\.|[^"\\\n])*"/
/** A slash begins a pattern where no operand stands before it. */
const pattern = /(?<=(?:[=(,:!?&|[;{}]|=>|\breturn)\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//
const identifier = /[A-Za-z_$][\w$]*/
const either = (...tokens: ReadonlyArray<RegExp>) =>
  new RegExp(tokens.map(({ source }) => `(${source})`).join("|"), "y")
const inCode = either(comment, string, pattern, identifier, /[\s\S]/)
const inTemplate = either(/`|\$\{/, /(?:\\[\s\S]|(?!\$\{)[^`\\])+/)

/** Comments, texts and names of a module, found by its tokens: a text may look like a comment. */
const scan = (module: string): Source => {
  const found = { comments: new Array<string>(), texts: new Array<string>(), names: new Array<string>() }
  const open: Array<string> = []
  for (let at = 0; at < module.length;) {
    const template = open.at(-1) === "`"
    const tokens = template ? inTemplate : inCode
    tokens.lastIndex = at
    const [token = "", first, second, , fourth] = tokens.exec(module) ??
      assert.fail(`${at}: ${module.slice(at, at + 80)}`)
    if (second !== undefined) found.texts.push(second)
    else if (!template && first !== undefined) found.comments.push(first)
    else if (!template && fourth !== undefined) found.names.push(fourth)
    else if (token === "${" || token === "{") open.push(token)
    else if (token === "`" && !template) open.push(token)
    else if (token === "`" || token === "}") open.pop()
    at += token.length
  }
  assert.isEmpty(open)
  return found
}

/** The words of a name, apart: `toCardWord` is "to card word". */
const wordsOf = (name: string) =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase()).join(" ")

const bannedIn = (name: string) => bannedNames.filter((banned) => ` ${wordsOf(name)} `.includes(` ${banned} `))

const modulesOf = (folders: ReadonlyArray<string>) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:ts|tsx|js)$/.test(path) && !/\b(?:node_modules|dist)\b/.test(path))
      .map((path) => ({ path: `${folder}/${path}`, ...scan(readFileSync(join(root, folder, path), "utf8")) }))
  )

const published = modulesOf(["core/src", "http/src", "cli/src"])
const others = modulesOf(["examples", "scripts", "test"])

it("people are they, or the noun, in the pages", () => {
  const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((page) =>
    page.endsWith(".md") && !page.startsWith("site/")
  ).map((page) => `docs/${page}`)
  assert.isAbove(pages.length, 15)
  const found = [...pages, "README.md", "CONTRIBUTING.md"].flatMap((page) =>
    readFileSync(join(root, page), "utf8").split("\n").flatMap((line, n) =>
      (line.match(gendered) ?? []).map((word) => `${page}:${n + 1}: ${word}`)
    )
  )
  assert.deepStrictEqual(found, [])
})

it("people are they, or the noun, in comments", () => {
  const modules = [...published, ...others]
  assert.isAbove(modules.flatMap(({ comments }) => comments).length, 5000)
  const found = modules.flatMap(({ comments, path }) =>
    comments.filter((text) => text.match(gendered) !== null).map((text) => `${path}: ${text}`)
  )
  assert.deepStrictEqual(found, [])
})

it("people are they, or the noun, in messages", () => {
  assert.isAbove(published.flatMap(({ texts }) => texts).length, 5000)
  const found = published.flatMap(({ path, texts }) =>
    texts.filter((text) => text.match(genderedInTexts) !== null).map((text) => `${path}: ${text}`)
  )
  assert.deepStrictEqual(found, [])
})

it("names have no word of our own making", () => {
  assert.isAbove(new Set(published.flatMap(({ names }) => names)).size, 5000)
  const found = published.flatMap(({ names, path }) =>
    [...new Set([...names, basename(path)])]
      .filter((name) => bannedIn(name).length > 0)
      .map((name) => `${path}: ${name}`)
  )
  assert.deepStrictEqual(found, [])
})

it("banned words are found as whole words of a name", () => {
  const kinds = ["BookingRoad", "letGoOf", "booking_road", "ROAD", "roadOf"]
  assert.deepStrictEqual(kinds.map((name) => bannedIn(name).length), [1, 1, 1, 1, 1])
  const innocent = ["broadcast", "roadmap", "letter", "goOn", "history", "something", "TSERoads"]
  assert.deepStrictEqual(innocent.flatMap(bannedIn), [])
})

it("comments, texts and names are told apart", () => {
  const module =
    "/** A. */\nconst b = \"// c\" // d\nconst e = `f // ${g(`h ${i}`, { j: /`\"/ })} k`\nl = m / n // o / p"
  assert.deepStrictEqual(scan(module), {
    comments: ["/** A. */", "// d", "// o / p"],
    texts: ["\"// c\"", "f // ", "h ", " k"],
    names: ["const", "b", "const", "e", "g", "i", "j", "l", "m", "n"]
  })
})
