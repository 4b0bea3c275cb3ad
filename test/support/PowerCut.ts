import { randomInt } from "node:crypto"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

const pageSize = 8192
/** Disks write at least this much at once or not at all, so a page of PostgreSQL may be half old and half new. */
const sectorsOfDisk = 4096
const walFileSize = 16 * 1024 * 1024
/** The name of a file of tables and indexes, with the kind of it. */
const relationFile = /^\d+(_fsm|_vm)?(?:\.\d+)?$/

/**
 * Turns a copy of a running PostgreSQL's data folder into what a disk may hold after a power cut at that instant. The copy is
 * what the operating system had been given; a disk need only keep what was flushed.
 *
 * - The log after `flushed`, the place up to which PostgreSQL knew it to be on the disk, is random bytes.
 * - A page of a table or index that was changed since the copy `checkpointed`, made right after a checkpoint, is the new one,
 *   the old one, or half of each. One whose change is in the lost part of the log is the old one.
 * - A file that grew since ends anywhere between its old and its new size, or has zeros there.
 */
export const cutPower = async (checkpointed: string, copy: string, flushed: bigint): Promise<{ pages: number }> => {
  await loseLog(join(copy, "pg_wal"), flushed)
  let pages = 0
  for (const folder of await relationFolders(copy)) {
    for (const name of await readdir(join(copy, folder))) {
      const kind = relationFile.exec(name)
      if (kind === null) continue
      const path = join(folder, name)
      const before = await readFile(join(checkpointed, path)).catch(absent)
      if (before !== undefined) pages += await mix(before, join(copy, path), kind[1] === undefined, flushed)
    }
  }
  return { pages }
}

/** A place in the log, as PostgreSQL writes it: `0/1A2B3C`. */
export const placeOf = (text: string): bigint => {
  const [high, low] = text.split("/").map((part) => BigInt(`0x${part}`))
  return (high! << 32n) + low!
}

const relationFolders = async (copy: string) => {
  const databases = await readdir(join(copy, "base"))
  return ["global", ...databases.filter((name) => /^\d+$/.test(name)).map((name) => join("base", name))]
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error
}

const loseLog = async (folder: string, flushed: bigint) => {
  for (const name of await readdir(folder)) {
    if (!/^[0-9A-F]{24}$/.test(name)) continue
    const begin = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16)}`) * BigInt(walFileSize)
    const kept = flushed <= begin ? 0 : Number(flushed - begin)
    if (kept >= walFileSize) continue
    const content = await readFile(join(folder, name))
    const noise = Buffer.alloc(64 * 1024, randomInt(256))
    for (let at = kept; at < content.length; at += noise.length) noise.copy(content, at)
    await writeFile(join(folder, name), content)
  }
}

/** Writes the file anew, with some changed pages as they were; returns their number. */
const mix = async (before: Buffer, path: string, isMain: boolean, flushed: bigint): Promise<number> => {
  const now = await readFile(path)
  let changed = 0
  for (let at = 0; at < now.length; at += pageSize) {
    const page = now.subarray(at, at + pageSize)
    const old = at < before.length ? before.subarray(at, at + pageSize) : Buffer.alloc(page.length)
    if (page.equals(old)) continue
    changed++
    // A page is written after its part of the log was flushed.
    const choice = placeIn(page) > flushed ? 0 : randomInt(isMain ? 4 : 2)
    if (choice === 0) old.copy(page)
    else if (choice === 2) old.subarray(0, sectorsOfDisk).copy(page)
    else if (choice === 3) old.subarray(sectorsOfDisk).copy(page, sectorsOfDisk)
  }
  if (changed === 0 && now.length === before.length) return 0
  const grown = Math.max(0, now.length - before.length) / pageSize
  const kept = before.length + (grown === 0 ? 0 : randomInt(grown + 1)) * pageSize
  // What is cut off holds nothing that the kept part of the log does not bring back.
  await writeFile(path, now.subarray(0, Math.min(now.length, kept)))
  return changed
}

/** Up to where the log tells of the page: its first eight bytes, in the order of this machine's numbers. */
const placeIn = (page: Buffer): bigint => (BigInt(page.readUInt32LE(0)) << 32n) + BigInt(page.readUInt32LE(4))
