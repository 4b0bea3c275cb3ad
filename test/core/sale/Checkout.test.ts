import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import type { BookingEvent, SoldProduct } from "@wristbank/core/journal/Booking"
import { priceLines } from "@wristbank/core/journal/LineItem"
import { bookCheckout, checkOut, type Payer } from "@wristbank/core/sale/Checkout"
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
  refusal,
  register,
  registerAccountId,
  spirit,
  uuid
} from "./OrderWorld.ts"

const priced = (...sold: ReadonlyArray<readonly [SoldProduct, number]>) =>
  Result.getOrThrow(priceLines(sold.map(([product, quantity]) => ({ products: [product], quantity, price: null }))))

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
