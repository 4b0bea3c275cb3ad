import { Effect } from "effect"
import { access, chown, mkdir, readdir, readFile, realpath, rename } from "node:fs/promises"
import { join } from "node:path"
import { type Account, canEnter } from "./Account.ts"
import type { ArchivedLog } from "./ArchivedLog.ts"
import { copyOne, digestOf, syncFolder, writeDurably } from "./DurableCopy.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { isHistory, isLogFile } from "./LogFile.ts"

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
    if (!isHistory(name) || await isThere(copy)) continue
    const [draft, sumDraft] = [join(archive, `.${name}.new`), join(archive, `.${sumOf(name)}.new`)]
    await writeDurably(sumDraft, `${(await digestOf(join(log, name))).sha256}  ${name}\n`)
    if (account !== undefined) await chown(sumDraft, account.uid, account.gid)
    await rename(sumDraft, join(archive, sumOf(name)))
    await copyOne(join(log, name), draft, account)
    await rename(draft, copy)
    await syncFolder(archive)
  }
}

/** The file with the checksum of a file of the archive, as `sha256sum --check` reads it. */
export const sumOf = (name: string): string => `${name}.sha256`

const isThere = (path: string) => access(path).then(() => true, () => false)

/**
 * Settings with which PostgreSQL copies each finished file of its log (16 MiB) to the archive, at least once a minute. A file
 * gets its name when it is complete and on the disk; PostgreSQL keeps it and tries again until the command succeeds. Its checksum
 * is there before, so a restore notices a file that was damaged or lost afterwards.
 */
export const archiveSettings = (archive: string): Readonly<Record<string, string>> => {
  const folder = quoted(archive)
  const [copy, sum] = [`${folder}/%f`, `${folder}/${sumOf("%f")}`]
  const [draft, sumDraft] = [`${folder}/.%f.new`, `${folder}/.${sumOf("%f")}.new`]
  return {
    archive_mode: "on",
    archive_timeout: "60s",
    // After a crash PostgreSQL may send a file again, which then must be the same. A percent sign is written as two.
    archive_command: `cmp -s "%p" ${copy} && sync ${folder} || (test ! -e ${copy}` +
      // Systems have one or the other.
      ` && sum=$({ sha256sum 2>/dev/null || shasum -a 256; } < "%p")` +
      ` && printf '%%s  %f\\n' "\${sum%%%% *}" > ${sumDraft} && sync ${sumDraft} && mv ${sumDraft} ${sum}` +
      ` && cp "%p" ${draft} && sync ${draft} && mv ${draft} ${copy} && sync ${folder})`
  }
}

/** Settings of a start that repeats the log from the archive: up to a moment (ISO 8601 in UTC), or all of it. */
export const recoverySettings = (archive: string, until: string | undefined): Readonly<Record<string, string>> => ({
  restore_command: `cp ${quoted(archive)}/%f "%p"`,
  recovery_target_action: "promote",
  log_startup_progress_interval: "1s",
  // No one reads before the moment is reached.
  hot_standby: "off",
  // This setting takes no Z.
  ...(until !== undefined && { recovery_target_time: until.replace(/Z$/, "+00") })
})

/** A path in a command of the shell in which PostgreSQL replaces what follows a percent sign. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll("%", "%%")}'`

/** The names of the files of the log in a folder, ascending: the timeline, then the place. */
export const logFilesIn = (folder: string) => Effect.map(namesIn(folder), (names) => names.filter(isLogFile).toSorted())

/** What a folder has of the log, with its checksums. */
export const readArchive = Effect.fnUntraced(function*(archive: string) {
  const names = yield* namesIn(archive)
  const texts = (wanted: ReadonlyArray<string>) =>
    attempt(`The folder ${archive} can't be read`, async () => {
      const found = new Map<string, string>()
      for (const name of wanted) found.set(name, await readFile(join(archive, name), "utf8"))
      return found
    })
  const sums = yield* texts(names.filter((name) => isSum.test(name)).toSorted())
  return {
    files: new Set(names.filter(isLogFile)),
    histories: yield* texts(names.filter(isHistory)),
    sums: new Map(Array.from(sums, ([name, text]) => [name.replace(isSum, ""), text.slice(0, 64)]))
  } satisfies ArchivedLog
})

const isSum = /\.sha256$/

const namesIn = (folder: string) =>
  attempt(
    `The folder ${folder} can't be read`,
    (): Promise<ReadonlyArray<string>> =>
      readdir(folder).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error))
  )
