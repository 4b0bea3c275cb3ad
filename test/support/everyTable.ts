import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Columns that record when a terminal or a session was last seen are written apart from the calls, even from refused ones.
 */
const aside = ["last_seen", "last_seen_at"]

/** Counts of sign-in attempts are written apart from the calls as well. */
const tablesAside = ["sign_in_failure", "sign_in_network"]

/** The last state of each table that was read, and the checksum of its content then. */
type Known = Map<string, { readonly state: string; readonly content: string }>

interface Tables {
  readonly names: ReadonlyArray<string>
  readonly known: Known
}

const tablesOf = new WeakMap<SqlClient.SqlClient, Tables>()

const tables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const there = tablesOf.get(sql)
  if (there !== undefined) return there
  const rows = yield* sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relname = any(${tablesAside}::text[])
    order by relname`
  const made: Tables = { names: rows.map(({ name }) => name), known: new Map() }
  tablesOf.set(sql, made)
  return made
})

/**
 * The state of each table: a checksum of the places of its rows and of the transactions that wrote them. Each committed
 * insert, update or delete changes it, and it is far cheaper than one of the content.
 */
const stateOf = (name: string) =>
  `select '${name}' as name,
    concat(count(*), ' ', sum(hashtidextended(ctid, xmin::text::bigint))) as state from "${name}"`

const contentOf = Effect.fnUntraced(function*(name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ content: string }>`
    select md5(coalesce(string_agg(line, '|' order by line), '')) as content
    from (select (to_jsonb(row) - ${aside}::text[])::text as line from ${sql(name)} row) lines`
  return row!.content
})

/** A checksum of every table of the database. A checksum that differs later shows a change. */
export const everyTable = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { known, names } = yield* tables
  const states = yield* sql.unsafe<{ name: string; state: string }>(names.map(stateOf).join(" union all "))
  for (const { name, state } of states) {
    if (known.get(name)?.state !== state) known.set(name, { state, content: yield* contentOf(name) })
  }
  return Object.fromEntries(names.map((name) => [name, known.get(name)!.content]))
})
