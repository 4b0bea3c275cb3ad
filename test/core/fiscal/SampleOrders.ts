import * as Money from "@wristbank/core/base/Money"
import type { TaxType } from "@wristbank/core/base/TaxType"
import type { Closing, ExportedLine, ExportedOrder, ExportedTse } from "@wristbank/core/fiscal/ExportedOrder"
import { undecided } from "@wristbank/core/fiscal/FiscalSettings"
import { processData } from "@wristbank/core/fiscal/OrderProcessData"
import type { ReceiptTerms } from "@wristbank/core/fiscal/ReceiptRows"
import { taxKeyOf, usualRates } from "@wristbank/core/fiscal/TaxKey"
import type { OrderType, PaymentMethod } from "@wristbank/core/journal/Order"
import { DateTime, Result } from "effect"
import fc from "fast-check"

export const at = (text: string) => DateTime.makeUnsafe(text)

/** The closing of the examples. */
export const closing: Closing = { tillId: 1000n, zNr: 3, closedAt: at("2026-11-20T18:30:00Z"), open: false }

export const terms: ReceiptTerms = {
  currency: "EUR",
  settings: undecided,
  closedAt: (tillId, zNr) => tillId === 1000n && zNr === 3 ? closing.closedAt : undefined
}

const rates: { readonly [Type in TaxType]: number } = {
  regular_vat: 1900,
  reduced_vat: 700,
  avg_24_1_3: 1070,
  avg_24_1_1: 550,
  no_tax: 0,
  exempt: 0,
  transparent: 0
}

const taxTypes = Object.keys(rates) as ReadonlyArray<TaxType>

const usual = usualRates(taxTypes.map((taxType) => ({ taxType, rate: rates[taxType] })))

/** A line of goods; prices in cents. */
export const line = (more: Partial<ExportedLine> & { readonly price: Money.Cents }): ExportedLine => {
  const { price, quantity = 1, taxRate = 0, taxType = "no_tax" } = more
  return {
    itemId: 0,
    quantity,
    productId: 12n,
    productName: "Helles 0,5 l",
    productType: "user_defined",
    isReturnable: false,
    listPrice: null,
    total: Money.times(price, quantity),
    tax: Money.zero,
    taxType,
    taxRate,
    taxKey: taxKeyOf({ rate: taxRate, taxType }, usual),
    ...more
  }
}

export const order = (more: Partial<ExportedOrder> = {}): ExportedOrder => {
  const lines = more.lines ?? []
  return {
    id: 41n,
    orderType: "sale",
    paymentMethod: "tag",
    startedAt: at("2026-11-20T18:07:51Z"),
    bookedAt: at("2026-11-20T18:07:52Z"),
    cashierId: 7n,
    customerAccountId: 55n,
    cashRegisterId: null,
    cancels: null,
    itemCount: lines.length,
    lines,
    signature: null,
    abandoned: [],
    ...more
  }
}

/** The public test device of the vectors. */
export const tse: ExportedTse = {
  id: 1n,
  serial: "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7",
  algorithm: "ecdsa-plain-SHA384",
  timeFormat: "unixTime",
  processDataEncoding: "UTF-8",
  publicKey:
    "BHIsubPEbwI+o5XAo1asfRMadmdmwlxgaYFAXaTG7JPpiTQ+q/2uEG5ENneZqgu3zE8kar7gE5QRfuaPY7c5BsReMwmdTahDgvEQJLBL4aEYXzQSfrnBB28d83UwGo28kw==",
  certificate: "VEhJUyBJUyBBIFZFUlkgTE9ORyBDRVJUSUZJQ0FURSEhISE="
}

const productTypes = ["user_defined", "discount", "ticket", "topup", "payout", "money_transfer", "imbalance"] as const

const anyLine = fc.record({
  quantity: fc.integer({ min: -20, max: 20 }).filter((n) => n !== 0),
  price: fc.integer({ min: -100_000, max: 100_000 }).map((n) => Money.Cents.make(BigInt(n))),
  listPrice: fc.option(fc.integer({ min: 0, max: 100_000 }).map((n) => Money.Cents.make(BigInt(n)))),
  taxType: fc.constantFrom(...taxTypes),
  productType: fc.constantFrom(...productTypes),
  isReturnable: fc.boolean(),
  wasChanged: fc.boolean()
}).map(({ wasChanged, ...drawn }) => {
  const usualRate = rates[drawn.taxType]
  const rate = wasChanged && usualRate > 0 ? usualRate - 300 : usualRate
  const total = Money.times(drawn.price, drawn.quantity)
  return line({ ...drawn, taxRate: rate, tax: Money.proportion(total, BigInt(rate), BigInt(10_000 + rate)) })
})

/** Orders as they might be booked, of any kind. */
export const anyOrder = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  orderType: fc.constantFrom<OrderType>("sale", "top_up", "pay_out", "ticket", "money_transfer"),
  paymentMethod: fc.constantFrom<PaymentMethod>("cash", "tag", "sumup", "sumup_online"),
  cashRegisterId: fc.option(fc.constant(9n))
}).map(({ lines, ...rest }) => order({ ...rest, lines: lines.map((one, itemId) => ({ ...one, itemId })) }))

/** An order that a device signed with this process data, or with what it should sign; the signature is of nothing. */
export const signed = (of: ExportedOrder, data?: string): ExportedOrder => ({
  ...of,
  signature: {
    status: "done",
    tseId: 1n,
    transactionNumber: 1n,
    startedAt: at("2026-11-20T18:07:52Z"),
    finishedAt: at("2026-11-20T18:07:52Z"),
    processType: "Kassenbeleg-V1",
    processData: data ?? Result.getOrThrow(processData({ ...of, currency: "EUR", cashMovements: "slot_five" })),
    counter: 2n,
    signature: new Uint8Array(96)
  }
})

export const business = {
  name: "Festival GmbH",
  street: "Wiesenweg 1",
  zip: "83646",
  city: "Bad Tölz",
  country: "DEU",
  taxNumber: "9181081508155",
  vatId: ""
}
