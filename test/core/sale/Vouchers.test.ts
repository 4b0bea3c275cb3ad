import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { pricedLine } from "@wristbank/core/journal/Booking"
import { redeem } from "@wristbank/core/sale/Vouchers"
import fc from "fast-check"
import {
  accounts,
  beer,
  changeOf,
  customer,
  customerAccountId,
  euro,
  event,
  paidBy,
  product,
  refusedSale,
  sale,
  sold
} from "./OrderWorld.ts"

const discount = event.systemProducts.get("discount")!

const linesOf = (input: ReturnType<typeof sale>) =>
  sold(input).draft.lines.map((line) => [line.product.name, line.total_price, line.tax_name, line.vouchers_redeemed])

describe("vouchers", () => {
  it("pay for the beer, not for the deposit", () => {
    const input = sale([["beerWithDeposit", 3]], { customer: customer("100", 3) })
    assert.deepStrictEqual(linesOf(input), [
      ["Beer", euro("9"), "ust", 3],
      ["Deposit", euro("6"), "none", 0],
      ["discount", euro("-9"), "ust", 0]
    ])
    const { answer, draft } = sold(input)
    assert.strictEqual(draft.lines[2]?.totalTax, euro("-1.44"))
    assert.deepInclude(answer, {
      total_price: euro("6"),
      new_balance: euro("94"),
      old_voucher_balance: 3,
      new_voucher_balance: 0,
      used_vouchers: 3,
      item_count: 3
    })
    assert.deepStrictEqual(draft.postings.at(-1), {
      source: customerAccountId,
      target: accounts.sale_exit,
      amount: euro("0"),
      vouchers: 3
    })
    assert.deepInclude(draft.guards[0], { vouchers: -3 })
  })

  it("are used where they save most", () => {
    const input = sale([["largeWithDeposit", 1], ["beerWithDeposit", 3]], { customer: customer("100", 3) })
    const { answer, draft } = sold(input)
    assert.strictEqual(answer.total_price, euro("13"))
    assert.strictEqual(answer.new_voucher_balance, 0)
    assert.deepStrictEqual(draft.lines.map((line) => line.vouchers_redeemed), [0, 0, 3, 0])
  })

  it("are used up to the number that is wanted", () => {
    const wanting = (used_vouchers: number, request = {}) =>
      sale([["beerWithDeposit", 3], ["largeWithDeposit", 1]], {
        customer: customer("100", 3),
        request: { used_vouchers, ...request }
      })
    assert.deepInclude(sold(wanting(2)).answer, { total_price: euro("16"), new_voucher_balance: 1 })
    assert.deepInclude(refusedSale(wanting(4)), { _tag: "NotEnoughVouchers", needed: 4, available: 3 })
    for (const none of [0, -1]) {
      assert.deepInclude(sold(wanting(none)).answer, {
        total_price: euro("22"),
        new_voucher_balance: 3,
        used_vouchers: 0
      })
    }
    const byCard = sold(wanting(9, paidBy("sumup")))
    assert.deepInclude(byCard.answer, { total_price: euro("22"), used_vouchers: 0, old_voucher_balance: 0 })
  })

  it("may pay for a part", () => {
    const { answer, draft } = sold(sale([["large", 1], ["beer", 3]], { customer: customer("100", 4) }))
    assert.strictEqual(answer.total_price, euro("2.50"))
    assert.strictEqual(answer.new_voucher_balance, 0)
    assert.deepStrictEqual(draft.lines.map((line) => [line.total_price, line.vouchers_redeemed]), [
      [euro("5"), 1],
      [euro("9"), 3],
      [euro("-11.50"), 0]
    ])
  })

  it("save whole cents, and the whole price when they cover it", () => {
    const part = sold(sale([["meal", 1]], { customer: customer("100", 2) }))
    assert.strictEqual(part.draft.lines[1]?.total_price, euro("-3.33"))
    assert.strictEqual(part.answer.total_price, euro("1.67"))
    const whole = sold(sale([["meal", 1]], { customer: customer("0", 3) }))
    assert.strictEqual(whole.answer.total_price, 0n)
    assert.deepStrictEqual(whole.draft.postings, [
      { source: customerAccountId, target: accounts.sale_exit, amount: euro("0"), vouchers: 3 }
    ])
  })

  it("discount every tax apart, in the order they come", () => {
    const input = sale([["beer", 2], ["food", 2], ["deposit", 1]], { customer: customer("100", 5) })
    assert.deepStrictEqual(linesOf(input).slice(3), [
      ["discount", euro("-8"), "none", 0],
      ["discount", euro("-6"), "ust", 0]
    ])
    assert.deepInclude(sold(input).answer, { total_price: euro("2"), new_voucher_balance: 1, used_vouchers: 4 })
  })

  it("stay with the customer when there is nothing for them", () => {
    const input = sale([["beerWithDeposit", 1]], { customer: customer("100", 3), request: { used_vouchers: 3 } })
    assert.deepInclude(sold(input).answer, { used_vouchers: 1, new_voucher_balance: 2 })
  })

  it("are no matter when something is returned", () => {
    const { answer, draft } = sold(sale([["mug", -1]], { customer: customer("100", 5) }))
    assert.deepInclude(answer, { total_price: euro("-3"), new_balance: euro("103"), new_voucher_balance: 5 })
    assert.strictEqual(changeOf(draft, customerAccountId).vouchers, 0)
    const mixed = sold(sale([["mug", -1], ["beer", 1]], { customer: customer("100", 5) }))
    assert.deepInclude(mixed.answer, { total_price: euro("-3"), used_vouchers: 1 })
  })

  it("keep the order of lines that save the same", () => {
    const other = product(31n, "Other", "6.00", { tax: "eust", vouchers: 2 })
    const { lines, used } = redeem([pricedLine(other, euro("6"), 1), pricedLine(beer, euro("3"), 1)], 2, discount)
    assert.deepStrictEqual(lines.map((line) => line.vouchers_redeemed), [2, 0, 0])
    assert.strictEqual(used, 2)
  })

  it("compare values exactly where a rounded price a voucher would not", () => {
    // 1.00 for 3 vouchers saves a little more each than 0.99 for 3, though both print as 0.33.
    const less = product(32n, "Less", "0.99", { vouchers: 3 })
    const more = product(33n, "More", "1.00", { vouchers: 3 })
    const { lines } = redeem([pricedLine(less, euro("0.99"), 1), pricedLine(more, euro("1"), 1)], 3, discount)
    assert.deepStrictEqual(lines.map((line) => line.vouchers_redeemed), [0, 3, 0])
    assert.strictEqual(lines[2]?.total_price, euro("-1"))
  })

  it("are not taken where they would save nothing", () => {
    const free = product(34n, "Free", "0", { vouchers: 1 })
    const tiny = product(35n, "Tiny", "0.01", { vouchers: 3 })
    const { lines, used } = redeem(
      [pricedLine(free, Cents.make(0n), 2), pricedLine(tiny, Cents.make(1n), 1)],
      1,
      discount
    )
    assert.strictEqual(used, 0)
    assert.strictEqual(lines.length, 2)
  })

  it("save as much as any other way to spend them", () => {
    const goods = fc.record({
      // From 3 cents on a voucher of three saves a cent, so that none stays with the customer.
      cents: fc.bigInt({ min: 3n, max: 900n }),
      vouchers: fc.constantFrom(null, 1, 2, 3),
      quantity: fc.integer({ min: 1, max: 3 })
    })
    fc.assert(fc.property(fc.array(goods, { maxLength: 4 }), fc.integer({ min: 0, max: 8 }), (drinks, maximum) => {
      const lines = drinks.map(({ cents, quantity, vouchers }, n) => {
        const text = `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`
        const piece = product(BigInt(40 + n), `Drink ${n}`, text, vouchers === null ? {} : { vouchers })
        return pricedLine(piece, Cents.make(cents), quantity)
      })
      // Sixths of a cent are exact for one, two and three vouchers a piece.
      const worth = (n: number) =>
        drinks[n]!.vouchers === null ? 0n : drinks[n]!.cents * 6n / BigInt(drinks[n]!.vouchers)
      const most = (n: number, left: number): bigint => {
        if (n === drinks.length) return 0n
        const { quantity, vouchers } = drinks[n]!
        const ways = Array.from(
          { length: Math.min(left, (vouchers ?? 0) * quantity) + 1 },
          (_, count) => BigInt(count) * worth(n) + most(n + 1, left - count)
        )
        return ways.reduce((best, saved) => saved > best ? saved : best, 0n)
      }
      const redeemed = redeem(lines, maximum, discount)
      const spent = redeemed.lines.slice(0, lines.length).map(({ vouchers_redeemed }) => vouchers_redeemed)
      assert.isAtMost(redeemed.used, maximum)
      assert.strictEqual(spent.reduce((sum, count) => sum + count, 0), redeemed.used)
      assert.strictEqual(spent.reduce((sum, count, n) => sum + BigInt(count) * worth(n), 0n), most(0, maximum))
    }))
  })
})
