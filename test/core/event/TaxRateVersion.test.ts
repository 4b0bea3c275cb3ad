import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { following, type Plan, type RateChange } from "@wristbank/core/event/FollowingVersion"
import { inForce, type KnownVersion } from "@wristbank/core/event/ProductVersion"
import type { TaxRate } from "@wristbank/core/event/TaxRate"
import {
  decidePriceChanges,
  decideRateVersion,
  type KnownRateVersion,
  NewTaxRateVersion
} from "@wristbank/core/event/TaxRateVersion"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { priceRuns } from "../../support/PriceRuns.ts"
import { product } from "../sale/OrderWorld.ts"

const at = (minutes: number) => DateTime.makeUnsafe(Date.UTC(2026, 11, 31, 12) + minutes * 60_000)
const cents = (amount: number) => Cents.make(BigInt(amount))

/** What people plan: another percentage of a rate, with the price of the product, or another rate and price of the product. */
type Step =
  | { readonly from: number; readonly rate: bigint; readonly percentage: number; readonly price: number | null }
  | { readonly from: number; readonly own: bigint; readonly costs: number }
const rate = fc.constantFrom(1n, 2n, 3n)
const from = fc.integer({ min: 1, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ from, rate, percentage: fc.nat(9_000), price: fc.option(fc.nat(9)) }),
  fc.record({ from, own: rate, costs: fc.nat(9) })
)

const start = {
  price: cents(300),
  price_in_vouchers: null,
  tax_rate_id: 1n,
  target_account_id: null,
  user_tag_variant_ids: []
}

interface Percentage {
  readonly id: bigint
  readonly valid_from: DateTime.Utc
  readonly of: bigint
  readonly percentage: number
}

const planOf = (steps: ReadonlyArray<Step>) => {
  const own: Array<KnownVersion> = []
  const changes: Array<RateChange> = []
  const percentages: Array<Percentage> = []
  for (const [n, one] of steps.entries()) {
    const row = { id: BigInt(n + 1), valid_from: at(one.from) }
    if ("own" in one) {
      own.push({ ...start, ...row, tax_rate_id: one.own, price: cents(one.costs), tax_rate_version_id: null })
    } else {
      const prices = one.price === null ? [] : [{ product_id: 7n, price: cents(one.price) }]
      changes.push({ ...row, tax_rate_id: one.rate, prices })
      percentages.push({ ...row, of: one.rate, percentage: one.percentage })
    }
  }
  const plan: Plan = { product_id: 7n, present: start, own }
  const follow = following(plan, changes)
  const first: KnownVersion = { ...start, id: 0n, valid_from: at(0), tax_rate_version_id: null }
  const stored = follow.map((one, n): KnownVersion => ({
    ...one.content,
    valid_from: one.valid_from,
    tax_rate_version_id: one.tax_rate_version_id,
    id: BigInt(1_000 + n)
  }))
  return { plan, changes, percentages, versions: [first, ...own, ...stored], follow }
}

const percentageOf = (percentages: ReadonlyArray<Percentage>, id: bigint, minutes: number) =>
  inForce(percentages.filter((one) => one.of === id), at(minutes))?.percentage

const minutes = Array.from({ length: 14 }, (_, n) => n)
const steps = fc.array(step, { maxLength: 12 })

describe("products whose tax rate changes", () => {
  it("are sold at the percentage that their rate has at that moment, whatever was planned in which order", () =>
    fc.assert(
      fc.property(steps, (all) => {
        const { percentages, versions } = planOf(all)
        for (const minute of minutes) {
          const version = inForce(versions, at(minute))!
          const began = (version.valid_from.epochMilliseconds - at(0).epochMilliseconds) / 60_000
          assert.strictEqual(
            percentageOf(percentages, version.tax_rate_id, began),
            percentageOf(percentages, version.tax_rate_id, minute)
          )
        }
      }),
      priceRuns
    ))

  it("keep all else as it was planned: only a price that came with the rate differs", () =>
    fc.assert(
      fc.property(steps, (all) => {
        const { changes, plan, versions } = planOf(all)
        for (const minute of minutes) {
          const found = inForce(versions, at(minute))!
          const base = inForce([...plan.own, versions[0]!], at(minute))!
          assert.strictEqual(found.tax_rate_id, base.tax_rate_id)
          const since = changes.filter((one) =>
            one.tax_rate_id === base.tax_rate_id && one.prices.length > 0 &&
            one.valid_from.epochMilliseconds <= at(minute).epochMilliseconds &&
            (one.valid_from.epochMilliseconds > base.valid_from.epochMilliseconds ||
              (one.valid_from.epochMilliseconds === base.valid_from.epochMilliseconds && one.id > base.id))
          )
          const last = inForce(since, at(minute))
          assert.strictEqual(found.price, last === undefined ? base.price : last.prices[0]!.price)
        }
      }),
      priceRuns
    ))

  it("need no version where nothing of them changes, and the same ones when they are asked for again", () =>
    fc.assert(fc.property(steps, (all) => {
      const { changes, follow, plan } = planOf(all)
      assert.deepStrictEqual(following(plan, changes), follow)
      assert.deepStrictEqual(following(plan, changes.filter((one) => one.tax_rate_id === 9n)), [])
      assert.lengthOf(new Set(follow.map((one) => one.valid_from.epochMilliseconds)), follow.length)
    })))
})

