// Runs the heavy suites, one after the other: `npm run torture`. Options: --parts matrix,kills (all by default), --minutes N
// (for the whole run; without it each part runs at full size), --record FILE (full size in shares, which the file records; goes
// on where it ends, and begins no share after --minutes), --seed N (generates other cases), --list.
// docs/developer-documentation/torture.md describes each part. Exits with 1 when a part fails.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ofProcesses } from "./bench/Usage.ts"
import type { Part, Script, Suites } from "./torture/Part.ts"
import { parts, partsNamed, seeds } from "./torture/Parts.ts"
import { record, recorded, sharesLeft, sharesOf, summaryOf, versionHere } from "./torture/Record.ts"
import { type Outcome, type Run, runFull, runGrown, runScript, runShare, runSmallest } from "./torture/Run.ts"
import { shareOf } from "./torture/Sizes.ts"

const say = (line: string) => process.stdout.write(`${line}\n`)

const minutesOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const minutes = Number(text)
  if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not ${text}`)
  return minutes
}

const isSuites = (part: Part): part is Part & Suites => "tests" in part
const isScript = (part: Part): part is Part & Script => "script" in part

const lacks = (part: Part) => part.needs?.isThere() === false ? part.needs.what : undefined

const seededBy = (seed: string) => Object.fromEntries(seeds.map((name) => [name, seed]))

const begun = performance.now()
const secondsTaken = () => (performance.now() - begun) / 1_000

/** All in their smallest size, and then as much of each as the time allows. */
const runInTime = async (run: Run, chosen: ReadonlyArray<Part>, seconds: number): Promise<ReadonlyArray<Outcome>> => {
  const suites = chosen.filter(isSuites)
  const smallest = suites.length === 0 ? [] : await runSmallest(run, suites)
  const outcomes = new Map(smallest.map((outcome) => [outcome.name, outcome]))
  // What does not fit into its share leaves its time to what takes less.
  const growing = suites.filter(({ name }) => outcomes.get(name)!.passed)
    .toSorted((a, b) => outcomes.get(b.name)!.seconds - outcomes.get(a.name)!.seconds)
  const later = [...chosen.filter(isScript), ...growing]
  const least = later.map((part) => isScript(part) ? part.least * 60 : 0)
  for (const [n, part] of later.entries()) {
    const share = shareOf(seconds - secondsTaken(), least.slice(n))
    const outcome = isScript(part)
      ? await runScript(run, part, share / 60)
      : await runGrown(run, part, outcomes.get(part.name)!.seconds, share)
    if (outcome !== undefined) outcomes.set(part.name, outcome)
  }
  return chosen.map(({ name }) => outcomes.get(name)!)
}

const runAtFullSize = async (run: Run, chosen: ReadonlyArray<Part>): Promise<ReadonlyArray<Outcome>> => {
  const outcomes = []
  for (const part of chosen) outcomes.push(await runFull(run, part))
  return outcomes
}

/** Full size in shares, as long as there is time, beyond those that the file has. Returns whether all in it passed. */
const runShares = async (
  run: Run,
  chosen: ReadonlyArray<Part>,
  { file, seconds, seed }: { readonly file: string; readonly seconds: number; readonly seed: string }
): Promise<boolean> => {
  const version = versionHere()
  const left = sharesLeft(chosen, recorded(file, version))
  for (const { part, share } of left) {
    if (secondsTaken() > seconds) break
    const outcome = await runShare({ ...run, seeds: seededBy(String(Number(seed) + share - 1)) }, part)
    const ended = new Date().toISOString()
    record(file, { version, share, shares: sharesOf(part), ended, ...outcome })
  }
  const done = recorded(file, version)
  say("")
  summaryOf(chosen, done).forEach(say)
  const open = sharesLeft(chosen, done).length
  say(open === 0 ? "All shares are done." : `${open} shares are left: the same command goes on with them.`)
  return done.every(({ passed }) => passed)
}

const summarise = ({ figures, name, passed, seconds, settings }: Outcome) => {
  say(`${passed ? "ok    " : "FAILED"} ${name}, ${seconds} s ${settings}`.trimEnd())
  for (const line of figures) say(`       ${line}`)
}

const inMinutes = (seconds: number) => (seconds / 60).toFixed(1)

/** The time of the run, and that of processors, as other programs may have made it longer. */
const sayTime = (minutes: number | undefined) => {
  const { cpuSeconds } = ofProcesses(process.pid) ?? {}
  const processors = cpuSeconds === undefined ? "" : `, ${inMinutes(cpuSeconds)} minutes of one core`
  say(`${inMinutes(secondsTaken())} minutes${processors}`)
  if (minutes !== undefined && secondsTaken() > minutes * 60) say("No part takes less than its smallest size.")
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      parts: { type: "string", default: parts.map(({ name }) => name).join(",") },
      minutes: { type: "string" },
      record: { type: "string" },
      seed: { type: "string" },
      list: { type: "boolean", default: false }
    }
  })
  const named = partsNamed(values.parts.split(","))
  if (values.list) return named.forEach(({ name, what }) => say(`${name.padEnd(12)}${what}`))
  const chosen = named.filter((part) => lacks(part) === undefined)
  const minutes = minutesOf(values.minutes)
  const { record: file, seed } = values
  const folder = mkdtempSync(join(tmpdir(), "wristbank-torture-"))
  const run: Run = { say, folder, seeds: seed === undefined ? {} : seededBy(seed) }
  try {
    if (file !== undefined) {
      const seconds = minutes === undefined ? Infinity : minutes * 60
      process.exitCode = await runShares(run, chosen, { file, seconds, seed: seed ?? "1" }) ? 0 : 1
    } else {
      const outcomes = minutes === undefined
        ? await runAtFullSize(run, chosen)
        : await runInTime(run, chosen, minutes * 60)
      say("")
      outcomes.forEach(summarise)
      process.exitCode = outcomes.every(({ passed }) => passed) ? 0 : 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const part of named) if (lacks(part) !== undefined) say(`left out ${part.name}, which needs ${lacks(part)}`)
  sayTime(minutes)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
