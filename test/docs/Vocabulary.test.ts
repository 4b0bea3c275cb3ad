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

/**
 * Words of a private voice: a person is someone, no one, a user or a guest, a number is named, and a fault is fixed. "There is none"
 * and "so many that" are plain English.
 */
const habits =
  /\b(?:(?:some|no)body|whoever|of then|mend(?:s|ed|ing)?|so many(?![^.]*\bthat\b)|(?<!\bthere )is none)\b/gi

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

const textOf = (path: string) => readFileSync(join(root, path), "utf8")

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:ts|tsx|js)$/.test(path) && !/\b(?:node_modules|dist)\b/.test(path))
    .map((path) => `${folder}/${path}`)

const modulesOfFiles = (files: ReadonlyArray<string>) => files.map((path) => ({ path, ...scan(textOf(path)) }))

const modulesOf = (folders: ReadonlyArray<string>) => modulesOfFiles(folders.flatMap(filesIn))

const published = modulesOf(["core/src", "http/src", "cli/src", "cli/stand-ins/src"])
const others = modulesOf(["examples", "scripts", "test"])

const pages = [
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((page) => page.endsWith(".md") && !page.startsWith("site/"))
    .map((page) => `docs/${page}`),
  ...readdirSync(join(root, "web/administration/help"), { encoding: "utf8" })
    .filter((page) => page.endsWith(".en.md"))
    .map((page) => `web/administration/help/${page}`),
  "README.md",
  "CONTRIBUTING.md"
]

/** Words in the pages, with the lines where they stand. */
const inPages = (words: RegExp): ReadonlyArray<string> =>
  pages.flatMap((page) =>
    textOf(page).split("\n").flatMap((line, n) => (line.match(words) ?? []).map((word) => `${page}:${n + 1}: ${word}`))
  )

it("guides say where things are and who acts, in plain words", () => {
  const guides = inPages(/\b(?:somebody|nobody|stands(?! (?:for|in for)\b)|(?:is|are) asked again|for ever)\b/gi)
    .filter((place) => /^docs\/(?:[\w-]+\.md|user-guide\/|administrator-documentation\/)/.test(place))
  assert.deepStrictEqual(guides, [])
})

it("people are they, or the noun, in the pages", () => {
  assert.isAbove(pages.length, 17)
  assert.deepStrictEqual(inPages(gendered), [])
})

it("the pages say plainly who and how many", () => {
  assert.deepStrictEqual(inPages(habits), [])
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

/** The names of tests in a module. */
const testNames = /\b(?:it|test|describe|layer)(?:\.\w+)*\(\s*("(?:\\.|[^"\\\n])*")/g

/** Lines of screens that are comments: what stands between their elements is no code that can be scanned. */
const commentLines = /^\s*(?:\{?\/\*|\*|\/\/).*$/gm

it("comments and names of tests say plainly who and how many", () => {
  const screens = filesIn("web").map((
    path
  ): [string, ReadonlyArray<string>] => [path, textOf(path).match(commentLines) ?? []])
  const modules = [...published, ...others].map(({ comments, path }): [string, ReadonlyArray<string>] => [
    path,
    [...comments, ...[...textOf(path).matchAll(testNames)].map(([, name]) => name!)]
  ])
  assert.isAbove([...screens, ...modules].flatMap(([, texts]) => texts).length, 10_000)
  const found = [...screens, ...modules].flatMap(([path, texts]) =>
    texts.flatMap((text) => (text.match(habits) ?? []).map((word) => `${path}: ${word} in ${text}`))
  )
  assert.deepStrictEqual(found, [])
})

it("what the product, its screens and the generated pages say is plain about who and how many", () => {
  const screens = filesIn("web").filter((path) => /(?:english|[sS]creens)\.ts$/.test(path))
  const modules = [...published, ...modulesOfFiles(screens), ...modulesOf(["docs/generators"])]
  // A text of one word is a name in the code.
  const said = modules.flatMap(({ path, texts }) =>
    texts.filter((text) => text.includes(" ")).map((text) => [path, text] as const)
  )
  assert.isAbove(said.length, 5000)
  const found = said.flatMap(([path, text]) => (text.match(habits) ?? []).map((word) => `${path}: ${word} in ${text}`))
  assert.deepStrictEqual(found, [])
})

it("published words say plainly who and how many", () => {
  const found = ["http/src/api/words", "http/src/api/examples"].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((file) =>
      textOf(`${folder}/${file}`).split("\n").flatMap((line) =>
        (line.match(habits) ?? []).map((word) => `${file}: ${word}`)
      )
    )
  )
  assert.deepStrictEqual(found, [])
})

it("habit words are found, and plain English is not", () => {
  const refused = [
    "Whoever pays",
    "for nobody",
    "one of so many",
    "a blank one is none",
    "the fees of then",
    "to be mended"
  ]
  assert.deepStrictEqual(refused.map((text) => text.match(habits)?.length ?? 0), [1, 1, 1, 1, 1, 1])
  const plain = [
    "till.nobody_signed_in",
    "somebodyElse",
    "there is none",
    "so many wait that one is refused",
    "amend",
    "of the ones"
  ]
  assert.deepStrictEqual(plain.flatMap((text) => text.match(habits) ?? []), [])
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
