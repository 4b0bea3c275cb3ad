import { assert, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import fc from "fast-check"
import { Festival } from "../../support/Festival.ts"
import { servedFestival } from "../../support/Servers.ts"
import { counted, tell } from "../../support/Torture.ts"
import { batch, type Concurrent, expectedHoldings, openFestival, type Step } from "./ConcurrentFestival.ts"
import { anyFestival } from "./ConcurrentSteps.ts"

/** Festivals to simulate; more of them find more defects. */
const festivals = Number(process.env.LEDGER_FESTIVALS ?? 3)

/** Batches of concurrent steps in each festival. */
const batches = Number(process.env.LEDGER_BATCHES ?? 15)

const customers = 3
const tillCount = 2

const festival = anyFestival({ batches, customers, tills: tillCount })

/** A festival with every kind of step, one after the other, so that each kind is covered whatever else is drawn. */
const everyKind = [
  { kind: "topUp", guest: 0, till: 0, method: "cash", cents: 5000 },
  { kind: "sale", guest: 0, till: 0, presses: [["beerOnly", 1]], vouchers: null },
  { kind: "sale", guest: 1, till: 0, presses: [["beerOnly", 1]], vouchers: null },
  { kind: "cashSale", method: "cash", till: 0, presses: [["beerOnly", 1]] },
  { kind: "repeat", back: 0 },
  { kind: "payOut", guest: 0, till: 0, cents: 100 },
  { kind: "grant", guest: 0, till: 0, vouchers: 2 },
  { kind: "sale", guest: 0, till: 0, presses: [["food", 1]], vouchers: null },
  { kind: "cancel", sale: 0, till: 0 },
  { kind: "shift", till: 0 }
] as const satisfies ReadonlyArray<Step>

layer(servedFestival, { excludeTestServices: true })("the ledger on PostgreSQL", (it) => {
  it.effect("says what a simple model says while several clients book at once", () =>
    Effect.gen(function*() {
      const { event, holdings, moved } = yield* Festival
      const outcomes = new Map<string, number>()
      const run = (taken: ReadonlyArray<ReadonlyArray<Step>>) =>
        Effect.gen(function*() {
          const real: Concurrent = yield* openFestival(customers, tillCount)
          const { moved: changed } = yield* moved(Effect.forEach(taken, (steps) =>
            Effect.gen(function*() {
              yield* batch(real, steps)
              for (const { money, vouchers } of real.model.guests) assert.isTrue(money >= 0 && vouchers >= 0)
              for (const { cash } of real.model.registers) assert.isAtLeast(cash, 0)
              // I1 to I3 of the stored ledger.
              yield* holdings
            })))
          assert.deepStrictEqual(changed, expectedHoldings(real))
          for (const [key, count] of real.outcomes) outcomes.set(key, (outcomes.get(key) ?? 0) + count)
        })
      const context = yield* Effect.context<Festival | Effect.Services<typeof holdings>>()
      const check = (taken: ReadonlyArray<ReadonlyArray<Step>>) => Effect.runPromiseWith(context)(run(taken))
      yield* Effect.promise(() =>
        fc.assert(fc.asyncProperty(festival, check), {
          numRuns: festivals,
          endOnFailure: true,
          examples: [[everyKind.map((one): ReadonlyArray<Step> => [one])]]
        })
      )
      // I4 to I6, the chain of every balance, and all other invariants.
      const { examinations } = yield* Effect.provide(Doctor.use((doctor) => doctor.diagnose(5)), Doctor.layer)
      const wrong = examinations.flatMap(({ findings, invariant }) =>
        findings.filter(({ event_id }) => event_id === BigInt(event)).map((finding) => ({ invariant, ...finding }))
      )
      assert.deepStrictEqual(wrong, [])
      // A festival that books nothing would prove nothing.
      for (const { kind } of everyKind) assert.isAbove(outcomes.get(`${kind} done`) ?? 0, 0, kind)
      assert.isAbove(outcomes.get("sale NotEnoughFunds") ?? 0, 0)
      const steps = Array.from(outcomes.values()).reduce((left, right) => left + right, 0)
      tell(`${counted(festivals, "festival")}, ${counted(steps)} steps of several clients at once, all as in the model`)
    }), 300_000 + 10_000 * festivals)
})
