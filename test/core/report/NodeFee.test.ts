import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { feeAt } from "@wristbank/core/report/NodeFee"
import { FeeShares, revenueDays, revenueSums } from "@wristbank/core/report/RevenueSums"
import { DateTime } from "effect"
import fc from "fast-check"

const cents = Money.Cents.make

it("a node without a fee of its own has that of the nearest node above, or none", () => {
  const fees = new Map([[1n, 100], [2n, null], [3n, 0]])
  assert.strictEqual(feeAt([1n, 2n], fees), 100)
  assert.strictEqual(feeAt([1n, 2n, 3n], fees), 0)
  assert.strictEqual(feeAt([4n, 5n], fees), 0)
})

const sale = fc.record({
  till: fc.bigInt({ min: 1n, max: 4n }),
  day: fc.nat({ max: 3 }),
  revenue: fc.bigInt({ min: -500n, max: 5_000n }).map((n) => cents(n))
})
const rates = fc.array(fc.integer({ min: 0, max: 9_999 }), { minLength: 2, maxLength: 2 })

/** Tills 1 and 2 are at one node, 3 and 4 at another. */
const nodeOf = new Map([1n, 2n, 3n, 4n].map((till) => [till, till < 3n ? 10n : 20n]))

it("fees of orders and of days add up to the rounded fee of each node, whatever the order of the sales", () =>
  fc.assert(fc.property(fc.array(sale), rates, (sales, [first, second]) => {
    const terms = { nodeOf, feeOf: new Map([[10n, first!], [20n, second!]]) }
    const rows = sales.map(({ day, revenue, till }) => ({
      till_id: till,
      day,
      payment_method: "tag" as const,
      orders: 1,
      revenue
    }))
    const { fee, payout, revenue } = revenueSums(rows, terms)
    const feeOf = (node: bigint) => {
      const sold = Money.sum(rows.filter(({ till_id }) => nodeOf.get(till_id) === node).map((row) => row.revenue))
      return Money.proportion(sold, BigInt(terms.feeOf.get(node)!), 10_000n)
    }
    assert.strictEqual(fee, Money.add(feeOf(10n), feeOf(20n)))
    assert.strictEqual(Money.add(fee, payout), revenue)
    const start = DateTime.makeUnsafe("2026-07-10T06:00:00Z")
    const time = {
      period: { from: start, to: DateTime.add(start, { days: 4 }) },
      dayEnds: [1, 2, 3, 4].map((days) => DateTime.add(start, { days }))
    }
    assert.strictEqual(Money.sum(revenueDays(rows, time, terms).map((day) => day.fee)), fee)
    const shares = new FeeShares(terms)
    const each = rows.map((row) => [row, shares.take(row.till_id, row.revenue)] as const)
    assert.strictEqual(Money.sum(each.map(([, share]) => share)), fee)
    for (const [row, share] of each) {
      const exact = Number(row.revenue) * terms.feeOf.get(nodeOf.get(row.till_id)!)! / 10_000
      assert.isAtMost(Math.abs(Number(share) - exact), 1)
    }
  })))

it("1 % of 10.00, 8.00 and 6.00 less a cancel of 10.00 is 0.14", () => {
  const terms = { nodeOf, feeOf: new Map([[10n, 100], [20n, 100]]) }
  const rows = [1000n, 800n, 600n, -1000n].map((revenue) => ({
    till_id: 1n,
    day: 0,
    payment_method: "tag" as const,
    orders: 1,
    revenue: cents(revenue)
  }))
  const { fee, orders, payout, revenue } = revenueSums(rows, terms)
  assert.deepStrictEqual([orders, revenue, fee, payout], [4, cents(1400n), cents(14n), cents(1386n)])
})
