import { assert, it } from "@effect/vitest"
import { pastCardPayments, PastGuests, pastTags } from "@wristbank/stand-ins/festival/DemoPast"
import { guests } from "@wristbank/stand-ins/festival/DemoPeople"
import { paidByCard } from "@wristbank/stand-ins/simulation/CardPayments"
import { festivalSteps } from "@wristbank/stand-ins/simulation/FestivalSteps"
import { isUnder16 } from "@wristbank/stand-ins/simulation/Premises"
import { uuidOf } from "@wristbank/stand-ins/simulation/TillRequests"
import { Effect } from "effect"

it.effect("the card provider has all payments of the demo's past but one at the cash desk, at each size", () =>
  Effect.gen(function*() {
    for (const count of [8, yield* PastGuests]) {
      const known = yield* Effect.provideService(pastCardPayments, PastGuests, count)
      const steps = [...festivalSteps({ guests: count, days: 2, tills: 6, seed: 1, presale: false })]
      const paid = steps.filter((step) => paidByCard(step) > 0n)
      assert.isAbove(paid.length, 5)
      const unseen = paid.filter((step) => !known.some(({ uuid }) => uuid === uuidOf(step)))
      assert.lengthOf(unseen, 1)
      assert.include([4, 5], unseen.map((step) => "till" in step ? step.till : -1)[0])
    }
  }))

it.effect("there are tags for all guests of the demo's past", () =>
  Effect.gen(function*() {
    const past = Array.from({ length: yield* PastGuests }, (_, guest) => guest)
    const tags = guests.slice(-pastTags)
    const young = past.filter(isUnder16).length
    assert.isAtLeast(tags.filter(({ restriction }) => restriction === "under_16").length, young)
    assert.isAtLeast(tags.filter(({ restriction }) => restriction === null).length, past.length - young)
  }))
