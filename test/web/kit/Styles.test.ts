import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { describe, expect, test } from "vitest"

const web = join(import.meta.dirname, "../../../web")

/** The classes that a style sheet has rules of their own for: those at the beginning of a selector. */
const classesOf = (file: string): ReadonlyArray<string> => {
  const rules = readFileSync(file, "utf8").replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]+)\{/g)
  const selectors = [...rules].flatMap(([, selector = ""]) => selector.split(/,(?![^(]*\))/))
  return selectors.flatMap((selector) => /^\.[\w-]+(?=$|[^\w-])/.exec(selector.trim()) ?? [])
}

/** Classes with rules in several style sheets, and which these are. */
const shared = (files: ReadonlyArray<string>) => {
  const places = new Map<string, Set<string>>()
  for (const file of files) {
    for (const name of classesOf(file)) places.set(name, (places.get(name) ?? new Set()).add(basename(file)))
  }
  return [...places].filter(([, sheets]) => sheets.size > 1).map(([name, sheets]) => [name, [...sheets].toSorted()])
}

describe("the style sheets of the back office", () => {
  // Each task's styles stay in the page once it was opened, so a class that two tasks style looks as the last of them says.
  test("style no class twice, apart from what the wall changes of the frame", () => {
    const files = [join(web, "kit/kit.css"), ...globSync(join(web, "administration/**/*.css"))]
    expect(files.length).toBeGreaterThan(8)
    expect(shared(files)).toEqual([
      [".office", ["administration.css", "wall.css"]],
      [".content", ["administration.css", "wall.css"]]
    ])
  })
})
