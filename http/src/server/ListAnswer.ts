import * as Money from "@wristbank/core/ledger/Money"
import { csvText } from "@wristbank/core/primitives/Text"
import { maxPageSize } from "@wristbank/core/sql/Page"
import {
  readCursor,
  type SortedPage,
  type Sorting,
  sortingOf,
  type SortKeys,
  writeCursor
} from "@wristbank/core/sql/Sort"
import { stringify } from "csv-stringify/sync"
import { DateTime, Effect, Option, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { cutToPage } from "./ListPage.ts"

/** A cell of a row: an amount is marked, as ids are `bigint` too. */
type Cell = string | number | bigint | boolean | DateTime.Utc | Amount | null

interface Amount {
  readonly cents: bigint
}

export const amount = (cents: bigint | null): Amount | null => cents === null ? null : { cents }

/** A list that is answered in pages of JSON, or whole as CSV. */
export interface LongList<Entry> {
  readonly keys: SortKeys<Entry>
  /** The cells of an entry by the headings of their columns. New columns are added at the end. */
  readonly columns: { readonly [heading: string]: (entry: Entry) => Cell }
}

interface ListQuery {
  readonly limit: number
  readonly sort: string
  readonly cursor?: string
  readonly count: boolean
}

/** How a list is read with the filters of a call. */
export interface ListReader<Entry, E, R> {
  readonly read: (page: SortedPage) => Effect.Effect<ReadonlyArray<Entry>, E, R>
  readonly count: Effect.Effect<number, E, R>
}

/**
 * Answers a call of a list: a page with a link to the next one, with the number of all entries if that is asked for, or the whole
 * list as CSV. A page is written by `wire`.
 */
export const answerList = <Entry extends { readonly id: bigint }>({ columns, keys }: LongList<Entry>) =>
  Effect.fnUntraced(function*<Wire, E, R>(
    query: ListQuery,
    { count, read }: ListReader<Entry, E, R>,
    wire: (entries: ReadonlyArray<Entry>) => Wire
  ) {
    const request = yield* HttpServerRequest.HttpServerRequest
    if ((request.headers["accept"] ?? "").startsWith("text/csv")) return yield* asCsv(columns, read)
    const sort = sortingOf(query.sort)
    const cursor = query.cursor === undefined ? null : yield* Effect.fromResult(readCursor(query.cursor, sort, keys))
    const found = yield* read({ sort, cursor, limit: query.limit + 1 })
    const entries = yield* cutToPage(query, found, (entry) => writeCursor(sort, keys, entry, entry.id))
    if (query.count) yield* sayTotal(yield* count)
    return wire(entries)
  })

const sayTotal = (total: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "x-total-count", String(total)))
  )

const byIdAscending: Sorting = { by: "id", descending: false }

/**
 * Streams a list as CSV: comma separated, with a heading, lines end with CRLF, amounts in major units with two decimals and a point.
 * A text that a spreadsheet would take for a formula gets an apostrophe in front. One page is in memory at a time. The rows are in
 * the order of ids, whatever order the screen has: a balance that changes meanwhile would make a row appear twice or not at all.
 */
const asCsv = Effect.fnUntraced(function*<Entry extends { readonly id: bigint }, E, R>(
  columns: LongList<Entry>["columns"],
  read: ListReader<Entry, E, R>["read"]
) {
  const page = (cursor: SortedPage["cursor"]) => read({ sort: byIdAscending, cursor, limit: maxPageSize })
  const written = (entries: ReadonlyArray<Entry>, header: boolean) =>
    stringify(entries.map((entry) => Object.values(columns).map((cell) => textOf(cell(entry)))), {
      header,
      columns: Object.keys(columns),
      record_delimiter: "windows",
      quote_record_delimiter: true
    })
  // The first page is read before the answer begins, so that a refusal is answered as one.
  const first = yield* page(null)
  const context = yield* Effect.context<R>()
  const pages = Stream.paginate({ entries: first, header: true }, ({ entries, header }) => {
    const last = entries.at(-1)
    const next = entries.length < maxPageSize || last === undefined
      ? Effect.succeedNone
      : Effect.map(page({ value: null, id: last.id }), (found) => Option.some({ entries: found, header: false }))
    return Effect.map(next, (following) => [[written(entries, header)], following] as const)
  })
  return HttpServerResponse.stream(Stream.encodeText(pages.pipe(Stream.provideContext(context))), {
    contentType: "text/csv; charset=utf-8; header=present"
  })
})

const textOf = (cell: Cell): string => {
  if (cell === null) return ""
  if (DateTime.isDateTime(cell)) return DateTime.formatIso(cell)
  if (typeof cell === "object") return Money.format(cell.cents)
  return typeof cell === "string" ? csvText(cell) : String(cell)
}
