// A build is made beside the current one and becomes current by the rename of one small file, so neither an interrupted
// build nor a process that starts at the same moment sees half of it.
import { randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join, relative } from "node:path"
import { type Builds, root } from "./built.js"

interface Making {
  /** Makes the build in a folder and returns the absolute paths of its files elsewhere, which its stamp must cover. */
  readonly make: (folder: string) => Promise<ReadonlyArray<string>>
  /** Whether a running process may still load files of an old build. */
  readonly isInUse?: (folder: string) => Promise<boolean>
}

/** Makes a build and lets it become the current one, unless the sources changed meanwhile. */
export const publishBuild = async ({ builds, stampOf }: Builds, { isInUse, make }: Making) => {
  await mkdir(builds, { recursive: true })
  const folder = randomUUID()
  const path = join(builds, folder)
  try {
    const before = stampOf([])
    const elsewhere = (await make(path)).map((file) => relative(root, file))
    if (stampOf([]) !== before) throw new Error("The sources changed during the build; start again.")
    const draft = join(builds, `${folder}.stamp`)
    await writeFile(draft, JSON.stringify({ folder, stamp: stampOf(elsewhere), elsewhere }))
    const previous = await readFile(join(builds, ".stamp"), "utf8").then(JSON.parse).catch(() => undefined)
    await rename(draft, join(builds, ".stamp"))
    await removeOldBuilds(builds, [folder, previous?.folder], isInUse)
  } catch (error) {
    await rm(path, { recursive: true, force: true })
    throw error
  }
}

/** A build that another process began this many milliseconds ago may still be under way, or be loaded by a process. */
const mayBeInUse = 10 * 60_000

// The previous build stays as well: a process that read the name of it a moment ago is about to load it.
const removeOldBuilds = async (builds: string, kept: ReadonlyArray<string>, isInUse: Making["isInUse"]) => {
  for (const name of await readdir(builds)) {
    if (name === ".stamp" || kept.includes(name)) continue
    const path = join(builds, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs >= Date.now() - mayBeInUse || await isInUse?.(path)) continue
    await rm(path, { recursive: true, force: true })
  }
}
