import { Doctor } from "@wristbank/core/overview/Doctor"
import type { Diagnosis } from "@wristbank/core/overview/Invariants"
import { basesIn } from "@wristbank/core/sql/BaseCopies"
import * as Database from "@wristbank/core/sql/Database"
import { pending } from "@wristbank/core/sql/Migrations"
import { DateTime, Effect, Exit, References, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import type { ExpectedFailure } from "../shell/Remedies.ts"
import { Progress } from "../views/Progress.ts"
import { archiveIn } from "./Archive.ts"
import { isReached } from "./ArchivedLog.ts"
import { backupFolder, backupFor, BackupImpossible, requireEmbedded } from "./Backup.ts"
import { type BaseBackup, readBases, unpack } from "./BaseBackup.ts"
import * as Cluster from "./Cluster.ts"
import { syncFolder } from "./DurableCopy.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { attempt } from "./EmbeddedPostgresError.ts"
import { type Wholeness, wholenessOf } from "./Wholeness.ts"

/** What to restore. */
export interface RestoreRequest {
  /** The folder of backups; undefined for the configured one. */
  readonly from: string | undefined
  /** The moment whose state is restored; undefined for the newest that there is. */
  readonly at: DateTime.Utc | undefined
  /** Restores what there is when a part is missing or damaged. */
  readonly isIncomplete: boolean
}

/** What was restored. */
interface Restored {
  /** The data folder of PostgreSQL. */
  readonly folder: string
  /** The moment of the backup from which the log was repeated, as ISO 8601. */
  readonly backupOf: string
  /** The moment whose state it is, as ISO 8601: the one that was asked for, otherwise that of the last change. */
  readonly at: string
  /** The place in the log where the restore ended, such as 1/A000028. */
  readonly logPlace: string
  /** The newest file of the log that there was. */
  readonly newestLogFile: string
  /** What is missing or damaged, a sentence each; none if the restored state is the wanted one. */
  readonly missing: ReadonlyArray<string>
  /** How many events there are, archived ones included. */
  readonly events: number
  readonly orders: number
  /** The check of the ledger; null when the data has the schema of an earlier version, which `wristbank migrate` brings up to date. */
  readonly diagnosis: Diagnosis | null
}

/**
 * Restores the embedded database from a backup and the archived log, to a moment or to the newest state. The data folder must
 * have no database; it gets one when the restored one has started and was checked. Fails with `RestoreIncomplete` when a part is
 * missing or damaged, unless that is accepted.
 */
export const restore = Effect.fnUntraced(function*({ at, from, isIncomplete }: RestoreRequest) {
  const wanted = yield* requireEmbedded
  const backups = yield* backupFolder(from, "--from")
  const progress = yield* Progress
  if (yield* Cluster.isThere(wanted)) {
    return yield* new BackupImpossible({
      message: `${dirname(wanted)} has a database already. Move it away, or choose another --data-dir`
    })
  }
  const until = at === undefined ? undefined : DateTime.formatIso(at)
  const bases = yield* readBases(basesIn(backups))
  const base = backupFor(bases, until)
  if (base === undefined) return yield* new BackupImpossible({ message: noBase(backups, bases[0]?.finishedAt) })
  const archive = archiveIn(backups)
  const found = yield* wholenessOf(base, archive)
  // Whether damage of the log is before the moment shows when that is reached or not.
  const known = until === undefined ? [...found.ofBase, ...found.ofLog] : found.ofBase
  if (known.length > 0 && !isIncomplete) {
    return yield* new RestoreIncomplete({ message: refusal(base, known, base !== bases[0]) })
  }
  const { account, folder } = yield* Cluster.locate(wanted)
  const draft = `${folder}.restored`
  const remove = attempt(`${draft} can't be removed`, () => rm(draft, { recursive: true, force: true }))
  return yield* Effect.gen(function*() {
    yield* remove
    yield* unpack(base, draft, account).pipe(progress.step("Copying the backup"))
    const { lastChange, logPlace, ...counted } = yield* Effect.scoped(repeatLog(draft, archive, until)).pipe(
      Effect.mapError((error) => until === undefined ? error : asTooLate(error, archive, found.ofLog))
    )
    const end = until === undefined ? endFault(logPlace, found) : []
    if (end.length > 0 && !isIncomplete) {
      return yield* new RestoreIncomplete({ message: refusal(base, end, base !== bases[0]) })
    }
    yield* attempt(`${draft} can't be renamed`, async () => {
      await rename(draft, folder)
      await syncFolder(dirname(folder))
    })
    return {
      folder,
      backupOf: base.finishedAt,
      at: until ?? lastChange ?? base.finishedAt,
      logPlace,
      newestLogFile: found.newest,
      missing: [...known, ...end],
      ...counted
    } satisfies Restored
  }).pipe(Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.ignore(remove)))
})

