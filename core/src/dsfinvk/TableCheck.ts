import { isCountry } from "../fiscal/CountryCode.ts"
import { timeOf } from "../tse/QrText.ts"
import { columnWords } from "./ColumnWords.ts"
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

/** Returns a row by column and reports faults of its form. */
export const checkRow = (table: Table, { cells, row }: FileRow, problems: ProblemList): Cells => {
  if (cells.length !== table.columns.length) {
    problems.report(table.file, row, `It has ${cells.length} cells, expected ${table.columns.length}`)
  }
  const byName: { [column: string]: string } = {}
  for (const [i, column] of table.columns.entries()) {
    const value = cells[i] ?? ""
    byName[column.name] = value
    const fault = faultOf(column, value)
    if (fault !== undefined) problems.report(table.file, row, `${column.name} ${fault}`)
  }
  return byName
}

const faultOf = ({ kind, name }: Column, value: string): string | undefined => {
  const words = columnWords.get(name)
  if (value === "") return keys.has(name) || words !== undefined ? "is empty" : undefined
  if (kind.type === "number") {
    return numberPattern(kind.decimals).test(value) ? undefined : `is ${value}, expected ${kind.decimals} decimals`
  }
  if (value.length > kind.maxLength && Array.from(value).length > kind.maxLength) {
    return `is longer than ${kind.maxLength} characters`
  }
  if (words !== undefined && !words.has(value)) return `is ${value}, which is none of its words`
  if (name.endsWith("LAND") && !isCountry(value)) return `is ${value}, expected a country as DEU`
  return times.has(name) && timeOf(value) === undefined
    ? `is ${value}, expected a time as 2026-11-20T18:07:52.000Z`
    : undefined
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
  const match = /^(-?)(\d+)(?:,(\d{1,5}))?$/.exec(text ?? "")
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
