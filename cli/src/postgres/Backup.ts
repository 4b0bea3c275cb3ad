import { PgClient } from "@effect/sql-pg"
import { Configuration } from "@wristbank/core/base/Configuration"
import { variableOf } from "@wristbank/core/base/Settings"
import { basesIn } from "@wristbank/core/sql/BaseCopies"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rm } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Progress } from "../views/Progress.ts"
import { archiveIn, logFilesIn, sumOf } from "./Archive.ts"
import { type BaseBackup, baseBackup, readBases } from "./BaseBackup.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { attempt } from "./EmbeddedPostgresError.ts"

/** Raised when a backup or a restore makes no sense here; the message names the remedy. */
export class BackupImpossible
  extends Schema.TaggedError<BackupImpossible>()("BackupImpossible", { message: Schema.String })
{}

/** Fails for a database of the operator's own, which has tools of its own. */
export const requireEmbedded = Effect.gen(function*() {
  const { databaseUrl, dataDir } = yield* Configuration
  if (Option.isNone(databaseUrl)) return join(dataDir, "postgres")
  return yield* new BackupImpossible({
    message:
      `This is for the embedded PostgreSQL, but ${variableOf("databaseUrl")} names one of your own: back it up ` +
      "with its own tools (docs/administrator-documentation/backup.md)"
  })
})

/** The folder of backups: the given one, or the configured one. */
export const backupFolder = Effect.fnUntraced(function*(given: string | undefined, flag: string) {
  const { backupDir } = yield* Configuration
  const folder = given ?? Option.getOrUndefined(backupDir)
  if (folder !== undefined) return resolve(folder)
  return yield* new BackupImpossible({
    message: `Name the folder of backups with ${flag} or ${variableOf("backupDir")}`
  })
})

/** How a backup is made. */
export interface BackupRequest {
  /** The folder of backups; undefined for the configured one. */
  readonly to: string | undefined
  /** Backups that stay, with the new one; undefined for all. */
  readonly keep: number | undefined
}

/** Copies the embedded database to the folder of backups, while it is in use or not. */
export const backUp = Effect.fnUntraced(function*({ keep, to }: BackupRequest) {
  const folder = yield* requireEmbedded
  const backups = yield* backupFolder(to, "--to")
  const { backupDir } = yield* Configuration
  const progress = yield* Progress
  const server = yield* EmbeddedPostgres.joinOrOpen({
    folder,
    archive: Option.getOrUndefined(Option.map(backupDir, archiveIn))
  })
  const backup = yield* SqlClient.SqlClient.pipe(
    Effect.flatMap((sql) => baseBackup(sql, server.folder, basesIn(backups))),
    Effect.provide(PgClient.layer({ url: server.url, maxConnections: 1 })),
    progress.step("Copying the database")
  )
  const removed = keep === undefined ? 0 : yield* removeOld(backups, keep)
  return { ...backup, removed }
})

/** Removes all but the newest backups, and the log that only those needed. Returns how many backups went. */
export const removeOld = Effect.fnUntraced(function*(backups: string, keep: number) {
  const bases = yield* readBases(basesIn(backups))
  const kept = bases.slice(-keep)
  const old = bases.slice(0, bases.length - kept.length)
  const archive = archiveIn(backups)
  const firstLogFile = kept.map((base) => base.firstLogFile).toSorted()[0] ?? ""
  const unneeded = (yield* logFilesIn(archive)).filter((name) => name < firstLogFile)
  yield* attempt("Old backups can't be removed", async () => {
    for (const { folder } of old) await rm(folder, { recursive: true })
    for (const name of unneeded) {
      await rm(join(archive, name))
      await rm(join(archive, sumOf(name)), { force: true })
    }
  })
  return old.length
})

/** The newest backup that can be brought to a moment (ISO 8601 in UTC); the newest of all without one. */
export const backupFor = (bases: ReadonlyArray<BaseBackup>, until: string | undefined): BaseBackup | undefined =>
  bases.findLast(({ finishedAt }) => until === undefined || finishedAt <= until)
