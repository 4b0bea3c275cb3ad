import * as Pricing from "@wristbank/core/event/pricing/Pricing"
import fc from "fast-check"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { expect, test } from "vitest"
import { visit } from "../../support/Browser.ts"
import { basketRuns } from "../../support/PriceRuns.ts"

const path = fileURLToPath(import.meta.resolve("@wristbank/core/event/pricing/Pricing"))

/** The pricing module as a script of a page. */
const script = async (): Promise<string> => {
  const bundle = await rolldown({ input: path })
  const { output: [chunk] } = await bundle.generate({ format: "iife", name: "Pricing", minify: true })
  return chunk.code
}

const ids = fc.uniqueArray(fc.bigInt(1n, 4n), { maxLength: 2 })
const entry = fc.record({
  product_id: fc.bigInt(1n, 4n),
  kind: fc.constantFrom("price" as const, "minus" as const, "percent" as const),
  value: fc.bigInt(0n, 10_000n)
})
const span = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 30 })).map(([from, length]) => ({
  from,
  until: from + length
}))
const list: fc.Arbitrary<Omit<Pricing.PricedList, "id" | "rank">> = fc.record({
  name: fc.constantFrom("Happy hour", "Crew"),
  spans: fc.array(span, { minLength: 1, maxLength: 3 }),
  node_ids: ids,
  profile_ids: ids,
  variant_ids: ids,
  entries: fc.uniqueArray(entry, { minLength: 1, maxLength: 4, selector: ({ product_id }) => product_id }),
  round_to: fc.constantFrom(1n, 5n, 10n, 50n, 100n)
})

/** A basket at a till, at a moment, of a guest. */
const basket = fc.record({
  lists: fc.array(list, { maxLength: 5 }),
  goods: fc.array(fc.record({ id: fc.bigInt(1n, 4n), price: fc.bigInt(0n, 1_000_000n), quantity: fc.bigInt(1n, 9n) }), {
    minLength: 1,
    maxLength: 6
  }),
  moment: fc.nat(75),
  till: fc.record({ path: ids, profileId: fc.bigInt(1n, 4n) }),
  kinds: ids
})

type Basket = typeof basket extends fc.Arbitrary<infer Value> ? Value : never

/** What each basket costs, line by line, and when prices change. It runs in the page as well, so it names nothing around it. */
const priced = ([module, baskets]: readonly [typeof Pricing, ReadonlyArray<Basket>]) =>
  baskets.map(({ goods, kinds, lists, moment, till }) => {
    const pricing = module.arrange(lists.map((one, at) => ({ ...one, id: BigInt(at + 1), rank: at })))
    const lines = goods.map(({ id, price, quantity }) => {
      const decided = module.unitPrice(pricing, { id, price }, moment, till, kinds)
      return `${quantity} × ${decided.price} ${decided.list?.id ?? "own"}`
    })
    const total = goods.reduce(
      (sum, { id, price, quantity }) =>
        sum + quantity * module.unitPrice(pricing, { id, price }, moment, till, kinds).price,
      0n
    )
    return `${lines.join(", ")} = ${total}; ${module.changesBetween(pricing, 0, 100).join(" ")}`
  })

test("a browser prices generated baskets as the server does", async () => {
  await using visitor = await visit()
  const { page } = visitor
  await page.addScriptTag({ content: `${await script()};globalThis.priced=${priced.toString()}` })
  const all = fc.sample(basket, basketRuns)
  for (let from = 0; from < all.length; from += 500) {
    const some = all.slice(from, from + 500)
    const inPage = await page.evaluate((baskets) => {
      const here = globalThis as unknown as { priced: typeof priced; Pricing: typeof Pricing }
      return here.priced([here.Pricing, baskets])
    }, some)
    expect(inPage).toEqual(priced([Pricing, some]))
  }
  visitor.expectQuiet()
})
