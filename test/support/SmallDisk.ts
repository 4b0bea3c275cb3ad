import { execFileSync } from "node:child_process"
import { closeSync, mkdirSync, openSync, unlinkSync, writeSync } from "node:fs"
import { join } from "node:path"

/** A file system of its own, in memory, that can be filled to the last byte. Only root may mount one, and only on Linux. */
export const smallDisk = (folder: string, bytes: number) => {
  mkdirSync(folder, { recursive: true })
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes},mode=711`, "tmpfs", folder])
  const filler = join(folder, "filler")
  return {
    folder,
    /** Takes all the room that is left. */
    fill: (): void => {
      const file = openSync(filler, "a")
      try {
        for (let size = 1024 * 1024; size >= 4096;) {
          try {
            writeSync(file, Buffer.alloc(size, 1))
          } catch (error) {
            if (!isFull(error)) throw error
            size /= 2
          }
        }
      } finally {
        closeSync(file)
      }
    },
    /** Gives the room back. */
    empty: (): void => unlinkSync(filler),
    unmount: (): void => void execFileSync("umount", ["--lazy", folder])
  }
}
export type SmallDisk = ReturnType<typeof smallDisk>

const isFull = (error: unknown) => error instanceof Error && "code" in error && error.code === "ENOSPC"
