import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { isSpoilt, isSpoiltCode, isUntypable } from "../base/SpoiltCell.ts"
import { tableIn, type TableRow, tableText, unprotected } from "../base/TableText.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import { amountIn, type DecimalSign } from "./AmountText.ts"
import { noEntranceNote } from "./EntranceNote.ts"
import { presaleRules } from "./PresaleRules.ts"
import { line } from "./PretixOrder.ts"
import type { ShopOrderTickets, ShopTicket } from "./ShopOrder.ts"

/** The columns that are read, with the headings that are looked for, in this order. */
const headings = {
  order: ["order", "order code", "order number", "bestellung", "bestellnummer", "bestellcode"],
  code: ["code", "ticket code", "secret", "ticket secret", "barcode", "kartencode"],
  position: ["position", "position number", "positionsnummer"],
  name: ["name", "attendee name", "guest", "gast", "teilnehmername"],
  email: ["email", "e-mail address", "e-mail-adresse"],
  product: ["product", "ticket", "produkt", "karte"],
  credit: ["credit", "guthaben"],
  state: ["state", "status", "zustand"]
} as const
export type TicketColumn = keyof typeof headings
const ticketColumns = Object.keys(headings) as ReadonlyArray<TicketColumn>

/** What a ticket's state is called; without a text it is valid. */
const stateWords: { readonly [State in TicketState]: ReadonlyArray<string> } = {
  valid: ["", "valid", "paid", "p", "active", "gültig", "bezahlt"],
  suspended: ["suspended", "pending", "unpaid", "n", "ausstehend", "offen", "unbezahlt"],
  cancelled: ["cancelled", "canceled", "c", "expired", "e", "refunded", "storniert", "abgelaufen", "erstattet"]
}

/** How a file is read where it is not as usual. */
export interface FileFormat {
  /** Headings of columns, where they are others than the usual ones. */
  readonly columns: { readonly [Column in TicketColumn]?: string }
  /** Further words for states. */
  readonly states: { readonly [word: string]: TicketState }
  /** The products that are tickets; all rows are if there is none. */
  readonly products: ReadonlyArray<string>
  /** Null: that of ; , tab | which the first line has most often. */
  readonly delimiter: string | null
  readonly decimal: DecimalSign | null
}

export const usualFormat: FileFormat = { columns: {}, states: {}, products: [], delimiter: null, decimal: null }

/** Why a row, and with it its order, is not imported. */
interface FileProblem {
  /** The line of the file in which the row begins; the heading is line 1. */
  readonly line: number
  /** The order of the row; null if not even that can be read. */
  readonly order: string | null
  readonly problem: Problem
}

/** An order, and the line of its first ticket. */
interface FileOrder extends ShopOrderTickets {
  readonly line: number
}

export interface TicketFile {
  readonly orders: ReadonlyArray<FileOrder>
  /** By line. */
  readonly problems: ReadonlyArray<FileProblem>
}

/**
 * Reads a file of tickets. A row that can't be read is listed, and its whole order is left out, as half an order would be
 * wrong. Fails if the file as a whole is not such a table.
 */
export const readTicketFile = (
  bytes: Uint8Array,
  format: FileFormat = usualFormat
): Result.Result<TicketFile, InvalidArgument> =>
  Result.flatMap(rowsOf(tableText(bytes), format.delimiter), ([heading, ...rows]) =>
    heading === undefined
      ? Result.fail(InvalidArgument.of(presaleRules.file_empty))
      : Result.map(placesOf(heading.cells, format), (places) => ordersOf(rows, heading.cells.length, places, format)))

const rowsOf = (text: string, given: string | null): Result.Result<ReadonlyArray<TableRow>, InvalidArgument> => {
  const table = tableIn(text, given)
  return "rows" in table
    ? Result.succeed(table.rows)
    : Result.fail(InvalidArgument.of(presaleRules.file_malformed, { line: table.malformedAt }))
}

/** A heading in the form in which headings are compared. */
const headingKey = (heading: string): string => heading.normalize("NFC").toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

type Places = { readonly [Column in TicketColumn]?: number }

const placesOf = (
  heading: ReadonlyArray<string>,
  { columns }: FileFormat
): Result.Result<Places, InvalidArgument> => {
  const keys = heading.map(headingKey)
  const places: { [Column in TicketColumn]?: number } = {}
  for (const column of ticketColumns) {
    const named = columns[column]
    const wanted = (named === undefined ? headings[column] : [named]).map(headingKey)
    const key = wanted.find((one) => keys.includes(one))
    const isNeeded = named !== undefined || column === "order" || column === "code"
    if (key === undefined && isNeeded) {
      return Result.fail(
        InvalidArgument.of(presaleRules.file_column_missing, { heading: named ?? headings[column][0] })
      )
    }
    if (key === undefined) continue
    if (keys.indexOf(key) !== keys.lastIndexOf(key)) {
      return Result.fail(InvalidArgument.of(presaleRules.file_column_twice, { heading: heading[keys.indexOf(key)]! }))
    }
    places[column] = keys.indexOf(key)
  }
  return Result.succeed(places)
}

