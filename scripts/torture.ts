// Runs the heavy suites, one after the other: `npm run torture`. Options: --parts matrix,kills (all by default), --minutes N
// (for the whole run, of which each part takes its share; without it each runs at full size), --seed N (generates other
// cases), --list. docs/developer-documentation/torture.md describes each part. Exits with 1 when a part fails.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Part, parts, partsNamed, seeds } from "./torture/Parts.ts"
import { type Outcome, type Run, runPart } from "./torture/Run.ts"
import { shareOf } from "./torture/Sizes.ts"

const say = (line: string) => process.stdout.write(`${line}\n`)

const minutesOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const minutes = Number(text)
  if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not ${text}`)
  return minutes
}

const lacks = (part: Part) => "tests" in part && part.needs?.isThere() === false ? part.needs.what : undefined

const summarise = ({ figures, name, passed, seconds, settings }: Outcome) => {
  say(`${passed ? "ok    " : "FAILED"} ${name}, ${seconds} s ${settings}`.trimEnd())
  for (const line of figures) say(`       ${line}`)
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      parts: { type: "string", default: parts.map(({ name }) => name).join(",") },
      minutes: { type: "string" },
      seed: { type: "string" },
      list: { type: "boolean", default: false }
    }
  })
  const named = partsNamed(values.parts.split(","))
  if (values.list) return named.forEach(({ name, what }) => say(`${name.padEnd(12)}${what}`))
  const chosen = named.filter((part) => lacks(part) === undefined)
  const minutes = minutesOf(values.minutes)
  const { seed } = values
  const folder = mkdtempSync(join(tmpdir(), "wristbank-torture-"))
  const run: Run = {
    say,
    figures: join(folder, "figures"),
    seeds: seed === undefined ? {} : Object.fromEntries(seeds.map((name) => [name, seed]))
  }
  const begun = performance.now()
  const end = minutes === undefined ? undefined : begun + minutes * 60_000
  const least = chosen.map((part) => "script" in part ? part.least * 60 : 0)
  const outcomes: Array<Outcome> = []
  try {
    for (const [n, part] of chosen.entries()) {
      // A part that took longer than its share leaves less to the others.
      const share = end === undefined ? undefined : shareOf((end - performance.now()) / 1_000, least.slice(n))
      outcomes.push(await runPart(run, part, share))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say("")
  outcomes.forEach(summarise)
  for (const part of named) if (lacks(part) !== undefined) say(`left out ${part.name}, which needs ${lacks(part)}`)
  const taken = Math.round((performance.now() - begun) / 6_000) / 10
  if (minutes !== undefined && taken > minutes) say(`${taken} minutes: no part takes less than its smallest size`)
  process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
