// Without schemas or the platform, as browsers load it too.
import { visible } from "./VisibleText.ts"

/** A row of a table: the line of the file in which it begins, from 1, and its cells without what no one can see. */
export interface TableRow {
  readonly line: number
  readonly cells: ReadonlyArray<string>
}

/** The rows of a table without empty lines, or the line of a quotation mark that has no counterpart. */
export type ReadTable = { readonly rows: ReadonlyArray<TableRow> } | { readonly malformedAt: number }

/** Text of a spreadsheet: UTF-8 or UTF-16 as its first bytes say, UTF-8 if it is valid, otherwise Windows-1252. */
export const tableText = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  // Without a mark of its encoding, UTF-16 shows by the empty half of its first letter.
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) {
    return new TextDecoder("utf-16le").decode(bytes)
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== undefined)) {
    return new TextDecoder("utf-16be").decode(bytes)
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Reads a table. The delimiter is the given one, that of a first line `sep=;`, or what is found out of the first row. */
export const tableIn = (
  text: string,
  given: string | null,
  found: (row: string) => string = mostUsed
): ReadTable => {
  const content = text.replace(/^\uFEFF/, "")
  // Spreadsheets write the separator into a first line of its own, and read it there.
  const [named, separator] = /^sep=(.)(?:\r\n|\n|\r|$)/i.exec(content) ?? []
  const before = named === undefined ? 0 : 1
  const rest = content.slice(named?.length ?? 0)
  const [first = ""] = /\S.*/.exec(rest) ?? []
  return rowsOf(rest, given ?? separator ?? found(first), before + 1)
}

/** That of ; tab | , which a row has most often outside of quotation marks. */
const mostUsed = (row: string): string => {
  const unquoted = row.replaceAll(/"[^"]*"/g, "")
  const uses = (delimiter: string) => unquoted.split(delimiter).length
  return [";", "\t", "|", ","].reduce((most, delimiter) => uses(delimiter) > uses(most) ? delimiter : most, ",")
}

/** A cell: in quotation marks, which are doubled inside, or without any. */
const rowsOf = (text: string, delimiter: string, firstLine: number): ReadTable => {
  const rows: Array<TableRow> = []
  const end = new RegExp(`[${delimiter.replace(/[\]\\^-]/, "\\$&")}"\r\n]`, "g")
  let [at, line] = [0, firstLine]
  while (at < text.length) {
    const began = line
    const cells: Array<string> = []
    for (let isRow = true; isRow;) {
      const cell = text[at] === "\"" ? quoted(text, at) : bare(text, at, end)
      if (cell === undefined) return { malformedAt: line }
      const [written, after] = cell
      cells.push(visible(written))
      line += written.match(/\r\n|\n|\r/g)?.length ?? 0
      isRow = text.startsWith(delimiter, after)
      at = isRow ? after + delimiter.length : after
      if (isRow || at === text.length) continue
      const [lineEnd] = /^(?:\r\n|\n|\r)/.exec(text.slice(at, at + 2)) ?? []
      if (lineEnd === undefined) return { malformedAt: line }
      at += lineEnd.length
    }
    line++
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: began, cells })
  }
  return { rows }
}

type Cell = readonly [written: string, after: number]

const bare = (text: string, at: number, end: RegExp): Cell | undefined => {
  end.lastIndex = at
  const after = end.exec(text)?.index ?? text.length
  return text[after] === "\"" ? undefined : [text.slice(at, after), after]
}

const quoted = (text: string, at: number): Cell | undefined => {
  let from = at + 1
  for (;;) {
    const close = text.indexOf("\"", from)
    if (close < 0) return undefined
    if (text[close + 1] !== "\"") return [text.slice(at + 1, close).replaceAll("\"\"", "\""), close + 1]
    from = close + 2
  }
}

/** The text of a cell that was protected against spreadsheets, as `="0012"` or with an apostrophe before a formula. */
export const unprotected = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+\-@])/, "")
