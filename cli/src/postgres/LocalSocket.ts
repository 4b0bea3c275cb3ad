import { Effect } from "effect"
import { chmod, chown, mkdir, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import type { Account } from "./Account.ts"

/** Bytes that the path of a socket may have on Linux and macOS, without the name that PostgreSQL gives it. */
const longestPath = 103 - "/.s.PGSQL.65535".length

/**
 * The folder of the socket through which servers of this machine reach PostgreSQL, beside its data folder: a sale takes an
 * eighth less processor time than over TCP. `undefined` where the system, the length of the path, or the disk allows none.
 */
export const socketFolder = (dataFolder: string, account: Account): Effect.Effect<string | undefined> => {
  const folder = `${dataFolder}.socket`
  if (process.platform === "win32" || Buffer.byteLength(folder) > longestPath) return Effect.succeed(undefined)
  return Effect.tryPromise(async () => {
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
    if (account !== undefined) await chown(folder, account.uid, account.gid)
    await listenOnce(join(folder, ".s.PGSQL.try"))
    return folder
  }).pipe(
    Effect.catch((reason) => Effect.as(Effect.logDebug("PostgreSQL is reached over TCP", reason), undefined))
  )
}

/** Some disks, such as those that a virtual machine shares with its host, hold no sockets; PostgreSQL would not start there. */
const listenOnce = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(path, () => server.close(() => resolve()))
  })
}
