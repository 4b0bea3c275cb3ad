import { assert, it } from "@effect/vitest"
import { Product, ProductRestriction, variantIds } from "@wristbank/core/catalogue/Product"
import { PendingLineItem } from "@wristbank/core/order/Order"
import { withLaterFields } from "@wristbank/core/order/StoredAnswer"
import { Schema, Struct } from "effect"

const json = Schema.toCodecJson(PendingLineItem)
const encode = Schema.encodeSync(json)
const decode = Schema.decodeUnknownSync(json)

it.prop("a line of an older version is read with what it meant then", [PendingLineItem], ([drawnLine]) => {
  const named = new Product({ ...drawnLine.product, name: "Beer" }) // names are never blank
  const line = new PendingLineItem({ ...drawnLine, product: named })
  const { product, vouchers_redeemed, ...rest } = encode(line) as Record<string, object>
  const older = Struct.omit(product as typeof Product.Encoded, ["user_tag_variant_ids"])
  const read = decode(withLaterFields({ ...rest, product: older, vouchersRedeemed: vouchers_redeemed }))
  assert.deepStrictEqual(read.product.user_tag_variant_ids, variantIds(line.product.restrictions))
  assert.strictEqual(read.vouchers_redeemed, line.vouchers_redeemed)
  assert.strictEqual(decode(withLaterFields({ ...rest, product: older })).vouchers_redeemed, 0)
})

it.prop("a line of this version stays as it is", [PendingLineItem], ([line]) => {
  assert.deepEqual(withLaterFields([encode(line)]), [encode(line)])
})

it("each age limit has an id of its own", () => {
  assert.deepStrictEqual(variantIds(ProductRestriction.literals), [1n, 2n])
  assert.deepStrictEqual(variantIds(["under_18"]), [2n])
})
