import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Columns that record when a terminal or a session was last seen are written apart from the calls, even from refused ones.
 */
const aside = ["last_seen", "last_seen_at"]

/** Counts of sign-in attempts are written apart from the calls as well. */
const tablesAside = ["sign_in_failure", "sign_in_network"]

/** A checksum of every table of the database. A checksum that differs later shows a change. */
export const everyTable = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relname = any(${tablesAside}::text[])
    order by relname`
  const queries = tables.map(({ name }) =>
    sql`select ${name}::text as name, md5(coalesce(string_agg(line, '|' order by line), '')) as content
      from (select (to_jsonb(row) - ${aside}::text[])::text as line from ${sql(name)} row) lines`
  )
  const [first, ...others] = queries
  const all = others.reduce((left, right) => sql`${left} union all ${right}`, first!)
  const rows = yield* sql<{ name: string; content: string }>`${all}`
  return Object.fromEntries(rows.map(({ content, name }) => [name, content]))
})
