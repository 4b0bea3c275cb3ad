import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Part, Script, Suites } from "./Parts.ts"
import { factorOf, full, grown, sample, secondsEach, type Settings } from "./Sizes.ts"

const root = resolve(import.meta.dirname, "../..")

/** These suites have no time limit. */
const unhurried = ["--testTimeout=0", "--hookTimeout=0"]

/** Minutes of a script that runs as long as it is told to, if the whole run has no limit. */
const scriptMinutes = 30

/** What the parts of a run have in common. */
export interface Run {
  readonly say: (line: string) => void
  /** The file in which suites leave what they did. */
  readonly figures: string
  readonly seeds: Settings
}

export interface Outcome {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  /** Those of the last run of its suites, as `NAME=value`. */
  readonly settings: string
  /** What the suites did and what they lost. */
  readonly figures: ReadonlyArray<string>
}

/** Runs a part, in so many seconds if there is a limit, otherwise at full size. */
export const runPart = async (run: Run, part: Part, seconds: number | undefined): Promise<Outcome> => {
  run.say(`\n=== ${part.name}: ${part.what}`)
  const begun = performance.now()
  const { passed, settings } = "script" in part
    ? await runScript(run, part, seconds)
    : seconds === undefined
    ? await runSuites(run, part, { ...full({ ...part.sizes, ...part.rounds, ...part.depths }) })
    : await runInTime(run, part, seconds)
  const figures = existsSync(run.figures) ? readFileSync(run.figures, "utf8").trimEnd().split("\n") : []
  rmSync(run.figures, { force: true })
  return { name: part.name, passed, settings, figures, seconds: secondsSince(begun) }
}

const secondsSince = (begun: number) => Math.round((performance.now() - begun) / 1_000)

type Ran = Pick<Outcome, "passed" | "settings">

/**
 * Rounds end by themselves. All else runs in its smallest size, and then once more, as large as the time allows: how long
 * that takes is known only then.
 */
const runInTime = async (
  run: Run,
  { depths = {}, rounds = {}, sizes, tests }: Suites,
  seconds: number
): Promise<Ran> => {
  const paced = { ...full(rounds), ...sample(depths), TORTURE_SECONDS: String(secondsEach(rounds, seconds)) }
  const begun = performance.now()
  const first = await runSuites(run, { tests }, { ...paced, ...sample(sizes ?? {}) })
  const factor = sizes === undefined ? undefined : factorOf((performance.now() - begun) / 1_000, seconds)
  if (!first.passed || sizes === undefined || factor === undefined) return first
  return runSuites(run, { tests }, { ...paced, ...grown(sizes, factor) })
}

const runSuites = (run: Run, { tests }: Suites, settings: Settings): Promise<Ran> =>
  spawned(
    run,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--maxWorkers=1", ...unhurried, ...tests],
    settings
  )

const runScript = (run: Run, { script }: Script, seconds: number | undefined): Promise<Ran> =>
  spawned(run, script(seconds === undefined ? scriptMinutes : seconds / 60), {})

const spawned = async (
  { figures, say, seeds }: Run,
  command: ReadonlyArray<string>,
  settings: Settings
): Promise<Ran> => {
  const all = { ...settings, ...seeds }
  const shown = Object.entries(all).map(([name, value]) => `${name}=${value}`).join(" ")
  if (shown !== "") say(shown)
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...all, TORTURE_FIGURES: figures },
    stdio: "inherit"
  })
  const [code] = await once(child, "exit")
  return { passed: code === 0, settings: shown }
}
