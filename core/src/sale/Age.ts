import { Result } from "effect"
import type { Product } from "../event/Product.ts"
import { barringVariants, type KnownVariant } from "../event/UserTagVariant.ts"
import { AgeRestriction } from "../journal/Refusal.ts"

/** Whether the wearer of a tag with these variants may have all of the products. A tag without variants may have any. */
export const allowedToBuy = (
  tag: ReadonlyArray<bigint>,
  products: ReadonlyArray<Product>,
  variants: ReadonlyArray<KnownVariant>
): Result.Result<void, AgeRestriction> => {
  if (tag.length === 0) return Result.succeed(undefined)
  const barring = barringVariants(tag, variants)
  const refused = products.filter((product) => product.user_tag_variant_ids.some((id) => barring.includes(id)))
  return refused.length === 0
    ? Result.succeed(undefined)
    : Result.fail(
      new AgeRestriction({
        products: refused.map(({ name }) => name),
        variants: variants
          .filter(({ id }) =>
            barring.includes(id) && refused.some((product) => product.user_tag_variant_ids.includes(id))
          )
          .map(({ variant_name }) => variant_name)
      })
    )
}
