import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { csvText } from "@wristbank/core/base/LineText"
import * as Money from "@wristbank/core/base/Money"
import { maxPageSize } from "@wristbank/core/sql/Page"
import {
  cursorAfter,
  readCursor,
  type SortedPage,
  type Sorting,
  sortingOf,
  type SortKeys,
  writeCursor
} from "@wristbank/core/sql/Sort"
import { stringify } from "csv-stringify/sync"
import { DateTime, Effect, Option, Schema, Stream } from "effect"
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
  /** Of an entry, for a list that is answered whole without a limit. */
  readonly schema?: Schema.Encoder<Entry>
}

/** The query of a call that answers with a page of a list. */
export interface ListQuery {
  readonly limit?: number
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
export const answerList = <Entry extends { readonly id: bigint }>({ columns, keys, schema }: LongList<Entry>) =>
  Effect.fnUntraced(function*<Wire, E, R>(
    query: ListQuery,
    { count, read }: ListReader<Entry, E, R>,
    wire: (entries: ReadonlyArray<Entry>) => Wire
  ) {
    const request = yield* HttpServerRequest.HttpServerRequest
    if ((request.headers["accept"] ?? "").startsWith("text/csv")) return yield* asCsv(columns, read)
    const sort = sortingOf(query.sort)
    const cursor = query.cursor === undefined ? null : yield* Effect.fromResult(readCursor(query.cursor, sort, keys))
    if (query.count) yield* sayTotal(yield* count)
    if (query.limit === undefined && schema !== undefined) {
      return yield* asJson(
        schema,
        (last, limit) => read({ sort, limit, cursor: last === null ? cursor : cursorAfter(sort, keys, last, last.id) })
      )
    }
    const limit = query.limit ?? maxPageSize
    const found = yield* read({ sort, cursor, limit: limit + 1 })
    const entries = yield* cutToPage({ limit }, found, (entry) => writeCursor(sort, keys, entry, entry.id))
    return wire(entries)
  })

const sayTotal = (total: number) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "x-total-count", String(total)))
  )

const byIdAscending: Sorting = { by: "id", descending: false }

/**
 * Streams a list as CSV: comma separated, with a heading, lines end with CRLF, amounts in major units with two decimals and a point.
 * A text that a spreadsheet would take for a formula gets an apostrophe in front. The rows are in the order of ids, whatever order
 * the screen has: a balance that changes meanwhile would make a row appear twice or not at all.
 */
const asCsv = <Entry extends { readonly id: bigint }, E, R>(
  columns: LongList<Entry>["columns"],
  read: ListReader<Entry, E, R>["read"]
) => {
  const written = (entries: ReadonlyArray<Entry>, isFirst: boolean) =>
    stringify(entries.map((entry) => Object.values(columns).map((cell) => textOf(cell(entry)))), {
      header: isFirst,
      columns: Object.keys(columns),
      record_delimiter: "windows",
      quote_record_delimiter: true
    })
  return streamed(
    (last, limit) => read({ sort: byIdAscending, cursor: last === null ? null : { value: null, id: last.id }, limit }),
    written,
    { contentType: "text/csv; charset=utf-8; header=present" }
  )
}

/** Streams a list as a JSON array. */
const asJson = <Entry, E, R>(
  schema: Schema.Encoder<Entry>,
  read: (last: Entry | null, limit: number) => Effect.Effect<ReadonlyArray<Entry>, E, R>
) => {
  const encode = Schema.encodeSync(Schema.toCodecJson(schema))
  const written = (entries: ReadonlyArray<Entry>, isFirst: boolean, isLast: boolean) => {
    const texts = entries.map((entry) => JSON.stringify(encode(entry)))
    return `${isFirst ? "[" : texts.length > 0 ? "," : ""}${texts.join(",")}${isLast ? "]" : ""}`
  }
  return streamed(read, written, { contentType: "application/json" })
}

/** Streams a list, of which one page is in memory at a time. */
const streamed = Effect.fnUntraced(function*<Entry, E, R>(
  read: (last: Entry | null, limit: number) => Effect.Effect<ReadonlyArray<Entry>, E, R>,
  written: (entries: ReadonlyArray<Entry>, isFirst: boolean, isLast: boolean) => string,
  options: { readonly contentType: string }
) {
  // The first page is read before the answer begins, so that a refusal is answered as one.
  const first = yield* read(null, maxPageSize)
  const context = yield* Effect.context<R>()
  const pages = Stream.paginate({ entries: first, isFirst: true }, ({ entries, isFirst }) => {
    const last = entries.at(-1)
    const isLast = entries.length < maxPageSize || last === undefined
    const next = isLast
      ? Effect.succeedNone
      : Effect.map(read(last, maxPageSize), (found) => Option.some({ entries: found, isFirst: false }))
    return Effect.map(next, (following) => [[written(entries, isFirst, isLast)], following] as const)
  })
  const request = yield* HttpServerRequest.HttpServerRequest
  const answered = pages.pipe(Stream.provideContext(context), Stream.onError(() => cutOff(request)))
  return HttpServerResponse.stream(Stream.encodeText(answered), options)
})

/**
 * A list that can't be read on must not look like a whole one. Since HTTP/1.1 it lacks its last chunk then. To a caller of HTTP/1.0, as
 * some proxies are, an answer ends with its connection, so that ends with a reset.
 */
const cutOff = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.sync(() => {
    const { httpVersion, socket } = NodeHttpServerRequest.toIncomingMessage(request)
    if (httpVersion === "1.0") socket.resetAndDestroy()
  })

const textOf = (cell: Cell): string => {
  if (cell === null) return ""
  if (DateTime.isDateTime(cell)) return DateTime.formatIso(cell)
  if (typeof cell === "object") return Money.format(cell.cents)
  return typeof cell === "string" ? csvText(cell) : String(cell)
}
