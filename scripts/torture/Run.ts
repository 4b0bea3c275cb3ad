import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import type { Part, Script, Suites } from "./Part.ts"
import { factorOf, full, grown, sample, secondsEach, type Settings, share } from "./Sizes.ts"

export const root = resolve(import.meta.dirname, "../..")

/** These suites have no time limit. */
const unhurried = ["--testTimeout=0", "--hookTimeout=0"]

/** Minutes of a script that runs as long as it is told to, if the whole run has no limit. */
const scriptMinutes = 30

/** What the parts of a run have in common. */
export interface Run {
  readonly say: (line: string) => void
  /** An empty folder, for what suites leave. */
  readonly folder: string
  readonly seeds: Settings
}

export interface Outcome {
  readonly name: string
  readonly passed: boolean
  /** Of its last run. */
  readonly seconds: number
  /** Those of the last run of its suites, as `NAME=value`. */
  readonly settings: string
  /** What the suites did and what they lost. */
  readonly figures: ReadonlyArray<string>
}

/** What a suite did, in a line, and its test file; a script has none. */
interface Figure {
  readonly file: string
  readonly line: string
}

interface Ran {
  readonly passed: boolean
  readonly seconds: number
  readonly settings: string
  readonly figures: ReadonlyArray<Figure>
}

/** Runs a part at full size. */
export const runFull = (run: Run, part: Part): Promise<Outcome> => {
  begin(run, part)
  return "script" in part
    ? runScript(run, part, scriptMinutes)
    : outcomeOf(part, runSuites(run, part.tests, full({ ...part.sizes, ...part.rounds, ...part.depths })))
}

/** Runs one of the shares in which a part is done at full size. */
export const runShare = (run: Run, part: Part): Promise<Outcome> => {
  if ("script" in part || part.shares === undefined) return runFull(run, part)
  begin(run, part)
  const settings = { ...share({ ...part.sizes, ...part.rounds }, part.shares), ...full(part.depths ?? {}) }
  return outcomeOf(part, runSuites(run, part.tests, settings))
}

/** Runs a script for a number of minutes. */
export const runScript = (run: Run, part: Part & Script, minutes: number): Promise<Outcome> => {
  begin(run, part)
  return outcomeOf(part, spawned(run, part.script(minutes), {}))
}

/**
 * Runs suites in their smallest size, all together: they share a PostgreSQL, the code that is loaded, and the cores of the
 * machine. Returns the outcomes in the order of the parts.
 */
export const runSmallest = async (run: Run, suites: ReadonlyArray<Part & Suites>): Promise<ReadonlyArray<Outcome>> => {
  run.say(`\n=== ${suites.map(({ name }) => name).join(", ")}: all in their smallest size`)
  const settings = suites.map(({ depths = {}, rounds = {}, sizes = {} }) => ({
    ...full(rounds),
    ...sample({ ...depths, ...sizes })
  }))
  const results = join(run.folder, "results.json")
  const ran = await spawned(
    run,
    vitest(
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${results}`,
      ...suites.flatMap((one) => one.tests)
    ),
    { ...Object.assign({}, ...settings), TORTURE_SECONDS: "1" }
  )
  const files = existsSync(results) ? fileResults(readFileSync(results, "utf8")) : new Map()
  rmSync(results, { force: true })
  // An error outside of any file is no one's; then all have failed.
  const isWhole = ran.passed || [...files.values()].some(({ passed }) => !passed)
  return suites.map((part, n) => {
    const own = part.tests.map((file) => files.get(file))
    return {
      name: part.name,
      passed: isWhole && own.every((result) => result?.passed === true),
      seconds: Math.round(own.reduce((sum, result) => sum + (result?.seconds ?? 0), 0)),
      settings: shown({ ...settings[n], ...run.seeds }),
      figures: ran.figures.filter(({ file }) => part.tests.includes(file)).map(({ line }) => line)
    }
  })
}

/**
 * Runs a part once more, as large as the time allows, after it took `smallest` seconds in its smallest size. Rounds end by
 * themselves. Returns undefined if there is no time for much more.
 */
export const runGrown = async (
  run: Run,
  part: Part & Suites,
  smallest: number,
  seconds: number
): Promise<Outcome | undefined> => {
  const { depths = {}, rounds = {}, sizes = {}, tests } = part
  const factor = factorOf(smallest, seconds)
  if (factor === undefined || Object.keys({ ...rounds, ...sizes }).length === 0) return undefined
  begin(run, part)
  const paced = { ...full(rounds), ...sample(depths), TORTURE_SECONDS: String(secondsEach(rounds, seconds)) }
  return outcomeOf(part, runSuites(run, tests, { ...paced, ...grown(sizes, factor) }))
}

const begin = ({ say }: Run, { name, what }: Part) => say(`\n=== ${name}: ${what}`)

const outcomeOf = async ({ name }: Part, running: Promise<Ran>): Promise<Outcome> => {
  const { figures, ...ran } = await running
  return { name, ...ran, figures: figures.map(({ line }) => line) }
}

const vitest = (...args: ReadonlyArray<string>) => [
  join(root, "node_modules/vitest/vitest.mjs"),
  "run",
  ...unhurried,
  ...args
]

const runSuites = (run: Run, tests: ReadonlyArray<string>, settings: Settings): Promise<Ran> =>
  spawned(run, vitest("--maxWorkers=1", ...tests), settings)

const shown = (settings: Settings) => Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(" ")

const spawned = async (
  { folder, say, seeds }: Run,
  command: ReadonlyArray<string>,
  settings: Settings
): Promise<Ran> => {
  const all = { ...settings, ...seeds }
  if (shown(all) !== "") say(shown(all))
  const path = join(folder, "figures")
  const begun = performance.now()
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...all, TORTURE_FIGURES: path },
    stdio: "inherit"
  })
  const [code] = await once(child, "exit")
  const figures = existsSync(path) ? figuresIn(readFileSync(path, "utf8")) : []
  rmSync(path, { force: true })
  const seconds = Math.round((performance.now() - begun) / 1_000)
  return { passed: code === 0, seconds, settings: shown(all), figures }
}

const figuresIn = (text: string): ReadonlyArray<Figure> =>
  text.trimEnd().split("\n").map((line) => {
    const [file = "", ...rest] = line.split("\t")
    return { file, line: rest.join("\t") }
  })

interface JsonReport {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly startTime: number
    readonly endTime: number
  }>
}

/** What Vitest says of each file, by its path in this folder. */
const fileResults = (json: string): ReadonlyMap<string, { readonly passed: boolean; readonly seconds: number }> =>
  new Map((JSON.parse(json) as JsonReport).testResults.map(({ endTime, name, startTime, status }) => [
    relative(root, name),
    { passed: status === "passed", seconds: (endTime - startTime) / 1_000 }
  ]))
