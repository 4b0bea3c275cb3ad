import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { following, type RateChange } from "@wristbank/core/event/FollowingVersion"
import { isSame, type KnownVersion, type VersionContent } from "@wristbank/core/event/ProductVersion"
import { decidePlan, firstDifference, type Period, periodsOf, planVersions } from "@wristbank/core/event/VersionPlan"
import { DateTime, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"

const hour = 3_600_000
const at = (hours: number) => DateTime.makeUnsafe(hours * hour)

const content = fc.record({ price: fc.integer({ min: 1, max: 3 }), rate: fc.constantFrom(1n, 2n) }).map(
  ({ price, rate }): VersionContent => ({
    price: Cents.make(BigInt(price)),
    price_in_vouchers: null,
    tax_rate_id: rate,
    target_account_id: null,
    user_tag_variant_ids: []
  })
)

const hours = fc.integer({ min: 1, max: 6 })

/** Contents at ascending moments, some of them the same as before. */
const periods = fc.uniqueArray(hours, { maxLength: 4 }).chain((moments) =>
  fc.tuple(
    ...moments.toSorted((a, b) => a - b).map((moment) =>
      content.map((one): Period<VersionContent> => ({ ...one, valid_from: at(moment) }))
    )
  )
)

/** Changes of tax rates with the price that changes with them, if the product has the rate then. */
const rateChanges = fc.array(
  fc.record({ rate: fc.constantFrom(1n, 2n), hours, price: fc.integer({ min: 1, max: 3 }) }),
  {
    maxLength: 3
  }
).map((changes) =>
  changes.map((one, n): RateChange => ({
    id: BigInt(n * 10 + 5),
    tax_rate_id: one.rate,
    valid_from: at(one.hours),
    prices: [{ product_id: 1n, price: Cents.make(BigInt(one.price)) }]
  }))
)

/** A product in memory, whose versions follow from tax rates as those of stored products do. */
const productWith = (
  present: VersionContent,
  first: ReadonlyArray<Period<VersionContent>>,
  changes: ReadonlyArray<RateChange>
) => {
  let id = 1000n
  let own: ReadonlyArray<KnownVersion> = first.map((one, n) => ({
    ...one,
    id: BigInt(n * 10 + 1),
    tax_rate_version_id: null
  }))
  const versions = (): ReadonlyArray<KnownVersion> => [
    ...own,
    ...following({ product_id: 1n, present, own }, changes).map((one, n): KnownVersion => ({
      ...one.content,
      id: 2000n + BigInt(n),
      valid_from: one.valid_from,
      tax_rate_version_id: one.tax_rate_version_id
    }))
  ]
  return {
    versions,
    services: {
      name: "Beer",
      present,
      isSame,
      list: Effect.sync(versions),
      isOwn: (version: KnownVersion) => version.tax_rate_version_id === null,
      remove: (removed: bigint) => Effect.sync(() => own = own.filter((one) => one.id !== removed)),
      create: (period: Period<VersionContent>) =>
        Effect.sync(() => own = [...own, { ...period, id: id++, tax_rate_version_id: null }])
    }
  }
}

it.effect("a product is at each moment as planned, whatever was planned before and follows from its tax rates", () =>
  Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(content, periods, rateChanges, periods, async (present, first, changes, asked) => {
        const wanted = periodsOf(present, asked.map((one, n) => ({ ...one, id: BigInt(n) })), isSame)
        const { services, versions } = productWith(present, first, changes)
        await Effect.runPromise(Effect.provide(planVersions(services, wanted), TestClock.layer()))
        const planned = periodsOf(present, versions(), isSame)
        assert.isUndefined(firstDifference(present, planned, wanted, isSame))
        assert.lengthOf(planned, wanted.length)
      }),
      { numRuns: 1000 }
    )
  ))

it("a planned version begins later, within bounds, and says something else than the one before", () => {
  const now = at(1)
  const beer: VersionContent = {
    price: Cents.make(500n),
    price_in_vouchers: null,
    tax_rate_id: 1n,
    target_account_id: null,
    user_tag_variant_ids: []
  }
  const from = (moment: DateTime.Utc, price: bigint) => ({ ...beer, price: Cents.make(price), valid_from: moment })
  const refusalOf = (...wanted: ReadonlyArray<Period<VersionContent>>) =>
    Result.match(decidePlan("Beer", beer, wanted, isSame, now), {
      onSuccess: () => null,
      onFailure: ({ index, refusal }) => [index, refusal.rule]
    })
  assert.isNull(refusalOf())
  assert.isNull(refusalOf(from(at(2), 600n), from(at(3), 500n)))
  assert.deepStrictEqual(refusalOf(from(at(1), 600n)), [0, "catalogue.version_past"])
  assert.deepStrictEqual(refusalOf(from(at(2), 600n), from(at(3), 600n)), [1, "catalogue.version_unchanged"])
  assert.deepStrictEqual(refusalOf(from(at(2), 500n)), [0, "catalogue.version_unchanged"])
  assert.isNull(refusalOf(from(at(9601), 600n)))
  assert.deepStrictEqual(refusalOf(from(at(9602), 600n)), [0, "catalogue.version_too_far"])
  const many = Array.from({ length: 21 }, (_, n) => from(at(n + 2), BigInt(n)))
  assert.deepStrictEqual(refusalOf(...many), [20, "catalogue.version_too_many"])
})
