import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parts, partsNamed, seeds } from "../../scripts/torture/Parts.ts"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "docs/developer-documentation/testing.md"), "utf8")
const suites = parts.flatMap((part) => "tests" in part ? [part] : [])

/** Settings that choose what a suite does, how, or with what, without being more of it. */
const narrowing = [
  "MATRIX_ONLY",
  "CHROMIUM_PATH",
  "FRESH_SCREENS",
  "WRISTBANK_PICTURES",
  "WRISTBANK_RECORD_REFUSALS",
  "WRITE_EXAMPLES"
]

const settingsOf = (file: string) =>
  Array.from(
    readFileSync(join(root, file), "utf8").matchAll(/process\.env(?:\.|\[")([A-Z]+(?:_[A-Z]+)+)\b/g),
    ([, name]) => name!
  ).filter((name) => !name.startsWith("VITEST"))

it("each setting of a test is turned up by a part of the torture, in the file it is of", () => {
  const turned = suites.flatMap(({ settings, tests }) => tests.flatMap(settingsOf).filter((name) => name in settings))
  const known = new Set([...turned, ...seeds, ...narrowing])
  const asked = globSync("test/**/*.ts", { cwd: root }).flatMap(settingsOf)
  assert.isAbove(asked.length, 15)
  assert.deepStrictEqual(asked.filter((name) => !known.has(name)), [])
  for (const { name, settings } of suites) {
    assert.deepStrictEqual(Object.keys(settings).filter((setting) => !turned.includes(setting)), [], name)
  }
})

it("the page about testing tells of each part with its settings, and of no other", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"))
  assert.deepStrictEqual(rows.map((row) => row.split("`")[1]), parts.map(({ name }) => name))
  for (const [n, part] of parts.entries()) {
    assert.include(rows[n], ` ${part.what} `)
    if ("tests" in part) {
      for (const name of Object.keys(part.settings)) assert.include(rows[n], `\`${name}\``)
      for (const file of part.tests) assert.isTrue(existsSync(join(root, file)), file)
    }
  }
  for (const name of [...seeds, ...narrowing]) assert.include(page, `\`${name}\``)
})

it("a part that is not there is named, with those that are", () => {
  assert.throws(() => partsNamed(["matrix", "flod"]), /no part flod, only matrix, /)
  assert.deepStrictEqual(partsNamed(["tags", "matrix"]).map(({ name }) => name), ["matrix", "tags"])
  const told = spawnSync(process.execPath, [join(root, "scripts/torture.ts"), "--parts", "flod"], { encoding: "utf8" })
  assert.strictEqual(told.status, 1)
  assert.match(told.stderr, /^There is no part flod, only /)
})
