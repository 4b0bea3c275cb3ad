import { assert, it } from "@effect/vitest"
import { Product } from "@wristbank/core/event/Product"
import { idsOf, ProductRestriction } from "@wristbank/core/event/UserTagVariant"
import { PendingLineItem } from "@wristbank/core/journal/Order"
import { withLaterFields } from "@wristbank/core/sale/StoredAnswer"
import { Account } from "@wristbank/core/wristband/Account"
import { Schema, Struct } from "effect"
import { variants } from "./OrderWorld.ts"

const json = Schema.toCodecJson(PendingLineItem)
const encode = Schema.encodeSync(json)
const decode = Schema.decodeUnknownSync(json)
const read = withLaterFields(variants)

it.prop("a line of an older version is read with what it meant then", [PendingLineItem], ([drawnLine]) => {
  const named = new Product({ ...drawnLine.product, name: "Beer" }) // names are never blank
  const line = new PendingLineItem({ ...drawnLine, product: named })
  const { product, vouchers_redeemed, ...rest } = encode(line) as Record<string, object>
  const older = Struct.omit(product as typeof Product.Encoded, ["user_tag_variant_ids"])
  const { restrictions } = line.product
  // An earlier version wrote 1 and 2 for the two ages.
  const numbered = { ...older, user_tag_variant_ids: restrictions.map((age) => age === "under_16" ? 1 : 2) }
  for (const stored of restrictions.length === 0 ? [older] : [older, numbered]) {
    const answer = decode(read({ ...rest, product: stored, vouchersRedeemed: vouchers_redeemed }))
    assert.deepStrictEqual(answer.product.user_tag_variant_ids, idsOf(restrictions, variants))
    assert.strictEqual(answer.vouchers_redeemed, line.vouchers_redeemed)
  }
  assert.strictEqual(decode(read({ ...rest, product: older })).vouchers_redeemed, 0)
  assert.deepStrictEqual(read({ lines: [{ product: null }] }), { lines: [{ product: null, vouchers_redeemed: 0 }] })
})

it.prop("a line of this version stays as it is", [PendingLineItem], ([drawn]) => {
  // The ids of variants begin after those that an earlier version wrote.
  const user_tag_variant_ids = drawn.product.user_tag_variant_ids.filter((id) => id > 2n)
  const line = new PendingLineItem({ ...drawn, product: new Product({ ...drawn.product, user_tag_variant_ids }) })
  assert.deepEqual(read([encode(line)]), [encode(line)])
})

it.prop("an account without tag that an older version stored has no kind of wristband", [Account], ([drawn]) => {
  const account = new Account({ ...drawn, restriction: null, user_tag_variant_ids: [], user_tag_variant_names: [] })
  const encoded = Schema.encodeSync(Schema.toCodecJson(Account))(account) as Record<string, unknown>
  assert.deepEqual(read(Struct.omit(encoded, ["user_tag_variant_ids", "user_tag_variant_names"])), encoded)
})

it("each age limit has an id of its own", () => {
  assert.deepStrictEqual(idsOf(ProductRestriction.literals, variants), [61n, 62n])
  assert.deepStrictEqual(idsOf(["under_18"], variants), [62n])
})
