import { assert, it } from "@effect/vitest"
import { festivalSteps } from "@wristbank/cli/stand-ins/simulation/FestivalSteps"
import type { Step } from "@wristbank/cli/stand-ins/simulation/Step"
import { ticks } from "@wristbank/cli/stand-ins/simulation/Ticks"
import fc from "fast-check"

const sizes = fc.record({
  guests: fc.integer({ min: 1, max: 150 }),
  days: fc.integer({ min: 1, max: 2 }),
  tills: fc.integer({ min: 5, max: 12 }),
  seed: fc.integer({ min: 0, max: 0xffffffff }),
  presale: fc.boolean()
})

const guestsOf = (step: Step): ReadonlyArray<number> =>
  step.kind === "entry" ? step.guests : "guest" in step ? [step.guest] : []

const isInCash = (step: Step): boolean =>
  step.kind === "payOut" || step.kind.startsWith("shift") || ("paidBy" in step && step.paidBy === "cash")

const isByCard = (step: Step): boolean => "paidBy" in step && step.paidBy === "card"

/** What a step changes: its guests' balances, and the till's cash. */
const touches = (step: Step): ReadonlyArray<string> => [
  ...guestsOf(step).map((guest) => `guest ${guest}`),
  ..."till" in step && isInCash(step) ? [`till ${step.till}`] : []
]

it("everything happens once, and what concerns the same guest or register in its order", () =>
  fc.assert(
    fc.property(sizes, (size) => {
      const steps = [...festivalSteps(size)]
      const order = (all: ReadonlyArray<Step>) => {
        const numbers = new Map<string, Array<number>>()
        for (const step of all) {
          for (const key of touches(step)) numbers.set(key, [...numbers.get(key) ?? [], step.n])
        }
        return numbers
      }
      const carriedOut = [...ticks(steps)].flatMap(({ batches, others }) => [...batches.flat(), ...others.flat()])
      assert.deepStrictEqual(carriedOut.map(({ n }) => n).toSorted((a, b) => a - b), steps.map(({ n }) => n))
      assert.deepStrictEqual(order(carriedOut), order(steps))
    }),
    { numRuns: 40 }
  ))

it("no batch has a guest or a register twice, and a till sells only between the changes of its shifts", () =>
  fc.assert(
    fc.property(sizes, (size) => {
      const working = new Set<number>()
      for (const { at, batches, others } of ticks(festivalSteps(size))) {
        for (const batch of batches) {
          const keys = batch.flatMap(touches)
          assert.strictEqual(new Set(keys).size, keys.length)
          assert.strictEqual(new Set(batch.map(isByCard)).size, 1)
        }
        for (const run of others.filter(({ length }) => length > 1)) {
          const guests = run.flatMap(guestsOf)
          assert.strictEqual(new Set(guests).size, guests.length)
          assert.isTrue(run.every((step) => step.kind === "entry" && !isByCard(step)))
        }
        for (const step of [...batches.flat(), ...others.flat()]) {
          assert.isAtLeast(step.at, at)
          if (step.kind === "shiftStart") working.add(step.till)
          else if (step.kind === "shiftEnd") working.delete(step.till)
          else if ("till" in step) assert.isTrue(working.has(step.till))
        }
      }
    }),
    { numRuns: 40 }
  ))
