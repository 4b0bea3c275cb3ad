import { assert, describe, it } from "@effect/vitest"
import type { Cents } from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import {
  arrange,
  changesBetween,
  type PricedList,
  type Pricing,
  unitPrice
} from "@wristbank/core/event/pricing/Pricing"
import type { Product } from "@wristbank/core/event/Product"
import { bookSale, checkSale, type SaleInput } from "@wristbank/core/sale/Sale"
import type { TillPrices } from "@wristbank/core/till/TillPrices"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { priceRuns } from "../../support/PriceRuns.ts"
import { beer, buttons, catalogue, customer, euro, food, type Pressed, sale, spirit, vip } from "./OrderWorld.ts"

const minute = 60_000
const now = 1_000 * minute

const list = (fields: Partial<PricedList>): PricedList => ({
  id: 1n,
  name: "Happy hour",
  rank: 1,
  spans: [{ from: -Infinity, until: Infinity }],
  node_ids: [],
  profile_ids: [],
  variant_ids: [],
  entries: [],
  round_to: 1n,
  ...fields
})

/** The prices of a till whose products never change themselves. */
const pricesOf = (pricing: Pricing, hold = 10): TillPrices => {
  const decided = ({ fixed_price, id, is_returnable, price }: Product, moment: number, kinds: ReadonlyArray<bigint>) =>
    !fixed_price || is_returnable
      ? { price: price ?? euro("0"), list: null }
      : unitPrice(pricing, { id, price: price! }, moment, { path: [], profileId: 1n }, kinds)
  return {
    now,
    hold: hold * minute,
    changes: (after, upTo) => changesBetween(pricing, after, upTo),
    catalogueAt: () => catalogue,
    priceAt: (moment, kinds) => (product) => decided(product, moment, kinds).price as Cents,
    listAt: (moment, kinds) => (product) => decided(product, moment, kinds).list?.name ?? null
  }
}

const priced = (input: SaleInput, pricing: Pricing, hold?: number): SaleInput => ({
  ...input,
  prices: pricesOf(pricing, hold)
})

/** The owner of a wristband for VIPs. */
const owner = (vouchers = 0) => ({ ...customer("10000", vouchers), variantIds: [vip] })

const totalOf = (input: SaleInput) => Result.getOrThrow(checkSale(input)).total_price

const some = ["beer", "food", "spirit", "beerWithDeposit"] as const
const presses = fc.array(fc.tuple(fc.constantFrom(...some), fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 5
})

const entry = fc.record({
  product_id: fc.constantFrom(beer.product.id, food.product.id, spirit.product.id),
  kind: fc.constantFrom("price" as const, "minus" as const),
  value: fc.bigInt(0n, 600n)
})
const span = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 8 })).map(([from, length]) => [
  { from: now + from * minute, until: now + (from + length) * minute }
])
const lists = fc.array(
  fc.record({
    spans: span,
    variant_ids: fc.constantFrom([], [], [vip]),
    entries: fc.uniqueArray(entry, { minLength: 1, maxLength: 3, selector: (one) => one.product_id })
  }),
  { maxLength: 4 }
).map((all) =>
  arrange(all.map((one, n) => {
    const name = `${one.variant_ids.length > 0 ? "Crew" : "Happy hour"} ${n}`
    return list({ ...one, name, id: BigInt(n + 1), rank: n })
  }))
)

