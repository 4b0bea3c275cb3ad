import type { SqlClient } from "effect/sql"

/** A part of a long list: at most `limit` entries, of those after the entry with the id `cursor`; null begins the list. */
export interface Page<Cursor = bigint> {
  readonly limit: number
  readonly cursor: Cursor | null
}

/** Entries in one answer at most; one more is read to know whether the list goes on. */
export const longest = 1000

/** What ends a query after a page; nothing for the whole list, so that no list is cut where nobody asked for a page. */
export const endOf = (sql: SqlClient.SqlClient, page: { readonly limit: number } | undefined) =>
  page === undefined ? sql`` : sql`limit ${page.limit}`
