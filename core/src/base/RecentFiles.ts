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