describe("a sale with price lists", () => {
  it("costs a guest with a kind of wristband no more than anyone else, whatever vouchers they have", () =>
    fc.assert(
      fc.property(lists, presses, fc.nat(8), (pricing, pressed, vouchers) => {
        const request = { priced_at: DateTime.formatIso(DateTime.makeUnsafe(now)) }
        const of = (kinds: ReadonlyArray<bigint>) => {
          const guest = { ...customer("10000", vouchers), variantIds: kinds }
          return totalOf(priced(sale(pressed, { customer: guest, request }), pricing))
        }
        assert.isTrue(of([vip]) <= of([]))
      }),
      priceRuns
    ))

  it("is never booked above what was shown, and has the prices of one moment", () =>
    fc.assert(
      fc.property(
        lists,
        presses,
        fc.option(fc.integer({ min: -6, max: 2 })),
        fc.bigInt(0n, 4_000n),
        (pricing, pressed, asked, shown) => {
          const request = {
            priced_at: asked === null ? null : DateTime.formatIso(DateTime.makeUnsafe(now + asked * minute)),
            shown_total: Number(shown) / 100
          }
          const outcome = bookSale(priced(sale(pressed, { customer: owner(), request }), pricing))
          if (Result.isFailure(outcome)) {
            assert.strictEqual(refusalName(outcome.failure), "order.price_changed")
            return
          }
          const { answer } = outcome.success
          assert.isTrue(answer.total_price <= shown)
          const moment = answer.priced_at!.epochMilliseconds
          const at = priced(sale(pressed, { customer: owner() }), pricing)
          const possible = [[], [vip]].map((kinds) => at.prices!.priceAt(moment, kinds)).map((priceOf) =>
            answer.line_items.every(({ product, product_price }) => product_price === priceOf(product))
          )
          assert.isTrue(possible.some((one) => one))
        }
      ),
      priceRuns
    ))

  it("costs the same in whatever order the buttons were pressed", () =>
    fc.assert(
      fc.property(lists, presses, fc.func(fc.integer()), fc.nat(8), (pricing, pressed, draw, vouchers) => {
        const priceOf = (basket: ReadonlyArray<Pressed>) => {
          const answer = Result.getOrThrow(
            checkSale(
              priced(sale(basket, { customer: { ...customer("10000", vouchers), variantIds: [vip] } }), pricing)
            )
          )
          const { line_items: lines, total_price, used_vouchers } = answer
          return {
            total_price,
            used_vouchers,
            lines: lines
              .map(({ product, quantity, total_price: total }) => ({
                id: product.id,
                quantity,
                total
              }))
              .toSorted((a, b) => Number(a.id - b.id) || Number(a.total - b.total))
          }
        }
        const shuffled = pressed.toSorted((a, b) => draw(...a) - draw(...b))
        assert.deepStrictEqual(priceOf(shuffled), priceOf(pressed))
      }),
      priceRuns
    ))

  it("says by name what lists for the guest's kinds of wristbands take off, and stores it with the order", () =>
    fc.assert(
      fc.property(lists, presses, (pricing, pressed) => {
        const request = { used_vouchers: 0, priced_at: DateTime.formatIso(DateTime.makeUnsafe(now)) }
        const of = (kinds: ReadonlyArray<bigint>) => {
          const guest = { ...customer("10000"), variantIds: kinds }
          return Result.getOrThrow(bookSale(priced(sale(pressed, { customer: guest, request }), pricing)))
        }
        const [{ answer, draft }, { answer: forAll }] = [of([vip]), of([])]
        const taken = answer.reductions.reduce((sum, { amount }) => sum + amount, 0n)
        assert.strictEqual(answer.total_price + taken, forAll.total_price)
        assert.deepStrictEqual(draft.reductions ?? [], answer.reductions)
        assert.isTrue(answer.reductions.every(({ amount }) => amount > 0n))
        const names = answer.reductions.map(({ name }) => name)
        assert.deepStrictEqual(names, Array.from(new Set(names)).toSorted())
        assert.isTrue(names.every((name) => name.startsWith("Crew")))
        assert.deepStrictEqual(forAll.reductions, [])
        const own = totalOf(sale(pressed, { customer: owner(), request }))
        assert.deepStrictEqual([answer.list_total, forAll.list_total], [own, own])
      }),
      priceRuns
    ))

  it("names the own price of what a list decided, in lines that add up, and takes nothing off deposits", () =>
    fc.assert(
      fc.property(lists, presses, (pricing, pressed) => {
        const { answer } = Result.getOrThrow(bookSale(priced(sale(pressed, { customer: owner() }), pricing)))
        for (const { list_price, product, product_price, quantity, total_price } of answer.line_items) {
          assert.strictEqual(list_price, product_price === product.price ? null : product.price)
          assert.strictEqual(total_price, product_price * BigInt(quantity))
          if (product.is_returnable) assert.strictEqual(product_price, product.price)
        }
      }),
      priceRuns
    ))
})

const happyHour = (from: number, until: number) =>
  arrange([
    list({
      spans: [{ from: now + from * minute, until: now + until * minute }],
      entries: [{ product_id: beer.product.id, kind: "price", value: 200n }]
    })
  ])

const one: ReadonlyArray<Pressed> = [["beer", 1]]
const inMinutes = (minutes: number) => DateTime.formatIso(DateTime.makeUnsafe(now + minutes * minute))

/** Minutes from now in which prices of products change. */
const lately = fc.integer({ min: -4, max: 0 })

interface Change {
  /** In minutes from now. */
  readonly from: number
  readonly of: "beer" | "food"
  readonly price: bigint
  readonly holds: boolean
}

