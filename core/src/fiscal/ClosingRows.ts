import * as Money from "../base/Money.ts"
import type { ClosingSums } from "./ClosingSums.ts"
import type { Business, Closing, ExportedTill, ExportedTse } from "./ExportedOrder.ts"
import { closingKey } from "./ReceiptRows.ts"
import { certificateColumn, certificateLength, type Row } from "./Table.ts"

/** The facts that describe a closing. */
export interface ClosingFacts {
  readonly business: Business
  readonly till: ExportedTill
  /** The devices of its receipts, or the till's device if none could sign. */
  readonly tses: ReadonlyArray<ExportedTse>
  /** ISO 4217. */
  readonly currency: string
  /** Version of DSFinV-K. */
  readonly version: string
  /** Version of Wristbank. */
  readonly softwareVersion: string
  /** The description of a rate (ten-thousandths) and its key. */
  readonly describeRate: (taxKey: number, rate: number) => string
}

/** The rows of one closing by file, without those of its receipts. */
export const closingRows = (
  closing: Closing,
  sums: ClosingSums,
  facts: ClosingFacts
): { readonly [file: string]: ReadonlyArray<Row> } => {
  const key = closingKey(closing)
  const withKey = (row: Row): Row => ({ ...key, ...row })
  return {
    "cashpointclosing.csv": [withKey(headOf(sums, facts))],
    "location.csv": [withKey(locationOf(facts.business))],
    "cashregister.csv": [withKey(registerOf(facts))],
    "slaves.csv": facts.till.terminalIds.map((id) => withKey(terminalOf(id, facts))),
    "tse.csv": facts.tses.map((tse) => withKey(tseOf(tse))),
    "vat.csv": sums.rates.map(({ rate, taxKey }) =>
      withKey({ UST_SCHLUESSEL: taxKey, UST_SATZ: BigInt(rate), UST_BESCHR: facts.describeRate(taxKey, rate) })
    ),
    "businesscases.csv": sums.businessCases.map(({ businessCase, gross, tax, taxKey }) =>
      withKey({
        GV_TYP: businessCase,
        AGENTUR_ID: 0,
        UST_SCHLUESSEL: taxKey,
        Z_UMS_BRUTTO: gross,
        Z_UMS_NETTO: Money.subtract(gross, tax),
        Z_UST: tax
      })
    ),
    "payment.csv": sums.paymentSums.map(({ amount, name, type }) =>
      withKey({ ZAHLART_TYP: type, ZAHLART_NAME: name, Z_ZAHLART_BETRAG: amount })
    ),
    // Sums of business, payments and cash are either all present or, if nothing was booked, all absent.
    "cash_per_currency.csv": sums.receipts === null
      ? []
      : [withKey({ ZAHLART_WAEH: facts.currency, ZAHLART_BETRAG_WAEH: sums.paidInCash })]
  }
}

const headOf = (sums: ClosingSums, { business, version }: ClosingFacts): Row => ({
  TAXONOMIE_VERSION: version,
  Z_START_ID: sums.receipts === null ? undefined : String(sums.receipts.first),
  Z_ENDE_ID: sums.receipts === null ? undefined : String(sums.receipts.last),
  NAME: business.name,
  STRASSE: business.street,
  PLZ: business.zip,
  ORT: business.city,
  LAND: business.country,
  STNR: business.taxNumber,
  USTID: business.vatId,
  Z_SE_ZAHLUNGEN: sums.paid,
  Z_SE_BARZAHLUNGEN: sums.paidInCash
})

const locationOf = (business: Business): Row => ({
  LOC_NAME: business.name,
  LOC_STRASSE: business.street,
  LOC_PLZ: business.zip,
  LOC_ORT: business.city,
  LOC_LAND: business.country,
  LOC_USTID: business.vatId
})

const registerOf = ({ currency, softwareVersion, till }: ClosingFacts): Row => ({
  KASSE_BRAND: till.brand,
  KASSE_MODELL: till.model,
  // The name by which the device knows the till.
  KASSE_SERIENNR: String(till.id),
  KASSE_SW_BRAND: till.softwareBrand,
  KASSE_SW_VERSION: softwareVersion,
  KASSE_BASISWAEH_CODE: currency,
  KEINE_UST_ZUORDNUNG: "0"
})

const terminalOf = (id: bigint, { softwareVersion, till }: ClosingFacts): Row => ({
  TERMINAL_ID: String(id),
  TERMINAL_SERIENNR: String(id),
  TERMINAL_SW_BRAND: till.softwareBrand,
  TERMINAL_SW_VERSION: softwareVersion
})

const tseOf = (tse: ExportedTse): Row => ({
  TSE_ID: tse.id,
  TSE_SERIAL: tse.serial,
  TSE_SIG_ALGO: tse.algorithm,
  TSE_ZEITFORMAT: tse.timeFormat,
  TSE_PD_ENCODING: tse.processDataEncoding,
  TSE_PUBLIC_KEY: tse.publicKey,
  ...certificateParts(tse.certificate)
})

/** Splits a certificate into columns; concatenated they give the certificate. */
export const certificateParts = (certificate: string): Row => {
  const count = Math.ceil(certificate.length / certificateLength)
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      certificateColumn(i + 1),
      certificate.slice(i * certificateLength, (i + 1) * certificateLength)
    ])
  )
}
