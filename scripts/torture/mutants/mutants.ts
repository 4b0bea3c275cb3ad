// Tests the tests: puts one small defect at a time into the decisions about money and runs the tests of decisions, of which
// one must fail. Options: --file PATTERN (of the files' names), --minutes N (ends in time), --seed N (another order), --json FILE
// (all outcomes). Exits with 1 if fewer than 95 of 100 mutants are found, beyond what chance explains if only some were tested,
// or if a mark in equivalents.json is wrong.
import { fork } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { counted, tell } from "../../../test/support/Torture.ts"
import { equivalents, matches } from "./Equivalents.ts"
import type { Outcome, Report } from "./MutantTrial.ts"
import { mutatedDecisions, root } from "./MutatedDecisions.ts"
import type { Mutant } from "./MutatedSource.ts"
import { score, table, wrongMarks } from "./Score.ts"

/** How many of 100 mutants the tests must find. */
const goal = 95

/**
 * The percentage that a random sample must reach: three standard errors below the goal, so that one fails by chance in a
 * thousand runs at most. With all mutants tested it is the goal.
 */
const leastOf = (tested: number, all: number): number => {
  const variance = goal * (100 - goal) / tested * (all - tested) / Math.max(1, all - 1)
  return goal - 3 * Math.sqrt(variance)
}

/** Milliseconds without a report after which a process is in a loop that never ends. */
const patience = 60_000

/** Some mutants load modules anew, which stay in memory: the number of mutants that one process tests. */
const perProcess = 300

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Tests mutants in one process, until the deadline; one that it gets stuck in is endless. */
const runProcess = async (ids: ReadonlyArray<number>, deadline: number, outcomes: Map<number, Outcome>) => {
  const child = fork(join(import.meta.dirname, "MutantTrial.ts"), [], {
    cwd: root,
    // Tests that fail say why, for each mutant.
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })
  let current: number | undefined
  let timer: NodeJS.Timeout | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (current !== undefined) outcomes.set(current, "endless")
      child.kill("SIGKILL")
    }, patience)
  }
  wait()
  child.on("message", ({ id, outcome }: Report) => {
    wait()
    current = id
    if (outcome !== undefined) outcomes.set(id, outcome)
  })
  const end = setTimeout(() => child.kill("SIGKILL"), deadline - performance.now())
  child.send(ids)
  const [code, signal] = await once(child, "exit")
  clearTimeout(timer)
  clearTimeout(end)
  if (code !== 0 && signal !== "SIGKILL") throw new Error(`The tests ended with ${code ?? signal}`)
  if (current === undefined && performance.now() < deadline) throw new Error("The tests did not even begin")
}

const test = async (mutants: ReadonlyArray<Mutant>, deadline: number) => {
  const outcomes = new Map<number, Outcome>()
  while (performance.now() < deadline) {
    const left = mutants.filter(({ id }) => !outcomes.has(id)).slice(0, perProcess)
    if (left.length === 0) break
    await runProcess(left.map(({ id }) => id), deadline, outcomes)
    say(`${outcomes.size} of ${mutants.length} tested`)
  }
  return mutants.toSorted((a, b) => a.id - b.id).flatMap((mutant) => {
    const outcome = outcomes.get(mutant.id)
    return outcome === undefined
      ? []
      : [{ ...mutant, outcome, mark: equivalents.find((mark) => matches(mark, mutant)) }]
  })
}

/** Mutants in a random order, so that those tested by the deadline are a fair sample. */
const shuffled = (mutants: ReadonlyArray<Mutant>, seed: number): ReadonlyArray<Mutant> => {
  let last = seed
  const next = () => (last = last * 48_271 % 2_147_483_647)
  return mutants.map((mutant) => ({ mutant, lot: next() })).toSorted((a, b) => a.lot - b.lot).map(({ mutant }) =>
    mutant
  )
}

const main = async () => {
  const { values } = parseArgs({
    options: {
      file: { type: "string", default: "" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string", default: "10000" },
      json: { type: "string" }
    }
  })
  const { mutants } = mutatedDecisions()
  const chosen = mutants.filter(({ file }) => new RegExp(values.file).test(file))
  const deadline = performance.now() + Number(values.minutes) * 60_000
  const tested = await test(shuffled(chosen, Number(values.seed)), deadline)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(tested, null, 1))
  table(tested).forEach(say)
  const wrong = wrongMarks(tested, mutants, equivalents)
  wrong.forEach(say)
  const reached = score(tested)
  tell(
    `${counted(tested.length)} of ${counted(chosen.length)} mutants tested, ${
      counted(reached.found)
    } found, ${reached.missed} not, ` +
      `${reached.marked} that no test can see: ${reached.percent.toFixed(1)} %`
  )
  process.exitCode = wrong.length === 0 && reached.percent >= leastOf(tested.length, chosen.length) ? 0 : 1
}

await main()
