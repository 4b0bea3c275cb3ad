import { Effect } from "effect"
import { access, chown, mkdir, readdir, realpath } from "node:fs/promises"
import { join } from "node:path"
import { type Account, canEnter } from "./Account.ts"
import { copyOne, syncFolder } from "./DurableCopy.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The folder of the write-ahead log in a folder of backups. PostgreSQL itself writes to it, as its account. */
export const archiveIn = (backups: string): string => join(backups, "wal")

/** Creates the archive of a data folder, which must be where PostgreSQL's account can write. */
export const prepareArchive = Effect.fnUntraced(function*(archive: string, dataFolder: string, account: Account) {
  const folder = yield* attempt(`The folder ${archive} can't be created`, async () => {
    await mkdir(archive, { recursive: true, mode: account === undefined ? 0o700 : 0o711 })
    if (account !== undefined) await chown(archive, account.uid, account.gid)
    await copyHistory(join(dataFolder, "pg_wal"), archive, account)
    return realpath(archive)
  })
  if (account === undefined || (yield* canEnter(account, folder))) return folder
  return yield* new EmbeddedPostgresError({
    message: `PostgreSQL's account can't enter ${folder}. Let other users enter the folders above it (chmod o+x), or ` +
      "choose another folder for backups"
  })
})

/**
 * A restored database goes on in a new timeline. Its history says where it left the earlier one; without it in the archive, a
 * later restore would follow the earlier one. The restore itself writes nothing to the archive.
 */
const copyHistory = async (log: string, archive: string, account: Account) => {
  for (const name of await readdir(log)) {
    const copy = join(archive, name)
    if (!/^[0-9A-F]{8}\.history$/.test(name) || await isThere(copy)) continue
    await copyOne(join(log, name), copy, account)
    await syncFolder(archive)
  }
}

const isThere = (path: string) => access(path).then(() => true, () => false)

/**
 * Settings with which PostgreSQL copies each finished file of its log (16 MiB) to the archive, at least once a minute. A file
 * gets its name when it is complete and on the disk; PostgreSQL keeps it and tries again until the command succeeds.
 */
export const archiveSettings = (archive: string): Readonly<Record<string, string>> => {
  const [copy, draft] = ["%f", ".%f.new"].map((name) => `${quoted(archive)}/${name}`)
  return {
    archive_mode: "on",
    archive_timeout: "60s",
    // After a crash PostgreSQL may send a file again, which then must be the same.
    archive_command: `cmp -s "%p" ${copy} || ` +
      `(test ! -e ${copy} && cp "%p" ${draft} && sync ${draft} && mv ${draft} ${copy})`
  }
}

/** Settings of a start that repeats the log from the archive: up to a moment (ISO 8601 in UTC), or all of it. */
export const recoverySettings = (archive: string, until: string | undefined): Readonly<Record<string, string>> => ({
  restore_command: `cp ${quoted(archive)}/%f "%p"`,
  recovery_target_action: "promote",
  log_startup_progress_interval: "1s",
  // Nobody reads before the moment is reached.
  hot_standby: "off",
  // This setting takes no Z.
  ...(until !== undefined && { recovery_target_time: until.replace(/Z$/, "+00") })
})

/** A path in a command of the shell in which PostgreSQL replaces what follows a percent sign. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`

/** The names of the files of the log in a folder, ascending: the timeline, then the place. */
export const logFilesIn = (folder: string) =>
  attempt(`The folder ${folder} can't be read`, async () => {
    const names = await readdir(folder).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error))
    return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  })
