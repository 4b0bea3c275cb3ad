import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { intervals } from "../../scripts/bench/Soak.ts"
import { overloadSeconds, parts, partsNamed, seeds, soakMinutes } from "../../scripts/torture/Parts.ts"
import { record, recorded, type Share, sharesLeft, summaryOf } from "../../scripts/torture/Record.ts"
import { factorOf, grown, secondsEach, share as oneShare, shareOf } from "../../scripts/torture/Sizes.ts"

const root = join(import.meta.dirname, "../..")
const pageOf = (name: string) => readFileSync(join(root, `docs/developer-documentation/${name}.md`), "utf8")
const page = pageOf("torture")
const suites = parts.flatMap((part) =>
  "tests" in part
    ? [{
      ...part,
      files: [...part.tests, ...(part.support ?? [])],
      settings: { ...part.sizes, ...part.rounds, ...part.depths }
    }]
    : []
)

/** Settings that choose what a suite does, how, or with what, without being more of it. */
const narrowing = [
  "MATRIX_ONLY",
  "TORTURE_SECONDS",
  "TORTURE_FIGURES",
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
  const turned = suites.flatMap(({ files, settings }) => files.flatMap(settingsOf).filter((name) => name in settings))
  const known = new Set([...turned, ...seeds, ...narrowing])
  const asked = globSync("test/**/*.ts", { cwd: root }).flatMap(settingsOf)
  assert.isAbove(asked.length, 15)
  assert.deepStrictEqual(asked.filter((name) => !known.has(name)), [])
  for (const { name, settings } of suites) {
    assert.deepStrictEqual(Object.keys(settings).filter((setting) => !turned.includes(setting)), [], name)
  }
})

it("the page about what may break names only parts that there are, and each that breaks something", () => {
  const named = pageOf("robustness").split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
    .slice(1).flatMap((line) => Array.from(line.split("|")[3]!.matchAll(/`([a-z]+)`/g), ([, name]) => name!))
  // These are about the amount of work, not about anything that breaks.
  const others = ["clone", "files", "packages", "release", "screens", "site", "tags"]
  assert.sameMembers(
    [...new Set(named), ...parts.map(({ name }) => name).filter((name) => others.includes(name))],
    parts.map(({ name }) => name)
  )
})

it("the page about the torture tells of each part with its settings, and of no other", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"))
  assert.deepStrictEqual(rows.map((row) => row.split("`")[1]), parts.map(({ name }) => name))
  for (const [n, part] of parts.entries()) {
    assert.include(rows[n], ` ${part.what} `)
    const suite = suites.find(({ name }) => name === part.name)
    for (const name of Object.keys(suite?.settings ?? {})) assert.include(rows[n], `\`${name}\``)
    for (const file of suite?.files ?? []) assert.isTrue(existsSync(join(root, file)), file)
  }
  for (const name of [...seeds, ...narrowing]) assert.include(page + pageOf("testing"), `\`${name}\``)
})

it("the size of a setting in npm test is the one that its file takes by itself", () => {
  for (const { files, settings } of suites) {
    const code = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
    for (const [name, [size]] of Object.entries(settings)) {
      const written = new RegExp(`${name}(?:"\\])? \\?\\? ([\\d_]+)`).exec(code)?.[1]
      assert.strictEqual(Number(written?.replaceAll("_", "")), size, name)
    }
  }
})

