import { WorkDone } from "@wristbank/core/base/WorkDone"
import { Effect } from "effect"
import { mebibytes } from "./DurableCopy.ts"
import { endOf, placeOf } from "./LogFile.ts"

/**
 * Returns what reads the lines that PostgreSQL logs while it repeats the log, and reports by `WorkDone` how many mebibytes are
 * done. They end with the last file of the archive; a restore to a moment may end earlier.
 */
export const followRepetition = (lastLogFile: string | undefined) =>
  Effect.map(WorkDone, (workDone) => {
    let from: number | undefined
    return (line: string): Effect.Effect<void> => {
      const [, state, text] = /redo (starts at|in progress).*?([0-9A-F]+\/[0-9A-F]+)$/.exec(line) ?? []
      if (lastLogFile === undefined || text === undefined) return Effect.void
      const place = placeOf(text)
      if (state === "starts at") from = place
      if (from === undefined || place === from) return Effect.void
      const total = mebibytes(Math.max(0, endOf(lastLogFile) - from))
      return workDone(Math.min(mebibytes(place - from), total), total)
    }
  })
