import { DateTime } from "effect"
import * as Base64 from "effect/encoding/Base64"
import * as Money from "../base/Money.ts"
import { wholeRate } from "../event/TaxRate.ts"
import { businessCaseOf, paymentTypeOf } from "./BusinessCase.ts"
import type { Closing, ExportedLine, ExportedOrder, ExportedSignature } from "./ExportedOrder.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"
import { movesCash } from "./OrderProcessData.ts"
import type { Row } from "./Table.ts"

/** Facts that apply to every receipt of an event. */
export interface ReceiptTerms {
  /** ISO 4217. */
  readonly currency: string
  readonly settings: Pick<FiscalSettings, "tag_payments" | "payment_types">
  /** The time of the closing of a cancelled order; undefined if it is still open. */
  readonly closedAt: (tillId: bigint, zNr: number) => DateTime.Utc | undefined
}

/** The rows of one receipt by file. */
export interface ReceiptRows {
  readonly "transactions.csv": Row
  readonly "transactions_vat.csv": ReadonlyArray<Row>
  readonly "datapayment.csv": Row
  readonly "allocation_groups.csv": ReadonlyArray<Row>
  readonly "references.csv": ReadonlyArray<Row>
  readonly "transactions_tse.csv": ReadonlyArray<Row>
  readonly "lines.csv": ReadonlyArray<Row>
  readonly "lines_vat.csv": ReadonlyArray<Row>
  readonly "itemamounts.csv": ReadonlyArray<Row>
}

/** The columns with which every row of a closing begins. */
export const closingKey = ({ closedAt, tillId, zNr }: Closing): Row => ({
  Z_KASSE_ID: String(tillId),
  Z_ERSTELLUNG: DateTime.formatIso(closedAt),
  Z_NR: zNr
})

/** The rows of one order. */
export const receiptRows = (order: ExportedOrder, closing: Closing, terms: ReceiptTerms): ReceiptRows => {
  const key = { ...closingKey(closing), BON_ID: String(order.id) }
  const total = Money.sum(order.lines.map((line) => line.total))
  return {
    "transactions.csv": { ...key, ...headOf(order), UMS_BRUTTO: total },
    "transactions_vat.csv": taxesOf(order.lines).map(({ gross, key: taxKey, tax }) => ({
      ...key,
      UST_SCHLUESSEL: taxKey,
      BON_BRUTTO: gross,
      BON_NETTO: Money.subtract(gross, tax),
      BON_UST: tax
    })),
    "datapayment.csv": {
      ...key,
      ZAHLART_TYP: paymentTypeOf(order.paymentMethod, total, terms.settings.payment_types),
      ZAHLART_NAME: order.paymentMethod,
      ZAHLWAEH_CODE: terms.currency,
      ZAHLWAEH_BETRAG: 0n,
      BASISWAEH_BETRAG: total
    },
    "allocation_groups.csv": order.cashRegisterId === null
      ? []
      : [{ ...key, ABRECHNUNGSKREIS: String(order.cashRegisterId) }],
    "references.csv": referencesOf(order, key, terms),
    "transactions_tse.csv": order.signature === null ? [] : [{ ...key, ...signatureOf(order.signature) }],
    "lines.csv": order.lines.map((line) => ({ ...key, ...lineOf(line, order, terms) })),
    "lines_vat.csv": order.lines.map((line) => ({
      ...key,
      POS_ZEILE: lineNumber(line),
      UST_SCHLUESSEL: line.taxKey,
      POS_BRUTTO: line.total,
      POS_NETTO: Money.subtract(line.total, line.tax),
      POS_UST: line.tax
    })),
    "itemamounts.csv": order.lines.flatMap((line) => amountsOf(line).map((row) => ({ ...key, ...row })))
  }
}

/** How a price list came to the amount of a line: from the product's own price by a discount or an extra amount. */
const amountsOf = (line: ExportedLine): ReadonlyArray<Row> => {
  const { listPrice, quantity, tax, taxKey, taxRate, total } = line
  if (listPrice === null) return []
  const own = Money.times(listPrice, quantity)
  const ownTax = Money.proportion(own, BigInt(taxRate), BigInt(wholeRate + taxRate))
  const amount = (type: string, gross: Money.Cents, contained: Money.Cents): Row => ({
    POS_ZEILE: lineNumber(line),
    TYP: type,
    UST_SCHLUESSEL: taxKey,
    PF_BRUTTO: gross,
    PF_NETTO: Money.subtract(gross, contained),
    PF_UST: contained
  })
  return [
    amount("base_amount", own, ownTax),
    amount(
      line.price < listPrice ? "discount" : "extra_amount",
      Money.subtract(total, own),
      Money.subtract(tax, ownTax)
    )
  ]
}

