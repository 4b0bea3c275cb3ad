import { assert, it } from "@effect/vitest"
import { arrange, changesBetween, type PricedList, unitPrice } from "@wristbank/core/event/pricing/Pricing"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { priceRuns } from "../../../support/PriceRuns.ts"

const ids = fc.uniqueArray(fc.bigInt(1n, 4n), { maxLength: 2 })
const moments = fc.integer({ min: 0, max: 60 })

const change = fc.oneof(
  fc.record({
    kind: fc.constantFrom("price" as const, "minus" as const),
    value: fc.bigInt(0n, 1_000n)
  }),
  fc.record({ kind: fc.constant("percent" as const), value: fc.bigInt(0n, 10_000n) })
)

/** What names one of three products, or one of two categories. */
const named = fc.oneof(
  fc.record({ product_id: fc.bigInt(1n, 3n), category_id: fc.constant(null) }),
  fc.record({ product_id: fc.constant(null), category_id: fc.bigInt(0n, 1n) })
)

const spans = fc.uniqueArray(moments, { minLength: 2, maxLength: 2 }).map((two) => {
  const [from, until] = two.toSorted((a, b) => a - b)
  return [{ from: from!, until: until! }]
})

const list = fc.record({
  spans,
  node_ids: ids,
  profile_ids: ids,
  variant_ids: ids,
  entries: fc.uniqueArray(fc.tuple(named, change).map(([what, then]) => ({ ...what, ...then })), {
    maxLength: 4,
    selector: ({ category_id, product_id }) => `${product_id} ${category_id}`
  }),
  round_to: fc.constantFrom(1n, 5n, 10n, 50n, 100n)
})

const lists = fc.array(list, { maxLength: 8 }).map((all): ReadonlyArray<PricedList> =>
  all.map((one, n) => ({ ...one, id: BigInt(n + 1), name: `List ${n}`, rank: n }))
)

const asked = fc.record({
  product: fc.record({
    id: fc.bigInt(1n, 3n),
    category_id: fc.option(fc.bigInt(0n, 1n)),
    price: fc.bigInt(0n, 1_000n)
  }),
  moment: moments,
  till: fc.record({ path: ids, profileId: fc.bigInt(1n, 4n) }),
  kinds: ids
})

type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never

/** What a list says about a product: of itself, or else of its category. */
const entryFor = ({ entries }: PricedList, { product: { category_id, id } }: Asked) =>
  entries.find((entry) => entry.product_id === id) ??
    entries.find((entry) => category_id !== null && entry.category_id === category_id)

const priceOf = (all: ReadonlyArray<PricedList>, { kinds, moment, product, till }: Asked) =>
  unitPrice(arrange(all), product, moment, till, kinds)

it("a guest's kinds of wristbands only make it cheaper", () =>
  fc.assert(
    fc.property(lists, asked, (all, one) => {
      assert.isTrue(priceOf(all, one).price <= priceOf(all, { ...one, kinds: [] }).price)
    }),
    priceRuns
  ))

it("no price is below zero, and what takes something off never makes it dearer", () =>
  fc.assert(
    fc.property(lists, asked, (all, one) => {
      const { list: by, price } = priceOf(all, one)
      assert.isTrue(price >= 0n)
      const found = by === null ? undefined : entryFor(by, one)
      if (found?.kind !== "price") assert.isTrue(price <= one.product.price)
    }),
    priceRuns
  ))

it("the rank decides, in whatever order the lists come", () =>
  fc.assert(
    fc.property(
      lists.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length }))),
      asked,
      ([all, shuffled], one) => assert.deepStrictEqual(priceOf(all, one), priceOf(shuffled, one))
    ),
    priceRuns
  ))

it("the deciding list applies, and among those for all guests no other that applies has a higher rank", () =>
  fc.assert(
    fc.property(lists, asked, (all, one) => {
      const applying = all.filter((other) =>
        other.variant_ids.length === 0 && entryFor(other, one) !== undefined &&
        other.spans.every(({ from, until }) => from <= one.moment && one.moment < until) &&
        (other.node_ids.length === 0 || other.node_ids.some((id) => one.till.path.includes(id))) &&
        (other.profile_ids.length === 0 || other.profile_ids.includes(one.till.profileId))
      )
      assert.strictEqual(priceOf(all, { ...one, kinds: [] }).list, applying.at(-1) ?? null)
    }),
    priceRuns
  ))

it("the list's price holds from its beginning on, and no longer at its end", () =>
  fc.assert(
    fc.property(spans, fc.bigInt(0n, 1_000n), (open, own) => {
      const happy: PricedList = {
        id: 1n,
        name: "Happy hour",
        rank: 1,
        spans: open,
        node_ids: [],
        profile_ids: [],
        variant_ids: [],
        entries: [{ product_id: 1n, kind: "price", value: 250n }],
        round_to: 1n
      }
      const at = (moment: number) =>
        unitPrice(arrange([happy]), { id: 1n, price: own }, moment, { path: [], profileId: 1n }, []).price
      const [{ from, until }] = open as [{ from: number; until: number }]
      assert.deepStrictEqual([at(from - 1), at(from), at(until - 1), at(until)], [own, 250n, 250n, own])
    }),
    priceRuns
  ))

it("prices change only at the moments of change", () =>
  fc.assert(
    fc.property(lists, asked, (all, one) => {
      const changes = changesBetween(arrange(all), 0, 60)
      for (let moment = 1; moment <= 60; moment++) {
        if (changes.includes(moment)) continue
        const [before, now] = [moment - 1, moment].map((at) => priceOf(all, { ...one, moment: at }))
        assert.isTrue(now!.price === before!.price && now!.list === before!.list)
      }
    }),
    priceRuns
  ))

it("rounds a share off to the list's step", () => {
  const off = (value: bigint, round_to: bigint, price: bigint) =>
    unitPrice(
      arrange([{
        id: 1n,
        name: "Crew",
        rank: 1,
        spans: [{ from: 0, until: 1 }],
        node_ids: [],
        profile_ids: [],
        variant_ids: [],
        entries: [{ product_id: 1n, kind: "percent", value }],
        round_to
      }]),
      { id: 1n, price },
      0,
      { path: [], profileId: 1n },
      []
    ).price
  assert.strictEqual(off(3_333n, 1n, 500n), 333n)
  assert.strictEqual(off(2_000n, 50n, 480n), 400n)
  assert.strictEqual(off(1_500n, 10n, 300n), 260n)
  // 0.56 would be rounded up to 0.60.
  assert.strictEqual(off(500n, 10n, 59n), 59n)
  assert.strictEqual(off(10_000n, 100n, 480n), 0n)
})

it("is small and imports nothing, as tills load it too", () => {
  const source = readFileSync(new URL("../../../../core/src/event/pricing/Pricing.ts", import.meta.url), "utf8")
  assert.notMatch(source, /^import/m)
  assert.isAtMost(gzipSync(source).length, 6_000)
})

it("a list names a product itself before its category, and a category means each of its products", () =>
  fc.assert(
    fc.property(lists, asked, (all, one) => {
      const { id } = one.product
      // The same lists with an entry for the product in place of those for its category.
      const spelledOut = all.map((of) => {
        const entry = entryFor(of, one)
        const entries = entry === undefined ? [] : [{ ...entry, product_id: id, category_id: null }]
        return { ...of, entries }
      })
      const expected = priceOf(spelledOut, one)
      const priced = priceOf(all, one)
      assert.deepStrictEqual([priced.price, priced.list?.id], [expected.price, expected.list?.id])
    }),
    priceRuns
  ))
