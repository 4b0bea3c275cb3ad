import { assert, describe, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import type { OrderDraft } from "@wristbank/core/journal/Order"
import { cancelSale, isSentAgain, type StoredOrder } from "@wristbank/core/sale/Cancel"
import { CompletedSaleProducts, completeEdit, editSale, EditSaleProducts } from "@wristbank/core/sale/EditSale"
import { DateTime, Result, Schema } from "effect"
import {
  accounts,
  changeOf,
  customer,
  customerAccountId,
  euro,
  event,
  paidBy,
  product,
  products,
  refusal,
  sale,
  sold,
  till
} from "./OrderWorld.ts"

const cancelUuid = "5b9a35d4-2c52-4b1a-8c64-6a0b6c5b2f11"
const editUuid = "a8f0f0e2-6a3d-4a9e-b9b1-7b1f0c3d2e44"

const stored = (draft: OrderDraft, options: Partial<StoredOrder> = {}): StoredOrder => ({
  id: 5n,
  orderType: draft.orderType,
  paymentMethod: draft.paymentMethod,
  tillId: 3n,
  cancelled: false,
  lines: draft.lines,
  postings: draft.postings,
  ...options
})

const vouchersAndBeer = sold(sale([["beerWithDeposit", 3]], { customer: customer("100", 2) }))
const afterwards = customer("91", 0)

const cancel = (
  order: StoredOrder | null,
  options: { readonly tillId?: bigint | null; readonly owner?: typeof afterwards } = {}
) =>
  cancelSale({
    uuid: cancelUuid,
    order,
    tillId: options.tillId === undefined ? 3n : options.tillId,
    customer: options.owner ?? afterwards
  })

describe("the cancel of a sale", () => {
  it("that vouchers paid asks for no money", () => {
    const { draft } = sold(sale([["beer", 1]], { customer: customer("100", 1) }))
    assert.isTrue(Result.isSuccess(cancel(stored(draft), { owner: customer("-1") })))
  })

  it("gives money and vouchers back", () => {
    assert.deepInclude(vouchersAndBeer.answer, {
      total_price: euro("9"),
      new_voucher_balance: 0,
      new_balance: euro("91")
    })
    const draft = Result.getOrThrow(cancel(stored(vouchersAndBeer.draft)))
    assert.deepInclude(draft, { orderType: "cancel_sale", paymentMethod: "tag", cancelsOrder: 5n, uuid: cancelUuid })
    assert.deepStrictEqual(
      draft.lines.map((line) => [line.product.name, line.quantity, line.product_price, line.total_price]),
      [
        ["Beer", -3, euro("3"), euro("-9")],
        ["Deposit", -3, euro("2"), euro("-6")],
        ["discount", -1, euro("-6"), euro("6")]
      ]
    )
    assert.deepStrictEqual(draft.lines.map((line) => [line.vouchers_redeemed, line.totalTax]), [
      [-2, euro("-1.44")],
      [0, 0n],
      [0, euro("0.96")]
    ])
    assert.deepStrictEqual(draft.postings, [
      { source: accounts.sale_exit, target: customerAccountId, amount: euro("9"), vouchers: 0 },
      { source: accounts.sale_exit, target: customerAccountId, amount: euro("0"), vouchers: 2 }
    ])
    assert.deepStrictEqual(changeOf(draft, customerAccountId), { balance: euro("9"), vouchers: 2 })
    assert.deepInclude(draft.guards[0], { userTagId: null, maximum: null })
  })

  it("refuses what is no sale by tag, or cancelled already", () => {
    const order = stored(vouchersAndBeer.draft)
    const refused = [
      null,
      { ...order, cancelled: true },
      stored(Result.getOrThrow(cancel(order))),
      stored(sold(sale([["beer", 1]], { customer: null, request: paidBy("sumup") })).draft),
      stored(
        sold(sale([["beer", 1]], { customer: null, till: till({ register: "0" }), request: paidBy("cash") })).draft
      )
    ].map((one) => refusal(cancel(one)))
    assert.deepStrictEqual(refused.map(refusalName), [
      "order.order_unknown",
      "order.order_cancelled",
      "order.only_sales_cancelled",
      "order.only_tag_sales_cancelled",
      "order.only_tag_sales_cancelled"
    ])
  })

  it("leaves a returned deposit that has been spent", () => {
    const returned = sold(sale([["deposit", -5]], { customer: customer("0") }))
    const error = refusal(cancel(stored(returned.draft), { owner: customer("1") }))
    assert.deepInclude(error, { _tag: "NotEnoughFunds", needed: euro("10"), available: euro("1") })
    assert.isTrue(Result.isSuccess(cancel(stored(returned.draft), { owner: customer("10") })))
  })

  it("happens at the till of the sale, or in the back office", () => {
    const order = stored(vouchersAndBeer.draft)
    assert.strictEqual(refusalName(refusal(cancel(order, { tillId: 4n }))), "order.cancelled_elsewhere")
    assert.isTrue(Result.isSuccess(cancel(order, { tillId: null })))
  })

  it("gives back above the maximum", () => {
    const draft = Result.getOrThrow(cancel(stored(vouchersAndBeer.draft), { owner: customer("150") }))
    assert.strictEqual(draft.guards[0]?.maximum, null)
  })
})

describe("a cancel that is sent again", () => {
  const earlier = { cashierId: 7n, tillId: 3n, ageSeconds: 60 }
  const by = { cashierId: 7n, tillId: 3n }
  it.each(
    [
      ["by the same cashier at the same till within a minute", earlier, by, true],
      ["at once", { ...earlier, ageSeconds: 0 }, by, true],
      ["later", { ...earlier, ageSeconds: 60.1 }, by, false],
      ["by somebody else", earlier, { ...by, cashierId: 8n }, false],
      ["at another till", earlier, { ...by, tillId: 4n }, false],
      ["after a cancel that no user booked", { ...earlier, cashierId: null }, by, false],
      ["of an order that has none", null, by, false]
    ] as const
  )("gets its first answer or is decided: %s", (_, before, now, isAnswered) => {
    assert.strictEqual(isSentAgain(before, now), isAnswered)
  })
})

describe("the edit of a sale", () => {
  const request = Schema.decodeUnknownSync(Schema.toCodecJson(EditSaleProducts))
  const original = sold(sale([["beerWithDeposit", 2]]))
  const edit = (
    asked: ReadonlyArray<{ readonly product_id: number; readonly quantity?: number; readonly price?: number }>
  ) =>
    editSale({
      request: request({ uuid: editUuid, products: asked }),
      cancelUuid,
      order: stored(original.draft),
      customer: customer("90"),
      products,
      event
    })

  it("cancels it and sells anew", () => {
    const edited = Result.getOrThrow(edit([{ product_id: 11, quantity: 1 }, { product_id: 15, quantity: 1 }]))
    assert.deepInclude(edited.cancel, { cancelsOrder: 5n, uuid: cancelUuid })
    assert.strictEqual(changeOf(edited.cancel, customerAccountId).balance, euro("10"))
    assert.deepInclude(edited.sale, { orderType: "sale", uuid: editUuid, cancelsOrder: null })
    assert.deepInclude(edited.answer, { old_balance: euro("100"), new_balance: euro("95"), total_price: euro("5") })
    const completed = completeEdit(
      edited.answer,
      { id: 7n, booked_at: DateTime.makeUnsafe("2026-06-01T12:00:00Z"), cashier_id: 1n, till_id: 3n },
      { balance: euro("85"), vouchers: 1 }
    )
    assert.instanceOf(completed, CompletedSaleProducts)
    assert.deepInclude(completed, { id: 7n, old_balance: euro("90"), new_balance: euro("85"), new_voucher_balance: 1 })
  })

  it("sells only products that may be sold", () => {
    const refused = (asked: Parameters<typeof edit>[0]) => refusalName(refusal(edit(asked)))
    assert.strictEqual(refused([{ product_id: 40, price: 50 }]), "order.product_unknown")
    assert.strictEqual(refused([{ product_id: 20, quantity: 1 }]), "order.product_not_locked")
    assert.strictEqual(refused([{ product_id: 999, quantity: 1 }]), "order.product_unknown")
    assert.strictEqual(refused([{ product_id: 11, quantity: -1 }]), "order.not_returnable")
    assert.strictEqual(refused([{ product_id: 11, price: 1 }]), "order.quantity_needed")
    assert.strictEqual(refused([{ product_id: 11, quantity: 34 }]), "NotEnoughFunds")
    assert.strictEqual(refused([]), "order.sale_empty")
  })

  it("is refused if it changes nothing", () => {
    const same = [{ product_id: 15, quantity: 2 }, { product_id: 11, quantity: 2 }]
    assert.strictEqual(refusalName(refusal(edit(same))), "order.correction_unchanged")
    const inParts = [{ product_id: 11, quantity: 3 }, { product_id: 15, quantity: 2 }, { product_id: 11, quantity: -1 }]
    assert.strictEqual(refusalName(refusal(edit(inParts))), "order.not_returnable")
    for (const pieces of [1, 3]) {
      assert.isTrue(Result.isSuccess(edit([{ product_id: 11, quantity: 2 }, { product_id: 15, quantity: pieces }])))
    }
  })

  it("changes the price, the tax rate and the vouchers of the same goods", () => {
    const asked = [{ product_id: 11, quantity: 2 }, { product_id: 15, quantity: 2 }]
    const again = (changed: { readonly price?: string; readonly tax?: "eust"; readonly vouchers?: number }) => {
      const now = product(11n, "Beer", changed.price ?? "3.00", { tax: changed.tax ?? "ust", vouchers: 1 })
      return editSale({
        request: request({ uuid: editUuid, products: asked, used_vouchers: changed.vouchers ?? 0 }),
        cancelUuid,
        order: stored(original.draft),
        customer: customer("90", 2),
        products: new Map([...products, [11n, now]]),
        event
      })
    }
    assert.strictEqual(refusalName(refusal(again({}))), "order.correction_unchanged")
    for (const change of [{ price: "3.50" }, { tax: "eust" }, { vouchers: 1 }] as const) {
      assert.isTrue(Result.isSuccess(again(change)), JSON.stringify(change))
    }
  })

  it("needs a sale that can be cancelled", () => {
    const input = {
      request: request({ uuid: editUuid, products: [{ product_id: 11, quantity: 1 }] }),
      cancelUuid,
      products,
      event
    }
    assert.strictEqual(refusalName(refusal(editSale({ ...input, order: null, customer: null }))), "order.order_unknown")
    const byCard = stored(sold(sale([["beer", 1]], { customer: null, request: paidBy("sumup") })).draft)
    assert.strictEqual(
      refusalName(refusal(editSale({ ...input, order: byCard, customer: null }))),
      "order.only_tag_sales_cancelled"
    )
  })
})
