import { assert, it } from "@effect/vitest"
import { idsOf } from "@wristbank/core/event/UserTagVariant"
import { allowedToBuy } from "@wristbank/core/sale/Age"
import { Result } from "effect"
import fc from "fast-check"
import { product, variants, vip } from "./OrderWorld.ts"

const kinds = variants.map(({ id }) => id)
const some = fc.subarray(kinds)
const [under16] = idsOf(["under_16"], variants)
const [under18] = idsOf(["under_18"], variants)

/** Whether the wearer is of a kind, computed from what the kinds mean. */
const isOf = (tag: ReadonlyArray<bigint>, kind: bigint) =>
  tag.includes(kind) || (kind === under18 && tag.includes(under16!))

it("no one gets what is barred for a kind of their wristband, and everyone the rest", () =>
  fc.assert(
    fc.property(some, fc.array(some, { maxLength: 5 }), (tag, sold) => {
      const products = sold.map((variantIds, n) => product(BigInt(n), `Drink ${n}`, "1.00", { variantIds }).product)
      const refused = products.filter((_, n) => sold[n]!.some((kind) => isOf(tag, kind))).map(({ name }) => name)
      const outcome = allowedToBuy(tag, products, variants)
      assert.deepStrictEqual(Result.isFailure(outcome) ? outcome.failure.products : [], refused)
    })
  ))

it("a guest under 16 gets nothing that is barred for guests under 18, and not the other way round", () => {
  const beer = product(1n, "Beer", "3.00", { variantIds: [under18!] }).product
  const radler = product(2n, "Radler", "3.00", { variantIds: [under16!] }).product
  assert.isTrue(Result.isFailure(allowedToBuy([under16!], [beer], variants)))
  assert.isTrue(Result.isSuccess(allowedToBuy([under18!], [radler], variants)))
  assert.isTrue(Result.isSuccess(allowedToBuy([vip], [beer, radler], variants)))
})

it("a refusal names the kinds that the refused products are barred for, and no others", () => {
  const beer = product(1n, "Beer", "3.00", { variantIds: [under18!] }).product
  const staff = product(2n, "Coffee", "1.00", { variantIds: [vip] }).product
  const outcome = allowedToBuy([under16!, vip], [beer, staff], variants)
  assert.deepStrictEqual(Result.isFailure(outcome) && outcome.failure.variants, ["under_18", "vip"])
})
