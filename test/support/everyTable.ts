import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Columns that record when a terminal or a session was last seen are written apart from the calls, even from refused ones.
 */
const aside = ["last_seen", "last_seen_at"]

/** Counts of sign-in attempts are written apart from the calls as well. */
const tablesAside = ["sign_in_failure", "sign_in_network"]

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** Of each table that was read: how many statements had written to it then, and the checksum of its content. */
type Known = Map<string, { readonly written: string | undefined; readonly content: string }>

interface Tables {
  readonly names: ReadonlyArray<string>
  readonly known: Known
}

const tablesOf = new WeakMap<SqlClient.SqlClient, Tables>()

const tables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const there = tablesOf.get(sql)
  if (there !== undefined) return there
  const rows = yield* sql<Table>`select relname as name,
      array(select quote_ident(attname) from pg_attribute where attrelid = pg_class.oid and attnum > 0
        and not attisdropped and attname <> all(${aside}::text[]) order by attnum) as columns
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relname = any(${tablesAside}::text[])
    order by relname`
  yield* noteStatements(rows)
  const made: Tables = { names: rows.map(({ name }) => name), known: new Map() }
  tablesOf.set(sql, made)
  return made
})

/**
 * Lets each statement that writes to a table leave a note, which is undone with it. Comparing the notes is far cheaper than reading all
 * tables, and most calls between two comparisons are refused. Each trigger is made by itself: workers use the tables meanwhile.
 */
const noteStatements = Effect.fnUntraced(function*(written: ReadonlyArray<Table>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create schema if not exists every_table`
  yield* sql`create unlogged table if not exists every_table.written (name text not null)`
  yield* sql`create or replace function every_table.note() returns trigger language plpgsql security definer
    as 'begin insert into every_table.written values (tg_table_name); return null; end'`
  for (const { columns, name } of written) {
    yield* sql`create or replace trigger zz_every_table
      after insert or delete or truncate or update of ${sql.literal(columns.join(", "))}
      on ${sql(name)} for each statement execute function every_table.note()`
  }
})

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
  const notes = yield* sql<{ name: string; count: string }>`
    select name, count(*)::text as count from every_table.written group by name`
  const counts = new Map(notes.map(({ count, name }) => [name, count]))
  for (const name of names) {
    const there = known.get(name)
    const written = counts.get(name)
    if (there?.written !== written || there === undefined) known.set(name, { written, content: yield* contentOf(name) })
  }
  return Object.fromEntries(names.map((name) => [name, known.get(name)!.content]))
})
