import { assert, it } from "@effect/vitest"
import { festivalSteps } from "@wristbank/stand-ins/simulation/FestivalSteps"
import type { Step } from "@wristbank/stand-ins/simulation/Step"
import { ticks } from "@wristbank/stand-ins/simulation/Ticks"
import { lag, millisPerMinute, outage } from "@wristbank/stand-ins/simulation/Timetable"
import fc from "fast-check"

const sizes = fc.record({
  guests: fc.integer({ min: 1, max: 150 }),
  days: fc.integer({ min: 1, max: 2 }),
  tills: fc.integer({ min: 5, max: 12 }),
  seed: fc.integer({ min: 0, max: 0xffffffff }),
  presale: fc.boolean(),
  signing: fc.boolean()
})

const guestsOf = (step: Step): ReadonlyArray<number> =>
  step.kind === "entry" ? step.guests : "guest" in step ? [step.guest] : []

const isInCash = (step: Step): boolean =>
  step.kind === "payOut" || step.kind.startsWith("shift") || ("paidBy" in step && step.paidBy === "cash")

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
      const carriedOut = [...ticks(steps)].flatMap(({ others, together }) => [...together, ...others])
      assert.deepStrictEqual(carriedOut.map(({ n }) => n).toSorted((a, b) => a - b), steps.map(({ n }) => n))
      assert.deepStrictEqual(order(carriedOut), order(steps))
    }),
    { numRuns: 40 }
  ))

it("a till sells only between the changes of its shifts, and cancels follow each other", () =>
  fc.assert(
    fc.property(sizes, (size) => {
      const working = new Set<number>()
      const cancels: Array<number> = []
      for (const { at, others, together } of ticks(festivalSteps(size))) {
        for (const step of [...together, ...others]) {
          assert.isAtLeast(step.at, at)
          if (step.kind === "shiftStart") working.add(step.till)
          else if (step.kind === "shiftEnd") working.delete(step.till)
          else if ("till" in step) assert.isTrue(working.has(step.till))
          if (step.kind === "cancel") cancels.push(step.n)
        }
      }
      assert.deepStrictEqual(cancels, cancels.toSorted((a, b) => a - b))
    }),
    { numRuns: 40 }
  ))

it("only bookings are made together, and those that wait for others have work between them", () => {
  const all = [...ticks(festivalSteps({ guests: 150, days: 1, tills: 5, seed: 7, presale: true }))]
  const kinds = (steps: ReadonlyArray<Step>) => Array.from(new Set(steps.map(({ kind }) => kind))).toSorted()
  assert.deepStrictEqual(kinds(all.flatMap(({ together }) => together)), [
    "cancel",
    "cupReturn",
    "entry",
    "payOut",
    "sale",
    "topUp"
  ])
  /** How many steps there are from each to the one that it waits for. */
  const distances = (steps: ReadonlyArray<Step>) =>
    steps.flatMap((step, n) => {
      const before = steps.slice(0, n).findLastIndex((other) =>
        touches(other).some((key) => touches(step).includes(key))
      )
      return before < 0 ? [] : [n - before]
    })
  const mean = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length
  assert.isAbove(
    mean(all.flatMap(({ together }) => distances(together))),
    mean(all.flatMap(({ together }) => distances(together.toSorted((one, other) => one.n - other.n))))
  )
})

it("a fault and its end come after all bookings of their minute, and before all later ones", () =>
  fc.assert(
    fc.property(sizes, (size) => {
      const minuteOf = ({ at }: { readonly at: number }) => Math.floor(at / millisPerMinute)
      const found = [...ticks(festivalSteps(size))].flatMap(({ others, together }) => {
        const steps = [...together, ...others]
        const faults = steps.filter(({ kind }) => /^(?:provider|device)/.test(kind))
        if (faults.length === 0) return []
        assert.deepStrictEqual(steps.slice(-faults.length), faults)
        assert.deepStrictEqual(new Set(steps.map(minuteOf)).size, 1)
        return faults.map((fault) => [fault.kind, minuteOf(fault)])
      })
      assert.deepStrictEqual(found, [
        ["providerLags", lag.from],
        ["providerRecovers", lag.until],
        ...(size.signing ? [["deviceStops", outage.from], ["deviceRecovers", outage.until]] : [])
      ])
    }),
    { numRuns: 40 }
  ))
