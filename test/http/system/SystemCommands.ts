import { assert } from "@effect/vitest"
import type { Effect } from "effect"
import fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import type { LedgerModel } from "../../support/model/LedgerModel.ts"
import { rules } from "../../support/model/ModelRules.ts"
import { anyBatch, anyStep, type Step } from "../../support/model/ModelStep.ts"
import type { Outcome } from "../../support/model/Outcome.ts"
import { acts } from "./SystemActs.ts"
import { type Books, booksAgree, type booksOf, type staffAgrees } from "./SystemBooks.ts"
import type { openRun, SystemRun } from "./SystemServer.ts"

/** The number of steps of a run after which the books are compared. */
const untilBooks = 20

type Needed = Effect.Services<
  ReturnType<typeof booksOf> | ReturnType<typeof openRun> | ReturnType<typeof staffAgrees>
>

/** Runs an effect with the services of the test. */
export type Perform = <A, E, R extends Needed>(effect: Effect.Effect<A, E, R>) => Promise<A>

/** A run at the server, and how many steps it has taken. */
export interface Running {
  readonly run: SystemRun
  readonly before: Books
  readonly perform: Perform
  steps: number
}

const decide = (model: LedgerModel, step: Step) =>
  (rules[step.kind] as (model: LedgerModel, step: Step) => Outcome)(model, step)

/** The step with the guest whom it means. */
const meant = ({ guests }: LedgerModel, step: Step): Step =>
  "guest" in step ? { ...step, guest: step.guest % guests.length } : step

const act = (run: SystemRun, step: Step) =>
  (acts[step.kind] as (run: SystemRun, step: Step) => Effect.Effect<Outcome>)(run, step)

const counted = async (model: LedgerModel, running: Running, steps: number) => {
  const { before, perform, run } = running
  const isDue = Math.floor((running.steps + steps) / untilBooks) > Math.floor(running.steps / untilBooks)
  running.steps += steps
  if (isDue) await perform(booksAgree(run, model, before))
}

/** A step at the server and in the model, with the same outcome. */
class OneStep implements fc.AsyncCommand<LedgerModel, Running> {
  readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check = () => true

  run = async (model: LedgerModel, running: Running) => {
    const step = meant(model, this.step)
    const expected = decide(model, step)
    assert.deepStrictEqual(await running.perform(act(running.run, step)), expected, this.toString())
    await counted(model, running, 1)
  }

  toString = () => JSON.stringify(this.step)
}

/** All orders of some things. */
const orders = <A>(things: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  things.length === 0
    ? [[]]
    : things.flatMap((thing, n) => orders(things.toSpliced(n, 1)).map((others) => [thing, ...others]))

interface Answered {
  readonly step: Step
  readonly outcome: Outcome
  readonly sales: ReadonlyArray<number>
  readonly last: SystemRun["last"]
}

/**
 * Decides a step in the last of these states of a batch, as it was answered if that is possible. A sale may have been decided by
 * the vouchers of an earlier state: others may use an account between the decision and its storing, as long as it has what the
 * sale takes.
 */
const explain = (states: ReadonlyArray<LedgerModel>, { outcome, step }: Answered): LedgerModel | null => {
  const seen = step.kind === "sale" ? states.map(({ guests }) => guests[step.guest]!.vouchers) : [undefined]
  for (const vouchers of seen) {
    const copy = structuredClone(states.at(-1)!)
    const decided = step.kind === "sale" ? rules.sale(copy, step, vouchers) : decide(copy, step)
    if (isDeepStrictEqual(decided, outcome)) return copy
  }
  return null
}

/** The model after the steps in this order; null if it would have answered one of them differently. */
const inOrder = (model: LedgerModel, answered: ReadonlyArray<Answered>): LedgerModel | null => {
  const states = [model]
  for (const one of answered) {
    const next = explain(states, one)
    if (next === null) return null
    states.push(next)
  }
  return states.at(-1)!
}

/** Steps at the same time, whose outcomes are those of one after the other, in some order. */
class AtOnce implements fc.AsyncCommand<LedgerModel, Running> {
  readonly steps: ReadonlyArray<Step>

  constructor(steps: ReadonlyArray<Step>) {
    this.steps = steps
  }

  check = () => true

  run = async (model: LedgerModel, running: Running) => {
    const { perform, run } = running
    const steps = this.steps.map((step) => meant(model, step))
    const answered = await Promise.all(steps.map(async (step): Promise<Answered> => {
      const alone: SystemRun = { ...run, sales: [], last: null }
      const outcome = await perform(act(alone, step))
      return { step, outcome, sales: alone.sales, last: alone.last }
    }))
    const order = orders(answered).find((one) => inOrder(model, one) !== null)
    assert.isDefined(
      order,
      `No order of ${this.toString()} gives ${JSON.stringify(answered.map(({ outcome }) => outcome))}`
    )
    Object.assign(model, inOrder(model, order!))
    run.sales.push(...order!.flatMap(({ sales }) => sales))
    run.last = order!.findLast(({ last }) => last !== null)?.last ?? run.last
    await counted(model, running, this.steps.length)
  }

  toString = () => `at once ${JSON.stringify(this.steps)}`
}

/** Random steps, up to a number of them. */
export const anyCommands = (longest: number) =>
  fc.commands([
    anyStep.map((step) => new OneStep(step)),
    anyStep.map((step) => new OneStep(step)),
    anyStep.map((step) => new OneStep(step)),
    anyBatch.map((steps) => new AtOnce(steps))
  ], { maxCommands: longest, size: "max" })
