import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { Button, checkSale, NewSale, PendingSale } from "@wristbank/core/sale/Sale"
import { Result, Schema } from "effect"
import {
  accounts,
  buttons,
  changeOf,
  customer,
  customerAccountId,
  customerTagId,
  euro,
  event,
  newSale,
  paidBy,
  pressed,
  refusedSale,
  sale,
  sold,
  till,
  uuid
} from "./OrderWorld.ts"

const linesOf = (input: ReturnType<typeof sale>) =>
  sold(input).draft.lines.map(({ product, product_price, quantity }) => [product.name, quantity, product_price])

describe("a sale by tag", () => {
  it("sells beer with deposit", () => {
    const { answer, draft } = sold(sale([["beerWithDeposit", 2]]))
    assert.strictEqual(answer.old_balance, euro("100"))
    assert.strictEqual(answer.new_balance, euro("90"))
    assert.strictEqual(answer.item_count, 2)
    assert.strictEqual(answer.total_price, euro("10"))
    assert.strictEqual(answer.customer_account_id, customerAccountId)
    assert.deepStrictEqual(
      draft.lines.map((line) => [line.product.name, line.quantity, line.totalTax, line.revisionId]),
      [
        ["Beer", 2, euro("0.96"), 511n],
        ["Deposit", 2, euro("0"), 515n]
      ]
    )
    assert.deepStrictEqual(draft.postings, [
      { source: customerAccountId, target: accounts.sale_exit, amount: euro("10"), vouchers: 0 }
    ])
    assert.deepStrictEqual(draft.guards, [{
      accountId: customerAccountId,
      balance: euro("-10"),
      vouchers: 0,
      minimum: euro("0"),
      maximum: null,
      userTagId: customerTagId
    }])
    assert.strictEqual(draft.uuid, uuid)
    assert.strictEqual(draft.orderType, "sale")
    assert.strictEqual(draft.paymentMethod, "tag")
    assert.strictEqual(draft.userTagId, customerTagId)
    assert.strictEqual(draft.cashRegisterId, null)
  })

  it("refuses what the balance doesn't hold", () => {
    const error = refusedSale(sale([["beer", 200], ["large", 80]], { customer: customer("90") }))
    assert.deepInclude(error, { _tag: "NotEnoughFunds", needed: euro("1000"), available: euro("90") })
    assert.strictEqual(error.message, "Not enough funds: 1000.00 needed, 90.00 available")
  })

  it("spends a balance to 0 and not a cent further", () => {
    assert.strictEqual(sold(sale([["beer", 1]], { customer: customer("3") })).answer.new_balance, 0n)
    assert.strictEqual(refusedSale(sale([["beer", 1]], { customer: customer("2.99") }))._tag, "NotEnoughFunds")
  })

  it("adds up presses and returns", () => {
    const input = sale([["beerWithDeposit", 3], ["beerWithDeposit", 2], ["deposit", -1], ["deposit", -5]], {
      customer: customer("14")
    })
    assert.deepStrictEqual(linesOf(input), [["Beer", 5, euro("3")], ["Deposit", -1, euro("2")]])
    const { answer, draft } = sold(input)
    assert.strictEqual(answer.total_price, euro("13"))
    assert.strictEqual(answer.new_balance, euro("1"))
    assert.strictEqual(changeOf(draft, accounts.sale_exit).balance, euro("13"))
  })

  it("pays deposits back", () => {
    const { answer, draft } = sold(sale([["deposit", -1], ["deposit", -2]]))
    assert.strictEqual(answer.item_count, 1)
    assert.strictEqual(answer.total_price, euro("-6"))
    assert.strictEqual(answer.new_balance, euro("106"))
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.sale_exit, target: customerAccountId, amount: euro("6"), vouchers: 0 }
    ])
    assert.deepInclude(draft.guards[0], { minimum: null, maximum: euro("150") })
  })

  it("takes back only what can be returned", () => {
    const error = refusedSale(sale([["beerWithDeposit", -1]]))
    assert.deepInclude(error, { _tag: "InvalidSale", rule: "order.not_returnable", message: "Beer can't be returned" })
  })

  it("keeps the balance below the maximum", () => {
    assert.strictEqual(sold(sale([["deposit", -25]])).answer.new_balance, euro("150"))
    assert.strictEqual(
      refusalName(refusedSale(sale([["deposit", -25]], { customer: customer("100.01") }))),
      "order.maximum_exceeded"
    )
    assert.strictEqual(refusalName(refusedSale(sale([["deposit", -78]]))), "order.maximum_exceeded")
  })

  it("sells to a customer above the maximum", () => {
    const { answer, draft } = sold(sale([["beer", 1]], { customer: customer("200") }))
    assert.strictEqual(answer.new_balance, euro("197"))
    assert.strictEqual(draft.guards[0]?.maximum, null)
  })

  it("knows only buttons of its layout that sell something", () => {
    assert.strictEqual(refusalName(refusedSale(sale([["elsewhere", 1]]))), "order.button_unknown")
    assert.strictEqual(refusalName(refusedSale(sale([["empty", 1]]))), "order.button_unknown")
    const unknown = sale([], { request: { buttons: [{ till_button_id: 999, quantity: 1 }] } })
    assert.strictEqual(refusalName(refusedSale(unknown)), "order.button_unknown")
  })

  it("reads buttons with exactly one of quantity and price", () => {
    const read = Schema.decodeUnknownResult(Schema.toCodecJson(Button))
    const id = Number(buttons.open)
    for (
      const asked of [{}, { quantity: 1, price: 1 }, { quantity: null, price: null }, { quantity: 1.5 }, {
        price: 1.005
      }]
    ) {
      assert.isTrue(Result.isFailure(read({ till_button_id: id, ...asked })))
    }
    assert.isTrue(Result.isSuccess(read({ till_button_id: id, quantity: 2.0, price: null })))
    assert.isTrue(Result.isSuccess(read({ till_button_id: id, price: "1.50" })))
  })

  it("wants a quantity for fixed prices and a price for free ones", () => {
    assert.strictEqual(refusalName(refusedSale(sale([["beer", "3.00"]]))), "order.quantity_needed")
    assert.strictEqual(refusalName(refusedSale(sale([["open", 1]]))), "order.price_needed")
    assert.strictEqual(refusalName(refusedSale(sale([["openWithDeposit", 1]]))), "order.price_needed")
    assert.strictEqual(refusalName(refusedSale(sale([["openWithDeposit", "1.00"]]))), "order.quantity_needed")
  })

  it("adds up free prices to one line", () => {
    const input = sale([["open", "1.10"], ["open", "2.20"]])
    assert.deepStrictEqual(linesOf(input), [["Open", 1, euro("3.30")]])
    assert.strictEqual(sold(input).draft.lines[0]?.totalTax, euro("0.53"))
  })

  it("takes free prices above 0 and up to a bound", () => {
    for (const price of ["-5.00", "0", "10000.01"]) {
      assert.strictEqual(refusalName(refusedSale(sale([["open", price]]))), "order.price_out_of_range")
    }
    const rich = customer("10000")
    assert.strictEqual(sold(sale([["open", "10000.00"]], { customer: rich })).answer.new_balance, 0n)
  })

  it("sells something", () => {
    assert.strictEqual(refusalName(refusedSale(sale([]))), "order.sale_empty")
    assert.strictEqual(refusalName(refusedSale(sale([["beer", 0]]))), "order.sale_empty")
    assert.strictEqual(refusalName(refusedSale(sale([["deposit", 1], ["deposit", -1]]))), "order.sale_empty")
  })

  it("finds out who pays", () => {
    const unknown = refusedSale(sale([["beer", 1]], { customer: null }))
    assert.deepInclude(unknown, { _tag: "CustomerNotFound", user_tag_uid_hex: "ABC" })
    const refused = (request: { readonly [field: string]: unknown }) =>
      refusalName(refusedSale(sale([["beer", 1]], { request })))
    assert.strictEqual(refused({ customer_tag_uid: null }), "order.tag_needed")
    assert.strictEqual(refused({ payment_method: "cash" }), "order.tag_not_expected")
    assert.strictEqual(refused({ payment_method: "sumup" }), "order.tag_not_expected")
    assert.strictEqual(refused({ payment_method: "sumup_online", customer_tag_uid: null }), "order.sale_online")
  })

  it("minds the age of the customer", () => {
    const young = refusedSale(sale([["spirit", 1], ["beer", 1]], { customer: customer("100", 0, "under_18") }))
    assert.deepInclude(young, { _tag: "AgeRestriction" })
    assert.deepStrictEqual("products" in young ? young.products : [], ["Spirit"])
    const younger = sale([["spirit", 1]], { customer: customer("100", 0, "under_16") })
    assert.strictEqual(refusedSale(younger)._tag, "AgeRestriction")
    const byCard = sale([["spirit", 1]], { customer: null, request: paidBy("sumup") })
    assert.strictEqual(sold(byCard).answer.total_price, euro("2"))
    const cancelledOut = sale([["spirit", 0], ["beer", 1]], { customer: customer("100", 0, "under_18") })
    assert.strictEqual(refusedSale(cancelledOut)._tag, "AgeRestriction")
  })

  it("pays into the account of the product", () => {
    const presses = [["charityWithDeposit", 1], ["deposit", -2]] as const
    const { answer, draft } = sold(sale(presses, { customer: customer("0", 1) }))
    // 3.00 for charity, 1 voucher takes 3.00 off, one deposit comes back.
    assert.strictEqual(answer.new_balance, euro("2"))
    assert.strictEqual(answer.new_voucher_balance, 0)
    assert.strictEqual(changeOf(draft, accounts.donation_exit).balance, euro("0"))
    const paid = sold(sale([["charityWithDeposit", 1]], { customer: customer("2.00", 1) }))
    assert.deepStrictEqual(paid.draft.postings, [
      { source: customerAccountId, target: accounts.sale_exit, amount: euro("2"), vouchers: 0 },
      { source: customerAccountId, target: accounts.sale_exit, amount: euro("0"), vouchers: 1 }
    ])
    assert.strictEqual(paid.answer.new_balance, 0n)
    const short = refusedSale(sale([["charityWithDeposit", 1]], { customer: customer("1.99", 1) }))
    assert.deepInclude(short, { _tag: "NotEnoughFunds", needed: euro("2") })
  })
})

