// Tests mutants one after the other in a process of its own, which a defect may block, and reports to the process that started it.
import fc from "fast-check"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { loadInstead } from "./Loading.ts"
import { mutatedDecisions, root, type TestFile, testsReaching } from "./MutatedDecisions.ts"
import type { Mutant } from "./MutatedSource.ts"
import { type RegisteredTest, takeRegistered } from "./TestRegistry.ts"

/**
 * A test failed; none did; the tests never ended; no test runs the place.
 */
export type Outcome = "killed" | "survived" | "endless" | "uncovered"

/** What is reported about a mutant: that it is tested now, or its outcome. */
export interface Report {
  readonly id: number
  readonly outcome?: Outcome
}

/** How many times as many questions as without a mutant say that a loop does not end. */
const patience = 30

/** A test that runs longer than this, in milliseconds, waits for what never comes. */
const longest = 10_000

class NeverEnds extends Error {}

interface TimedTest extends RegisteredTest {
  /** Milliseconds, and questions for mutants, without a mutant. */
  readonly cost: number
  readonly questions: number
}

/** The active mutant, the number of questions for each, how many questions may still come, and of copies of modules. */
const state = { active: -1, asked: new Int32Array(0), left: Number.POSITIVE_INFINITY, copies: 0 }

globalThis.isMutated = (id) => {
  state.asked[id]!++
  if (--state.left < 0) throw new NeverEnds()
  return id === state.active
}

/** Random numbers that are the same for each run of a test. */
const seedRandom = () => {
  let last = 1
  Math.random = () => (last = last * 48_271 % 2_147_483_647) / 2_147_483_647
}

const inTime = (running: Promise<void>) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new NeverEnds()), longest)
  })
  return Promise.race([running, late]).finally(() => clearTimeout(timer))
}

/** Runs a test and returns its failure. */
const attempt = async (test: RegisteredTest): Promise<Error | undefined> => {
  seedRandom()
  try {
    await inTime(test.run())
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The tests of a file; with a new copy of all its modules if `anew`. */
const load = async (file: string, anew: boolean) => {
  takeRegistered()
  if (anew) state.copies++
  await import(`${pathToFileURL(join(root, file)).href}${anew ? `?load=${state.copies}` : ""}`)
  return takeRegistered()
}

/** Runs all tests without a mutant, and notes which of them run the place of which mutant, and which places run while loading. */
const rehearse = async (count: number, files: ReadonlyArray<TestFile>) => {
  const covering = Array.from({ length: count }, (): Array<TimedTest> => [])
  const whenLoaded = new Int32Array(count)
  state.asked = whenLoaded
  const tests = []
  for (const { file } of files) tests.push(...(await load(file, false)).map((test) => ({ ...test, file })))
  const costs = new Map(files.map(({ file }) => [file, 0]))
  for (const test of tests) {
    const asked = new Int32Array(count)
    state.asked = asked
    const begun = performance.now()
    const failure = await attempt(test)
    if (failure !== undefined) throw new Error(`Without a mutant, "${test.name}" fails: ${failure.message}`)
    const cost = performance.now() - begun
    costs.set(test.file, costs.get(test.file)! + cost)
    const timed = { ...test, cost, questions: asked.reduce((sum, one) => sum + one, 0) }
    for (const [id, those] of covering.entries()) if (asked[id]! > 0) those.push(timed)
  }
  for (const those of covering) those.sort((a, b) => a.cost - b.cost)
  const cheapFirst = files.toSorted((a, b) => costs.get(a.file)! - costs.get(b.file)!)
  return { covering, cheapFirst, isLoaded: (id: number) => whenLoaded[id]! > 0 }
}

/** Runs tests until one fails. */
const outcomeOf = async (tests: ReadonlyArray<RegisteredTest>): Promise<Outcome> => {
  for (const test of tests) {
    const failure = await attempt(test)
    if (failure !== undefined) return state.left < 0 || failure instanceof NeverEnds ? "endless" : "killed"
  }
  return "survived"
}

/** A mutant that acts only while modules are loaded is tested with new copies of them. */
const outcomeWhenLoaded = async (mutant: Mutant, files: ReadonlyArray<TestFile>): Promise<Outcome> => {
  for (const { file } of files.filter(({ reaches }) => reaches.has(mutant.file))) {
    const tests = await load(file, true).catch(() => undefined)
    const outcome = tests === undefined ? "killed" : await outcomeOf(tests)
    if (outcome !== "survived") return outcome
  }
  return "survived"
}

const tell = (report: Report) => process.send?.(report)

const main = async (ids: ReadonlyArray<number>) => {
  fc.configureGlobal({ seed: 1, endOnFailure: true })
  const { mutants, texts } = mutatedDecisions()
  loadInstead(root, texts)
  const files = testsReaching(new Set(ids.map((id) => mutants[id]!.file)))
  const { cheapFirst, covering, isLoaded } = await rehearse(mutants.length, files)

  const trial = async (mutant: Mutant): Promise<Outcome> => {
    const tests = covering[mutant.id]!
    state.active = mutant.id
    state.left = 100_000 + patience * tests.reduce((sum, { questions }) => sum + questions, 0)
    try {
      if (tests.length > 0) return await outcomeOf(tests)
      state.left = Number.POSITIVE_INFINITY
      return isLoaded(mutant.id) ? await outcomeWhenLoaded(mutant, cheapFirst) : "uncovered"
    } finally {
      state.active = -1
      state.left = Number.POSITIVE_INFINITY
    }
  }

  for (const id of ids) {
    tell({ id })
    tell({ id, outcome: await trial(mutants[id]!) })
  }
  process.disconnect()
}

process.once("message", (ids: ReadonlyArray<number>) => void main(ids))
