/**
 * Rows as an array of a composite type, in the text form of PostgreSQL, which reads it in a quarter of the time that it takes
 * to read the same rows as JSON. `columns` are those of the type, in its order. What a row lacks is NULL, and objects become
 * JSON.
 */
export const rowArray = (
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<{ readonly [column: string]: unknown }>
): string => `{${rows.map((row) => element(`(${columns.map((column) => cell(row[column])).join(",")})`)).join(",")}}`

/** Needs no quotes in a row. */
const plain = /^[\w-]+$/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ""
  if (typeof value === "number" || typeof value === "bigint") return String(value)
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return plain.test(text) ? text : `"${text.replaceAll("\\", "\\\\").replaceAll("\"", "\"\"")}"`
}

const element = (row: string): string =>
  row.includes("\"") ? `"${row.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}"` : `"${row}"`
