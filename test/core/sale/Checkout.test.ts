import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { idsOf } from "@wristbank/core/event/UserTagVariant"
import { type BookingEvent, pricedLine, type SoldProduct } from "@wristbank/core/journal/Booking"
import { priceLines } from "@wristbank/core/journal/LineItem"
import { allowedToBuy, bookCheckout, checkOut, type Payer, redeem } from "@wristbank/core/sale/Checkout"
import { Result } from "effect"
import fc from "fast-check"
import {
  accounts,
  beer,
  changeOf,
  charity,
  customer,
  customerAccountId,
  customerTagId,
  deposit,
  euro,
  event,
  misdirected,
  paidBy,
  product,
  refusal,
  refusedSale,
  register,
  registerAccountId,
  sale,
  sold,
  spirit,
  uuid,
  variants,
  vip
} from "./OrderWorld.ts"

const priced = (...pressed: ReadonlyArray<readonly [SoldProduct, number]>) =>
  Result.getOrThrow(priceLines(pressed.map(([one, quantity]) => ({ products: [one], quantity, price: null }))))

const tag = (balance: string, vouchers = 0, maxVouchers: number | null = 0): Payer => ({
  method: "tag",
  customer: customer(balance, vouchers),
  maxVouchers
})
const cash: Payer = { method: "cash" }
const card: Payer = { method: "sumup" }

const withoutLimit: BookingEvent = { ...event, settings: { ...event.settings, allow_register_overdraft: true } }

describe("who can and may pay", () => {
  it("a tag pays what it holds to the cent and not a cent more, and a refusal says both", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: -2, max: 2 }), (pieces, spare) => {
        const price = Money.Cents.make(BigInt(pieces) * 300n)
        const balance = Money.Cents.make(price + BigInt(spare))
        const payer: Payer = { method: "tag", customer: { ...customer("0"), balance }, maxVouchers: 0 }
        const outcome = checkOut(priced([beer, pieces]), payer, null, event)
        if (balance >= price) return assert.strictEqual(Result.getOrThrow(outcome).total, price)
        const refused = refusal(outcome)
        assert.deepInclude(refused, { _tag: "NotEnoughFunds", needed: price, available: balance })
      })
    ))

  it("refuses what no sale may bring in, no matter who pays", () => {
    for (const payer of [tag("100"), cash, card]) {
      const refused = refusal(checkOut(priced([misdirected, 1]), payer, register("100"), event))
      assert.strictEqual(refusalName(refused), "order.target_account_forbidden")
    }
  })

  it("asks the age of a tag alone, also for what cancels out, and before funds and vouchers", () => {
    const young: Payer = { method: "tag", customer: customer("0", 0, "under_18"), maxVouchers: 5 }
    assert.strictEqual(refusal(checkOut(priced([spirit, 1]), young, null, event))._tag, "AgeRestriction")
    const cancelled = { ...priced([beer, 1]), products: [beer.product, spirit.product] }
    assert.strictEqual(refusal(checkOut(cancelled, young, null, event))._tag, "AgeRestriction")
    assert.isTrue(Result.isSuccess(checkOut(priced([spirit, 1]), cash, null, event)))
    assert.isTrue(Result.isSuccess(checkOut(priced([spirit, 1]), card, null, event)))
  })

  it("more vouchers than the tag has can't be asked for; without a number it uses what helps", () => {
    const refused = refusal(checkOut(priced([beer, 3]), tag("100", 2, 3), null, event))
    assert.deepInclude(refused, { _tag: "NotEnoughVouchers", needed: 3, available: 2 })
    const used = (payer: Payer) => Result.getOrThrow(checkOut(priced([beer, 3]), payer, null, event)).usedVouchers
    assert.deepStrictEqual([used(tag("100", 2, 2)), used(tag("100", 2, null)), used(tag("100", 9, null))], [2, 2, 3])
    assert.deepStrictEqual([used(tag("100", 2, 0)), used(tag("100", 2, 1))], [0, 1])
    assert.deepStrictEqual([used(cash), used(card)], [0, 0])
  })

  it("a return onto a tag stops at the maximum, which a purchase never asks for", () => {
    const rich = tag("149")
    const refused = refusal(checkOut(priced([deposit, -1]), rich, null, event))
    assert.strictEqual(refusalName(refused), "order.maximum_exceeded")
    assert.strictEqual(Result.getOrThrow(checkOut(priced([deposit, -1]), tag("148"), null, event)).total, euro("-2"))
    assert.isTrue(Result.isSuccess(checkOut(priced([beer, 1]), tag("1000"), null, event)))
  })

  it("a register gives back what it holds, more only where the event allows it, and no one else is asked", () => {
    const returned = priced([deposit, -3])
    const refused = refusal(checkOut(returned, cash, register("5.99"), event))
    assert.deepInclude(refused, { _tag: "InsufficientCash", needed: euro("6"), available: euro("5.99") })
    assert.isTrue(Result.isSuccess(checkOut(returned, cash, register("6"), event)))
    assert.isTrue(Result.isSuccess(checkOut(returned, cash, register("5.99"), withoutLimit)))
    assert.isTrue(Result.isSuccess(checkOut(returned, cash, null, event)))
    assert.isTrue(Result.isSuccess(checkOut(returned, card, register("0"), event)))
  })
})

