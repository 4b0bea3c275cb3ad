import { Result } from "effect"
import type { Product, ProductRestriction } from "../catalogue/Product.ts"
import { AgeRestriction } from "./Refusal.ts"

/** A customer under 16 is under 18 as well. */
const agesOf: { readonly [Restriction in ProductRestriction]: ReadonlyArray<ProductRestriction> } = {
  under_16: ["under_16", "under_18"],
  under_18: ["under_18"]
}

/** Whether a customer with this restriction may have all of the products; null is an adult. */
export const oldEnough = (
  restriction: ProductRestriction | null,
  products: ReadonlyArray<Product>
): Result.Result<void, AgeRestriction> => {
  if (restriction === null) return Result.succeed(undefined)
  const refused = products.filter((product) => product.restrictions.some((age) => agesOf[restriction].includes(age)))
  return refused.length === 0
    ? Result.succeed(undefined)
    : Result.fail(new AgeRestriction({ products: refused.map(({ name }) => name) }))
}
