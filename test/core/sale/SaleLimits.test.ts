import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { layoutCatalogue, type Press, priceLines } from "@wristbank/core/journal/LineItem"
import { OrderUuid } from "@wristbank/core/journal/Order"
import { AgeRestriction } from "@wristbank/core/journal/Refusal"
import { checkOut, type Payer } from "@wristbank/core/sale/Checkout"
import { editSale, EditSaleProducts } from "@wristbank/core/sale/EditSale"
import { grantFreeTicket, grantVouchers } from "@wristbank/core/sale/Grant"
import { completeSale } from "@wristbank/core/sale/Sale"
import { minTopUp } from "@wristbank/core/sale/TopUp"
import { DateTime, Result, Schema } from "effect"
import {
  beer,
  customer,
  deposit,
  euro,
  event,
  food,
  paidBy,
  product,
  products,
  refusal,
  sale,
  sold,
  till,
  uuid
} from "./OrderWorld.ts"

const cent = product(30n, "Sticker", "0.01")

const priced = (...some: ReadonlyArray<readonly [typeof beer, number]>) =>
  Result.getOrThrow(priceLines(some.map(([one, quantity]) => ({ products: [one], quantity, price: null }))))

const tag = (balance: string, vouchers = 0): Payer => ({
  method: "tag",
  customer: customer(balance, vouchers),
  maxVouchers: null
})

describe("a sale to the cent", () => {
  it("asks for funds only where something is left to pay", () => {
    const paying = (balance: string, vouchers: number) =>
      checkOut(priced([beer, 1]), tag(balance, vouchers), null, event)
    assert.isTrue(Result.isSuccess(paying("-1", 1)))
    assert.strictEqual(refusal(paying("-1", 0))._tag, "NotEnoughFunds")
    assert.strictEqual(refusal(checkOut(priced([cent, 1]), tag("0"), null, event))._tag, "NotEnoughFunds")
  })

  it("asks for the highest balance only where money comes back", () => {
    const even = priced([food, 1], [deposit, -2])
    assert.isTrue(Result.isSuccess(checkOut(even, tag("151"), null, event)))
    const returned = product(31n, "Cup", "0.01", { returnable: true })
    const back = checkOut(priced([returned, -1]), tag("150"), null, event)
    assert.strictEqual(refusalName(refusal(back)), "order.maximum_exceeded")
  })

  it("shows the balances after it to a tag alone", () => {
    const stored = { booked_at: DateTime.makeUnsafe(0), cashier_id: 1n, till_id: 3n, id: 5n, bon_url: "" }
    const byTag = sold(sale([["beerWithDeposit", 3]], { customer: customer("100", 2) })).answer
    assert.deepInclude(completeSale(byTag, stored, { balance: euro("50"), vouchers: 7 }), {
      old_balance: euro("59"),
      new_balance: euro("50"),
      old_voucher_balance: 9,
      new_voucher_balance: 7
    })
    const inCash = sold(sale([["beer", 1]], { request: paidBy("cash"), customer: null, till: till({ register: "0" }) }))
    assert.deepInclude(completeSale(inCash.answer, stored, null), {
      old_balance: euro("0"),
      new_balance: euro("0"),
      old_voucher_balance: 0,
      new_voucher_balance: 0
    })
  })
})

describe("the lines of a sale", () => {
  const said = (presses: ReadonlyArray<Press>) => {
    const outcome = priceLines(presses)
    return Result.isSuccess(outcome) ? "done" : refusalName(outcome.failure)
  }
  const press = (one: typeof beer, quantity: number): Press => ({ products: [one], quantity, price: null })
  const times = (count: number, one: Press) => Array.from({ length: count }, () => one)

  it("have limits that hold for the last press and the last piece", () => {
    assert.deepStrictEqual([said(times(1000, press(cent, 1))), said(times(1001, press(cent, 1)))], [
      "done",
      "order.entries_too_many"
    ])
    const most = times(100, press(cent, 1000))
    assert.deepStrictEqual([said(most), said([...most, press(cent, 1)])], ["done", "order.line_too_large"])
  })

  it("count what comes back like what is sold for the largest sale", () => {
    const [dear, back] = [
      product(32n, "Dear", "10000000.00"),
      product(33n, "Back", "10000000.00", { returnable: true })
    ]
    assert.strictEqual(said([press(dear, 500), press(back, -500)]), "done")
    assert.strictEqual(said([press(dear, 500), press(back, -501)]), "order.sale_too_large")
  })

  it("are of the products that a button of the till's layout has", () => {
    const { productsOfButton } = layoutCatalogue(
      {
        layouts: new Map([[1n, { button_ids: [1n, 2n] }]]),
        buttons: new Map([[1n, { product_ids: [99n, 11n] }], [3n, { product_ids: [11n] }]]),
        products
      },
      1n,
      new Set()
    )
    assert.deepStrictEqual([1n, 2n, 3n].map(productsOfButton), [[beer], undefined, undefined])
    const nowhere = layoutCatalogue({ layouts: new Map(), buttons: new Map(), products }, 1n, new Set())
    assert.isUndefined(nowhere.productsOfButton(1n))
  })
})

it("an order has a UUID in any usual spelling", () => {
  const read = Schema.decodeUnknownResult(OrderUuid)
  const spelled = [uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), `{${uuid}}`, `urn:uuid:${uuid}`]
  assert.deepStrictEqual(spelled.map((text) => Result.getOrThrow(read(text))), spelled.map(() => uuid))
  for (const text of ["", "x", uuid.slice(1), uuid.replace("-", "")]) {
    assert.include(String(Result.getOrThrow(Result.flip(read(text)))), "Expected a UUID")
  }
})

it("an edit may use the vouchers that its sale has used", () => {
  const { draft } = sold(sale([["beer", 2]], { customer: customer("100", 2) }))
  const request = Schema.decodeUnknownSync(Schema.toCodecJson(EditSaleProducts))({
    uuid: "a8f0f0e2-6a3d-4a9e-b9b1-7b1f0c3d2e44",
    used_vouchers: 2,
    products: [{ product_id: 11, quantity: 3 }]
  })
  const edited = editSale({
    request,
    cancelUuid: "5b9a35d4-2c52-4b1a-8c64-6a0b6c5b2f11",
    order: { id: 5n, tillId: 3n, cancelled: false, ...draft },
    customer: customer("100", 0),
    products,
    event
  })
  assert.deepInclude(Result.getOrThrow(edited).answer, {
    used_vouchers: 2,
    total_price: euro("3"),
    old_voucher_balance: 2
  })
})

it("vouchers are granted up to the most of a grant and of an account", () => {
  const granted = (has: number, vouchers: number) =>
    Result.isSuccess(grantVouchers(customer("0", has), vouchers, event))
  assert.deepStrictEqual([granted(0, 1000), granted(0, 1001)], [true, false])
  assert.deepStrictEqual([granted(999_999, 1), granted(999_999, 2)], [true, false])
  const [guard] = Result.getOrThrow(grantFreeTicket(7n, 1000, event)).guards
  assert.deepInclude(guard, { accountId: 7n, vouchers: 1000, userTagId: null })
})

it("a top-up at a till is at least 1.00", () => {
  assert.strictEqual(minTopUp, 100n)
})

it("guests who are too young are told so, and wearers of another kind of wristband of which", () => {
  const said = (...variants: ReadonlyArray<string>) => new AgeRestriction({ products: ["Beer"], variants }).message
  assert.strictEqual(said("under_16", "under_18"), said("under_16"))
  assert.include(said("under_16", "vip"), "under_16, vip")
})
