import { DateTime } from "effect"
import { currencyFormat, withMinus } from "../base/CurrencyFormat.ts"
import * as Money from "../base/Money.ts"
import type { BonJson, OrderWithTse, TaxRateAggregation } from "./Receipt.ts"
import { type ReceiptLanguage, type ReceiptWords, words } from "./ReceiptWords.ts"

/** A labelled value. */
export type Fact = readonly [name: string, value: string]

/** The parts of a printed receipt, on a page or in a PDF (§ 6 KassenSichV). */
export interface ReceiptSheet {
  readonly language: ReceiptLanguage
  readonly words: ReceiptWords
  readonly heading: string
  /** The event's title, its issuer, the address by line and the VAT id. */
  readonly issuer: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly items: ReadonlyArray<
    { readonly quantity: string; readonly name: string; readonly price: string; readonly total: string }
  >
  readonly total: string
  readonly taxes: ReadonlyArray<
    { readonly rate: string; readonly gross: string; readonly net: string; readonly tax: string }
  >
  readonly taxSum: { readonly gross: string; readonly net: string; readonly tax: string }
  /** Printed in place of a missing signature; null if there is one. */
  readonly outage: string | null
  /** Empty without a signature. */
  readonly signature: ReadonlyArray<Fact>
  /** The text of the code; null without a signature. */
  readonly code: string | null
}

/** The parts of a receipt. Times are in the event's zone, except those of the device, which are printed as it signed them. */
export const sheetOf = (bon: BonJson, timeZone: string, language: ReceiptLanguage): ReceiptSheet => {
  const said = words[language]
  const { order } = bon
  const money = amountIn(said.locale, bon.currency_identifier)
  const rateName = ({ tax_name, tax_rate, tax_type }: TaxRateAggregation) =>
    tax_rate > 0
      ? `${percent(said.locale, tax_rate)} (${tax_name})`
      : `${(tax_type === null ? undefined : said.untaxed[tax_type]) ?? said.noTax} (${tax_name})`
  return {
    language,
    words: said,
    heading: said.kinds[order.order_type],
    issuer: issuerLines(bon, said),
    facts: factsOf(order, said, timeZone),
    items: order.line_items.map((line) => ({
      quantity: String(line.quantity),
      name: `${line.product.name} [${line.tax_name}]`,
      price: money(line.product_price),
      total: money(line.total_price)
    })),
    total: money(order.total_price),
    taxes: bon.tax_rate_aggregations.map((one) => ({
      rate: rateName(one),
      gross: money(one.total_price),
      net: money(one.total_no_tax),
      tax: money(one.total_tax)
    })),
    taxSum: { gross: money(order.total_price), net: money(order.total_no_tax), tax: money(order.total_tax) },
    outage: order.signature_status === "failure" && order.needs_signature ? said.outage : null,
    signature: signatureFacts(order, said),
    code: order.tse_qr_code_text === "" ? null : order.tse_qr_code_text
  }
}

const issuerLines = ({ config }: BonJson, said: ReceiptWords): ReadonlyArray<string> =>
  [
    config.title,
    config.issuer,
    ...config.address.split(/\r?\n/),
    config.ust_id.trim() === "" ? "" : `${said.vatId} ${config.ust_id}`
  ].filter((line) => line.trim() !== "")

/** Numbers of receipts have ten digits. */
const numberOf = (id: bigint) => id.toString().padStart(10, "0")

const factsOf = (order: OrderWithTse, said: ReceiptWords, timeZone: string): ReadonlyArray<Fact> => [
  [said.number, numberOf(order.id)],
  ...(order.cancels_order === null ? [] : [[said.cancels, numberOf(order.cancels_order)] as const]),
  [said.date, timeIn(said.locale, timeZone)(order.booked_at)],
  ...(order.till_id === null ? [] : [[said.till, String(order.till_id)] as const]),
  ...(order.cashier_id === null ? [] : [[said.cashier, String(order.cashier_id)] as const]),
  [said.payment, said.methods[order.payment_method]]
]

const signatureFacts = (order: OrderWithTse, said: ReceiptWords): ReadonlyArray<Fact> =>
  order.signature_status === "done"
    ? ([
      [said.start, order.tse_start],
      [said.end, order.tse_end],
      [said.transaction, order.tse_transaction],
      [said.counter, order.tse_signaturenr],
      [said.tillSerial, order.till_id === null ? null : String(order.till_id)],
      [said.deviceSerial, order.tse_serial],
      [said.checkValue, order.tse_signature],
      [said.algorithm, order.tse_hashalgo],
      [said.timeFormat, order.tse_time_format],
      [said.publicKey, order.tse_public_key]
    ] as const).flatMap(([name, value]) => value === null ? [] : [[name, value] as const])
    : []

/** Formats decimal text, so that no amount is rounded. */
const amountIn = (locale: string, currency: string) => {
  const formatter = currencyFormat(locale, currency)
  return (cents: bigint): string => withMinus(formatter.format(Money.format(cents) as Intl.StringNumericLiteral))
}

/** Ten-thousandths as percent. */
const percent = (locale: string, rate: number) =>
  new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }).format(rate / 10_000)

const timeIn = (locale: string, timeZone: string) => {
  const formatter = new Intl.DateTimeFormat(locale, {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short"
  })
  return (moment: DateTime.Utc): string => DateTime.formatIntl(moment, formatter)
}