describe("what else is refused", () => {
  it("products that are not locked or pay into an account of their own balance", () => {
    assert.strictEqual(refusalName(refusedSale(sale([["unlocked", 1]]))), "order.product_not_locked")
    assert.strictEqual(refusalName(refusedSale(sale([["misdirected", 1]]))), "order.target_account_forbidden")
  })

  it("quantities out of range", () => {
    const rich = customer("1000000")
    assert.strictEqual(
      refusalName(refusedSale(sale([["beer", 1001]], { customer: rich }))),
      "order.quantity_out_of_range"
    )
    assert.strictEqual(refusalName(refusedSale(sale([["deposit", -1001]]))), "order.quantity_out_of_range")
    assert.strictEqual(refusalName(refusedSale(sale([["beer", 2 ** 53 - 1]]))), "order.quantity_out_of_range")
    const often = Array.from({ length: 101 }, () => ["beer", 1000] as const)
    assert.strictEqual(refusalName(refusedSale(sale(often, { customer: rich }))), "order.line_too_large")
    assert.strictEqual(sold(sale(often.slice(1), { customer: rich })).answer.total_price, euro("300000"))
    const endless = Array.from({ length: 1001 }, () => ["beer", 1] as const)
    assert.strictEqual(refusalName(refusedSale(sale(endless, { customer: rich }))), "order.entries_too_many")
  })

  it("amounts that no account could hold", () => {
    const byCard = { customer: null, request: paidBy("sumup") }
    assert.strictEqual(sold(sale([["gold", 1000]], byCard)).answer.total_price, euro("10000000000"))
    assert.strictEqual(refusalName(refusedSale(sale([["gold", 1000], ["beer", 1]], byCard))), "order.sale_too_large")
    assert.strictEqual(refusalName(refusedSale(sale([["gold", 1000], ["gold", 1]], byCard))), "order.sale_too_large")
  })

  it("payments that the till's profile forbids, in check and book", () => {
    const forbidden = (flag: string, request: { readonly [field: string]: unknown }) =>
      refusedSale(sale([["beer", 1]], { till: till({ register: "0", profile: { [flag]: false } }), request }))
    assert.deepInclude(forbidden("enable_ssp_payment", {}), {
      _tag: "TillPermission",
      permission: "enable_ssp_payment"
    })
    assert.deepInclude(forbidden("enable_cash_payment", paidBy("cash")), { permission: "enable_cash_payment" })
    assert.deepInclude(forbidden("enable_card_payment", paidBy("sumup")), { permission: "enable_card_payment" })
  })

  it("the first thing wrong is what is told", () => {
    const nothing = sale([["elsewhere", 1]], { customer: null })
    assert.strictEqual(refusedSale(nothing)._tag, "CustomerNotFound")
    const young = sale([["spirit", 100]], { customer: customer("1", 0, "under_18"), request: { used_vouchers: 9 } })
    assert.strictEqual(refusedSale(young)._tag, "AgeRestriction")
    const poor = sale([["spirit", 100]], { customer: customer("1"), request: { used_vouchers: 9 } })
    assert.strictEqual(refusedSale(poor)._tag, "NotEnoughVouchers")
  })

  it("an event without its system products is a defect", () => {
    assert.throws(() => checkSale(sale([["beer", 1]], { event: { ...event, systemProducts: new Map() } })))
  })
})

