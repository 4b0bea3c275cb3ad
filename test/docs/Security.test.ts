import { assert, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** Requirements of levels 1 and 2 in OWASP ASVS 5.0.0, by section: how many of them, where these are its first ones. */
const firstOnes = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2
}

it("the pages about ASVS have each requirement of levels 1 and 2 in one row, with a state", () => {
  const rows = ["asvs", "asvs-sessions-to-logging"]
    .flatMap((page) => read(`docs/developer-documentation/${page}.md`).split("\n"))
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(" | "))
  const listed = rows.flatMap(([ids]) => ids!.replace("| ", "").split(", "))
  const wanted = Object.entries(firstOnes)
    .flatMap(([section, count]) => Array.from({ length: count }, (_, n) => `${section}.${n + 1}`))
  assert.lengthOf(wanted, 253)
  assert.sameMembers(listed, wanted)
  assert.strictEqual(new Set(listed).size, listed.length)
  assert.deepStrictEqual(rows.filter(([, state]) => !["met", "not met", "not ours"].includes(state!)), [])
})

it("what the pages point to is there: other pages, and tests that show something", () => {
  const pages = [
    "CONTRIBUTING.md",
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".md") && !name.startsWith("site/")
    )
      .map((name) => `docs/${name}`)
  ]
  for (const page of pages) {
    const text = read(page)
    for (const [, link] of text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      if (/^https?:/.test(link!)) continue
      assert.isTrue(existsSync(resolve(root, dirname(page), link!)), `${page} points to ${link}`)
    }
    for (const [path] of text.matchAll(/\b(?:test|docs)\/[\w./-]+\.(?:tsx?|md)\b/g)) {
      assert.isTrue(existsSync(join(root, path)), `${page} names ${path}`)
    }
  }
  const named = read("docs/administrator-documentation/security.md").match(/test\/[\w./-]+\.test\.ts/g) ?? []
  assert.isAbove(new Set(named).size, 10)
})
