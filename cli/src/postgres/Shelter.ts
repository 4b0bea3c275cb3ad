import { Effect } from "effect"
import { createHash } from "node:crypto"
import { chmod, lstat, mkdir, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/**
 * Folders where root keeps programs and data when PostgreSQL's account can't enter the wanted folder. The folder for state
 * comes first, because some systems empty the temporary one. It must belong to root alone, or another user could plant
 * programs and data in it.
 */
const candidates = () => [join("/var/lib", "wristbank"), join(tmpdir(), "wristbank")]

/** The substitute of a wanted folder: the same at every start, and the one with data if there is one. */
export const shelterFor = Effect.fnUntraced(function*(wanted: string) {
  return (yield* shelteredData(wanted)) ?? join(yield* sharedFolder, nameFor(wanted))
})

/** The substitute folder that contains data; `undefined` when there is none. */
export const shelteredData = Effect.fnUntraced(function*(wanted: string) {
  for (const base of candidates()) {
    const folder = join(base, nameFor(wanted))
    if ((yield* isFile(join(folder, "PG_VERSION"))) && (yield* isOwn(base))) return folder
  }
  return undefined
})

const nameFor = (wanted: string) => createHash("sha256").update(wanted).digest("hex").slice(0, 16)

/** The first candidate that belongs to root; created when missing. */
export const sharedFolder = Effect.gen(function*() {
  for (const base of candidates()) {
    if (yield* isOwn(base)) return base
  }
  return yield* new EmbeddedPostgresError({
    message: `PostgreSQL's account can't enter this folder, and neither ${candidates().join(" nor ")} can be used ` +
      "instead. Choose a --data-dir that other users can enter"
  })
})

/** Whether the file exists. */
export const isFile = (path: string): Effect.Effect<boolean> =>
  Effect.promise(() => stat(path).then((found) => found.isFile(), () => false))

const isOwn = (folder: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    try {
      await mkdir(folder, { recursive: true })
      const found = await lstat(folder)
      if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) return false
      await chmod(folder, 0o711)
      return true
    } catch {
      return false
    }
  })
