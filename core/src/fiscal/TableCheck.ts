import { timeOf } from "../tse/QrText.ts"
import { columnWords } from "./ColumnWords.ts"
import { isCountry } from "./CountryCode.ts"
import type { ProblemList } from "./PackageProblem.ts"
import type { FileRow } from "./PackageReader.ts"
import type { Column, Table } from "./Table.ts"

/** A row by column; missing cells are empty. */
export type Cells = { readonly [column: string]: string }

/** The columns that hold a time. */
const times = new Set([
  "Z_ERSTELLUNG",
  "BON_START",
  "BON_ENDE",
  "TSE_TA_START",
  "TSE_TA_ENDE",
  "REF_DATUM"
])

/**
 * Columns that must not be empty: those that identify a row, and the operator (annex G). Columns with a fixed set of
 * values must not be empty either.
 */
const keys = new Set(["Z_KASSE_ID", "Z_ERSTELLUNG", "Z_NR", "BON_ID", "BEDIENER_ID"])

/** Whether a file begins with the columns it should. */
export const checkHeading = (table: Table, heading: ReadonlyArray<string>, problems: ProblemList): boolean => {
  const expected = table.columns.map(({ name }) => name)
  const wrong = Array.from(
    { length: Math.max(heading.length, expected.length) },
    (_, i) => [heading[i] ?? "nothing", expected[i] ?? "nothing"] as const
  ).find(([is, shouldBe]) => is !== shouldBe)
  if (wrong === undefined) return true
  const bom = wrong[0].startsWith("\uFEFF") ? " (the file begins with a byte order mark)" : ""
  problems.report(table.file, null, `The heading has ${wrong[0].replace("\uFEFF", "")}, expected ${wrong[1]}${bom}`)
  return false
}

/** A row below the heading, by column. */
export interface NumberedCells {
  /** From 1. */
  readonly row: number
  readonly cells: Cells
  /** Whether all of its numbers and the place of each cell are known; else checks of its content would say nothing. */
  readonly isReadable: boolean
}

/** The rows of all files about a closing, in the order of the files. */
export type ClosingFiles = { readonly [file: string]: ReadonlyArray<NumberedCells> }

/** Returns a row by column and reports faults of its form. A number in another form than files have has its usual form. */
export const checkRow = (table: Table, { cells, row }: FileRow, problems: ProblemList): NumberedCells => {
  const isWhole = cells.length === table.columns.length
  if (!isWhole) problems.report(table.file, row, `It has ${cells.length} cells, expected ${table.columns.length}`)
  const byName: { [column: string]: string } = {}
  let isReadable = isWhole
  for (const [i, column] of table.columns.entries()) {
    const value = cells[i] ?? ""
    const { kind, name } = column
    const meant = kind.type === "number" ? meantBy(value, kind.decimals) : value
    byName[name] = meant ?? value
    isReadable &&= meant !== undefined
    const fault = faultOf(column, value)
    if (isWhole && fault !== undefined) problems.report(table.file, row, `${name} ${fault}`)
  }
  return { row, cells: byName, isReadable }
}

/**
 * The number that a text means, with a decimal comma and without grouping; undefined if that is not evident. A point or comma
 * before three digits may be either.
 */
const meantBy = (text: string, decimals: number): string | undefined => {
  if (text === "" || numberPattern(decimals).test(text) || readable.test(text)) return text
  const [, sign = "", whole = "", group, , mark, fraction = ""] = written.exec(text) ?? []
  if (whole === "" || (group !== undefined && group === mark)) return undefined
  const isEither = mark === undefined && whole.replaceAll(/\d/g, "").length === 1 && decimals > 0
  if ((isEither && (group === "." || group === ",")) || (group === undefined && fraction.length !== decimals)) {
    return undefined
  }
  const number = `${sign.replace("+", "")}${whole.replaceAll(/\D/g, "")}${fraction === "" ? "" : `,${fraction}`}`
  return readable.test(number) ? number : undefined
}

/** What `amountOf` reads. */
const readable = /^(-?)(\d+)(?:,(\d{1,5}))?$/

/** A number with one kind of sign between groups of three digits, or none, and a decimal point or comma, or none. */
const written = /^([-+]?)(\d{1,3}(?:([.,'’ \u00A0\u202F])\d{3})(?:\3\d{3})*|(\d+))(?:([.,])(\d+))?$/

const faultOf = ({ kind, name }: Column, value: string): string | undefined => {
  const words = columnWords.get(name)
  if (value === "") return keys.has(name) || words !== undefined ? "is empty" : undefined
  if (kind.type === "number") {
    return numberPattern(kind.decimals).test(value) ? undefined : numberFault(value, kind.decimals)
  }
  if (value.length > kind.maxLength && Array.from(value).length > kind.maxLength) {
    return `is longer than ${kind.maxLength} characters`
  }
  if (words !== undefined && !words.has(value)) return `is ${value}, which is not one of its words`
  if (name.endsWith("LAND") && !isCountry(value)) return `is ${value}, expected a country as DEU`
  return times.has(name) && timeOf(value) === undefined
    ? `is ${value}, expected a time as 2026-11-20T18:07:52.000Z`
    : undefined
}

const numberFault = (value: string, decimals: number): string => {
  const meant = meantBy(value, decimals)
  if (meant === undefined) return `is ${value}, which is no number as files have it: 1012,00`
  if (meant === value) {
    const isExact = (value.split(",")[1] ?? "").length === decimals
    return isExact ? `is ${value}, which has a zero or a sign too many` : `is ${value}, expected ${decimals} decimals`
  }
  const [, , , group, , mark] = written.exec(value) ?? []
  const fault = group !== undefined ? `thousands parted by "${group}"` : mark === "." ? "a decimal point" : "a plus"
  return `is ${value} with ${fault}, expected ${meant}`
}

/** No thousands separators, a digit before the comma, no plus and no -0. */
const numberPattern = (decimals: number): RegExp => patterns[decimals] ?? patternOf(decimals)

const patternOf = (decimals: number) =>
  decimals === 0
    ? /^(0|-?[1-9]\d*)$/
    : new RegExp(String.raw`^(?!-0,0*$)-?(0|[1-9]\d*),\d{${decimals}}$`)

const patterns: { readonly [decimals: number]: RegExp } = {
  0: patternOf(0),
  2: patternOf(2),
  3: patternOf(3),
  5: patternOf(5)
}

/** Parses a number with a decimal comma, in hundred-thousandths; empty text is 0. */
export const amountOf = (text: string | undefined): bigint => {
  const match = readable.exec(text ?? "")
  if (match === null) return 0n
  const value = BigInt(match[2]! + (match[3] ?? "").padEnd(5, "0"))
  return match[1] === "-" ? -value : value
}

/** An amount of `amountOf` as files have it. */
export const shownAmount = (value: bigint): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(6, "0")
  return `${value < 0n ? "-" : ""}${digits.slice(0, -5)},${digits.slice(-5, -3)}`
}

/** The sum of a column, in hundred-thousandths. */
export const sumOf = (rows: ReadonlyArray<Cells>, column: string): bigint =>
  rows.reduce((total, row) => total + amountOf(row[column]), 0n)

/** The sums of a column by other columns. */
export const sumsBy = (rows: ReadonlyArray<Cells>, by: (row: Cells) => string, column: string): Map<string, bigint> => {
  const sums = new Map<string, bigint>()
  for (const row of rows) sums.set(by(row), (sums.get(by(row)) ?? 0n) + amountOf(row[column]))
  return sums
}