/** Gross and tax (cents) by key of tax, ascending: sums of the lines, never computed anew. */
const taxesOf = (
  lines: ReadonlyArray<ExportedLine>
): ReadonlyArray<{ readonly key: number; readonly gross: Money.Cents; readonly tax: Money.Cents }> => {
  const keys = Array.from(new Set(lines.map((line) => line.taxKey))).toSorted((a, b) => a - b)
  return keys.map((key) => {
    const of = lines.filter((line) => line.taxKey === key)
    return { key, gross: Money.sum(of.map((line) => line.total)), tax: Money.sum(of.map((line) => line.tax)) }
  })
}

const headOf = (order: ExportedOrder): Row => ({
  BON_NR: order.id,
  BON_TYP: "Beleg",
  BON_NAME: order.orderType,
  BON_STORNO: order.cancels === null ? "0" : "1",
  BON_START: DateTime.formatIso(order.startedAt),
  BON_ENDE: DateTime.formatIso(order.bookedAt),
  // Must not be empty (annex G), but no cashier books top-ups on the web.
  BEDIENER_ID: order.cashierId === null ? portal : String(order.cashierId),
  KUNDE_ID: idOrNone(order.customerAccountId),
  KUNDE_TYP: movesCash(order.orderType) ? "intern" : "Kunde",
  BON_NOTIZ: noteOf(order)
})

/** The operator of bookings that guests make on the web. */
const portal = "portal"

/**
 * Notes aborted transactions of an order, whose numbers a checker reads here. A note that does not fit completely is
 * left out, as part of a number would be another number.
 */
const noteOf = ({ abandoned, cancels }: ExportedOrder): string | undefined => {
  const notes = [
    ...(cancels === null ? [] : [`Storno von BON_ID ${cancels.id}`]),
    ...abandoned.map(({ transactionNumber, tseId }) => `${abandonedNote} ${tseId}/${transactionNumber}`)
  ]
  return notes.reduce<string | undefined>((text, note) => {
    const longer = text === undefined ? note : `${text}; ${note}`
    return longer.length <= maxNote ? longer : text
  }, undefined)
}

/** Characters of BON_NOTIZ. */
const maxNote = 255

/** Text before the device's id and the number of an aborted transaction. */
export const abandonedNote = "TSE-Transaktion abgebrochen"

const referencesOf = ({ cancels }: ExportedOrder, key: Row, terms: ReceiptTerms): ReadonlyArray<Row> => {
  if (cancels === null) return []
  const closedAt = terms.closedAt(cancels.tillId, cancels.zNr)
  return [{
    ...key,
    REF_TYP: "Transaktion",
    REF_DATUM: closedAt === undefined ? undefined : DateTime.formatIso(closedAt),
    REF_Z_KASSE_ID: String(cancels.tillId),
    REF_Z_NR: cancels.zNr,
    REF_BON_ID: String(cancels.id)
  }]
}

/** Text before the fault of a receipt without signature; the rest is the message of the signing. */
export const faultPrefix = "TSE Fehler: "
const notSigned = `${faultPrefix}noch nicht signiert`

const signatureOf = (signature: ExportedSignature): Row => {
  if (signature.status === "open") return { TSE_TA_FEHLER: notSigned }
  if (signature.status === "failure") {
    const known = signature.transactionNumber !== null && signature.tseId !== null
    return {
      ...(known ? { TSE_ID: signature.tseId, TSE_TANR: signature.transactionNumber } : {}),
      TSE_TA_FEHLER: `${faultPrefix}${signature.message}`
    }
  }
  return {
    TSE_ID: signature.tseId,
    TSE_TANR: signature.transactionNumber,
    TSE_TA_START: DateTime.formatIso(signature.startedAt),
    TSE_TA_ENDE: DateTime.formatIso(signature.finishedAt),
    TSE_TA_VORGANGSART: signature.processType,
    TSE_TA_SIGZ: signature.counter,
    TSE_TA_SIG: Base64.encode(signature.signature),
    TSE_VORGANGSDATEN: signature.processData
  }
}

const lineOf = (line: ExportedLine, order: ExportedOrder, { settings }: ReceiptTerms): Row => ({
  POS_ZEILE: lineNumber(line),
  ARTIKELTEXT: line.productName,
  GV_TYP: businessCaseOf(line, order, settings.tag_payments),
  INHAUS: "0",
  P_STORNO: "0",
  AGENTUR_ID: 0,
  ART_NR: String(line.productId),
  MENGE: line.quantity,
  FAKTOR: 1,
  EINHEIT: "Stück",
  STK_BR: line.price
})

const lineNumber = (line: ExportedLine) => String(line.itemId + 1)

const idOrNone = (id: bigint | null) => id === null ? undefined : String(id)
