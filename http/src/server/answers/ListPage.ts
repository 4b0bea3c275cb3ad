import type { Page } from "@wristbank/core/sql/Page"
import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"

/** The page that a query asks for. */
interface PageRequest<Cursor> {
  readonly limit: number
  readonly cursor?: Cursor
}

/** The page to read from the database: one entry more than is answered, which shows whether the list goes on. */
export const readAhead = <Cursor extends bigint | string>({ cursor, limit }: PageRequest<Cursor>) => ({
  limit: limit + 1,
  cursor: cursor ?? null
})

/** Cuts the entries that were read ahead to the requested page. If the list goes on, the answer links to the next page. */
export const cutToPage = Effect.fnUntraced(function*<A>(
  { limit }: PageRequest<bigint | string>,
  found: ReadonlyArray<A>,
  cursorOf: (entry: A) => bigint | string
) {
  if (found.length <= limit) return found
  const entries = found.slice(0, limit)
  const last = entries.at(-1)
  if (last !== undefined) yield* linkNext(limit, cursorOf(last))
  return entries
})

/** One page of a list whose cursor is the id of an entry. */
export const listPage = <A extends { readonly id: bigint }, E, R>(
  asked: PageRequest<bigint>,
  read: (page: Page) => Effect.Effect<ReadonlyArray<A>, E, R>
) => Effect.flatMap(read(readAhead(asked)), (found) => cutToPage(asked, found, ({ id }) => id))

/** The link is relative to the address of the call (RFC 8288, 3.1), as a proxy may have rewritten that address. */
const linkNext = Effect.fnUntraced(function*(limit: number, cursor: bigint | string) {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const query = new URL(url, "http://localhost").searchParams
  query.set("limit", String(limit))
  query.set("cursor", String(cursor))
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "link", `<?${query.toString()}>; rel="next"`))
  )
})
