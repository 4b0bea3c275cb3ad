import { PgClient } from "@effect/sql-pg"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { archiveIn, sumOf } from "@wristbank/cli/postgres/Archive"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { restore } from "@wristbank/cli/postgres/Restore"
import * as Progress from "@wristbank/cli/views/Progress"
import { Configuration } from "@wristbank/core/base/Configuration"
import { basesIn } from "@wristbank/core/sql/BaseCopies"
import { DateTime, Effect, Layer, Result, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import {
  chown,
  copyFile,
  cp,
  link as linkFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  truncate
} from "node:fs/promises"
import { join, relative } from "node:path"
import { runFolder } from "../support/runFolder.ts"
import { copiedData } from "./postgres/copiedData.ts"
import { runCommand } from "./runCommand.ts"

/** Rows that are written, each into a file of the log of its own. */
const rows = 6

let folder: string
/** A backup of a database with a row a file of the log. The tests damage copies of it. */
let whole: string
/** The files of the log that have the rows, in their order. */
let logFiles: ReadonlyArray<string>
/** The newest file of the log, which may be one that PostgreSQL closed when it ended. */
let newest: string
/** The moment after each row. */
let moments: ReadonlyArray<string>

beforeAll(async () => {
  folder = await runFolder()
  whole = join(folder, "whole")
  const data = join(folder, "original")
  const written = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    yield* Effect.promise(() => mkdir(data))
    const postgres = yield* Effect.promise(() => copiedData(join(data, "postgres")))
    const { url } = yield* start({ folder: postgres, archive: archiveIn(whole) })
    return yield* Effect.provide(writeRows(data), PgClient.layer({ url, maxConnections: 1 }))
  })))
  logFiles = written.map(({ file }) => file)
  newest = (await readdir(archiveIn(whole))).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted().at(-1) ?? ""
  moments = written.map(({ at }) => at)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const writeRows = Effect.fnUntraced(function*(data: string) {
  const sql = yield* SqlClient.SqlClient
  // The tables whose rows a restore counts.
  yield* sql`CREATE TABLE event (n int, at timestamptz)`
  yield* sql`CREATE TABLE ordr ()`
  yield* Effect.promise(async () => {
    const { code, stderr } = await runCommand(["backup", "--to", whole], inFolder(data))
    assert.strictEqual(code, 0, stderr)
  })
  const written = yield* Effect.forEach(Array.from({ length: rows }, (_, n) => n), (n) =>
    Effect.gen(function*() {
      yield* sql`INSERT INTO event VALUES (${n}, now())`
      const [row] = yield* sql<{ file: string; at: string }>`
        SELECT pg_walfile_name(pg_switch_wal()) AS file,
               to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`
      return row!
    }))
  // PostgreSQL copies them one after the other.
  yield* sql<{ last: string | null }>`SELECT last_archived_wal AS last FROM pg_stat_archiver`.pipe(
    Effect.flatMap(([archiver]) => archiver?.last === written.at(-1)!.file ? Effect.void : Effect.fail("not copied")),
    Effect.retry(Schedule.spaced("20 millis"))
  )
  return written
})

/** A command is run beside the data, as on a server of its own. */
const inFolder = (dataDir: string) => ({ cwd: folder, environment: { WRISTBANK_DATA_DIR: dataDir } })

let copies = 0

/** A second name for each file of a folder: copies of all these bytes would take most of the time. */
const link = async (from: string, to: string) => {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const place = join(to, relative(from, entry.parentPath))
    await mkdir(place, { recursive: true })
    if (entry.isFile()) await linkFile(join(entry.parentPath, entry.name), join(place, entry.name))
    else await mkdir(join(place, entry.name), { recursive: true })
  }
}

/** Makes a file of a damaged backup its own, so that the whole one stays whole. */
const own = async (path: string) => {
  const { gid, uid } = await stat(path)
  await copyFile(path, `${path}.own`)
  await chown(`${path}.own`, uid, gid)
  await rename(`${path}.own`, path)
}

/** A copy of the backup that is damaged. */
const damaged = async (damage: (paths: { readonly base: string; readonly log: string }) => Promise<unknown>) => {
  const backups = join(folder, `damaged${copies++}`)
  await link(whole, backups)
  const [base = ""] = await readdir(basesIn(backups))
  await damage({ base: join(basesIn(backups), base), log: archiveIn(backups) })
  return backups
}

/** Changes one byte in the middle of a file, or after a number of bytes. */
const spoil = async (path: string, at?: number) => {
  await own(path)
  const file = await open(path, "r+")
  try {
    const place = at ?? Math.floor((await file.stat()).size / 2)
    const byte = Buffer.alloc(1)
    await file.read(byte, 0, 1, place)
    await file.write(Buffer.from([byte[0]! ^ 0xff]), 0, 1, place)
  } finally {
    await file.close()
  }
}

/** Leaves the first 100 bytes of a file. */
const cutOff = async (path: string) => {
  await own(path)
  await truncate(path, 100)
}

let restores = 0