it("a part with little time runs as much as fits, and never more than at full size", () => {
  const sizes = { MORE: [10, 500], FEWER: [150, 1], ALL: [3, Infinity] } as const
  assert.deepStrictEqual(grown(sizes, 4.5), { MORE: "45", FEWER: "34", ALL: "13" })
  assert.deepStrictEqual(grown(sizes, 1_000), { MORE: "500", FEWER: "1", ALL: "3000" })
  assert.strictEqual(factorOf(20, 50), undefined)
  assert.strictEqual(factorOf(20, 55), 2)
  assert.strictEqual(factorOf(0.1, 20), undefined)
  assert.strictEqual(secondsEach({ MORE: [1, 2], FEWER: [2, 1] }, 115), 50)
  assert.strictEqual(secondsEach({}, 3), 1)
  assert.strictEqual(shareOf(400, [0, 0, 100, 0]), 100)
  assert.strictEqual(shareOf(400, [100, 0, 60]), 170)
  assert.strictEqual(shareOf(40, [100, 0]), 100)
  assert.strictEqual(shareOf(-5, [0, 0]), 0)
})

it("an overload and a soak take the time that they are given", () => {
  for (const [minutes, seconds] of [[0, 8], [1.5, 13], [3, 53], [20, 600]] as const) {
    assert.strictEqual(overloadSeconds(minutes), seconds)
  }
  assert.deepStrictEqual([1, 1.9, 3, 30].map((minutes) => intervals(soakMinutes(minutes))), [
    { count: 2, seconds: 30 },
    { count: 2, seconds: 45 },
    { count: 2, seconds: 60 },
    { count: 29, seconds: 60 }
  ])
})

it("the shares of a part are its full size together, and settings are in one part alone", () => {
  const names = suites.flatMap(({ settings }) => Object.keys(settings))
  assert.deepStrictEqual(names.filter((name, n) => names.indexOf(name) !== n), [])
  for (const { name, rounds, shares = 1, sizes } of suites) {
    for (const [setting, [sample, full]] of Object.entries({ ...sizes, ...rounds })) {
      const each = Number(oneShare({ [setting]: [sample, full] }, shares)[setting])
      assert.isTrue(shares === 1 ? each === full : each * shares >= full && each >= sample, `${name} ${setting}`)
    }
  }
})

it("a record goes on where it ended, for the version that it is about", () => {
  const chosen = partsNamed(["clocks", "restore"])
  const passed = (name: string, n: number): Share => ({
    name,
    share: n,
    shares: 10,
    version: "a",
    ended: "2026-08-01T12:00:00.000Z",
    passed: true,
    seconds: 90,
    settings: "",
    figures: ["1 restore, 0 lost"]
  })
  const left = (done: ReadonlyArray<Share>) =>
    sharesLeft(chosen, done).map(({ part, share }) => `${part.name} ${share}`)
  assert.deepStrictEqual(left([]).slice(0, 3), ["clocks 1", "restore 1", "restore 2"])
  assert.lengthOf(left([]), 11)
  const folder = mkdtempSync(join(tmpdir(), "wristbank-record-"))
  try {
    const file = join(folder, "record")
    assert.deepStrictEqual(recorded(file, "a"), [])
    record(file, passed("restore", 1))
    record(file, { ...passed("clocks", 1), passed: false })
    record(file, { ...passed("restore", 2), version: "b" })
    const done = recorded(file, "a")
    assert.deepStrictEqual(done, [passed("restore", 1), { ...passed("clocks", 1), passed: false }])
    assert.deepStrictEqual(left(done).slice(0, 2), ["clocks 1", "restore 2"])
    assert.deepStrictEqual(summaryOf(chosen, done), [
      "FAILED clocks: 0 of 1 shares passed, 1 failed, 2 minutes",
      "       1 restore, 0 lost",
      "open   restore: 1 of 10 shares passed, 0 failed, 2 minutes",
      "       1 restore, 0 lost"
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it("a part that is not there is named, with those that are", () => {
  assert.throws(() => partsNamed(["matrix", "flod"]), /no part flod, only matrix, /)
  assert.deepStrictEqual(partsNamed(["tags", "matrix"]).map(({ name }) => name), ["matrix", "tags"])
  const told = spawnSync(process.execPath, [join(root, "scripts/torture.ts"), "--parts", "flod"], { encoding: "utf8" })
  assert.strictEqual(told.status, 1)
  assert.match(told.stderr, /^There is no part flod, only /)
})
