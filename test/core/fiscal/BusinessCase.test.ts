import { assert, describe, it } from "@effect/vitest"
import { businessCaseOf, paymentTypeOf } from "@wristbank/core/fiscal/BusinessCase"
import type { ExportedLine } from "@wristbank/core/fiscal/ExportedOrder"
import type { OrderType, PaymentMethod } from "@wristbank/core/journal/Order"

type Product = ExportedLine["productType"]

const product = (productType: Product, quantity = 1, isReturnable = false) => ({ productType, isReturnable, quantity })

const of = (orderType: OrderType, paymentMethod: PaymentMethod) => ({ orderType, paymentMethod })

describe("the kind of business of a line", () => {
  it.each<[Product, OrderType, string]>([
    ["ticket", "ticket", "Umsatz"],
    ["topup", "ticket", "MehrzweckgutscheinKauf"],
    ["topup", "top_up", "MehrzweckgutscheinKauf"],
    ["payout", "pay_out", "MehrzweckgutscheinKauf"],
    ["discount", "sale", "Rabatt"],
    ["money_transfer", "money_transfer", "Geldtransit"],
    ["imbalance", "money_transfer_imbalance", "DifferenzSollIst"]
  ])("of a %s in a %s is %s, whatever it is paid with", (type, orderType, expected) => {
    for (const method of ["cash", "tag", "sumup"] as const) {
      for (const quantity of [1, -1]) {
        assert.strictEqual(businessCaseOf(product(type, quantity), of(orderType, method), "redemption"), expected)
      }
    }
  })

  it.each<[PaymentMethod, string, string]>([
    ["tag", "MehrzweckgutscheinEinloesung", "Umsatz"],
    ["cash", "Umsatz", "Umsatz"],
    ["sumup", "Umsatz", "Umsatz"]
  ])("of goods paid by %s is %s, or %s when the event says that tags are revenue", (method, redeemed, revenue) => {
    for (const orderType of ["sale", "cancel_sale"] as const) {
      const goods = product("user_defined", orderType === "sale" ? 2 : -2)
      assert.strictEqual(businessCaseOf(goods, of(orderType, method), "redemption"), redeemed)
      assert.strictEqual(businessCaseOf(goods, of(orderType, method), "revenue"), revenue)
    }
  })

  it("of a deposit is that of its sale, also when it is cancelled", () => {
    const deposit = (quantity: number, orderType: OrderType) =>
      businessCaseOf(product("user_defined", quantity, true), of(orderType, "tag"), "redemption")
    assert.strictEqual(deposit(1, "sale"), "Pfand")
    assert.strictEqual(deposit(-1, "cancel_sale"), "Pfand")
    assert.strictEqual(deposit(-1, "sale"), "PfandRueckzahlung")
    assert.strictEqual(deposit(1, "cancel_sale"), "PfandRueckzahlung")
  })
})

describe("the kind of a payment", () => {
  it.each<[PaymentMethod, string, string]>([
    ["cash", "Bar", "Bar"],
    ["tag", "Guthabenkarte", "Unbar"],
    ["sumup", "Unbar", "Unbar"],
    ["sumup_online", "ElZahlungsdienstleister", "Unbar"]
  ])("by %s is %s, or %s when the event names no kinds", (method, detailed, plain) => {
    for (const total of [600n, -600n]) {
      assert.strictEqual(paymentTypeOf(method, total, "detailed"), detailed)
      assert.strictEqual(paymentTypeOf(method, total, "plain"), plain)
    }
    assert.strictEqual(paymentTypeOf(method, 0n, "detailed"), "Keine")
  })
})
