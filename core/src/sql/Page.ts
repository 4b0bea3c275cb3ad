import type { SqlClient } from "effect/sql"

/**
 * A part of a long list: at most `limit` entries, beginning after the one with the id `cursor`; null begins at the
 * start.
 */
export interface Page<Cursor = bigint> {
  readonly limit: number
  readonly cursor: Cursor | null
}

/** Largest number of entries in one answer. One more is read to know whether the list goes on. */
export const maxPageSize = 1000

/**
 * Returns the clause that limits a query to a page, and no clause without a page: a list is cut only if the caller
 * asked for a page.
 */
export const limitTo = (sql: SqlClient.SqlClient, page: { readonly limit: number } | undefined) =>
  page === undefined ? sql`` : sql`limit ${page.limit}`
