import type { ProblemList } from "./PackageProblem.ts"
import { type FileRow, type PackageReader, Unreadable } from "./PackageReader.ts"
import type { Table } from "./Table.ts"
import { type Cells, checkHeading, checkRow, type NumberedCells } from "./TableCheck.ts"

/** Reads a file row by row and reports malformed rows. */
export class RowCursor {
  /** The current row; undefined after the last one. */
  current: NumberedCells | undefined
  readonly table: Table
  /** Whether the file is there and could be read so far; else its rows are missing. */
  isWhole = true
  private readonly rows: AsyncGenerator<FileRow>
  private readonly problems: ProblemList

  private constructor(table: Table, rows: AsyncGenerator<FileRow>, problems: ProblemList) {
    this.table = table
    this.rows = rows
    this.problems = problems
  }

  /** Opens a file at its first row; a missing file, or one with another heading, has no rows. */
  static async open(table: Table, reader: PackageReader, problems: ProblemList): Promise<RowCursor> {
    const cursor = new RowCursor(table, reader.rows(table.file), problems)
    const heading = reader.names.includes(table.file) ? await cursor.read() : undefined
    if (heading === undefined) {
      if (cursor.isWhole && reader.names.includes(table.file)) problems.report(table.file, null, "It has no heading")
      cursor.isWhole = false
    } else if (checkHeading(table, heading.cells, problems)) await cursor.next()
    else cursor.isWhole = false
    return cursor
  }

  async next(): Promise<NumberedCells | undefined> {
    const row = await this.read()
    this.current = row && checkRow(this.table, row, this.problems)
    return this.current
  }

  /** Returns the rows of a receipt and moves behind them. Reports rows whose receipts should have come before. */
  async take(receipt: Cells): Promise<ReadonlyArray<NumberedCells>> {
    const taken: Array<NumberedCells> = []
    while (this.current !== undefined) {
      const position = comparePositions(this.current.cells, receipt)
      if (position > 0) break
      if (position === 0) taken.push(this.current)
      else this.tellStray(this.current)
      await this.next()
    }
    return taken
  }

  /** Reports the remaining rows, which belong to no receipt. */
  async end(): Promise<void> {
    for (; this.current !== undefined; await this.next()) this.tellStray(this.current)
  }

  private tellStray({ cells, row }: NumberedCells): void {
    this.problems.report(
      this.table.file,
      row,
      `BON_ID ${cells["BON_ID"]} is not in transactions.csv, or not in its order`
    )
  }

  private async read(): Promise<FileRow | undefined> {
    try {
      const { done, value } = await this.rows.next()
      return done === true ? undefined : value
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      this.problems.report(this.table.file, null, error.message)
      this.isWhole = false
      return undefined
    }
  }
}

/**
 * Compares the positions of a row and a receipt by till, closing and receipt: negative before, 0 at, positive behind
 * it.
 */
export const comparePositions = (a: Cells, b: Cells): number =>
  compare(a["Z_KASSE_ID"], b["Z_KASSE_ID"]) || compare(a["Z_NR"], b["Z_NR"]) || compare(a["BON_ID"], b["BON_ID"])

/** Numbers by their size. */
const compare = (a = "", b = ""): number => a === b ? 0 : a.length - b.length || (a < b ? -1 : 1)
