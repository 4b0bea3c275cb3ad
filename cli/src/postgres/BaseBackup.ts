import { WorkDone } from "@wristbank/core/base/WorkDone"
import { baseNameOf } from "@wristbank/core/sql/BaseCopy"
import { Effect, Result, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { chown, mkdir, readdir, readFile, realpath, rename, rm } from "node:fs/promises"
import { dirname, join, relative } from "node:path"
import type { Account } from "./Account.ts"
import { archiveIn, archiveSettings, logFilesIn } from "./Archive.ts"
import type { OwnLog } from "./ArchivedLog.ts"
import { faultsOfFiles, type ListedFile, listedIn, manifestFile, manifestText } from "./BackupManifest.ts"
import {
  bytesIn,
  copyFolder,
  type Copying,
  copyOne,
  digestOf,
  mebibytes,
  syncFolder,
  writeDurably
} from "./DurableCopy.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { logFileBytes, logFileOf } from "./LogFile.ts"

/** The description of a copy of the whole data folder, which has the part of the log that makes it consistent. */
const Description = Schema.Struct({
  /** The earliest moment to which it can be brought, as ISO 8601 in UTC. */
  finishedAt: Schema.String,
  /** Its first file of the log. It needs none of those before. */
  firstLogFile: Schema.String,
  files: Schema.Int,
  bytes: Schema.Int,
  /** For checks before a restore. */
  log: Schema.Struct({
    /** Whether PostgreSQL copied its log beside the backup. */
    archived: Schema.Boolean,
    /** The SHA-256 of each file of the log that the backup has. */
    sums: Schema.Record(Schema.String, Schema.String)
  })
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
const leftOut = new Set([
  "postmaster.pid",
  "postmaster.opts",
  "wristbank.owner",
  "backup_label",
  "tablespace_map",
  manifestFile
])

/** The folder of the log in a backup, which a manifest leaves out. */
const logFolder = "pg_wal"

/** Says where the log goes on, so it is copied after all else. */
const control = join("global", "pg_control")

/** The folder of backups of a folder of base backups. */
const backupsOf = (bases: string): string => dirname(bases)

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
    sql<Begun>`
      SELECT lsn::text AS "from", pg_walfile_name(lsn) AS "firstLogFile", current_setting('archive_command') AS command,
             (SELECT system_identifier::text FROM pg_control_system()) AS "systemIdentifier"
      FROM pg_backup_start('wristbank', true) AS lsn`
  )
  const draft = join(bases, ".draft")
  const report = yield* reportedBytes
  const listed = new Map<string, ListedFile>()
  const copied = yield* attempt("The data can't be copied", async () => {
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const copying: Copying = {
      inUse: true,
      empties: (path) => emptied.has(path),
      leavesOut: (path, name) =>
        path === control || leftOut.has(name) || name === "pg_internal.init" || name.startsWith("pgsql_tmp"),
      listed: async (path) => void listed.set(path, await digestOf(join(draft, path)))
    }
    const total = await bytesIn(dataFolder, copying)
    const { bytes, files } = await copyFolder(dataFolder, draft, { ...copying, copied: (done) => report(done, total) })
    return { bytes: bytes + await copyOne(join(dataFolder, control), join(draft, control)), files: files + 1 }
  })
  const [ended] = yield* answered(
    "PostgreSQL did not end the backup",
    sql<Ended>`
      SELECT labelfile AS label, lsn::text AS "to", pg_walfile_name(lsn) AS "lastLogFile",
             to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finishedAt"
      FROM pg_backup_stop(wait_for_archive => false)`
  )
  return yield* completed({ dataFolder, bases, draft, listed, copied, begun: begun!, ended: ended! })
})

/** What PostgreSQL says of the begin of a backup. */
interface Begun {
  /** The place in the log from which it is to be repeated. */
  readonly from: string
  readonly firstLogFile: string
  /** The setting `archive_command`. */
  readonly command: string
  readonly systemIdentifier: string
}

/** What PostgreSQL says of the end of a backup. */
interface Ended {
  readonly label: string
  /** The place in the log up to which it must be repeated. */
  readonly to: string
  readonly lastLogFile: string
  readonly finishedAt: string
}

/** The parts of a backup that gets the rest and its name. */
interface Draft {
  readonly dataFolder: string
  readonly bases: string
  readonly draft: string
  readonly listed: Map<string, ListedFile>
  readonly copied: { readonly files: number; readonly bytes: number }
  readonly begun: Begun
  readonly ended: Ended
}

