import { assert, it } from "@effect/vitest"
import { stopLimits } from "@wristbank/core/base/StopLimits"
import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, dirname, join, normalize } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const pagesOf = (folder: string) => globSync(`docs/${folder}/**/*.md`, { cwd: root }).toSorted()

const pages = pagesOf("developer-documentation")
const written = ["docs/ARCHITECTURE.md", "docs/intro.md", ...pages, ...pagesOf("user-guide")]

/** Lists and tables that name no test of their own: their rows do, or the pages that they lead to. */
const isList = (page: string) => /\/(?:index|asvs[\w-]*)\.md$|\/decisions\//.test(page)

const sources = globSync("{core,http,cli,web,scripts,test,docs,examples}/**/*.{ts,tsx,js,sql}", {
  cwd: root,
  exclude: (path) => /^(?:node_modules|dist|build|\.docusaurus)$/.test(basename(path))
})
/** A path and each of its endings: `core/src/sale/Sale.ts`, `sale/Sale.ts`, `Sale.ts`. */
const known = new Set(sources.flatMap((path) => path.split("/").map((_, n, parts) => parts.slice(n).join("/"))))

it("the pages about the code name files that exist", () => {
  assert.isAbove(known.size, 2000)
  const named = ["docs/ARCHITECTURE.md", ...pages].flatMap((page) =>
    Array.from(
      read(page).matchAll(/`(?<file>[\w./-]+\.(?:tsx?|sql))`/g),
      ({ groups }) => [page, groups!["file"]!] as const
    )
  )
  assert.isAbove(named.length, 300)
  assert.deepStrictEqual(named.filter(([, file]) => !known.has(file)), [])
})

it("each page about the code names a test that shows it", () => {
  const without = pages.filter((page) => !isList(page)).filter((page) => {
    const tests = read(page).match(/\btest\/[\w./-]+/g) ?? []
    return !tests.some((path) => existsSync(join(root, path)))
  })
  assert.deepStrictEqual(without, [])
})

it("each page is found from the first one of its folder", () => {
  for (const folder of ["developer-documentation", "user-guide"]) {
    const reached = new Set<string>()
    const follow = (page: string) => {
      if (reached.has(page)) return
      reached.add(page)
      for (const [, link] of read(page).matchAll(/\]\((?!https?:)([^)#]+\.md)(?:#[^)]*)?\)/g)) {
        const target = normalize(join(dirname(page), link!))
        if (target.startsWith(`docs/${folder}/`)) follow(target)
      }
    }
    follow(`docs/${folder}/index.md`)
    assert.deepStrictEqual(pagesOf(folder).filter((page) => !reached.has(page)), [])
  }
})

it("a page fits on the screen and a guide on paper", () => {
  const linesOf = (page: string) => read(page).trimEnd().split("\n").length
  assert.isAbove(written.length, 60)
  const limit = (page: string) => page.startsWith("docs/user-guide/") ? 100 : 120
  assert.deepStrictEqual(written.filter((page) => linesOf(page) > limit(page)), [])
})

it("each page has one title, and begins with a sentence", () => {
  const titles = written.map((
    page
  ) => [page, (read(page).replaceAll(/```[^]*?```/g, "").match(/^# .+$/gm) ?? []).length])
  assert.deepStrictEqual(titles.filter(([, count]) => count !== 1), [])
  const first = (page: string) => read(page).replace(/^---\n[^]*?\n---\n/, "").split("\n")[2] ?? ""
  assert.deepStrictEqual(written.filter((page) => !/^[A-Z[]/.test(first(page))), [])
})

it("the page about stopping names the limits of the code", () => {
  const page = read("docs/developer-documentation/server-processes.md")
  const rows = Array.from(page.matchAll(/^\| (\d+) s \|/gm), ([, seconds]) => Number(seconds) * 1000)
  assert.deepStrictEqual(rows, [0, ...Object.values(stopLimits)])
})
