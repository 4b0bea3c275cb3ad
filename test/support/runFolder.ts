import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, rename } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { inject } from "vitest"
import { onServer } from "./database.ts"

/**
 * A new folder that every account can enter, for a PostgreSQL of a test's own. It is in memory where there is room, as
 * flushing thousands of files to a disk takes longer than most tests. The run removes what a test leaves there.
 */
export const runFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(inject("runFolder"), "test-"))
  await chmod(folder, 0o711)
  return folder
}

/**
 * The environment variable with which Node keeps what it compiled for the other processes of a run. Without it, programs that run from
 * their sources compile more than a thousand files each: they start in half of the time.
 */
export const compiledOnce = () => ({ NODE_COMPILE_CACHE: join(inject("runFolder"), "compiled") })

/**
 * A folder that is made once in a run, by the test that asks for it first. Tests copy it. Its content must not name its path.
 */
export const preparedFolder = (name: string, make: (folder: string) => Promise<void>): Promise<string> =>
  Effect.runPromise(onServer((sql) =>
    Effect.gen(function*() {
      // Held until this connection ends: the others wait for the first.
      yield* sql`SELECT pg_advisory_lock(hashtext(${name}))`
      return yield* Effect.promise(async () => {
        const folder = join(inject("runFolder"), name)
        if (existsSync(folder)) return folder
        const draft = await runFolder()
        await make(draft)
        await rename(draft, folder)
        return folder
      })
    })
  ))

/** Copies a folder to a path where nothing is yet. Files keep their owner, which may be PostgreSQL's account. */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)("cp", ["-a", from, to])
}
