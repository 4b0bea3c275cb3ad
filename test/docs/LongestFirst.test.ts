import { assert, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { longestFile, longestOf } from "../../scripts/longestTests.ts"

const root = resolve(import.meta.dirname, "../..")

it("a run begins with the files that took longest before, and each of them is there", () => {
  const stored: ReadonlyArray<string> = JSON.parse(readFileSync(longestFile, "utf8"))
  assert.isAbove(stored.length, 30)
  assert.deepStrictEqual(stored.filter((path) => !existsSync(join(root, path))), [])
})

it("the list is made from the report of a run", () => {
  const ran = (name: string, startTime: number, endTime: number) => ({
    name: `/clone/test/${name}.test.ts`,
    startTime,
    endTime
  })
  const report = { testResults: [ran("short", 10, 20), ran("b", 0, 500), ran("long", 100, 900), ran("a", 500, 1_000)] }
  assert.deepStrictEqual(longestOf(report, "/clone"), [
    "test/long.test.ts",
    "test/a.test.ts",
    "test/b.test.ts",
    "test/short.test.ts"
  ])
  const many = Array.from({ length: 200 }, (_, n) => ran(String(n), 0, n))
  assert.lengthOf(longestOf({ testResults: many }, "/clone"), 60)
})
