import { Effect } from "effect"
import { join } from "node:path"
import { Progress } from "../views/Progress.ts"
import { readArchive } from "./Archive.ts"
import { repetitionOf } from "./ArchivedLog.ts"
import { type BaseBackup, faultsOfBase, ownLogOf, reportedBytes } from "./BaseBackup.ts"
import { digestOf } from "./DurableCopy.ts"
import { attempt } from "./EmbeddedPostgresError.ts"
import { logFileBytes } from "./LogFile.ts"

/** What was found about a backup before it is restored. */
export interface Wholeness {
  /** What is wrong with the copy of the whole, a sentence each. */
  readonly ofBase: ReadonlyArray<string>
  /** What is wrong with the log since then, a sentence each. */
  readonly ofLog: ReadonlyArray<string>
  /** The file of the log that a restore to the newest state must reach. */
  readonly newest: string
}

/** Checks a backup, and the log since then, against the checksums of when they were copied. */
export const wholenessOf = Effect.fnUntraced(function*(base: BaseBackup, archive: string) {
  const progress = yield* Progress
  const ofBase = yield* faultsOfBase(base).pipe(progress.step("Checking the backup"))
  const { damaged, gaps, newest } = yield* faultsOfLog(base, archive).pipe(progress.step("Checking the log"))
  return { ofBase, ofLog: [...gaps, ...damaged], newest } satisfies Wholeness
})

const faultsOfLog = Effect.fnUntraced(function*(base: BaseBackup, archive: string) {
  const report = yield* reportedBytes
  const archived = yield* readArchive(archive)
  const repetition = repetitionOf(ownLogOf(base), archived)
  const damaged = yield* attempt(`The log in ${archive} can't be read`, async () => {
    const found = []
    let done = 0
    for (const name of repetition.files) {
      const sum = archived.sums.get(name)
      if (sum !== undefined && sum !== (await digestOf(join(archive, name))).sha256) {
        found.push(`${name} of the log is damaged`)
      }
      report(done += logFileBytes, repetition.files.length * logFileBytes)
    }
    return found
  })
  return { ...repetition, damaged }
})
