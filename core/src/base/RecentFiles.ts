import { Clock, Effect } from "effect"

/** Recently used files, up to a total of bytes: the least recently used one leaves first. */
export interface RecentFiles<File> {
  readonly find: (key: string) => File | undefined
  readonly keep: (key: string, file: File) => void
  readonly forget: (key: string) => void
}

export const recentFiles = <File>(mostBytes: number, bytesOf: (file: File) => number): RecentFiles<File> => {
  const files = new Map<string, File>()
  let bytes = 0
  const forget = (key: string) => {
    const file = files.get(key)
    if (file === undefined) return
    files.delete(key)
    bytes -= bytesOf(file)
  }
  return {
    forget,
    find: (key) => {
      const file = files.get(key)
      if (file === undefined) return undefined
      // A map has its keys in the order in which they were set.
      files.delete(key)
      files.set(key, file)
      return file
    },
    keep: (key, file) => {
      forget(key)
      files.set(key, file)
      bytes += bytesOf(file)
      for (const oldest of files.keys()) {
        if (bytes <= mostBytes) return
        forget(oldest)
      }
    }
  }
}

/** In milliseconds. Another process may have removed the file meanwhile. */
const longestKept = 60_000

/** Reads files, and keeps the recently used ones in memory: reading one from the database takes milliseconds of the process's thread. */
export const filesInMemory = <File, E, R>(
  mostBytes: number,
  bytesOf: (file: File) => number,
  read: (key: string) => Effect.Effect<File, E, R>
) => {
  const recent = recentFiles<{ readonly file: File; readonly until: number }>(mostBytes, ({ file }) => bytesOf(file))
  const find = Effect.fnUntraced(function*(key: string) {
    const now = yield* Clock.currentTimeMillis
    const known = recent.find(key)
    if (known !== undefined && known.until > now) return known.file
    const file = yield* read(key)
    recent.keep(key, { file, until: now + longestKept })
    return file
  })
  return { find, forget: recent.forget }
}
