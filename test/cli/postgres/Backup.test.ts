import { PgClient } from "@effect/sql-pg"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { joinOrOpen } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { basesIn } from "@wristbank/core/sql/BaseCopies"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { embeddedSite } from "../../support/DemoSite.ts"
import { topUpsAt } from "../../support/DemoTill.ts"
import { runFolder } from "../../support/runFolder.ts"
import { counted, rounds, tell } from "../../support/Torture.ts"
import { runCommand, spawnCommand } from "../runCommand.ts"

/** Moments to which the backup is restored; set by `BACKUP_RESTORES`. */
const restores = Number(process.env.BACKUP_RESTORES ?? 1)

let folder: string
let backups: string

beforeAll(async () => {
  folder = await runFolder()
  backups = join(folder, "backups")
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** A command is run beside the data, as on a server of its own. */
const inFolder = (dataDir: string) => ({ cwd: folder, environment: { WRISTBANK_DATA_DIR: dataDir } })

/** A backup as far as it is read before it is removed. */
const olderBackup = async () => {
  const base = join(basesIn(backups), "2020-01-02")
  await mkdir(base, { recursive: true })
  const description = {
    finishedAt: "2020-01-02T05:00:00.000Z",
    firstLogFile: "0".repeat(24),
    files: 1,
    bytes: 1,
    log: { archived: true, sums: {} }
  }
  await writeFile(join(base, "wristbank.backup.json"), JSON.stringify(description))
}

/** Works on the database of a data folder; with an archive PostgreSQL goes on in a timeline of its own there. */
const onDatabase = <A, E>(
  dataDir: string,
  archive: string | undefined,
  work: Effect.Effect<A, E, SqlClient.SqlClient>
) =>
  Effect.scoped(Effect.gen(function*() {
    const { url } = yield* joinOrOpen({ folder: join(dataDir, "postgres"), archive })
    return yield* Effect.provide(work, PgClient.layer({ url, maxConnections: 1 }))
  }))

/** The numbers of events and orders, and the uuids of top-ups. */
const storedIn = (dataDir: string, archive?: string) =>
  onDatabase(
    dataDir,
    archive,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const orders = yield* sql<{ uuid: string; isTopUp: boolean }>`
        SELECT uuid, order_type = 'top_up' AS "isTopUp" FROM ordr`
      const events = yield* sql`SELECT FROM event`
      const topUps = new Set(orders.filter(({ isTopUp }) => isTopUp).map(({ uuid }) => uuid))
      return { counts: { events: events.length, orders: orders.length }, topUps }
    })
  )

/** Changes a balance beside the ledger, as no one should. */
const changeBalance = (dataDir: string) =>
  onDatabase(
    dataDir,
    undefined,
    SqlClient.SqlClient.use((sql) =>
      sql`UPDATE account SET balance = balance + 1 WHERE id = (SELECT min(id) FROM account WHERE balance > 0)`
    )
  )