/** Restores to a new folder; returns what is said of it, with the number of rows there. */
const restored = async (backups: string, how: { readonly at?: string; readonly isIncomplete?: boolean } = {}) => {
  const dataDir = join(folder, `restored${restores++}`)
  const { at, isIncomplete = false } = how
  const request = { from: backups, at: at === undefined ? undefined : DateTime.makeUnsafe(at), isIncomplete }
  const services = Layer.merge(
    Configuration.layer({ flags: { dataDir }, environment: {}, file: undefined }),
    Progress.silent
  )
  return Effect.runPromise(Effect.result(
    restore(request).pipe(
      Effect.map(({ events, missing, newestLogFile }) => ({ missing, newestLogFile, rows: events })),
      Effect.provide(services),
      Effect.tapError(() =>
        Effect.promise(async () => assert.notInclude(await readdir(dataDir).catch(() => []), "postgres"))
      )
    )
  ))
}

/** The message with which a restore is refused, which leaves nothing. */
const refusal = async (...[backups, how]: Parameters<typeof restored>) => {
  const result = await restored(backups, how)
  if (Result.isSuccess(result)) throw new Error("It was restored")
  return result.failure.message
}

/** Is refused with a message that names what is wrong, and then restored as far as it reaches when told to. */
const refusedThenIncomplete = async (backups: string, wrong: string, reached: number) => {
  assert.include(await refusal(backups), wrong)
  const done = Result.getOrThrow(await restored(backups, { isIncomplete: true }))
  assert.strictEqual(done.rows, reached)
  assert.include(done.missing.join("; "), wrong)
  return done
}

it("a whole backup is restored to its newest state, and nothing is missing", async () => {
  const done = Result.getOrThrow(await restored(whole))
  assert.deepStrictEqual(done, { missing: [], newestLogFile: newest, rows })
})

it("a missing file of the log is named, in the middle and at the end, with or without its checksum", async () => {
  const middle = logFiles[2]!
  await refusedThenIncomplete(
    await damaged(({ log }) => Promise.all([middle, sumOf(middle)].map((name) => rm(join(log, name))))),
    `${middle} of the log is missing`,
    2
  )
  assert.include(await refusal(await damaged(({ log }) => rm(join(log, newest)))), `${newest} of the log is missing`)
  const none = await damaged(({ log }) => rm(log, { recursive: true }))
  assert.include(await refusal(none), "the log since the backup is missing")
})

it("a damaged file of the log is named, and a restore to a moment before it is whole", async () => {
  const backups = await damaged(({ log }) => spoil(join(log, logFiles[3]!), 100))
  await refusedThenIncomplete(backups, `${logFiles[3]} of the log is damaged`, 3)
  const before = Result.getOrThrow(await restored(backups, { at: moments[1]! }))
  assert.deepStrictEqual([before.rows, before.missing], [2, []])
  const after = await refusal(backups, { at: moments[4]! })
  assert.match(after, new RegExp(`before that moment: ${logFiles[3]} of the log is damaged`))
})

it("a log without its checksums is named, and its damage noticed by where the restore ends", async () => {
  const backups = await damaged(async ({ log }) => {
    for (const name of await readdir(log)) if (name.endsWith(".sha256")) await rm(join(log, name))
    await spoil(join(log, logFiles[2]!), 100)
  })
  const { missing } = await refusedThenIncomplete(backups, `the checksum of ${logFiles[2]} is missing`, 2)
  assert.include(missing.join(), "before its newest file")
})

it("a missing, damaged, cut-off or foreign file of the copy of the whole is named", async () => {
  const version = "PG_VERSION"
  for (
    const [wrong, damage] of [
      ["pg_xact/0000 is missing", (base) => rm(join(base, "pg_xact", "0000"))],
      ["pg_xact/0000 has 100 bytes instead of", (base) => cutOff(join(base, "pg_xact", "0000"))],
      [`${version} is damaged`, (base) => spoil(join(base, version), 0)],
      ["copy of PG_VERSION does not belong to it", (base) => cp(join(base, version), join(base, "copy of PG_VERSION"))],
      ["backup_manifest is missing", (base) => rm(join(base, "backup_manifest"))],
      ["backup_manifest is damaged", (base) => spoil(join(base, "backup_manifest"))]
    ] satisfies ReadonlyArray<readonly [string, (base: string) => Promise<void>]>
  ) assert.include(await refusal(await damaged(({ base }) => damage(base))), wrong)
})

it("the command ends with 3 after an incomplete restore, and says how far it reaches", async () => {
  const backups = await damaged(({ log }) => rm(join(log, logFiles[4]!)))
  const command = ["restore", "--from", backups, "--data-dir", join(folder, "by-command")]
  const refused = await runCommand(command, inFolder(folder))
  assert.deepStrictEqual([refused.code, refused.stdout], [1, ""])
  const { code, stdout } = await runCommand([...command, "--incomplete"], inFolder(folder))
  assert.strictEqual(code, 3)
  assert.include(stdout, `Incomplete: ${logFiles[4]} of the log is missing\n`)
  assert.match(stdout, /\nIt reaches 0\/\w+ of the log; bookings after \S+Z are missing\n/)
})
