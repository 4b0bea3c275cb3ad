import { assert, describe, it } from "@effect/vitest"
import { Cents, limit, parse as money, sum } from "@wristbank/core/base/Money"
import type { TaxType } from "@wristbank/core/base/TaxType"
import { slotOf } from "@wristbank/core/base/TaxType"
import { processData } from "@wristbank/core/fiscal/OrderProcessData"
import type { OrderType, PaymentMethod } from "@wristbank/core/journal/Order"
import * as ProcessData from "@wristbank/core/tse/ProcessData"
import { Result } from "effect"
import fc from "fast-check"

const tax: { readonly [name: string]: TaxType } = {
  ust: "regular_vat",
  eust: "reduced_vat",
  none: "no_tax",
  transparent: "transparent",
  exempt: "exempt",
  flat107: "avg_24_1_3",
  flat55: "avg_24_1_1"
}

/** Lines as "4.00 ust; 2.00 none". */
const lines = (text: string) =>
  text.split("; ").map((line) => {
    const [amount, name] = line.split(" ")
    return { taxType: tax[name!] ?? null, total: money(amount!)! }
  })

const signed = (
  orderType: OrderType,
  text: string,
  paymentMethod: PaymentMethod,
  { currency = "EUR", cashMovements = "slot_five" as "slot_five" | "payment_only" } = {}
) => Result.getOrThrow(processData({ orderType, paymentMethod, currency, cashMovements, lines: lines(text) }))

const nothing = "Beleg^0.00_0.00_0.00_0.00_0.00^"

const examples: ReadonlyArray<readonly [string, OrderType, string, PaymentMethod, string]> = [
  ["a drink with deposit", "sale", "4.00 ust; 2.00 none", "tag", "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar"],
  ["two rates", "sale", "4.00 ust; 2.00 eust; 2.00 none", "tag", "Beleg^4.00_2.00_0.00_0.00_2.00^8.00:Unbar"],
  ["several pieces, cash", "sale", "13.50 ust; 6.40 eust", "cash", "Beleg^13.50_6.40_0.00_0.00_0.00^19.90:Bar"],
  ["returned deposit", "sale", "-4.00 none", "tag", "Beleg^0.00_0.00_0.00_0.00_-4.00^-4.00:Unbar"],
  ["one return", "sale", "4.00 ust; 2.00 none; -2.00 none", "tag", "Beleg^4.00_0.00_0.00_0.00_0.00^4.00:Unbar"],
  ["paid by vouchers", "sale", "4.00 ust; -4.00 ust", "tag", nothing],
  [
    "paid by vouchers in part",
    "sale",
    "8.00 ust; 4.00 none; -4.00 ust",
    "tag",
    "Beleg^4.00_0.00_0.00_0.00_4.00^8.00:Unbar"
  ],
  ["a cancel", "cancel_sale", "-4.00 ust; -2.00 none", "tag", "Beleg^-4.00_0.00_0.00_0.00_-2.00^-6.00:Unbar"],
  ["a top-up in cash", "top_up", "20.00 none", "cash", "Beleg^0.00_0.00_0.00_0.00_20.00^20.00:Bar"],
  ["a top-up by card", "top_up", "50.00 none", "sumup", "Beleg^0.00_0.00_0.00_0.00_50.00^50.00:Unbar"],
  ["a top-up online", "top_up", "25.00 none", "sumup_online", "Beleg^0.00_0.00_0.00_0.00_25.00^25.00:Unbar"],
  ["a pay-out", "pay_out", "-7.50 none", "cash", "Beleg^0.00_0.00_0.00_0.00_-7.50^-7.50:Bar"],
  ["a ticket with top-up", "ticket", "12.00 ust; 8.00 none", "cash", "Beleg^12.00_0.00_0.00_0.00_8.00^20.00:Bar"],
  [
    "two tickets by card",
    "ticket",
    "24.00 ust; 16.00 none; 5.00 none",
    "sumup",
    "Beleg^24.00_0.00_0.00_0.00_21.00^45.00:Unbar"
  ],
  ["a free ticket", "ticket", "0.00 ust", "cash", nothing],
  ["a float", "money_transfer", "200.00 none", "cash", "Beleg^0.00_0.00_0.00_0.00_200.00^200.00:Bar"],
  ["a drawer that leaves", "money_transfer", "-354.20 none", "cash", "Beleg^0.00_0.00_0.00_0.00_-354.20^-354.20:Bar"],
  ["missing cash", "money_transfer_imbalance", "-1.30 none", "cash", "Beleg^0.00_0.00_0.00_0.00_-1.30^-1.30:Bar"],
  ["an exact count", "money_transfer_imbalance", "0.00 none", "cash", nothing],
  ["a third party's goods", "sale", "5.00 transparent", "tag", "Beleg^0.00_0.00_0.00_0.00_5.00^5.00:Unbar"],
  [
    "a rate of each type",
    "sale",
    "1.00 ust; 2.00 eust; 4.00 flat107; 8.00 flat55; 16.00 none; 32.00 exempt; 64.00 transparent",
    "cash",
    "Beleg^1.00_2.00_4.00_8.00_112.00^127.00:Bar"
  ],
  ["a large amount", "sale", "1234567.89 ust", "cash", "Beleg^1234567.89_0.00_0.00_0.00_0.00^1234567.89:Bar"]
]

