import { assert, layer } from "@effect/vitest"
import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { Festival } from "../../support/Festival.ts"
import { FestivalPortal } from "../../support/FestivalPortal.ts"
import { counted, tell } from "../../support/Torture.ts"
import { diagnose } from "../journal/Diagnosed.ts"
import { batch, everyKind, kept, openOffice, orderedOnce, type Step } from "./ConcurrentPayouts.ts"

/** Number of generated festivals; more find more. */
const festivals = Number(process.env.PAYOUT_FESTIVALS ?? 2)

/** How often several people act at the same time in each. */
const batches = Number(process.env.PAYOUT_BATCHES ?? 16)

const guests = 4

const guest = fc.nat({ max: guests - 1 })
const back = fc.nat({ max: 2 })
const cents = fc.integer({ min: 0, max: 6000 })

const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary })

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(4, fc.record({ kind: fc.constant("create"), sum: cents, count: fc.integer({ min: 1, max: guests }) })),
  weighted(2, fc.record({ kind: fc.constant("create"), sum: fc.constant(100_000), count: fc.constant(guests) })),
  weighted(
    3,
    fc.record({
      kind: fc.constant("export"),
      back,
      file: fc.constantFrom("csv", "sepa", "sepa"),
      part: fc.constantFrom(1, 1, 2)
    })
  ),
  weighted(
    2,
    fc.record({
      kind: fc.constant("settings"),
      perFile: fc.integer({ min: 1, max: guests }),
      sender: fc.constantFrom("Festival", "Verein")
    })
  ),
  weighted(3, fc.record({ kind: fc.constant("done"), back })),
  weighted(3, fc.record({ kind: fc.constant("revoke"), back, force: fc.boolean() })),
  weighted(
    4,
    fc.record({
      kind: fc.constant("return"),
      guest,
      from: fc.constantFrom(["reserved"], ["paid"], ["paid", "returned", "released"])
    })
  ),
  weighted(5, fc.record({ kind: fc.constant("spend"), guest })),
  weighted(5, fc.record({ kind: fc.constant("top up"), guest, cents: fc.integer({ min: 100, max: 3000 }) })),
  weighted(6, fc.record({ kind: fc.constant("bank data"), guest, donation: fc.constantFrom(0, 1, 500, 2000) })),
  weighted(1, fc.record({ kind: fc.constant("donate all"), guest })),
  weighted(1, fc.record({ kind: fc.constant("prevent"), guest })),
  weighted(2, fc.record({ kind: fc.constant("allow"), guest }))
)

/** Batches of six simultaneous steps. */
const festival = fc.array(fc.array(step, { minLength: 6, maxLength: 6, size: "max" }), {
  minLength: batches,
  maxLength: batches,
  size: "max"
})

/** Every kind of step once, one after the other. */
const oneOfEach = ([
  { kind: "top up", guest: 0, cents: 500 },
  { kind: "bank data", guest: 0, donation: 500 },
  { kind: "create", sum: 100_000, count: guests },
  { kind: "export", back: 0, file: "sepa", part: 1 },
  { kind: "settings", perFile: 1, sender: "Verein" },
  { kind: "export", back: 0, file: "sepa", part: 1 },
  { kind: "settings", perFile: guests, sender: "Festival" },
  { kind: "done", back: 0 },
  { kind: "return", guest: 0, from: ["paid"] },
  { kind: "bank data", guest: 0, donation: 0 },
  { kind: "create", sum: 100_000, count: guests },
  { kind: "revoke", back: 0, force: false },
  { kind: "prevent", guest: 1 },
  { kind: "allow", guest: 1 },
  { kind: "donate all", guest: 1 },
  { kind: "spend", guest: 2 }
] satisfies ReadonlyArray<Step>).map((one): Array<Step> => [one])

layer(FestivalPortal.layer, { excludeTestServices: true })("payouts on PostgreSQL", (it) => {
  it.effect("lose no cent and pay none twice, whatever operators and guests do at once", () =>
    Effect.gen(function*() {
      const outcomes = new Map<string, number>()
      const run = (taken: ReadonlyArray<ReadonlyArray<Step>>) =>
        Effect.gen(function*() {
          const office = yield* openOffice(guests)
          for (const steps of taken) {
            yield* batch(office, steps)
            yield* kept(office)
          }
          for (const [key, count] of office.outcomes) outcomes.set(key, (outcomes.get(key) ?? 0) + count)
        })
      const context = yield* Effect.context<
        Festival | FestivalPortal | KnownSenders | SignInLimits | SqlClient.SqlClient
      >()
      const check = (taken: ReadonlyArray<ReadonlyArray<Step>>) => Effect.runPromiseWith(context)(run(taken))
      yield* Effect.promise(() =>
        fc.assert(fc.asyncProperty(festival, check), {
          numRuns: festivals,
          endOnFailure: true,
          examples: [[oneOfEach]]
        })
      )
      yield* orderedOnce
      const diagnosis = yield* diagnose(5)
      assert.strictEqual(diagnosis.count, 0, JSON.stringify(diagnosis))
      // A run in which no one is ever paid would prove nothing.
      for (const kind of everyKind) assert.isAbove(outcomes.get(`${kind} done`) ?? 0, 0, kind)
      const steps = Array.from(outcomes.values()).reduce((left, right) => left + right, 0)
      tell(
        `${counted(festivals, "festival")}, ${counted(steps)} steps around payouts at once, no cent lost or paid twice`
      )
    }), 300_000 + 15_000 * festivals)
})
