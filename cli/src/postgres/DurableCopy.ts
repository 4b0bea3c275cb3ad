import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { chown, copyFile, mkdir, open, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Account } from "./Account.ts"
import type { ListedFile } from "./BackupManifest.ts"

/** How a folder is copied. Paths are below the folder. */
export interface Copying {
  readonly leavesOut?: (path: string, name: string) => boolean
  /** Folders of which only the folder is made. */
  readonly empties?: (path: string) => boolean
  /** The source is in use: a file that is gone when its turn comes is left out. */
  readonly inUse?: boolean
  /** The owner of the copy; by default the user who copies. */
  readonly owner?: Account
  /** Takes the bytes that are copied so far, after each file. */
  readonly copied?: (bytes: number) => void
  /** Is called with each file when its copy is on the disk. */
  readonly listed?: (path: string) => Promise<void>
}

/** Files and bytes that were copied. */
export interface Copied {
  readonly files: number
  readonly bytes: number
}

/** Copies a folder with everything below it to a folder that exists, and returns when it is on the disk. */
export const copyFolder = async (from: string, to: string, copying: Copying = {}): Promise<Copied> => {
  const { copied, empties, inUse = false, leavesOut, listed, owner } = copying
  const unlessGone = (error: NodeJS.ErrnoException): undefined => {
    if (inUse && error.code === "ENOENT") return undefined
    throw error
  }
  let files = 0
  let bytes = 0
  const copyBelow = async (folder: string): Promise<void> => {
    const entries = await readdir(join(from, folder), { withFileTypes: true }).catch(unlessGone)
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name)
      if (leavesOut?.(path, entry.name) === true) continue
      if (entry.isDirectory()) {
        await mkdir(join(to, path), { mode: 0o700 })
        if (empties?.(path) !== true) await copyBelow(path)
        if (owner !== undefined) await chown(join(to, path), owner.uid, owner.gid)
        continue
      }
      const size = await copyOne(join(from, path), join(to, path), owner).catch(unlessGone)
      if (size === undefined) continue
      await listed?.(path)
      files++
      bytes += size
      copied?.(bytes)
    }
    await syncFolder(join(to, folder))
  }
  await copyBelow("")
  return { files, bytes }
}

/** The bytes that copying a folder would copy. */
export const bytesIn = async (from: string, { empties, leavesOut }: Copying = {}): Promise<number> => {
  const ofFile = (path: string) => stat(join(from, path)).then(({ size }) => size, () => 0)
  const below = async (folder: string): Promise<number> => {
    let bytes = 0
    for (const entry of await readdir(join(from, folder), { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name)
      if (leavesOut?.(path, entry.name) === true) continue
      if (!entry.isDirectory()) bytes += await ofFile(path)
      else if (empties?.(path) !== true) bytes += await below(path)
    }
    return bytes
  }
  return below("")
}

/** Bytes in a unit that someone can read, rounded up. */
export const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

/** Copies a file, by reference where the file system can, and returns its size when it is on the disk. */
export const copyOne = async (from: string, to: string, owner?: Account): Promise<number> => {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, "r+")
  try {
    await file.chmod(0o600)
    if (owner !== undefined) await file.chown(owner.uid, owner.gid)
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/**
 * The size and the SHA-256 of a file. It is read in parts of at most a mebibyte, and a small one in a small part: data folders have
 * a thousand files of some kilobytes, and a large buffer for each would keep the garbage collector busy longer than the reading.
 */
export const digestOf = async (path: string): Promise<ListedFile> => {
  const hash = createHash("sha256")
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = Buffer.allocUnsafe(Math.min(size + 1, 2 ** 20))
    let bytes = 0
    for (let at = -1; at !== bytes;) {
      at = bytes
      const { bytesRead } = await file.read(part)
      hash.update(part.subarray(0, bytesRead))
      bytes += bytesRead
    }
    return { bytes, sha256: hash.digest("hex") }
  } finally {
    await file.close()
  }
}

/** Writes a text that only its owner can read, and returns when it is on the disk. */
export const writeDurably = (path: string, text: string) => writeFile(path, text, { flush: true, mode: 0o600 })

/** Returns when the names in a folder are on the disk. */
export const syncFolder = async (folder: string) => {
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}