describe("what is signed of an order", () => {
  it.each(examples)("%s", (_, orderType, text, paymentMethod, expected) => {
    assert.strictEqual(signed(orderType, text, paymentMethod), expected)
  })

  it("names every currency but euro", () => {
    assert.strictEqual(
      signed("sale", "1.00 ust", "cash", { currency: "USD" }),
      "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar:USD"
    )
    assert.strictEqual(signed("sale", "0.00 ust", "cash", { currency: "USD" }), nothing)
  })

  it("has cash that is moved as a payment alone, if the event wants it so", () => {
    const payment_only = { cashMovements: "payment_only" } as const
    assert.strictEqual(
      signed("money_transfer", "200.00 none", "cash", payment_only),
      "Beleg^0.00_0.00_0.00_0.00_0.00^200.00:Bar"
    )
    assert.strictEqual(
      signed("money_transfer_imbalance", "-1.30 none", "cash", payment_only),
      "Beleg^0.00_0.00_0.00_0.00_0.00^-1.30:Bar"
    )
    // Guests' money is no cash that is moved inside the business.
    assert.strictEqual(
      signed("pay_out", "-7.50 none", "cash", payment_only),
      "Beleg^0.00_0.00_0.00_0.00_-7.50^-7.50:Bar"
    )
  })

  it("has what no type was given for in the fifth slot, and is nothing for an order without lines", () => {
    const order = { orderType: "sale", paymentMethod: "tag", currency: "EUR", cashMovements: "slot_five" } as const
    const unknown = processData({ ...order, lines: lines("4.00 ust; 1.00 mystery; 0.50 none") })
    assert.strictEqual(Result.getOrThrow(unknown), "Beleg^4.00_0.00_0.00_0.00_1.50^5.50:Unbar")
    const empty = processData({ ...order, orderType: "cashier_shift_end", lines: [] })
    assert.isTrue(Result.isFailure(empty))
  })

  it("closes a transaction that belongs to no order with zeros", () => {
    const { payments, slots, transactionType } = Result.getOrThrow(ProcessData.parse(ProcessData.abortedReceipt))
    assert.deepStrictEqual([transactionType, sum(slots), payments.length], ["AVBelegabbruch", 0n, 0])
  })
})

const someCents = fc.bigInt({ min: -limit, max: limit }).map((n) => Cents.make(n))
const someLine = fc.record({
  taxType: fc.constantFrom<TaxType>(...(Object.keys(slotOf) as ReadonlyArray<TaxType>)),
  total: fc.oneof(someCents, fc.integer({ min: -300, max: 300 }).map((n) => Cents.make(BigInt(n))))
})
const someOrder = fc.record({
  orderType: fc.constantFrom<OrderType>("sale", "cancel_sale", "top_up", "pay_out", "ticket", "money_transfer"),
  paymentMethod: fc.constantFrom<PaymentMethod>("cash", "sumup", "tag", "sumup_online"),
  currency: fc.constantFrom("EUR", "USD", "CHF"),
  cashMovements: fc.constantFrom("slot_five" as const, "payment_only" as const),
  lines: fc.array(someLine, { minLength: 1, maxLength: 8 })
})

