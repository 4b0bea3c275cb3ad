/**
 * Writes `docs/reference/tables.md` from a migrated database: `node docs/generators/tables.ts`. It starts a PostgreSQL of its own for
 * that; tests compare the page with the database that they have anyway.
 */
import { startTemporary } from "@wristbank/cli/postgres/EmbeddedPostgres"
import * as Database from "@wristbank/core/sql/Database"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { plain, table } from "./Markdown.ts"

/** Columns that mean the same in every table. */
export const sharedColumns: Readonly<Record<string, string>> = {
  event_id: "the event that the row belongs to",
  id: "its id",
  node_id: "the node that it belongs to",
  name: "its name",
  description: "what it is, for people",
  created_at: "when it was made",
  booked_at: "when it was booked"
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly meaning: string | null
}

interface Table {
  readonly name: string
  readonly meaning: string | null
  /** Whether a trigger refuses changes of rows and their removal. */
  readonly appendOnly: boolean
}

interface Index {
  readonly table: string
  readonly name: string
  readonly definition: string
  readonly isPrimary: boolean
}

/** Tables that migrations don't make: those of the engine that distributes work, and the list of migrations. */
const foreign = "^(cluster_.*|wristbank_migration)$"

/** What the database says of its tables. */
export const readTables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<Table>`
    select relname as name, obj_description(oid, 'pg_class') as meaning,
      exists (select from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'refuse_change'::regproc and tgtype & 24 = 24)
        as "appendOnly"
    from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname !~ ${foreign}
    order by relname collate "C"`
  const columns = yield* sql<Column>`
    select relname as table, attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
      col_description(attrelid, attnum) as meaning
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    order by relname collate "C", attnum`
  const indexes = yield* sql<Index>`
    select of.relname as table, index.relname as name, indisprimary as "isPrimary",
      regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \\S+ ON \\S+ USING (btree )?', '\\1') as definition
    from pg_index join pg_class index on index.oid = indexrelid join pg_class of on of.oid = indrelid
    where of.relnamespace = 'public'::regnamespace
    order by of.relname collate "C", not indisprimary, index.relname collate "C"`
  return { tables, columns, indexes }
})

const sentence = (text: string) => text === "" || /[.?!]$/.test(text) ? text : `${text}.`

const section = (
  { appendOnly, meaning, name }: Table,
  columns: ReadonlyArray<Column>,
  indexes: ReadonlyArray<Index>
): string =>
  [
    `## ${name}`,
    `${sentence(plain(meaning ?? ""))}${
      appendOnly ? " **Rows are only ever added**: a trigger refuses other changes." : ""
    }`.trim(),
    table(
      ["column", "type", "meaning"],
      columns.map((column) => [
        `\`${column.name}\``,
        `${column.type}${column.nullable ? ", may be null" : ""}`,
        plain(column.meaning ?? sharedColumns[column.name] ?? "")
      ])
    ),
    table(
      ["index", "of"],
      indexes.map((index) => [`\`${index.name}\`${index.isPrimary ? ", primary key" : ""}`, `\`${index.definition}\``])
    )
  ].filter((part) => part !== "").join("\n\n")

/** The text of `docs/reference/tables.md`, from the database that is connected. */
export const tablesPage = Effect.gen(function*() {
  const { columns, indexes, tables } = yield* readTables
  const sections = tables.map((one) =>
    section(
      one,
      columns.filter((column) => column.table === one.name),
      indexes.filter((index) => index.table === one.name)
    )
  )
  return `# Tables

<!-- Made by docs/generators/tables.ts from a migrated database; change the comments of tables and columns in a migration, and run \`node docs/generators/tables.ts\`. -->

The ${tables.length} tables of the database, by name, as the migrations leave them. [database.md](../administrator-documentation/database.md) says which roles need
which rights. Money is in cents, moments are in UTC. Almost every key begins with \`event_id\`. Bookings have no foreign keys, as many of them at once would
lock the rows that these point to: \`wristbank doctor\` checks the references instead. Left out here are \`cluster_…\`,
by which processes share their work, and \`wristbank_migration\`, the list of migrations that were done.

${sections.join("\n\n")}
`
})

if (import.meta.main) {
  const page = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { url } = yield* startTemporary
    return yield* Effect.provide(Effect.andThen(migrate, tablesPage), Database.layer({ url, connections: 1 }))
  })))
  writeFileSync(fileURLToPath(new URL("../reference/tables.md", import.meta.url)), page)
}
