import { isAlive } from "@wristbank/core/base/ProcessId"
import { Effect, type Scope } from "effect"
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { JournalUnreadable } from "./DeviceJournal.ts"

/**
 * Takes a journal for this process until the scope closes: two devices with one memory would issue each number twice. Takes
 * over the journal of a killed process.
 */
export const claimJournal = (path: string): Effect.Effect<void, JournalUnreadable, Scope.Scope> => {
  const lock = `${path}.lock`
  return Effect.asVoid(Effect.acquireRelease(
    Effect.try({
      try: () => {
        const owner = ownerOf(lock)
        if (owner !== undefined && isOther(owner)) throw inUse(path, owner)
        if (owner !== undefined) takeAway(lock, owner, path)
        writeFileSync(lock, String(process.pid), { mode: 0o600, flag: "wx" })
      },
      catch: (cause) =>
        cause instanceof JournalUnreadable
          ? cause
          : new JournalUnreadable({
            message: `${path} can't be claimed: ${cause instanceof Error ? cause.message : cause}; name another file`
          })
    }),
    () => Effect.sync(() => rmSync(lock, { force: true }))
  ))
}

/** Whether another live process has the id. In a container each process may have the same id. */
const isOther = (pid: number): boolean => pid !== process.pid && isAlive(pid)

/** The process in a lock; 0 when it names none, `undefined` without a lock. */
const ownerOf = (lock: string): number | undefined => {
  try {
    return Number(readFileSync(lock, "utf8")) || 0
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
    throw cause
  }
}

/** Removes a lock that was left behind; if another process has just replaced it, that one is put back. */
const takeAway = (lock: string, left: number, path: string): void => {
  const moved = `${lock}.${process.pid}`
  renameSync(lock, moved)
  const owner = ownerOf(moved)
  try {
    if (owner === undefined || owner === left) return
    linkSync(moved, lock)
    throw inUse(path, owner)
  } finally {
    rmSync(moved, { force: true })
  }
}

const inUse = (path: string, pid: number) =>
  new JournalUnreadable({
    message: `${path} is in use by the simulator with process id ${pid}: stop it, or name another file. ` +
      `If that process is no simulator, remove ${path}.lock`
  })
