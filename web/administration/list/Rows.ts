import { folded } from "../../kit/Folded.ts"
import type { Column, Kind, Value } from "./Column.ts"

/** The order of a list: a column's key, after `-` when the largest comes first; empty for the order of the answer. */
export type Order = string

/** The texts of rows for `filtered`: all columns as they are written. A value that many rows have is written once. */
export const searchTexts = <Row>(
  rows: ReadonlyArray<Row>,
  columns: ReadonlyArray<Column<Row>>,
  write: (value: Value | undefined, kind: Kind) => string
): ReadonlyArray<string> => {
  const written = columns.map(({ kind = "text", of }) => {
    const known = new Map<Value | undefined, string>()
    return (row: Row): string => {
      const value = of(row)
      let text = known.get(value)
      if (text === undefined) known.set(value, text = folded(write(value, kind)))
      return text
    }
  })
  return rows.map((row) => written.map((textOf) => textOf(row)).join(" "))
}

/** What `make` returns, made at the first call. */
export const once = <T>(make: () => T): () => T => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The rows whose text contains every word of the filter. */
export const filtered = <Row>(
  rows: ReadonlyArray<Row>,
  filter: string,
  texts: () => ReadonlyArray<string>
): ReadonlyArray<Row> => {
  const words = folded(filter).split(/\s+/).filter((word) => word !== "")
  if (words.length === 0) return rows
  const all = texts()
  return rows.filter((_, at) => words.every((word) => all[at]!.includes(word)))
}

/** The rows in an order; rows that are equal in it stay in the order of the answer, and those without a value are last. */
export const sorted = <Row>(
  rows: ReadonlyArray<Row>,
  order: Order,
  columns: ReadonlyArray<Column<Row>>,
  compareTexts: (one: string, other: string) => number
): ReadonlyArray<Row> => {
  const column = columns.find(({ key }) => key === columnOf(order))
  if (column === undefined) return rows
  const sign = order.startsWith("-") ? -1 : 1
  const keyed = rows.map((row) => ({ row, value: column.of(row) ?? null }))
  return keyed.toSorted((one, other) => {
    if (one.value === null || other.value === null) return Number(one.value === null) - Number(other.value === null)
    return sign * compared(one.value, other.value, compareTexts)
  }).map(({ row }) => row)
}

const compared = (
  one: NonNullable<Value>,
  other: NonNullable<Value>,
  compareTexts: (one: string, other: string) => number
): number =>
  typeof one === "string" || typeof other === "string"
    ? compareTexts(String(one), String(other))
    : Number(one) - Number(other)

/** The column of an order. */
export const columnOf = (order: Order): string => order.replace(/^-/, "")

/** The order after a click on a column's title: upwards, then downwards, then that of the answer. */
export const nextOrder = (order: Order, key: string): Order =>
  order === key ? `-${key}` : order === `-${key}` ? "" : key
