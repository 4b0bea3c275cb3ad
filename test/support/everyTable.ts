import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When a terminal or a session was last seen is written aside, whatever its calls came to. */
const aside = ["last_seen", "last_seen_at"]

/** Tries to sign in are counted aside as well. */
const tablesAside = ["sign_in_failure", "sign_in_network"]

/** What every table of the database holds, each as one number: what differs from one moment to the next was changed. */
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
