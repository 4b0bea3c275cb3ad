import { Effect } from "effect"
import { chmod, mkdtemp, readdir, realpath, rm, statfs } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { attempt } from "./EmbeddedPostgresError.ts"
import { tenantOf } from "./Ownership.ts"

/** The names of temporary folders, with the id of the process that made them. */
const nameOf = (pid: number) => `wristbank-postgres-${pid}-`
const named = /^wristbank-postgres-(\d+)-/

/** The place of PostgreSQL's data in a temporary folder. */
export const dataIn = (folder: string) => join(folder, "postgres")

/** The file system that Linux keeps in memory. Other systems have no such folder. */
const inMemory = "/dev/shm"

/** Bytes that must be free in the file system in memory, and in memory itself: far more than the tests write. */
const roomNeeded = 4 * 2 ** 30

const hasRoom = (folder: string): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => Math.min(bavail * bsize, process.availableMemory()) >= roomNeeded,
    () => false
  )

/** A folder that every account can enter, in memory where there is room. It is removed with the scope. */
export const make = Effect.acquireRelease(
  attempt("A temporary folder can't be created", async () => {
    const parent = await hasRoom(inMemory) ? inMemory : tmpdir()
    const created = await realpath(await mkdtemp(join(parent, nameOf(process.pid))))
    await chmod(created, 0o711)
    return created
  }),
  (created) => Effect.promise(() => remove(created))
)

/**
 * Removes the temporary folders of processes that were killed, below these folders. One whose PostgreSQL still runs stays,
 * and so does one that another account made.
 */
export const removeAbandoned = Effect.fnUntraced(function*(parents: ReadonlyArray<string> = [inMemory, tmpdir()]) {
  for (const parent of parents) {
    for (const name of yield* Effect.promise(() => readdir(parent).catch(() => []))) {
      const pid = Number(named.exec(name)?.[1])
      if (!(pid > 0) || isAlive(pid)) continue
      const folder = join(parent, name)
      if ((yield* tenantOf(dataIn(folder))).kind !== "none") continue
      yield* Effect.promise(() => remove(folder).catch(() => undefined))
    }
  }
})

const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 3 })

/** Whether a process with this id runs. A process of another account may not be signalled, but it runs. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH")
  }
}