describe("what is booked", () => {
  const booked = (payer: Payer, till = register("50")) => {
    const checkout = Result.getOrThrow(checkOut(priced([beer, 2], [charity, 1]), payer, till, event))
    return Result.getOrThrow(bookCheckout(uuid, checkout, till, event))
  }

  it("a tag sale takes money and vouchers from the customer, and is guarded by their account and tag", () => {
    const draft = booked(tag("100", 1, 1))
    assert.deepInclude(draft, {
      uuid,
      orderType: "sale",
      paymentMethod: "tag",
      customerAccountId,
      userTagId: customerTagId,
      cashRegisterId: null,
      cancelsOrder: null
    })
    assert.deepStrictEqual(changeOf(draft, customerAccountId), { balance: euro("-6"), vouchers: -1 })
    assert.strictEqual(draft.guards.length, 1)
    assert.deepInclude(draft.guards[0], { accountId: customerAccountId, minimum: Money.zero, userTagId: customerTagId })
  })

  it("cash goes into the register, which a sale without one is refused for, and names no customer", () => {
    const draft = booked(cash)
    assert.deepInclude(draft, { paymentMethod: "cash", customerAccountId: null, userTagId: null, cashRegisterId: 9n })
    assert.strictEqual(changeOf(draft, registerAccountId).balance, euro("9"))
    assert.deepStrictEqual(draft.guards.map(({ accountId }) => accountId), [registerAccountId])
    const checkout = Result.getOrThrow(checkOut(priced([beer, 1]), cash, null, event))
    assert.strictEqual(refusalName(refusal(bookCheckout(uuid, checkout, null, event))), "order.register_missing")
  })

  it("a card moves money between system accounts alone, and no guard is needed", () => {
    const draft = booked(card)
    assert.deepInclude(draft, { paymentMethod: "sumup", customerAccountId: null, cashRegisterId: null, guards: [] })
    assert.strictEqual(changeOf(draft, accounts.sumup_entry).balance, euro("-9"))
  })

  it("what is sold for an account of its own comes in there, however it is paid", () => {
    for (const payer of [tag("100"), cash, card]) {
      const draft = booked(payer)
      assert.strictEqual(changeOf(draft, accounts.donation_exit).balance, euro("3"))
      assert.strictEqual(changeOf(draft, accounts.sale_exit).balance, euro("6"))
    }
  })
})

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

  it("pay of lines that save the same the lower product first, in whatever order they were pressed", () => {
    const other = product(31n, "Other", "6.00", { tax: "eust", vouchers: 2 })
    const pressed = [pricedLine(other, euro("6"), 1), pricedLine(beer, euro("3"), 1)]
    for (const lines of [pressed, pressed.toReversed()]) {
      const redeemed = redeem(lines, 2, discount)
      assert.strictEqual(redeemed.used, 2)
      assert.deepStrictEqual(
        redeemed.lines.map((line) => [line.product.name, line.vouchers_redeemed, line.voucher_value]).toSorted(),
        [["Beer", 1, euro("3")], ["Other", 1, euro("3")], ["discount", 0, 0n], ["discount", 0, 0n]]
      )
    }
  })

  it("reduce the account of the goods that they pay for", () => {
    const { draft } = sold(sale([["meal", 1], ["charityWithDeposit", 2]], { customer: customer("100", 2) }))
    assert.strictEqual(changeOf(draft, accounts.donation_exit).balance, euro("0"))
    assert.strictEqual(changeOf(draft, accounts.sale_exit).balance, euro("9"))
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
      [pricedLine(free, Money.Cents.make(0n), 2), pricedLine(tiny, Money.Cents.make(1n), 1)],
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
        return pricedLine(piece, Money.Cents.make(cents), quantity)
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

const kinds = variants.map(({ id }) => id)
const some = fc.subarray(kinds)
const [under16] = idsOf(["under_16"], variants)
const [under18] = idsOf(["under_18"], variants)

/** Whether the wearer is of a kind, computed from what the kinds mean. */
const isOf = (worn: ReadonlyArray<bigint>, kind: bigint) =>
  worn.includes(kind) || (kind === under18 && worn.includes(under16!))

it("no one gets what is barred for a kind of their wristband, and everyone the rest", () =>
  fc.assert(
    fc.property(some, fc.array(some, { maxLength: 5 }), (worn, barred) => {
      const products = barred.map((variantIds, n) => product(BigInt(n), `Drink ${n}`, "1.00", { variantIds }).product)
      const refused = products.filter((_, n) => barred[n]!.some((kind) => isOf(worn, kind))).map(({ name }) => name)
      const outcome = allowedToBuy(worn, products, variants)
      assert.deepStrictEqual(Result.isFailure(outcome) ? outcome.failure.products : [], refused)
    })
  ))

it("a guest under 16 gets nothing that is barred for guests under 18, and not the other way round", () => {
  const lager = product(1n, "Beer", "3.00", { variantIds: [under18!] }).product
  const radler = product(2n, "Radler", "3.00", { variantIds: [under16!] }).product
  assert.isTrue(Result.isFailure(allowedToBuy([under16!], [lager], variants)))
  assert.isTrue(Result.isSuccess(allowedToBuy([under18!], [radler], variants)))
  assert.isTrue(Result.isSuccess(allowedToBuy([vip], [lager, radler], variants)))
})

it("a refusal names the kinds that the refused products are barred for, and no others", () => {
  const lager = product(1n, "Beer", "3.00", { variantIds: [under18!] }).product
  const staff = product(2n, "Coffee", "1.00", { variantIds: [vip] }).product
  const outcome = allowedToBuy([under16!, vip], [lager, staff], variants)
  assert.deepStrictEqual(Result.isFailure(outcome) && outcome.failure.variants, ["under_18", "vip"])
})
