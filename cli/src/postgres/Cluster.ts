import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { type Account, accountFor, canEnter, runAs } from "./Account.ts"
import type { Binaries } from "./Binaries.ts"
import { syncFolder } from "./DurableCopy.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { isFile, shelteredData, shelterFor } from "./Shelter.ts"

/** A data folder of PostgreSQL that is ready to be started. */
type Cluster = { readonly folder: string; readonly password: Redacted.Redacted }

const MAJOR_VERSION = "18"
const PASSWORD_FILE = "wristbank.password"

/** The place of the data: the wanted folder, or root's substitute when PostgreSQL can't enter it. */
export const locate = Effect.fnUntraced(function*(wantedFolder: string) {
  const parent = yield* attempt(`The folder ${dirname(wantedFolder)} can't be created`, async () => {
    await mkdir(dirname(resolve(wantedFolder)), { recursive: true, mode: 0o711 })
    return realpath(dirname(resolve(wantedFolder)))
  })
  const wanted = join(parent, basename(wantedFolder))
  const account = yield* accountFor(wanted)
  if (account === undefined) return { account, folder: wanted, notice: undefined }
  const shelter = yield* shelterFor(wanted)
  const [present, sheltered, reachable] = yield* Effect.all([
    isFile(join(wanted, "PG_VERSION")),
    isFile(join(shelter, "PG_VERSION")),
    canEnter(account, parent)
  ])
  if (present && !reachable) {
    return yield* new EmbeddedPostgresError({
      message: `PostgreSQL's account can't enter ${parent} any more, where its data lies. Let other users enter it ` +
        "(chmod o+x on it and on the folders above it)"
    })
  }
  if (present || (reachable && !sheltered)) return { account, folder: wanted, notice: undefined }
  return { account, folder: shelter, notice: `The data of ${wanted} lies in ${shelter}, where PostgreSQL can enter` }
})

/** Whether there is data in the wanted folder or in root's substitute; creates no folder. */
export const isThere = Effect.fnUntraced(function*(wantedFolder: string) {
  const parent = yield* Effect.promise(() => realpath(dirname(resolve(wantedFolder))).catch(() => undefined))
  if (parent === undefined) return false
  const wanted = join(parent, basename(wantedFolder))
  return (yield* isFile(join(wanted, "PG_VERSION"))) || (yield* shelteredData(wanted)) !== undefined
})

/** Creates the data folder when it is missing, and reads its password. */
export const prepare = Effect.fnUntraced(
  function*(folder: string, binaries: Binaries, account: Account, durable: boolean) {
    if (!(yield* isFile(join(folder, "PG_VERSION")))) yield* create(folder, binaries, account, durable)
    const version =
      (yield* attempt(`The data in ${folder} can't be read`, () => readFile(join(folder, "PG_VERSION"), "utf8"))).trim()
    if (version !== MAJOR_VERSION) {
      return yield* new EmbeddedPostgresError({
        message: `${folder} holds data of PostgreSQL ${version}; this version of Wristbank brings ${MAJOR_VERSION}. ` +
          "Carry it over with pg_upgrade, or set DATABASE_URL to a server that reads it"
      })
    }
    return { folder, password: yield* passwordOf(folder) } satisfies Cluster
  }
)

/** The password of the only user of a data folder. */
export const passwordOf = (folder: string) =>
  Effect.map(
    attempt(
      `The password of the database in ${folder} can't be read`,
      () => readFile(join(folder, PASSWORD_FILE), "utf8")
    ),
    (text) => Redacted.make(text.trim())
  )

/** For data that no one misses: every connection is opened without the thousands of rounds that protect a password. */
const temporaryFlags = ["--no-sync", "--no-data-checksums", "--set=scram_iterations=1"]

// The folder gets its final name last, so an interrupted creation leaves nothing that looks like data.
const create = Effect.fnUntraced(function*(folder: string, binaries: Binaries, account: Account, durable: boolean) {
  const draft = `${folder}.new`
  const passwordFile = `${folder}.new.password`
  yield* attempt(`The folder ${folder} can't be created`, async () => {
    const present = await readdir(folder).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error))
    if (present.length > 0) throw new Error("it holds files that are not PostgreSQL's")
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600, flush: durable })
    await chmod(passwordFile, 0o600)
    if (account === undefined) return
    await chown(draft, account.uid, account.gid)
    await chown(passwordFile, account.uid, account.gid)
  })
  yield* runAs(account, binaries.initdb, [
    `--pgdata=${draft}`,
    "--username=wristbank",
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(durable ? ["--data-checksums"] : temporaryFlags)
  ])
  yield* attempt(`The folder ${folder} can't be created`, async () => {
    await rename(passwordFile, join(draft, PASSWORD_FILE))
    if (durable) await syncFolder(draft)
    await rm(folder, { recursive: true, force: true })
    await rename(draft, folder)
    if (durable) await syncFolder(dirname(folder))
  })
})
