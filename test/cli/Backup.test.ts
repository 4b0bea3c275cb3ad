import { PgClient } from "@effect/sql-pg"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { backUp, type BackupImpossible } from "@wristbank/cli/Backup"
import { joinOrOpen } from "@wristbank/cli/EmbeddedPostgres"
import { restore } from "@wristbank/cli/Restore"
import * as Progress from "@wristbank/cli/views/Progress"
import { Configuration } from "@wristbank/core/config/Configuration"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { embeddedSite } from "../support/DemoSite.ts"
import { counted, rounds, tell } from "../support/Torture.ts"

/** Moments to which the backup is restored; set by `BACKUP_RESTORES`. */
const restores = Number(process.env.BACKUP_RESTORES ?? 1)

let folder: string
let backups: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wristbank-backup-"))
  // PostgreSQL's account must be able to enter.
  await chmod(folder, 0o711)
  backups = join(folder, "backups")
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the commands need, on a data folder. */
const commandIn = (dataDir: string) =>
  Layer.merge(
    Configuration.layer({ flags: { dataDir, backupDir: backups }, environment: {} }),
    Layer.succeed(Progress.Progress, Progress.make({ show: () => undefined, close: () => undefined }))
  )

/** A till of the demo that books a top-up of 1.00 with each call, and says under which uuid. */
const tillOf = async (origin: string, code: string) => {
  const call = async (path: string, body: unknown, token?: string) => {
    const response = await fetch(`${origin}/api/terminal${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body)
    })
    assert.strictEqual(response.status, 200, `${path}: ${await response.clone().text()}`)
    return await response.json() as { token: string; roles: ReadonlyArray<{ id: number }> }
  }
  const { token } = await call("/auth/register_terminal", { registration_uuid: code })
  const user_tag = { uid: 1002 }
  const { roles } = await call("/user/check-login", user_tag, token)
  await call("/user/login", { user_tag, user_role_id: roles[0]?.id }, token)
  return async () => {
    const uuid = randomUUID()
    await call("/order/book-topup", { uuid, payment_method: "cash", amount: 1, customer_tag_uid: 2002 }, token)
    return uuid
  }
}

/** The orders of a data folder; with an archive PostgreSQL goes on in a timeline of its own there. */
const ordersIn = (dataDir: string, archive?: string) =>
  Effect.scoped(Effect.gen(function*() {
    const { url } = yield* joinOrOpen({ folder: join(dataDir, "postgres"), archive })
    const rows = yield* SqlClient.SqlClient.pipe(
      Effect.flatMap((sql) => sql<{ uuid: string }>`SELECT uuid FROM ordr WHERE order_type = 'top_up'`),
      Effect.provide(PgClient.layer({ url, maxConnections: 1 }))
    )
    return new Set(rows.map(({ uuid }) => uuid))
  }))

it("a backup that is made while a till books is restored to any moment, with the orders of then and no others", async () => {
  const site = await embeddedSite({ backupDir: backups })
  const dataDir = site.settings["dataDir"] ?? ""
  const before: Array<string> = []
  const after: Array<string> = []
  /** Moments between two bookings, with the number of those before. */
  const moments: Array<{ readonly at: string; readonly known: number }> = []
  try {
    const code = site.lines.map((line) => /^ +Bar 2 +(\S{36})$/.exec(line)?.[1]).find(Boolean) ?? ""
    const book = await tillOf(site.origin, code)
    before.push(await book())
    const copy = { isDone: false }
    const copying = Effect.runPromise(
      Effect.scoped(Effect.provide(backUp({ to: undefined, keep: undefined }), commandIn(dataDir)))
    ).finally(() => copy.isDone = true)
    // The tag holds no more than 150.00.
    while (!copy.isDone && before.length < 90 - restores) before.push(await book())
    const backup = await copying
    assert.isAbove(before.length, 2)
    for (let n = 0; n < 2 + restores; n++) {
      before.push(await book())
      moments.push({ at: await clockOf(backup.finishedAt), known: before.length })
    }
    for (let n = 0; n < 3; n++) after.push(await book())
  } finally {
    await site[Symbol.asyncDispose]()
  }

  const restored = (at: string | undefined, to: string) =>
    Effect.scoped(
      Effect.provide(
        restore({ from: undefined, at: at === undefined ? undefined : DateTime.makeUnsafe(at) }),
        commandIn(join(folder, to))
      )
    )
  const refusal = (at: string | undefined, to: string) =>
    Effect.map(Effect.flip(restored(at, to)), (error) => (error as BackupImpossible).message)
  const restoredTo = Effect.fnUntraced(function*({ at, known }: (typeof moments)[number], to: string) {
    const { diagnosis } = yield* restored(at, to)
    assert.strictEqual(diagnosis?.count, 0)
    const orders = yield* ordersIn(join(folder, to))
    const lost = before.slice(0, known).filter((uuid) => !orders.has(uuid))
    const early = [...before.slice(known), ...after].filter((uuid) => orders.has(uuid))
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
    const newest = yield* restored(undefined, "newest")
    assert.strictEqual(newest.diagnosis?.count, 0)
    assert.match(yield* refusal(undefined, "newest"), /has a database already/)
    assert.match(yield* refusal("2020-01-01T00:00:00Z", "early"), /no earlier moment can be restored/)
    assert.match(yield* refusal("2100-01-01T00:00:00Z", "late"), /ends at \S+Z, before that moment/)
    // A restore that is refused leaves nothing, so it can be tried again in the same folder.
    const left = yield* Effect.promise(() => readdir(folder, { recursive: true }))
    assert.deepStrictEqual(left.filter((path) => /^(?:early|late)\b.*postgres/.test(path)), [])
    // The restores so far left no trace in the archive.
    assert.notInclude(yield* Effect.promise(() => readdir(join(backups, "wal"))), "00000002.history")

    yield* ordersIn(join(folder, "then0"), join(backups, "wal"))
    // It was used, so the archive knows the new timeline, and the newest state is now that of the restored database.
    assert.include(yield* Effect.promise(() => readdir(join(backups, "wal"))), "00000002.history")
    const newestOrders = yield* ordersIn(join(folder, "newest"), join(backups, "wal"))
    for (const uuid of [...before, ...after]) assert.isTrue(newestOrders.has(uuid))
  }))
})

/** The clock has millisecond steps, so the moment is one that is over. */
const clockOf = async (earlier: string) => {
  const now = new Date().toISOString()
  assert.isAbove(Date.parse(now), Date.parse(earlier))
  while (Date.now() <= Date.parse(now)) await new Promise((turn) => setImmediate(turn))
  return now
}
