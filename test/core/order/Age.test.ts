import { assert, it } from "@effect/vitest"
import type { ProductRestriction } from "@wristbank/core/catalogue/Product"
import { oldEnough } from "@wristbank/core/order/Age"
import { Result } from "effect"
import fc from "fast-check"
import { product } from "./OrderWorld.ts"

/** The highest age of a customer with a restriction; adults are not asked. */
const ageOf = (restriction: ProductRestriction | null) =>
  restriction === null ? 18 : restriction === "under_18" ? 17 : 15
const neededFor = (restrictions: ReadonlyArray<ProductRestriction>) =>
  Math.max(0, ...restrictions.map((restriction) => restriction === "under_18" ? 18 : 16))

const restrictions = fc.subarray<ProductRestriction>(["under_16", "under_18"])

it("nobody gets what they are too young for, and everybody the rest", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(null, "under_16" as const, "under_18" as const),
      fc.array(restrictions, { maxLength: 5 }),
      (customer, sold) => {
        const products = sold.map((some, n) => product(BigInt(n), `Drink ${n}`, "1.00", { restrictions: some }).product)
        const refused = products.filter((_, n) => neededFor(sold[n]!) > ageOf(customer)).map(({ name }) => name)
        const outcome = oldEnough(customer, products)
        assert.deepStrictEqual(Result.isFailure(outcome) ? outcome.failure.products : [], refused)
      }
    )
  ))