/** Raised when a restore would lack something that was copied. The message names it. */
class RestoreIncomplete
  extends Schema.TaggedError<RestoreIncomplete>()("RestoreIncomplete", { message: Schema.String })
{}

const refusal = ({ finishedAt, folder }: BaseBackup, faults: ReadonlyArray<string>, hasOlder: boolean): string => {
  const first = faults.slice(0, 10)
  const more = faults.length > first.length ? [`and ${faults.length - first.length} more`] : []
  return `The restore would be incomplete. From the backup of ${finishedAt} on: ${[...first, ...more].join("; ")}. ` +
    "Nothing was restored. Look for a whole copy of these files" +
    (hasOlder ? `, or move ${folder} away to begin with an older backup` : "") +
    ". With --incomplete it restores what comes before them, and says how far that reaches"
}

/** PostgreSQL ends a restore without an error at the first record that it can't read. */
const endFault = (logPlace: string, { newest, ofLog }: Wholeness): ReadonlyArray<string> =>
  isReached(logPlace, newest)
    ? []
    : [
      `the log ends at ${logPlace}, before its newest file, ${newest}${
        ofLog.length > 0 ? "" : ", as one between them is damaged"
      }`
    ]

const noBase = (backups: string, oldest: string | undefined) =>
  oldest === undefined
    ? `There is no backup in ${backups}`
    : `The oldest backup in ${backups} is of ${oldest}, so no earlier moment can be restored`

/** PostgreSQL ends when the log ends before the moment. */
const asTooLate = <E extends ExpectedFailure>(error: E, archive: string, faults: ReadonlyArray<string>) => {
  if (!error.message.includes("recovery ended before configured recovery target")) return error
  const last = /last completed transaction was at log time (\S+ \S+)/.exec(error.message)?.[1]
  const end = last === undefined ? "with the backup" : `at ${DateTime.formatIso(DateTime.makeUnsafe(`${last}:00`))}`
  return new BackupImpossible({
    message: `What ${archive} has of the log ends ${end}, before that moment` +
      (faults.length > 0 ? `: ${faults.join("; ")}` : "") + ". Leave out --at for the newest state"
  })
}

/** Starts PostgreSQL on the copy, which repeats the log until the moment, counts what is there, and checks the ledger. */
const repeatLog = Effect.fnUntraced(function*(folder: string, archive: string, until: string | undefined) {
  const progress = yield* Progress
  const server = yield* EmbeddedPostgres.recover({ folder, archive, until }).pipe(
    // Its warnings are part of the error.
    Effect.provideService(References.MinimumLogLevel, "None"),
    progress.step("Repeating what was written since")
  )
  const check = Effect.gen(function*() {
    const counts = yield* contents
    if ((yield* pending).length > 0) return { ...counts, diagnosis: null }
    const diagnosis = yield* Effect.provide(Doctor.use((doctor) => doctor.diagnose(20)), Doctor.layer)
    return { ...counts, diagnosis }
  })
  return yield* Effect.provide(check, Database.layer({ url: server.url, connections: 2 })).pipe(
    progress.step("Checking the ledger")
  )
})

/** What stands in a restored database, and when it was last changed; null if nothing was repeated since the backup. */
const contents = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [server] = yield* sql<{ lastChange: string | null; logPlace: string | null; isEmpty: boolean }>`
    select pg_last_wal_replay_lsn()::text as "logPlace",
      to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastChange",
      to_regclass('ordr') is null as "isEmpty"`
  const { isEmpty = true, lastChange = null } = server ?? {}
  const logPlace = server?.logPlace ?? "0/0"
  // A backup may be from before the first migration.
  if (isEmpty) return { lastChange, logPlace, events: 0, orders: 0 }
  const [counted] = yield* sql<{ events: bigint; orders: bigint }>`
    select (select count(*) from event) as events, (select count(*) from ordr) as orders`
  return { lastChange, logPlace, events: Number(counted?.events), orders: Number(counted?.orders) }
})
