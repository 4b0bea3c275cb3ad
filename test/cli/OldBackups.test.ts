import { assert, it } from "@effect/vitest"
import { archiveIn } from "@wristbank/cli/postgres/Archive"
import { removeOld } from "@wristbank/cli/postgres/Backup"
import { basesIn } from "@wristbank/core/sql/BaseCopies"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A file of the log: the timeline, which a restore raises, and the place. */
const logFile = (timeline: number, place: number) =>
  timeline.toString(16).padStart(8, "0") + place.toString(16).toUpperCase().padStart(16, "0")

/** A folder of backups that begin at these files, one a day, beside this archive; each has a marker of its own. */
const folderOf = (firstLogFiles: ReadonlyArray<string>, archived: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "wristbank-old-backups-"))
      for (const [n, firstLogFile] of firstLogFiles.entries()) {
        const base = join(basesIn(folder), `2026-07-0${n + 1}`)
        mkdirSync(base, { recursive: true })
        const log = { archived: true, sums: {} }
        const description = { finishedAt: `2026-07-0${n + 1}T05:00:00.000Z`, firstLogFile, files: 1, bytes: 1, log }
        writeFileSync(join(base, "wristbank.backup.json"), JSON.stringify(description))
      }
      mkdirSync(archiveIn(folder), { recursive: true })
      for (const name of archived) writeFileSync(join(archiveIn(folder), name), "")
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  )

const left = (folder: string) => ({
  bases: readdirSync(basesIn(folder)).toSorted(),
  log: readdirSync(archiveIn(folder)).toSorted()
})

it.effect("the newest backups stay, with every file of the log from the first that one of them needs", () =>
  Effect.gen(function*() {
    const archived = [1, 9, 10, 11, 30].map((place) => logFile(1, place))
    const folder = yield* folderOf([logFile(1, 9), logFile(1, 10), logFile(1, 30)], archived)
    assert.strictEqual(yield* removeOld(folder, 2), 1)
    const expected = { bases: ["2026-07-02", "2026-07-03"], log: archived.slice(2) }
    assert.deepStrictEqual(left(folder), expected)
    assert.strictEqual(yield* removeOld(folder, 2), 0)
    assert.strictEqual(yield* removeOld(folder, 9), 0)
    assert.deepStrictEqual(left(folder), expected)
  }).pipe(Effect.scoped))

it.effect("a backup from before a restore keeps the log of its timeline, and the history of timelines stays", () =>
  Effect.gen(function*() {
    const first = [5, 6, 7].map((place) => logFile(1, place))
    const second = [7, 8].map((place) => logFile(2, place))
    const history = "00000002.history"
    const folder = yield* folderOf([logFile(1, 6), logFile(2, 8)], [...first, ...second, history])
    assert.strictEqual(yield* removeOld(folder, 2), 0)
    assert.sameMembers([...left(folder).log], [...first.slice(1), ...second, history])
    assert.strictEqual(yield* removeOld(folder, 1), 1)
    assert.sameMembers([...left(folder).log], [logFile(2, 8), history])
  }).pipe(Effect.scoped))
