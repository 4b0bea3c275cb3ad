import { assert, describe, it } from "@effect/vitest"
import type { AccountType } from "@wristbank/core/base/Account"
import { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import {
  type BookingSettings,
  CataloguedProduct,
  type EventConfiguration,
  inForceAt,
  PlannedProduct,
  productAt
} from "@wristbank/core/event/EventConfiguration"
import { complete, NewProduct, type Product } from "@wristbank/core/event/Product"
import {
  changesTo,
  decideVersion,
  decideVersionDeletion,
  inForce,
  type KnownVersion,
  NewProductVersion,
  type VersionReferences
} from "@wristbank/core/event/ProductVersion"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { priceRuns } from "../../support/PriceRuns.ts"
import { product } from "../sale/OrderWorld.ts"

const at = (minutes: number) => DateTime.makeUnsafe(Date.UTC(2026, 11, 31, 12) + minutes * 60_000)
const cents = (amount: number) => Cents.make(BigInt(amount))
const beer = product(11n, "Beer", "3.00", { tax: "ust", vouchers: 1 }).product

const references: VersionReferences = {
  taxRateVisible: true,
  targetTypes: new Map<bigint, AccountType>([[5n, "donation_exit"], [6n, "cash_entry"]]),
  variants: [],
  besides: []
}

const wanted = (fields: Partial<NewProductVersion>) => new NewProductVersion({ valid_from: null, ...fields })

const first = (of: Product): KnownVersion => ({ ...of, id: 1n, valid_from: at(-100), tax_rate_version_id: null })

/** Decides on a product at the moment 0, and names the refusal. */
const refusalOf = (
  fields: Partial<NewProductVersion>,
  { known = references, of = beer, versions = [first(of)] }: {
    readonly of?: Product
    readonly versions?: ReadonlyArray<KnownVersion>
    readonly known?: VersionReferences
  } = {}
) => {
  const decided = decideVersion(of, versions, wanted(fields), known, at(0))
  return Result.isFailure(decided) ? refusalName(decided.failure) : undefined
}

/** What people do, in turn: change the price now or from a moment, or delete a planned change. */
type Step = { readonly from: number | null; readonly price: number } | { readonly drop: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ from: fc.option(fc.integer({ min: -20, max: 200 })), price: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ drop: fc.nat(5) }) }
)
interface Taken {
  /** Minutes since the step before. */
  readonly after: number
  readonly step: Step
}
const steps: fc.Arbitrary<ReadonlyArray<Taken>> = fc.array(fc.record({ after: fc.nat(30), step }), { maxLength: 30 })

interface History {
  readonly versions: ReadonlyArray<KnownVersion>
  readonly now: number
  readonly next: bigint
}

/** The history after a step; `before` and `after` are also given to the law. */
const played = (taken: Taken, { next, now, versions }: History): History => {
  const then = now + taken.after
  if ("drop" in taken.step) {
    const dropped = versions[taken.step.drop]
    if (dropped === undefined || Result.isFailure(decideVersionDeletion(dropped, at(then)))) {
      return { versions, now: then, next }
    }
    return { versions: versions.filter((one) => one !== dropped), now: then, next }
  }
  const { from, price } = taken.step
  const asked = wanted({ valid_from: from === null ? null : at(then + from), price: cents(300 + price) })
  const decided = decideVersion(beer, versions, asked, references, at(then))
  if (Result.isFailure(decided)) return { versions, now: then, next }
  const { content, validFrom } = decided.success
  return {
    versions: [...versions, { ...content, id: next, valid_from: validFrom ?? at(then), tax_rate_version_id: null }],
    now: then,
    next: next + 1n
  }
}

const begin: History = { versions: [first(beer)], now: 0, next: 2n }

/** Moments at the beginning of each version, before and after it, in minutes. */
const around = (versions: ReadonlyArray<KnownVersion>) =>
  versions.flatMap((one) => {
    const begun = (one.valid_from.epochMilliseconds - at(0).epochMilliseconds) / 60_000
    return [begun - 1, begun, begun + 1]
  })

/** The price at a moment, found by going through the history from its beginning. */
const priceAt = (versions: ReadonlyArray<KnownVersion>, minutes: number) => {
  let found: KnownVersion | undefined
  for (const one of versions) {
    if (one.valid_from.epochMilliseconds > at(minutes).epochMilliseconds) continue
    const isLater = found === undefined || one.valid_from.epochMilliseconds > found.valid_from.epochMilliseconds ||
      (one.valid_from.epochMilliseconds === found.valid_from.epochMilliseconds && one.id > found.id)
    if (isLater) found = one
  }
  return found?.price
}

