import { stringify } from "csv-stringify/sync"
import { type Column, dialect, type Row, type Table } from "./Table.ts"

/** Rows as a file has them, still as text: it becomes UTF-8 later. */
export const rowsCsv = (table: Table, rows: ReadonlyArray<Row>): string => write(rows.map((row) => cells(table, row)))

/** The first line of a file. */
export const headerCsv = (table: Table): string => write([table.columns.map(({ name }) => name)])

const write = (rows: Array<ReadonlyArray<string>>): string =>
  stringify(rows, { delimiter: dialect.delimiter, record_delimiter: dialect.recordDelimiter, quote: dialect.quote })

const cells = (table: Table, row: Row): ReadonlyArray<string> =>
  table.columns.map((column) => {
    const value = row[column.name]
    return value === undefined ? "" : cellText(column, value)
  })

/**
 * Formats a value for its column. A bigint is in hundredths if the column has decimals; a number is whole. Text becomes
 * a single line and is cut at the column's length.
 */
export const cellText = ({ kind }: Column, value: string | number | bigint): string => {
  if (kind.type === "text") return fitted(String(value), kind.maxLength)
  if (kind.decimals === 0) return String(value)
  const { sign, cents, whole } = typeof value === "bigint" ? hundredths(value) : units(String(value))
  return `${sign}${whole}${dialect.decimalSymbol}${cents.padEnd(kind.decimals, "0")}`
}

const hundredths = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, "0")
  return { sign: value < 0n ? "-" : "", whole: digits.slice(0, -2), cents: digits.slice(-2) }
}

const units = (digits: string) =>
  digits.startsWith("-")
    ? { sign: "-", whole: digits.slice(1), cents: "" }
    : { sign: "", whole: digits, cents: "" }

const unprintable = /[\p{Cc}\u2028\u2029]+/gu

const fitted = (value: string, length: number): string => {
  const line = value.toWellFormed().replace(unprintable, " ")
  // A character beyond the basic plane counts as one and is not split.
  return line.length <= length ? line : Array.from(line).slice(0, length).join("")
}
