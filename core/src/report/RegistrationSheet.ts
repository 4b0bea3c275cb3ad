import type { Content, TDocumentDefinitions } from "pdfmake/interfaces.js"
import { codeImage } from "../fiscal/ReceiptPdf.ts"
import { registrationLink, type RegistrationWords, registrationWords } from "../till/RegistrationText.ts"
import type { Registration } from "../till/Terminal.ts"

// Drawing takes the processor for seconds: only commands load this file.

/** Where the sheets are for. */
export interface SheetPlace {
  /** The name of the event. */
  readonly event: string
  /** Where browsers open the till, such as `https://wristbank.example/till/`. */
  readonly address: string
}

/** In points of 1/72 inch: the margin, the width of A4 within it, and that of a code that is scanned from a table. */
const margin = 56
const width = 595.28 - 2 * margin
const codeWidth = 260

/** A page for each device. */
export const registrationSheets = (
  place: SheetPlace,
  registrations: ReadonlyArray<Registration>,
  printedAt: Date
): TDocumentDefinitions => ({
  pageSize: "A4",
  pageMargins: margin,
  language: "en",
  info: { title: `Terminals of ${place.event}`, author: place.event, creationDate: printedAt },
  defaultStyle: { font: "Roboto", fontSize: 11 },
  content: registrations.map((one, at) => pageOf(place, one, at > 0))
})

const pageOf = ({ address, event }: SheetPlace, { code, name, till }: Registration, isNext: boolean): Content => ({
  ...(isNext ? { pageBreak: "before" as const } : {}),
  stack: [
    { text: event },
    { text: name, fontSize: 28, bold: true },
    ...(till === null ? [] : [{ text: `${registrationWords.en.till} / ${registrationWords.de.till}: ${till}` }]),
    { stack: [codeImage(registrationLink(address, code), codeWidth)], margin: [(width - codeWidth) / 2, 20, 0, 4] },
    { text: code, alignment: "center", fontSize: 13, margin: [0, 0, 0, 20] },
    { columnGap: 24, columns: [steps(address, registrationWords.en), steps(address, registrationWords.de)] }
  ]
})

const steps = (address: string, { once, register, scan, signIn, title, type }: RegistrationWords): Content => ({
  stack: [
    { text: title, bold: true, margin: [0, 0, 0, 4] },
    { ol: [`${scan} ${type(address)}`, register, signIn] },
    { text: once, fontSize: 9, margin: [0, 6, 0, 0] }
  ]
})