describe("the versions of a product", () => {
  it("are never other than they were at moments that have passed", () =>
    fc.assert(
      fc.property(steps, (all) => {
        let history = begin
        for (const one of all) {
          const after = played(one, history)
          for (const minutes of around(history.versions).filter((some) => some < history.now + one.after)) {
            assert.strictEqual(priceAt(after.versions, minutes), priceAt(history.versions, minutes))
          }
          history = after
        }
      }),
      priceRuns
    ))

  it("change from the moment that was asked until the next one begins, and at no other", () =>
    fc.assert(
      fc.property(
        steps,
        fc.option(fc.integer({ min: 1, max: 200 })),
        fc.integer({ min: 0, max: 9 }),
        (all, from, price) => {
          const { next, now, versions } = all.reduce((history, one) => played(one, history), begin)
          const asked = { after: 0, step: { from, price: 10 + price } }
          const { versions: changed } = played(asked, { next, now, versions })
          if (changed === versions) return
          const start = now + (from ?? 0)
          const end = Math.min(
            ...versions.map((one) => (one.valid_from.epochMilliseconds - at(0).epochMilliseconds) / 60_000)
              .filter((minutes) => minutes > start)
          )
          for (const minutes of around(changed)) {
            const due = minutes >= start && minutes < end ? cents(310 + price) : priceAt(versions, minutes)
            assert.strictEqual(priceAt(changed, minutes), due)
          }
        }
      ),
      priceRuns
    ))

  it("are at most twenty that are planned, each in the future and another than the one before", () =>
    fc.assert(
      fc.property(steps, (all) => {
        const { now, versions } = all.reduce((history, one) => played(one, history), begin)
        assert.isAtMost(
          versions.filter((one) => one.valid_from.epochMilliseconds > at(now).epochMilliseconds).length,
          20
        )
        assert.strictEqual(new Set(versions.map(({ id }) => id)).size, versions.length)
      }),
      priceRuns
    ))

  it("in force is the last that has begun, in whatever order they are read", () =>
    fc.assert(
      fc.property(steps, fc.func(fc.integer()), fc.integer({ min: -150, max: 1_200 }), (all, draw, minutes) => {
        const { versions } = all.reduce((history, one) => played(one, history), begin)
        const shuffled = versions.toSorted((a, b) => draw(a.id) - draw(b.id))
        assert.strictEqual(inForce(shuffled, at(minutes))?.price, priceAt(versions, minutes))
      }),
      priceRuns
    ))

  it("are what a sale picks from memory, also when the rows of products lag behind", () =>
    fc.assert(
      fc.property(steps, fc.nat(200), fc.nat(1_200), (all, shown, minutes) => {
        const { versions } = all.reduce((history, one) => played(one, history), begin)
        if (minutes < shown) return
        const row = inForce(versions, at(shown))!
        const planned = versions.filter((one) => one.valid_from.epochMilliseconds > at(shown).epochMilliseconds)
          .toSorted((a, b) => a.valid_from.epochMilliseconds - b.valid_from.epochMilliseconds || Number(a.id - b.id))
        const entry = new CataloguedProduct({
          product: complete({ ...beer, price: row.price }),
          type: "user_defined",
          revisionId: row.id,
          initialTopUp: cents(0),
          former: [],
          planned: planned.map((one) =>
            new PlannedProduct({
              from: one.valid_from.epochMilliseconds,
              product: complete({ ...beer, price: one.price }),
              revisionId: one.id
            })
          )
        })
        const settings = { time_zone: "Europe/Berlin" } as Partial<BookingSettings> as BookingSettings
        const some = { products: new Map([[11n, entry]]), priceLists: [], settings }
        const configuration = some as Partial<EventConfiguration> as EventConfiguration
        const picked = inForceAt(configuration, at(minutes).epochMilliseconds)
        assert.strictEqual(picked.configuration.products.get(11n)!.product.price, priceAt(versions, minutes))
        assert.isAbove(picked.until, at(minutes).epochMilliseconds)
        for (const moment of [shown, Math.floor((shown + minutes) / 2), minutes, minutes + 60]) {
          const then = productAt(picked.configuration.products.get(11n)!, at(moment).epochMilliseconds)
          assert.strictEqual(then.product.price, priceAt(versions, moment))
        }
        const later = inForceAt(configuration, Math.min(picked.until, at(100_000).epochMilliseconds) - 1)
        assert.strictEqual(later.configuration.products.get(11n)!.product.price, priceAt(versions, minutes))
      }),
      priceRuns
    ))
})

const free = { ...beer, price: null, fixed_price: false, price_in_vouchers: null }
const deposit = { ...beer, price_in_vouchers: null, is_returnable: true }
const planned = (count: number) =>
  Array.from({ length: count }, (_, n): KnownVersion => ({ ...first(beer), id: BigInt(n + 2), valid_from: at(n + 1) }))

