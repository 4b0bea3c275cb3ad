import { WorkDone } from "@wristbank/core/primitives/WorkDone"
import { Effect } from "effect"
import { mebibytes } from "./DurableCopy.ts"

/** The size of a file of the log, as `initdb` makes it by default. */
const fileBytes = 2 ** 24

/** The place in the log where its file ends; the name holds the timeline, then the place in units of 4 GiB and of a file. */
export const endOfLogFile = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * 2 ** 32 + (Number.parseInt(name.slice(16), 16) + 1) * fileBytes

/** A place in the log, such as 1/A000028. */
const placeOf = (high: string, low: string) => Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)

/**
 * Returns what reads the lines that PostgreSQL logs while it repeats the log, and reports by `WorkDone` how many mebibytes are
 * done. They end with the last file of the archive; a restore to a moment may end earlier.
 */
export const followRepetition = (lastLogFile: string | undefined) =>
  Effect.map(WorkDone, (workDone) => {
    let from: number | undefined
    return (line: string): Effect.Effect<void> => {
      const [, state, high, low] = /redo (starts at|in progress).*?([0-9A-F]+)\/([0-9A-F]+)$/.exec(line) ?? []
      if (lastLogFile === undefined || high === undefined || low === undefined) return Effect.void
      const place = placeOf(high, low)
      if (state === "starts at") from = place
      if (from === undefined || place === from) return Effect.void
      const total = mebibytes(Math.max(0, endOfLogFile(lastLogFile) - from))
      return workDone(Math.min(mebibytes(place - from), total), total)
    }
  })