/** The prices of a till whose products changed, as the configuration in memory has them. */
const withChanges = (changes: ReadonlyArray<Change>): TillPrices => {
  const sorted = changes.map((change) => ({ ...change, from: now + change.from * minute })).toSorted((a, b) =>
    a.from - b.from
  )
  const soldAs = (sold: typeof beer, of: "beer" | "food", moment: number) => {
    const own = sorted.filter((change) => change.of === of)
    const price = own.findLast(({ from }) => from <= moment)?.price
    return {
      ...sold,
      product: price === undefined ? sold.product : { ...sold.product, price: price as Cents },
      isHeld: own.every(({ from, holds }) => holds || from <= moment)
    }
  }
  return {
    ...pricesOf(arrange([])),
    changes: (after, upTo) => sorted.map(({ from }) => from).filter((from) => after < from && from <= upTo),
    catalogueAt: (moment) => ({
      ...catalogue,
      productsOfButton: (id) =>
        id === buttons.beer
          ? [soldAs(beer, "beer", moment)]
          : id === buttons.food
          ? [soldAs(food, "food", moment)]
          : undefined
    })
  }
}

describe("the moment of a basket", () => {
  const total = (pricing: Pricing, request: object, hold?: number) =>
    totalOf(priced(sale(one, { customer: customer("100"), request: { used_vouchers: 0, ...request } }), pricing, hold))

  it("is its first press, for as long as baskets are held", () => {
    const ended = happyHour(-60, -5)
    assert.strictEqual(total(ended, { priced_at: inMinutes(-6) }), 200n)
    assert.strictEqual(total(ended, { priced_at: inMinutes(-5) }), 300n)
    assert.strictEqual(total(ended, { priced_at: inMinutes(-6) }, 5), 300n)
    assert.strictEqual(total(ended, { priced_at: inMinutes(-6) }, 0), 300n)
    assert.strictEqual(total(happyHour(5, 60), { priced_at: inMinutes(6) }), 300n)
  })

  it("is for a terminal that names none the cheapest of the last two minutes", () => {
    assert.strictEqual(total(happyHour(-60, -1), {}), 200n)
    assert.strictEqual(total(happyHour(-60, -3), {}), 300n)
    assert.strictEqual(total(happyHour(-1, 60), {}), 200n)
  })

  it("is the present one if a tax rate has changed since", () => {
    const pricing = happyHour(-60, -1)
    const prices = pricesOf(pricing)
    const dearer = { ...beer, product: { ...beer.product, tax_rate: 700 } }
    const changed: TillPrices = {
      ...prices,
      catalogueAt: (moment) =>
        moment === now
          ? catalogue
          : { ...catalogue, productsOfButton: (id) => id === buttons.beer ? [dearer] : undefined }
    }
    for (const priced_at of [null, inMinutes(-2)]) {
      const input = sale(one, { customer: customer("100"), request: { used_vouchers: 0, priced_at } })
      assert.strictEqual(totalOf({ ...input, prices: changed }), 300n)
      assert.strictEqual(totalOf({ ...input, prices }), 200n)
    }
  })

  it("is never one at which the price of a pressed product was wrong", () => {
    const change = fc.record({
      from: lately,
      of: fc.constantFrom("beer" as const, "food" as const),
      price: fc.bigInt(0n, 600n),
      holds: fc.boolean()
    })
    const changes = fc.uniqueArray(change, { maxLength: 5, selector: ({ from }) => from })
    const basket = fc.constantFrom<ReadonlyArray<Pressed>>([["beer", 1]], [["beer", 2], ["food", 1]])
    fc.assert(
      fc.property(changes, basket, fc.option(fc.integer({ min: -5, max: -1 })), (drawn, pressed, asked) => {
        const prices = withChanges(drawn)
        const request = { used_vouchers: 0, priced_at: asked === null ? null : inMinutes(asked) }
        const input = { ...sale(pressed, { customer: customer("100"), request }), prices }
        const costAt = (moment: number) =>
          totalOf({
            ...input,
            catalogue: prices.catalogueAt(moment),
            prices: { ...prices, now: moment, changes: () => [] }
          })
        const isKept = (moment: number) =>
          drawn.every(({ from, holds, of }) =>
            holds || now + from * minute <= moment || pressed.every(([button]) => button !== of)
          )
        const kept = (asked === null ? [-1, 0].map((from) => now + from * minute - 1) : [now + asked * minute])
          .filter(isKept).map(costAt)
        const present = costAt(now)
        const due = asked === null ? [present, ...kept].reduce((a, b) => b < a ? b : a) : kept[0] ?? present
        assert.strictEqual(totalOf({ ...input, catalogue: prices.catalogueAt(now) }), due)
      }),
      priceRuns
    )
  })

  it("ends with a refusal where the guest was shown less", () => {
    const request = { used_vouchers: 0, priced_at: inMinutes(-6), shown_total: 2 }
    const input = priced(sale(one, { customer: customer("100"), request }), happyHour(-60, -5), 5)
    assert.strictEqual(refusalName(Result.getOrThrow(Result.flip(bookSale(input)))), "order.price_changed")
  })
})