describe("what an input changes", () => {
  const fields = fc.record({
    price: fc.constantFrom(cents(300), cents(400)),
    price_in_vouchers: fc.constantFrom(null, 0, 1, 2),
    tax_rate_id: fc.constantFrom(beer.tax_rate_id, 3n),
    target_account_id: fc.constantFrom(null, 5n),
    is_returnable: fc.boolean(),
    is_locked: fc.boolean()
  })

  it("is decided as a version after which the product is as the input says, and nothing is left to change", () =>
    fc.assert(
      fc.property(fields, (drawn) => {
        const input = new NewProduct({ ...beer, ...drawn, restrictions: null })
        const change = changesTo(beer, input)
        if (!drawn.is_locked || drawn.is_returnable) return assert.isUndefined(change)
        if (change === undefined) {
          return assert.deepInclude({ ...beer }, { ...drawn, price_in_vouchers: beer.price_in_vouchers })
        }
        const { content } = Result.getOrThrow(decideVersion(beer, [first(beer)], change, references, at(0)))
        assert.isUndefined(changesTo(complete({ ...beer, ...content }), input))
        assert.strictEqual(content.price, drawn.price)
        assert.strictEqual(content.price_in_vouchers, drawn.price_in_vouchers === 0 ? null : drawn.price_in_vouchers)
      }),
      priceRuns
    ))
})

describe("a change of a product", () => {
  it.each<[name: string, found: string | undefined]>([
    ["catalogue.version_not_ready", refusalOf({ price: cents(400) }, { of: { ...beer, is_locked: false } })],
    ["catalogue.version_past", refusalOf({ price: cents(400), valid_from: at(0) })],
    ["catalogue.version_past", refusalOf({ price: cents(400), valid_from: at(-1) })],
    ["catalogue.version_planned_holds", refusalOf({ price: cents(400), valid_from: at(1), holds: false })],

    ["catalogue.version_too_far", refusalOf({ price: cents(400), valid_from: at(400 * 1440 + 1) })],
    [
      "catalogue.version_too_many",
      refusalOf(
        { price: cents(400), valid_from: at(50) },
        { versions: [first(beer), ...planned(20)] }
      )
    ],
    ["catalogue.version_unchanged", refusalOf({ price: cents(300) })],
    ["catalogue.version_unchanged", refusalOf({ valid_from: at(5) })],
    ["catalogue.version_returnable", refusalOf({ price: cents(400) }, { of: deposit })],
    ["catalogue.version_returnable", refusalOf({ price_in_vouchers: 1 }, { of: deposit })],
    ["catalogue.free_price_given", refusalOf({ price: cents(400) }, { of: free })],
    ["catalogue.voucher_price_of_free", refusalOf({ price_in_vouchers: 1 }, { of: free })],
    ["catalogue.fixed_price_missing", refusalOf({ price: null })],
    [
      "catalogue.tax_rate_unknown",
      refusalOf({ tax_rate_id: 99n }, { known: { ...references, taxRateVisible: false } })
    ],
    ["catalogue.target_account_unknown", refusalOf({ target_account_id: 77n })],
    ["catalogue.target_account_forbidden", refusalOf({ target_account_id: 6n })],
    ["catalogue.variant_unknown", refusalOf({ user_tag_variant_ids: [9n] })],
    [
      "catalogue.button_voucher_prices",
      refusalOf({ price_in_vouchers: 2 }, {
        known: { ...references, besides: [[product(12n, "Snack", "2.00", { vouchers: 1 }).product]] }
      })
    ]
  ])("is refused as %s", (name, found) => assert.strictEqual(found, name))

  it.each<[what: string, found: string | undefined]>([
    ["400 days ahead", refusalOf({ price: cents(400), valid_from: at(400 * 1440) })],
    [
      "as the twentieth",
      refusalOf({ price: cents(400), valid_from: at(50) }, { versions: [first(beer), ...planned(19)] })
    ],
    ["at once when twenty are planned", refusalOf({ price: cents(400) }, { versions: [first(beer), ...planned(20)] })],
    ["of the tax of a deposit", refusalOf({ tax_rate_id: 3n }, { of: deposit })],
    ["of the tax of a free price", refusalOf({ tax_rate_id: 3n }, { of: free })],
    ["to another account", refusalOf({ target_account_id: 5n })],
    ["that vouchers no longer pay for", refusalOf({ price_in_vouchers: null })]
  ])("is allowed: %s", (_, found) => assert.isUndefined(found))

  it("keeps what it does not name as it is at that moment", () => {
    const versions = [first(beer), { ...first(beer), id: 2n, valid_from: at(10), tax_rate_id: 3n, price: cents(350) }]
    const decided = (minutes: number) =>
      Result.getOrThrow(
        decideVersion(beer, versions, wanted({ price: cents(480), valid_from: at(minutes) }), references, at(0))
      )
    assert.deepInclude(decided(20).content, { price: cents(480), price_in_vouchers: 1, tax_rate_id: 3n })
    assert.deepInclude(decided(20).before, { price: cents(350), tax_rate_id: 3n })
    assert.deepInclude(decided(5).content, { price: cents(480), tax_rate_id: beer.tax_rate_id })
  })

  it("that has begun stays, and one that is planned can be deleted", () => {
    const deletion = (minutes: number) => decideVersionDeletion({ ...first(beer), valid_from: at(minutes) }, at(0))
    assert.strictEqual(refusalName(Result.getOrThrow(Result.flip(deletion(0)))), "catalogue.version_begun")
    assert.isTrue(Result.isSuccess(deletion(1)))
  })
})
