// Stores which test files take longest, which LongestFirst begins with, from the report of a whole run:
// `npm test -- --reporter=default --reporter=json --outputFile=report.json`, then `node scripts/longestTests.ts report.json`.
import { readFileSync, writeFileSync } from "node:fs"
import { relative, resolve, sep } from "node:path"

/** What Vitest reports of a run, as far as it is needed here. Times are in milliseconds. */
export interface Report {
  readonly testResults: ReadonlyArray<{ readonly name: string; readonly startTime: number; readonly endTime: number }>
}

const root = resolve(import.meta.dirname, "..")

/** The list, the longest first, as paths below the root. */
export const longestFile = resolve(root, "test/support/longestFiles.json")

/** This number of files is enough: all others are short beside what is left to do when one of them begins. */
const count = 60

/** The files of a run that took longest, the longest first. */
export const longestOf = ({ testResults }: Report, folder: string): ReadonlyArray<string> =>
  testResults
    .map(({ endTime, name, startTime }) => ({
      path: relative(folder, name).split(sep).join("/"),
      took: endTime - startTime
    }))
    .toSorted((a, b) => b.took - a.took || (a.path < b.path ? -1 : 1))
    .slice(0, count)
    .map(({ path }) => path)

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const [path] = process.argv.slice(2)
  if (path === undefined) {
    process.stderr.write("usage: node scripts/longestTests.ts <report.json>\n")
    process.exit(1)
  }
  const longest = longestOf(JSON.parse(readFileSync(path, "utf8")), root)
  writeFileSync(longestFile, `${JSON.stringify(longest, null, 2)}\n`)
}