const ordersOf = (rows: ReadonlyArray<TableRow>, width: number, places: Places, format: FileFormat): TicketFile => {
  const orders = new Map<string, Array<ShopTicket>>()
  const problems: Array<FileProblem> = []
  const lineOf = { code: new Map<string, number>(), position: new Map<string, number>() }
  const states = wordsOf(format)
  for (const { cells, line: at } of rows) {
    const cell = (column: TicketColumn) => unprotected(cells[places[column] ?? width] ?? "")
    const order = cell("order")
    const report = (reason: Problem) => problems.push({ line: at, order: order === "" ? null : order, problem: reason })
    if (cells.length < width || cells.slice(width).some((extra) => extra !== "")) {
      report(problem(presaleRules.row_length, []))
      continue
    }
    if (format.products.length > 0 && !format.products.includes(cell("product"))) continue
    const ticket = ticketIn(cell, states, format.decimal)
    if (Result.isFailure(ticket)) {
      report(ticket.failure)
      continue
    }
    const { position, token } = ticket.success
    const before = lineOf.code.get(token) ?? lineOf.position.get(position)
    if (before !== undefined) {
      report(problem(presaleRules.row_twice, [], { line: before }))
      continue
    }
    lineOf.code.set(token, at)
    lineOf.position.set(position, at)
    const known = orders.get(order)
    if (known === undefined) orders.set(order, [ticket.success])
    else known.push(ticket.success)
  }
  const broken = new Set(problems.map(({ order }) => order))
  return {
    orders: Array.from(orders, ([code, tickets]) => ({
      code,
      line: lineOf.code.get(tickets[0]!.token)!,
      tickets
    })).filter(({ code }) => !broken.has(code)),
    problems
  }
}

const wordKey = (word: string): string => word.normalize("NFC").trim().toLowerCase()

const wordsOf = ({ states }: FileFormat): ReadonlyMap<string, TicketState> =>
  new Map([
    ...(["valid", "suspended", "cancelled"] as const).flatMap((state) =>
      stateWords[state].map((word): [string, TicketState] => [word, state])
    ),
    ...Object.entries(states).map(([word, state]): [string, TicketState] => [wordKey(word), state])
  ])

/** The beginning of the position of every ticket of a file. */
export const filePosition = "file "

/**
 * The ticket of a row. Its number in the order identifies it, or its code where the file has no numbers; neither is ever that of a
 * ticket that was read from a shop.
 */
const ticketIn = (
  cell: (column: TicketColumn) => string,
  states: ReadonlyMap<string, TicketState>,
  decimal: DecimalSign | null
): Result.Result<ShopTicket, Problem> => {
  const [order, token, position] = [cell("order"), cell("code"), cell("position")]
  for (const [heading, value] of [["order", order], ["code", token]] as const) {
    if (value === "") return Result.fail(problem(presaleRules.cell_empty, [], { column: heading }))
    if (line(value) === null) return Result.fail(problem(presaleRules.cell_unreadable, [], { column: heading }))
    if (isUntypable(value)) return Result.fail(problem(presaleRules.cell_untypable, [], { column: heading }))
  }
  if (position !== "" && line(position) === null) {
    return Result.fail(problem(presaleRules.cell_unreadable, [], { column: "position" }))
  }
  const spoilt = ticketColumns.find((column) => (column === "code" ? isSpoiltCode : isSpoilt)(cell(column)))
  if (spoilt !== undefined) {
    return Result.fail(problem(presaleRules.cell_spoilt, [], { column: spoilt, cell: cell(spoilt) }))
  }
  const state = states.get(wordKey(cell("state")))
  if (state === undefined) return Result.fail(problem(presaleRules.state_unknown, [], { state: cell("state") }))
  const credit = cell("credit") === "" ? Money.zero : amountIn(cell("credit"), decimal)
  if (credit === "ambiguous") return Result.fail(problem(presaleRules.amount_ambiguous, [], { amount: cell("credit") }))
  if (credit === undefined) return Result.fail(problem(presaleRules.amount_unreadable, [], { amount: cell("credit") }))
  return Result.succeed({
    position: filePosition + (position === "" ? token : `${order} ${position}`),
    token,
    state,
    credit,
    paidBack: Money.zero,
    date: null,
    product: null,
    productName: line(cell("product")),
    name: line(cell("name")),
    email: line(cell("email")),
    checkedInAt: null,
    entrance: noEntranceNote
  })
}