const food: TaxRate = {
  id: 1n,
  node_id: 1n,
  name: "Speisen",
  rate: 1900,
  description: "",
  tax_type: "regular_vat",
  is_system: false
}
const known = (n: number, percentage: number, type: TaxRate["tax_type"], minute: number): KnownRateVersion => ({
  id: BigInt(n),
  valid_from: at(minute),
  name: "Speisen",
  rate: percentage,
  tax_type: type
})
const now19 = known(1, 1900, "regular_vat", -10)
const wanted = (fields: Partial<NewTaxRateVersion>) =>
  new NewTaxRateVersion({ valid_from: at(60), rate: 700, tax_type: null, price_changes: [], ...fields })

const decided = (
  fields: Partial<NewTaxRateVersion>,
  { of = food, taken = false, versions = [now19] }: {
    readonly of?: TaxRate
    readonly taken?: boolean
    readonly versions?: ReadonlyArray<KnownRateVersion>
  } = {}
) => decideRateVersion(of, versions, wanted(fields), taken, at(0))
const refusalOf = <A>(result: Result.Result<A, { readonly _tag: string }>) =>
  Result.isFailure(result) ? refusalName(result.failure) : undefined

describe("a change of a tax rate", () => {
  it("has the type of its percentage, keeps its name, and says what was before", () => {
    const { before, content } = Result.getOrThrow(decided({}))
    assert.deepStrictEqual(content, { name: "Speisen", rate: 700, tax_type: "reduced_vat" })
    assert.deepStrictEqual(before, { name: "Speisen", rate: 1900, tax_type: "regular_vat" })
    assert.strictEqual(Result.getOrThrow(decided({ rate: 1600 })).content.tax_type, "regular_vat")
  })

  it("gives a percentage that the rate had the type that it had then", () => {
    const versions = [now19, known(2, 1600, "reduced_vat", 30)]
    assert.strictEqual(
      Result.getOrThrow(
        decided({ rate: 1600, name: "16" }, { versions: [...versions, known(3, 700, "reduced_vat", 40)] })
      ).content.tax_type,
      "reduced_vat"
    )
    assert.strictEqual(
      refusalOf(decided({ rate: 1600, tax_type: "regular_vat", valid_from: at(70) }, { versions })),
      "catalogue.tax_type_fixed"
    )
  })

  it.each<[name: string, found: string | undefined]>([
    ["catalogue.version_past", refusalOf(decided({ valid_from: at(0) }))],
    ["catalogue.version_too_far", refusalOf(decided({ valid_from: at(400 * 1440 + 1) }))],
    ["catalogue.version_unchanged", refusalOf(decided({ rate: 1900 }))],
    [
      "catalogue.version_too_many",
      refusalOf(decided({}, {
        versions: [now19, ...Array.from({ length: 20 }, (_, n) => known(n + 2, 1600, "regular_vat", n + 1))]
      }))
    ],
    ["catalogue.tax_rate_of_system", refusalOf(decided({}, { of: { ...food, is_system: true } }))],
    ["catalogue.tax_rate_name_taken", refusalOf(decided({ name: "USt" }, { taken: true }))],
    ["catalogue.tax_type_untaxed", refusalOf(decided({ tax_type: "exempt" }))]
  ])("is refused as %s", (name, found) => assert.strictEqual(found, name))
})

const soup = product(11n, "Soup", "5.00", { tax: "ust" }).product
const glass = { ...soup, id: 12n, name: "Glass", is_returnable: true }
const donation = { ...soup, id: 13n, name: "Donation", price: null, fixed_price: false }
const draft = { ...soup, id: 14n, name: "Draft", is_locked: false }
const other = { ...soup, id: 15n, name: "Beer", tax_rate_id: 99n }

describe("prices that change with a tax rate", () => {
  const priced = (...changes: ReadonlyArray<readonly [id: bigint, price: number]>) =>
    refusalOf(decidePriceChanges(
      { ...food, id: soup.tax_rate_id },
      wanted({
        price_changes: changes.map(([product_id, price]) => ({ product_id, price: cents(price) }))
      }),
      [soup, glass, donation, draft, other].map((one) => ({ ...one, versions: [] })),
      at(0)
    ))

  it.each<[name: string | undefined, found: string | undefined]>([
    [undefined, priced([11n, 480])],
    ["catalogue.version_unchanged", priced([11n, 500])],
    ["catalogue.version_price_twice", priced([11n, 480], [11n, 470])],
    ["catalogue.version_returnable", priced([12n, 480])],
    ["catalogue.free_price_given", priced([13n, 480])],
    ["catalogue.version_not_ready", priced([14n, 480])],
    ["catalogue.version_other_rate", priced([15n, 480])],
    ["catalogue.button_product_unknown", priced([16n, 480])]
  ])("%s", (name, found) => assert.strictEqual(found, name))
})