describe("on the wire", () => {
  it("reads a request and answers in major units", () => {
    const request = newSale({
      uuid: "{0D5F2F7C-7B0E-4C57-9D3B-0F6A4D0C5A11}",
      payment_method: "cash",
      buttons: pressed(["beer", 2])
    })
    assert.deepStrictEqual(
      request,
      new NewSale({
        uuid,
        payment_method: "cash",
        customer_tag_uid: null,
        used_vouchers: null,
        buttons: [new Button({ till_button_id: buttons.beer, quantity: 2, price: null })]
      })
    )
    const answer = sold(sale([["beerWithDeposit", 2]])).answer
    const wire = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(PendingSale)))(answer)
    const shown: object = JSON.parse(wire)
    assert.nestedInclude(shown, {
      uuid,
      old_balance: 100,
      new_balance: 90,
      total_price: 10,
      item_count: 2,
      used_vouchers: 0
    })
    assert.nestedInclude(shown, { "line_items[0].product_price": 3, "line_items[0].tax_rate": 0.19 })
    assert.nestedInclude(shown, { "line_items[0].quantity": 2, "line_items[0].total_price": 6 })
    assert.notNestedProperty(shown, "line_items[0].revisionId")
    assert.nestedInclude(shown, {
      "buttons[0].till_button_id": 101,
      "buttons[0].quantity": 2,
      "buttons[0].price": null
    })
  })

  it("refuses what is no UUID", () => {
    for (const text of ["", "0d5f2f7c", `${uuid}0`, uuid.replace("-", ""), 5]) {
      assert.throws(() => newSale({ uuid: text, payment_method: "cash", buttons: [] }))
    }
    assert.strictEqual(newSale({ uuid: uuid.replaceAll("-", ""), payment_method: "cash", buttons: [] }).uuid, uuid)
  })
})
