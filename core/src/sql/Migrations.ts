import { Effect, Schema } from "effect"
import * as SqlRunnerStorage from "effect/cluster/SqlRunnerStorage"
import { Migrator, SqlClient, type SqlError } from "effect/sql"
import { readFileSync } from "node:fs"
import { WorkDone } from "../base/WorkDone.ts"
import { grantToServers, serverRole } from "./ServerRole.ts"

/** The names of all migrations, oldest first. A released migration is never changed. */
export const names = [
  "0001_sql",
  "0002_organisation",
  "0003_event",
  "0004_wristband",
  "0005_mail",
  "0006_journal",
  "0007_card",
  "0008_fiscal",
  "0009_till",
  "0010_cash",
  "0011_presale",
  "0012_sale",
  "0013_payout",
  "0014_guest",
  "0015_report"
] as const

/**
 * Splits a migration file into statements. A statement ends with a semicolon and an empty line; the next one begins
 * unindented, unlike the lines of function bodies. Between comments on a table and its columns no line is empty.
 */
export const statementsOf = (text: string): ReadonlyArray<string> =>
  text.split(/;\n(?:\n(?=\S)|(?=comment on ))/).map((statement) => statement.trim()).filter((statement) =>
    statement !== ""
  )

const load = (name: string) => readFileSync(new URL(`./migrations/${name}.sql`, import.meta.url), "utf8")

/** A change of the schema. Numbers ascend from version to version. */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: () => ReadonlyArray<string>
}

/** All migrations, oldest first. */
export const migrations: ReadonlyArray<Migration> = names.map((name) => ({
  id: Number(name.slice(0, 4)),
  name: name.slice(5),
  statements: () => statementsOf(load(name))
}))

/** How long a migration waits for a table, in milliseconds: bookings wait behind it. */
const lockTimeoutMillis = 300

/** How often a migration asks again for tables that bookings or reports hold. */
const attempts = 300

const isLocked = ({ reason }: SqlError.SqlError) =>
  reason._tag === "LockTimeoutError" || reason._tag === "DeadlockError"

/** Runs a migration in a transaction of its own, and answers false if that was done already. Servers go on beside it. */
const step = ({ id, name, statements }: Migration) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    // The tables of a large event take longer than requests may.
    yield* sql`set local statement_timeout = 0`
    yield* sql`set local lock_timeout = 0`
    // Other migrations wait here, but not queries of what has run.
    yield* sql`lock table wristbank_migration in share row exclusive mode`
    const [done] = yield* sql<
      { newest: number }
    >`select coalesce(max(migration_id), 0) as newest from wristbank_migration`
    if (id <= done!.newest) return false
    yield* sql`select set_config('lock_timeout', ${String(lockTimeoutMillis)}, true)`
    for (const statement of statements()) yield* sql.unsafe(statement)
    yield* sql`insert into wristbank_migration (migration_id, name) values (${id}, ${name})`
    return true
  })

const stepWhenFree = Effect.fnUntraced(function*(migration: Migration) {
  const sql = yield* SqlClient.SqlClient
  const waits = `The migration ${migration.name} needs tables that are in use; it tries again every second`
  return yield* Effect.catchIf(
    sql.withTransaction(step(migration)),
    isLocked,
    () =>
      Effect.andThen(
        Effect.logWarning(waits),
        Effect.retry(Effect.delay(sql.withTransaction(step(migration)), "1 second"), {
          while: isLocked,
          times: attempts
        })
      )
  )
})

/** The table of what has run. Two processes may make it at once. */
const memory = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`select pg_advisory_xact_lock(hashtext('wristbank_migration'))`
  yield* sql`create table if not exists wristbank_migration (
    migration_id integer primary key, created_at timestamptz not null default now(), name text not null
  )`
})

/** Runs the migrations that the database lacks, one after the other, and returns them. */
export const runAll = Effect.fnUntraced(function*(wanted: ReadonlyArray<Migration>) {
  const sql = yield* SqlClient.SqlClient
  const workDone = yield* WorkDone
  yield* sql.withTransaction(memory)
  let done = 0
  const ran = yield* Effect.filter(
    wanted,
    (migration) => Effect.tap(stepWhenFree(migration), () => workDone(++done, wanted.length))
  )
  return ran.map(({ id, name }) => [id, name] as const)
})

/** The tables with which processes agree on the distribution of work; the cluster engine brings them with it. */
const cluster = Migrator.make({})({
  table: "cluster_runner_migrations",
  loader: SqlRunnerStorage.migrations({})
})

const grants = Effect.flatMap(grantToServers, (granted) =>
  granted ? Effect.void : Effect.logWarning(
    `The role ${serverRole} does not exist and this user may not create it, so servers must connect as the owner of the ` +
      "tables. docs/administrator-documentation/database.md describes how to change that"
  ))

/** Raised when the database contains tables of another program: the two sets of tables could not be separated again. */
export class ForeignDatabase extends Schema.TaggedError<ForeignDatabase>()("ForeignDatabase", {
  database: Schema.String,
  tables: Schema.Array(Schema.String)
}) {
  override readonly message =
    `The database ${this.database} holds tables of another program (${this.tables.join(", ")}): ` +
    "give Wristbank a database of its own (create database wristbank)"
}

/** Tables and views that belong to no extension; a few are enough to recognise their program. */
const tablesOfOthers = (sql: SqlClient.SqlClient) =>
  sql<
    { database: string; name: string }
  >`select current_database() as database, format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname <> 'information_schema' and nspname !~ '^pg_'
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by nspname, relname limit 3`

const isOurs = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ ours: boolean }>`select to_regclass('wristbank_migration') is not null as ours`
  return found?.ours === true
})

const refuseForeign = Effect.gen(function*() {
  if (yield* isOurs) return
  const found = yield* tablesOfOthers(yield* SqlClient.SqlClient)
  const [first] = found
  // Another process may be running the first migration at this moment: then the database is ours after all.
  if (first === undefined || (yield* isOurs)) return
  return yield* new ForeignDatabase({ database: first.database, tables: found.map(({ name }) => name) })
})

/**
 * Migrates the database to the schema of this version and returns the migrations that ran. Each is a transaction of its own.
 * Two processes may do it at once. Fails as `ForeignDatabase`, without a change, if the database is neither empty nor ours.
 */
export const migrate = Effect.gen(function*() {
  yield* refuseForeign
  const ran = yield* runAll(migrations)
  yield* cluster
  yield* grants
  return ran
})

/** The migrations that have not run on the database yet. */
export const pending = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  if (!(yield* isOurs)) return names
  const done = yield* sql<{ migration_id: number }>`select migration_id from wristbank_migration`
  const ids = new Set(done.map((row) => row.migration_id))
  return names.filter((name) => !ids.has(Number(name.slice(0, 4))))
})
