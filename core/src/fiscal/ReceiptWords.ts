import { Schema } from "effect"
import { preferredLanguage } from "../base/Language.ts"
import type { TaxType } from "../base/TaxType.ts"
import type { OrderType, PaymentMethod } from "../journal/Order.ts"

/** Languages of printed receipts. */
export const ReceiptLanguage = Schema.Literals(["de", "en"])
export type ReceiptLanguage = typeof ReceiptLanguage.Type

/** The words on a printed receipt. */
export interface ReceiptWords {
  /** For numbers and dates. */
  readonly locale: string
  readonly kinds: { readonly [Type in OrderType]: string }
  readonly methods: { readonly [Method in PaymentMethod]: string }
  /** Why no tax is shown, by type. */
  readonly untaxed: { readonly [Type in TaxType]?: string }
  readonly noTax: string
  readonly number: string
  readonly cancels: string
  readonly date: string
  readonly vatId: string
  readonly till: string
  readonly cashier: string
  readonly payment: string
  readonly quantity: string
  readonly product: string
  readonly price: string
  readonly total: string
  readonly rate: string
  readonly gross: string
  readonly net: string
  readonly tax: string
  readonly sum: string
  readonly signature: string
  readonly outage: string
  /** In place of a receipt that is not signed yet. */
  readonly awaited: string
  readonly awaitedHint: string
  readonly start: string
  readonly end: string
  readonly transaction: string
  readonly counter: string
  readonly tillSerial: string
  readonly deviceSerial: string
  readonly checkValue: string
  readonly algorithm: string
  readonly timeFormat: string
  readonly publicKey: string
  readonly code: string
  readonly asPdf: string
  readonly otherLanguage: string
}

/** German is the default, because receipts are made for a German tax office. */
export const words: { readonly [Language in ReceiptLanguage]: ReceiptWords } = {
  de: {
    locale: "de-DE",
    kinds: {
      sale: "Rechnung",
      cancel_sale: "Stornorechnung",
      top_up: "Beleg über eine Aufladung",
      pay_out: "Beleg über eine Auszahlung",
      ticket: "Rechnung",
      money_transfer: "Beleg über einen Geldtransit",
      money_transfer_imbalance: "Beleg über eine Kassendifferenz",
      cashier_shift_start: "Schichtbeginn",
      cashier_shift_end: "Schichtende"
    },
    methods: { cash: "bar", tag: "Guthaben", sumup: "Karte", sumup_online: "Karte (online)" },
    untaxed: { no_tax: "nicht steuerbar", exempt: "steuerfrei", transparent: "durchlaufender Posten" },
    noTax: "ohne Umsatzsteuer",
    number: "Belegnummer",
    cancels: "Storno von Beleg",
    date: "Datum",
    vatId: "USt-IdNr.",
    till: "Kasse",
    cashier: "Bediener",
    payment: "Zahlungsart",
    quantity: "Menge",
    product: "Bezeichnung",
    price: "Einzelpreis",
    total: "Gesamt",
    rate: "Steuersatz",
    gross: "Brutto",
    net: "Netto",
    tax: "Steuer",
    sum: "Summe",
    signature: "Technische Sicherheitseinrichtung (TSE)",
    outage: "TSE ausgefallen: Dieser Beleg konnte nicht signiert werden.",
    awaited: "Der Beleg wird signiert",
    awaitedHint:
      "Gebucht ist schon. Sobald die Signatur da ist, steht der Beleg von selbst hier; das dauert meist nur Sekunden.",
    start: "Beginn",
    end: "Ende",
    transaction: "Transaktionsnummer",
    counter: "Signaturzähler",
    tillSerial: "Seriennummer der Kasse",
    deviceSerial: "Seriennummer der TSE",
    checkValue: "Prüfwert",
    algorithm: "Signaturverfahren",
    timeFormat: "Zeitformat",
    publicKey: "Öffentlicher Schlüssel",
    code: "QR-Code mit den Daten der TSE",
    asPdf: "Als PDF",
    otherLanguage: "English"
  },
  en: {
    locale: "en-GB",
    kinds: {
      sale: "Invoice",
      cancel_sale: "Cancellation",
      top_up: "Receipt for a top-up",
      pay_out: "Receipt for a pay-out",
      ticket: "Invoice",
      money_transfer: "Receipt for cash that was moved",
      money_transfer_imbalance: "Receipt for a cash difference",
      cashier_shift_start: "Start of shift",
      cashier_shift_end: "End of shift"
    },
    methods: { cash: "cash", tag: "balance", sumup: "card", sumup_online: "card (online)" },
    untaxed: { no_tax: "not taxable", exempt: "tax exempt", transparent: "collected for a third party" },
    noTax: "no VAT",
    number: "Receipt number",
    cancels: "Cancels receipt",
    date: "Date",
    vatId: "VAT ID",
    till: "Till",
    cashier: "Cashier",
    payment: "Paid by",
    quantity: "Quantity",
    product: "Description",
    price: "Price",
    total: "Total",
    rate: "Tax rate",
    gross: "Gross",
    net: "Net",
    tax: "Tax",
    sum: "Sum",
    signature: "Certified signing device (TSE)",
    outage: "TSE outage: this receipt could not be signed.",
    awaited: "The receipt is being signed",
    awaitedHint:
      "The order is booked. As soon as the signature is there, this page shows the receipt by itself; mostly that takes seconds.",
    start: "Start",
    end: "End",
    transaction: "Transaction number",
    counter: "Signature counter",
    tillSerial: "Serial number of the till",
    deviceSerial: "Serial number of the TSE",
    checkValue: "Signature",
    algorithm: "Signature algorithm",
    timeFormat: "Time format",
    publicKey: "Public key",
    code: "QR code with the data of the TSE",
    asPdf: "As PDF",
    otherLanguage: "Deutsch"
  }
}

/** The language of a receipt: the one asked for, else the one that the browser prefers, else German. */
export const languageOf = (asked: ReceiptLanguage | undefined, accepted: string | undefined): ReceiptLanguage =>
  asked ?? preferredLanguage(accepted, "de")
