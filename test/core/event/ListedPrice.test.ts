import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { withOffers } from "@wristbank/core/event/ListedPrice"
import { arrange, type PricedList, unitPrice } from "@wristbank/core/event/pricing/Pricing"
import { DateTime } from "effect"
import fc from "fast-check"

const till = { path: [1n, 2n], profileId: 1n }
const moment = 10

const list = fc.record({
  span: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 20 })),
  price: fc.bigInt(1n, 4n),
  isHere: fc.boolean(),
  isForAll: fc.boolean()
})

const lists = fc.array(list, { maxLength: 5 }).map((all): ReadonlyArray<PricedList> =>
  all.map(({ isForAll, isHere, price, span: [from, length] }, n) => ({
    id: BigInt(n + 1),
    name: `List ${n}`,
    rank: n,
    spans: [{ from, until: from + length }],
    node_ids: [isHere ? 2n : 3n],
    profile_ids: [],
    variant_ids: isForAll ? [] : [1n],
    entries: [{ product_id: 1n, kind: "price", value: price }],
    round_to: 1n
  }))
)

const version = {
  id: 1n,
  node_id: 1n,
  name: "Beer",
  price: Cents.make(3n),
  price_in_vouchers: null,
  tax_rate_id: 1n,
  category_id: null,
  tax_name: "VAT",
  tax_rate: 1900,
  version_id: 1n,
  valid_from: DateTime.makeUnsafe(0),
  next_from: DateTime.makeUnsafe(15),
  next_price: Cents.make(2n),
  next_price_in_vouchers: null
}

it("a listed price names the list that decides and the first moment at which everyone pays something else", () =>
  fc.assert(fc.property(lists, (all) => {
    const pricing = arrange(all)
    const known = { pricing, around: { from: 0, until: 50 }, moment, till }
    const paidAt = (at: number) => unitPrice(pricing, { id: 1n, price: at < 15 ? 3n : 2n }, at, till, [])
    const listed = withOffers(version, known)
    const decides = listed.offers.find((one) => one.user_tag_variant_ids.length === 0)
    assert.strictEqual(decides?.price ?? 3n, paidAt(moment).price)
    assert.strictEqual(decides?.id, paidAt(moment).list?.id)
    const changes = Array.from({ length: 40 }, (_, n) => moment + 1 + n)
      .find((at) => paidAt(at).price !== paidAt(moment).price)
    assert.strictEqual(listed.changes_at?.epochMilliseconds, changes)
    assert.strictEqual(listed.changes_to, changes === undefined ? null : paidAt(changes).price)
    const everywhere = withOffers(version, { ...known, till: null })
    assert.includeMembers(everywhere.offers.map(({ id }) => id), listed.offers.map(({ id }) => id))
  })))