describe("of whatever order, what is signed", () => {
  it("comes to what is paid, slot by slot", () =>
    fc.assert(fc.property(someOrder, (order) => {
      const parsed = Result.getOrThrow(ProcessData.parse(Result.getOrThrow(processData(order))))
      const total = sum(order.lines.map((line) => line.total))
      assert.strictEqual(sum(parsed.payments.map((payment) => payment.amount)), total)
      const paidOnly = order.orderType === "money_transfer" && order.cashMovements === "payment_only"
      parsed.slots.forEach((amount, slot) => {
        const inSlot = sum(order.lines.filter((line) => slotOf[line.taxType] === slot).map((line) => line.total))
        assert.strictEqual(amount, paidOnly ? 0n : inSlot)
      })
      if (!paidOnly) assert.strictEqual(sum(parsed.slots), total)
    })))

  it("is plain: no minus before nothing, no separators, no payment of nothing, and it fits a device", () =>
    fc.assert(fc.property(someOrder, (order) => {
      const text = Result.getOrThrow(processData(order))
      assert.match(text, /^Beleg\^(?:-?\d+\.\d\d_){4}-?\d+\.\d\d\^(?:-?\d+\.\d\d:(?:Bar|Unbar)(?::[A-Z]{3})?)?$/)
      assert.notMatch(text, /-0\.00|\^0\.00:|:EUR|;/)
      assert.isBelow(text.length, 1000)
    })))
})

describe("process data that is read", () => {
  const payment = fc.record({
    amount: someCents,
    kind: fc.constantFrom("Bar" as const, "Unbar" as const),
    currency: fc.constantFrom("EUR", "USD")
  })
  const order = (one: { kind: string; currency: string }) => `${one.kind}${one.currency === "EUR" ? 0 : 1}`

  it("is written again as it was", () =>
    fc.assert(fc.property(
      fc.constantFrom("Beleg", "AVBelegabbruch", "AVSonstige"),
      fc.tuple(someCents, someCents, someCents, someCents, someCents),
      fc.array(payment, { maxLength: 4 }),
      (transactionType, slots, payments) => {
        const data = { transactionType, slots, payments: payments.toSorted((a, b) => order(a) < order(b) ? -1 : 1) }
        assert.deepStrictEqual(Result.getOrThrow(ProcessData.parse(ProcessData.format(data))), data)
      }
    )))

  it.each([
    "",
    "Beleg",
    "Bon^1.00_0.00_0.00_0.00_0.00^1.00:Bar",
    "Beleg^1.00_0.00_0.00_0.00^1.00:Bar",
    "Beleg^1,00_0.00_0.00_0.00_0.00^1.00:Bar",
    "Beleg^3,000.00_0.00_0.00_0.00_0.00^3,000.00:Bar",
    "Beleg^+1.00_0.00_0.00_0.00_0.00^1.00:Bar",
    "Beleg^.50_0.00_0.00_0.00_0.00^.50:Bar",
    "Beleg^1.0_0.00_0.00_0.00_0.00^1.0:Bar",
    "Beleg^-0.00_0.00_0.00_0.00_0.00^",
    "Beleg^01.00_0.00_0.00_0.00_0.00^01.00:Bar",
    "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:bar",
    "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar:EUR",
    "Beleg^1.00_0.00_0.00_0.00_0.00^0.50:Unbar_0.50:Bar",
    "Beleg^1.00_0.00_0.00_0.00_0.00^1.00:Bar\n",
    "Beleg^99999999999999999999.00_0.00_0.00_0.00_0.00^1.00:Bar"
  ])("is refused when it is badly written: %j", (text) => {
    assert.isTrue(Result.isFailure(ProcessData.parse(text)))
  })
})
