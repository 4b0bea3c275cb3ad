import { WorkDone } from "@wristbank/core/primitives/WorkDone"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { chown, mkdir, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import type { Account } from "./Account.ts"
import { logFilesIn } from "./Archive.ts"
import { bytesIn, copyFolder, type Copying, copyOne, mebibytes, syncFolder, writeDurably } from "./DurableCopy.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The description of a copy of the whole data folder, which has the part of the log that makes it consistent. */
const Description = Schema.Struct({
  /** The earliest moment to which it can be brought, as ISO 8601 in UTC. */
  finishedAt: Schema.String,
  /** Its first file of the log. It needs none of those before. */
  firstLogFile: Schema.String,
  files: Schema.Int,
  bytes: Schema.Int
})

/** A complete backup. */
export interface BaseBackup extends Schema.Schema.Type<typeof Description> {
  readonly folder: string
}

const DescriptionText = Schema.fromJsonString(Description)
const descriptionFile = "wristbank.backup.json"

/** Folders whose content PostgreSQL makes anew at each start, or must not find in a copy (its manual, "Base Backup"). */
const emptied = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal"
])
const leftOut = new Set(["postmaster.pid", "postmaster.opts", "wristbank.owner", "backup_label", "tablespace_map"])

/** Says where the log goes on, so it is copied after all else. */
const control = join("global", "pg_control")

/** The folder of the base backups in a folder of backups. */
export const basesIn = (backups: string): string => join(backups, "base")

/**
 * Copies the data folder of a server that is in use to a new folder of `bases` that is named after its moment. `sql` must have
 * one connection, of a superuser. The folder gets its name when it is complete and on the disk.
 */
export const baseBackup = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, dataFolder: string, bases: string) {
  yield* answered("A backup can't begin", sql`SET statement_timeout = 0`)
  // PostgreSQL keeps the log from here on until the connection ends.
  yield* answered(
    "The log can't be kept, perhaps because another backup is under way",
    sql`SELECT slot_name FROM pg_create_physical_replication_slot('wristbank_backup', true, true)`
  )
  const [begun] = yield* answered(
    "PostgreSQL did not begin the backup",
    sql<{ file: string }>`SELECT pg_walfile_name(pg_backup_start('wristbank', true)) AS file`
  )
  const draft = join(bases, ".draft")
  const report = yield* bytesDone
  const copied = yield* attempt("The data can't be copied", async () => {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const copying: Copying = {
      inUse: true,
      empties: (path) => emptied.has(path),
      leavesOut: (path, name) =>
        path === control || leftOut.has(name) || name === "pg_internal.init" || name.startsWith("pgsql_tmp")
    }
    const total = await bytesIn(dataFolder, copying)
    const { bytes, files } = await copyFolder(dataFolder, draft, { ...copying, copied: (done) => report(done, total) })
    return { bytes: bytes + await copyOne(join(dataFolder, control), join(draft, control)), files: files + 1 }
  })
  const [ended] = yield* answered(
    "PostgreSQL did not end the backup",
    sql<{ label: string; file: string; at: string }>`
      SELECT labelfile AS label, pg_walfile_name(lsn) AS file,
             to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
      FROM pg_backup_stop(wait_for_archive => false)`
  )
  const { at: finishedAt, file: lastLogFile, label } = ended!
  const firstLogFile = begun!.file
  const log = join(dataFolder, "pg_wal")
  const needed = (yield* logFilesIn(log)).filter((name) => firstLogFile <= name && name <= lastLogFile)
  const folder = join(bases, finishedAt.replaceAll(":", "-"))
  return yield* attempt("The backup can't be completed", async () => {
    let bytes = copied.bytes
    for (const name of needed) bytes += await copyOne(join(log, name), join(draft, "pg_wal", name))
    const description = { finishedAt, firstLogFile, files: copied.files + needed.length, bytes }
    await writeDurably(join(draft, "backup_label"), label)
    await writeDurably(join(draft, descriptionFile), Schema.encodeSync(DescriptionText)(description))
    await rename(draft, folder)
    await syncFolder(bases)
    return { ...description, folder } satisfies BaseBackup
  })
})

const answered = <A, E>(what: string, query: Effect.Effect<A, E>) =>
  Effect.mapError(query, (cause) => new EmbeddedPostgresError({ message: what, cause }))

/** The complete backups of a folder, the oldest first. */
export const readBases = (bases: string): Effect.Effect<ReadonlyArray<BaseBackup>, EmbeddedPostgresError> =>
  attempt(`The backups in ${bases} can't be read`, async () => {
    const names = await readdir(bases).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error))
    const complete = names.filter((name) => !name.startsWith(".")).toSorted()
    return Promise.all(complete.map(async (name) => {
      const folder = join(bases, name)
      const text = await readFile(join(folder, descriptionFile), "utf8")
      return { folder, ...Schema.decodeUnknownSync(DescriptionText)(text) }
    }))
  })

/** Copies a backup to a folder, ready for a start that repeats the log. */
export const unpack = Effect.fnUntraced(function*(backup: BaseBackup, folder: string, owner: Account) {
  const report = yield* bytesDone
  yield* attempt(`The backup can't be copied to ${folder}`, async () => {
    await mkdir(folder, { mode: 0o700 })
    await copyFolder(backup.folder, folder, {
      owner,
      leavesOut: (path) => path === descriptionFile,
      copied: (done) => report(done, backup.bytes)
    })
    await writeDurably(join(folder, "recovery.signal"), "")
    if (owner === undefined) return
    for (const path of [folder, join(folder, "recovery.signal")]) await chown(path, owner.uid, owner.gid)
  })
})

/** Reports bytes as mebibytes, which somebody can read. */
const bytesDone = Effect.gen(function*() {
  const workDone = yield* WorkDone
  const context = yield* Effect.context<never>()
  return (done: number, total: number) =>
    void Effect.runForkWith(context)(workDone(mebibytes(Math.min(done, total)), mebibytes(total)))
})