/** Adds the log, the description and the manifest to the copied files, and gives the folder its name. */
const completed = Effect.fnUntraced(function*({ bases, begun, copied, dataFolder, draft, ended, listed }: Draft) {
  const { command, firstLogFile, from, systemIdentifier } = begun
  const { finishedAt, label, lastLogFile, to } = ended
  const log = join(dataFolder, "pg_wal")
  const needed = (yield* logFilesIn(log)).filter((name) => firstLogFile <= name && name <= lastLogFile)
  const folder = join(bases, baseNameOf(finishedAt))
  return yield* attempt("The backup can't be completed", async () => {
    let bytes = copied.bytes
    const sums: Record<string, string> = {}
    for (const name of needed) {
      const copy = join(draft, logFolder, name)
      bytes += await copyOne(join(log, name), copy)
      sums[name] = (await digestOf(copy)).sha256
    }
    const archive = await realpath(archiveIn(backupsOf(bases))).catch(() => undefined)
    const archived = archive !== undefined && archiveSettings(archive)["archive_command"] === command
    const made = { finishedAt, firstLogFile, files: copied.files + needed.length, bytes }
    await writeDurably(join(draft, "backup_label"), label)
    const description = Schema.encodeSync(DescriptionText)({ ...made, log: { archived, sums } })
    await writeDurably(join(draft, descriptionFile), description)
    for (const path of [control, "backup_label", descriptionFile]) listed.set(path, await digestOf(join(draft, path)))
    const { timeline } = logFileOf(firstLogFile)
    const manifest = manifestText({ systemIdentifier, files: listed, log: { timeline, from, to } })
    await writeDurably(join(draft, manifestFile), manifest)
    await rename(draft, folder)
    await syncFolder(bases)
    return { ...made, folder } satisfies Omit<BaseBackup, "log">
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
      const description = Schema.decodeUnknownResult(DescriptionText)(text)
      if (Result.isFailure(description)) {
        throw new Error(`${descriptionFile} of ${name} is damaged; move ${folder} away`)
      }
      return { folder, ...description.success }
    }))
  })

/** The log that a backup brings. */
export const ownLogOf = ({ firstLogFile, log: { archived, sums } }: BaseBackup): OwnLog => ({
  firstLogFile,
  lastLogFile: Object.keys(sums).toSorted().at(-1) ?? firstLogFile,
  archived
})

/** What is wrong with the files of a backup, a sentence each. */
export const faultsOfBase = Effect.fnUntraced(function*({ bytes, folder, log }: BaseBackup) {
  const report = yield* reportedBytes
  return yield* attempt(`The backup in ${folder} can't be read`, async () => {
    const manifest = await readFile(join(folder, manifestFile), "utf8").catch(() => undefined)
    if (manifest === undefined) return [`${manifestFile} is missing`]
    const listed = listedIn(manifest)
    if (listed === undefined) return [`${manifestFile} is damaged`]
    let done = 0
    const found = new Map<string, ListedFile>()
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = relative(folder, join(entry.parentPath, entry.name))
      if (!entry.isFile() || path === manifestFile) continue
      const file = await digestOf(join(folder, path))
      found.set(path, file)
      report(done += file.bytes, bytes)
    }
    const bytesOf = (path: string) => found.get(path)?.bytes ?? logFileBytes
    const logged = Object.entries(log.sums).map(([name, sha256]) => [join(logFolder, name), sha256] as const)
    return faultsOfFiles(
      new Map([...listed, ...logged.map(([path, sha256]) => [path, { bytes: bytesOf(path), sha256 }] as const)]),
      found
    )
  })
})

/** Copies a backup to a folder, ready for a start that repeats the log. */
export const unpack = Effect.fnUntraced(function*(backup: BaseBackup, folder: string, owner: Account) {
  const report = yield* reportedBytes
  yield* attempt(`The backup can't be copied to ${folder}`, async () => {
    await mkdir(folder, { mode: 0o700 })
    await copyFolder(backup.folder, folder, {
      owner,
      leavesOut: (path) => path === descriptionFile || path === manifestFile,
      copied: (done) => report(done, backup.bytes)
    })
    await writeDurably(join(folder, "recovery.signal"), "")
    if (owner === undefined) return
    for (const path of [folder, join(folder, "recovery.signal")]) await chown(path, owner.uid, owner.gid)
  })
})

/** What reports bytes as mebibytes, which someone can read. */
export const reportedBytes = Effect.gen(function*() {
  const workDone = yield* WorkDone
  const context = yield* Effect.context<never>()
  return (done: number, total: number) =>
    void Effect.runForkWith(context)(workDone(mebibytes(Math.min(done, total)), mebibytes(total)))
})