it("a backup that is made while a till books is restored to any moment, with the orders of that moment and no others", async () => {
  const dataDir = join(folder, "demo")
  const site = await embeddedSite({ backupDir: backups, dataDir })
  const before: Array<string> = []
  const after: Array<string> = []
  /** Moments between two bookings, with the number of those before. */
  const moments: Array<{ readonly at: string; readonly known: number }> = []
  let backupOf = ""
  try {
    const book = await topUpsAt(site)
    before.push(await book())
    const copy = { isDone: false }
    await olderBackup()
    const copying = spawnCommand(["backup", "--to", backups, "--keep", "1"], inFolder(dataDir))
      .finally(() => copy.isDone = true)
    // The tag holds no more than 150.00.
    while (!copy.isDone && before.length < 90 - restores) before.push(await book())
    const backup = await copying
    assert.strictEqual(backup.code, 0, backup.stderr)
    assert.match(backup.stderr, /\nCopying the database: [\d,]+ of [\d,]+, \d+ s left\n/)
    const [, finishedAt = ""] =
      /^\S+: \d+ files, \d+ MiB, of (\S+Z)\nRemoved older backups: 1\n$/.exec(backup.stdout) ?? []
    backupOf = finishedAt
    assert.isAbove(before.length, 2)
    for (let n = 0; n < 2 + restores; n++) {
      before.push(await book())
      moments.push({ at: await clockOf(backupOf), known: before.length })
    }
    for (let n = 0; n < 3; n++) after.push(await book())
    await Effect.runPromise(changeBalance(dataDir))
  } finally {
    await site[Symbol.asyncDispose]()
  }

  const restored = (to: string, ...args: ReadonlyArray<string>) =>
    Effect.promise(() =>
      runCommand(["restore", "--from", backups, "--data-dir", join(folder, to), ...args], inFolder(folder))
    )
  const refusal = Effect.fnUntraced(function*(to: string, ...args: ReadonlyArray<string>) {
    const { code, stderr, stdout } = yield* restored(to, ...args)
    assert.deepStrictEqual({ code, stdout }, { code: 1, stdout: "" })
    return stderr.replaceAll(/\s+›?\s*/g, " ")
  })
  const restoredTo = Effect.fnUntraced(function*({ at, known }: (typeof moments)[number], to: string) {
    const { code, stderr, stdout } = yield* restored(to, "--at", at, "--json")
    assert.strictEqual(code, 0, stderr)
    const { diagnosis, logPlace, newestLogFile, ...done } = JSON.parse(stdout)
    assert.match(`${logPlace} ${newestLogFile}`, /^\w+\/\w+ [0-9A-F]{24}$/)
    assert.isAbove(diagnosis.examinations.length, 5)
    for (const { count, invariant } of diagnosis.examinations) assert.strictEqual(count, 0, invariant)
    const { counts, topUps } = yield* storedIn(join(folder, to))
    assert.deepStrictEqual(done, {
      folder: join(folder, to, "postgres"),
      backupOf,
      at,
      missing: [],
      ...counts
    })
    const lost = before.slice(0, known).filter((uuid) => !topUps.has(uuid))
    const early = [...before.slice(known), ...after].filter((uuid) => topUps.has(uuid))
    return { known, lost, early }
  })
  await Effect.runPromise(Effect.gen(function*() {
    const found = []
    // The last moment is the latest.
    for (const n of rounds(restores)) found.push(yield* restoredTo(moments.at(-1 - n)!, `then${n}`))
    const sum = (numbers: ReadonlyArray<number>) => counted(numbers.reduce((left, right) => left + right, 0))
    tell(
      `${counted(found.length, "restore")} to a moment, ${sum(found.map(({ known }) => known))} bookings before it, ` +
        `${sum(found.map(({ lost }) => lost.length))} lost, ${sum(found.map(({ early }) => early.length))} from later`
    )
    for (const { early, lost } of found) assert.deepStrictEqual({ lost, early }, { lost: [], early: [] })
    // What was wrong with the ledger is so in its newest state, which is restored all the same.
    const newest = yield* restored("newest")
    assert.strictEqual(newest.code, 3, newest.stderr)
    assert.match(newest.stderr, /\nCopying the backup: [\d,]+ of [\d,]+, \d+ s left\n/)
    const [first, state] = newest.stdout.split("\n")
    assert.strictEqual(first, `Restored to ${join(folder, "newest", "postgres")}, from the backup of ${backupOf}`)
    const [, lastChange = ""] = /^State of (\S+Z)\. Events: 1, orders: \d+$/.exec(state ?? "") ?? []
    assert.isAbove(Date.parse(lastChange), Date.parse(moments.at(-1)!.at))
    assert.match(newest.stdout, /\nFound: \d+\n$/)
    assert.match(yield* refusal("newest"), /has a database already/)
    assert.match(yield* refusal("early", "--at", "2020-02-01T00:00:00Z"), /no earlier moment can be restored/)
    assert.match(yield* refusal("late", "--at", "2100-01-01T00:00:00Z"), /ends at \S+Z, before that moment/)
    // A restore that is refused leaves nothing, so it can be tried again in the same folder.
    const left = yield* Effect.promise(() => readdir(folder, { recursive: true }))
    assert.deepStrictEqual(left.filter((path) => /^(?:early|late)\b.*postgres/.test(path)), [])
    // The restores so far left no trace in the archive.
    assert.notInclude(yield* Effect.promise(() => readdir(join(backups, "wal"))), "00000002.history")

    yield* storedIn(join(folder, "then0"), join(backups, "wal"))
    // It was used, so the archive knows the new timeline, and the newest state is now that of the restored database.
    assert.include(yield* Effect.promise(() => readdir(join(backups, "wal"))), "00000002.history")
    const { topUps } = yield* storedIn(join(folder, "newest"), join(backups, "wal"))
    for (const uuid of [...before, ...after]) assert.isTrue(topUps.has(uuid))
  }))
})

/** The clock has millisecond steps, so the moment is one that is over. */
const clockOf = async (earlier: string) => {
  const now = new Date().toISOString()
  assert.isAbove(Date.parse(now), Date.parse(earlier))
  while (Date.now() <= Date.parse(now)) await new Promise((turn) => setImmediate(turn))
  return now
}
