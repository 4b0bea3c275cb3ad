import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { BookingJournal } from "../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../support/BookingLoad.ts"
import { Festival, payOut, sale, topUp } from "../support/Festival.ts"
import { done } from "../support/FestivalServer.ts"
import { isClean, queried, settled, summary } from "../support/JournalCheck.ts"
import { PostgresNode } from "../support/PostgresNode.ts"
import { send } from "../support/ServedApi.ts"
import { servedFestival } from "../support/Servers.ts"
import { type SmallDisk, smallDisk } from "../support/SmallDisk.ts"
import { counted, rounds, tell } from "../support/Torture.ts"
import { end, freePort, type Killable } from "./Killable.ts"
import { openFestival, serve, type Site, site, up } from "./Site.ts"

/**
 * How often a disk is really full, that of the tables and that of the log in turn; set by `DISKS_FULL`. That needs the right
 * to mount small disks.
 */
const disksFull = Number(process.env.DISKS_FULL ?? 0)

const clients = 32
const between = 25
const bytesOfDisk = 192 * 1024 * 1024

/** PostgreSQL keeps little log, so it soon needs room for more. */
const settings = { max_wal_size: "64MB", min_wal_size: "32MB" }

/** What PostgreSQL answers when a table can't grow, from a trigger, as no disk is full in `npm test`. */
const refuseOrders = SqlClient.SqlClient.use((sql) =>
  Effect.andThen(
    sql`create function full_disk() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/5/16500": No space left on device'
        using errcode = 'disk_full', hint = 'Check free disk space.';
    end $$`,
    sql`create trigger full_disk before insert on ordr execute function full_disk()`
  )
)
const takeOrders = SqlClient.SqlClient.use((sql) => sql`drop function full_disk() cascade`)

/** Starts PostgreSQL again whenever it ends, as a manager of services does; returns a function that stops this. */
const supervise = (node: PostgresNode) => {
  const stopped = new AbortController()
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await pause(50)
      // It can't start either as long as there is no room, and is tried again.
      if (node.hasEnded()) await node.start().catch(() => pause(500))
    }
  })()
  return async () => {
    stopped.abort()
    await watching
  }
}

/** PostgreSQL with its tables on one disk and its log on another. */
const openNode = async (where: Site, log: SmallDisk) => {
  await end(await up(where), "SIGINT")
  const inside = join(where.postgres, "pg_wal")
  const outside = join(log.folder, "pg_wal")
  execFileSync("cp", ["-Rp", inside, outside])
  await rm(inside, { recursive: true })
  await symlink(outside, inside)
  const node = await PostgresNode.on(where.postgres, await freePort(), settings)
  await node.start()
  return node
}

/** Makes PostgreSQL begin the next file of its log; without room it ends. */
const useUpLog = (node: PostgresNode) =>
  queried(node.url, SqlClient.SqlClient.use((sql) => sql`select pg_switch_wal()`)).then(
    () => undefined,
    () => undefined
  )

interface Full {
  readonly journal: BookingJournal
  readonly node: PostgresNode
  readonly surroundings: Surroundings
  readonly disk: SmallDisk
  /** Whether it is the disk of the log, without which PostgreSQL can't run. */
  readonly isLog: boolean
}

/** Fills a disk until bookings are refused; returns the milliseconds from the return of the room to the next booking. */
const fillAndEmpty = async ({ disk, isLog, journal, node, surroundings }: Full) => {
  await journal.moreBooked(between)
  const refused = journal.unavailable
  disk.fill()
  for (let turn = 0; journal.unavailable < refused + between; turn++) {
    assert.isBelow(turn, 1_200, "the disk is never full")
    // What vacuum freed is taken first.
    disk.fill()
    if (isLog) await useUpLog(node)
    await pause(50)
  }
  if (!isLog) {
    const read = () => Effect.runPromise(surroundings.tills[0]!.get("/order"))
    // PostgreSQL starts itself again when it can't note that a transaction ended: until then nothing is read.
    for (let turn = 0; (await read()).status !== 200; turn++) {
      assert.isBelow(turn, 600, "reads are answered")
      await pause(50)
    }
  }
  await pause(Math.random() * 1_000)
  disk.empty()
  const emptied = performance.now()
  await journal.moreBooked(1)
  // How long PostgreSQL takes to recover is not up to the server.
  return journal.lastBooked - Math.max(emptied, Math.min(node.readyAt, journal.lastBooked))
}

/** What went wrong, with the latest lines of the server and of PostgreSQL: a disk that is full once in hours says no more. */
const withLogs = (error: unknown, server: Killable | undefined, node: PostgresNode | undefined) =>
  [
    String(error),
    "The server:",
    ...(server?.stderr.slice(-40) ?? ["not started"]),
    "PostgreSQL:",
    ...(node?.lines ?? ["not started"])
  ].join("\n")

/** Fills real disks while tills book. */
const fillDisks = async () => {
  const where = await site()
  const disks: Array<SmallDisk> = []
  let node: PostgresNode | undefined
  let server: Killable | undefined
  try {
    const tables = smallDisk(join(where.folder, "data"), bytesOfDisk)
    disks.push(tables)
    const log = smallDisk(join(where.folder, "log"), bytesOfDisk)
    disks.push(log)
    node = await openNode(where, log)
    const url = node.url
    server = await serve(where, Redacted.value(node.serverUrl))
    const surroundings = await openFestival(where, Redacted.value(url))
    const journal = new BookingJournal()
    const stopLoad = startLoad(surroundings, journal, clients)
    const leave = supervise(node)
    const waits: Array<number> = []
    try {
      for (const n of rounds(disksFull)) {
        const isLog = n % 2 === 1
        waits.push(await fillAndEmpty({ disk: isLog ? log : tables, isLog, journal, node, surroundings }))
      }
    } finally {
      await stopLoad()
      await leave()
    }
    assert.strictEqual(server.child.exitCode, null, "the server goes on")
    const verdict = await settled(url, surroundings.addresses[0]!, journal)
    tell(
      `${counted(waits.length, "full disk")}, ${counted(journal.unavailable)} calls refused for the moment, ` +
        `${summary(verdict)}; bookings came within ${(Math.max(...waits) / 1_000).toFixed(1)} s of the room`
    )
    isClean(verdict)
    assert.isBelow(Math.max(...waits), 10_000)
    assert.strictEqual(journal.withoutRetryAfter, 0, "answers 503 without Retry-After")
  } catch (error) {
    throw new Error(withLogs(error, server, node), { cause: error })
  } finally {
    if (server !== undefined) await end(server, "SIGKILL")
    await node?.crash()
    for (const disk of disks.toReversed()) disk.unmount()
    await rm(where.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

layer(servedFestival, { excludeTestServices: true })("a database without room", (it) => {
  it.effect("refuses bookings for the moment, answers reads, and books what is sent again", () =>
    Effect.gen(function*() {
      const { address, bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      const calls = [
        ...Array.from({ length: 8 }, () => ["/order/book-sale", sale([press("deposit")], buyer)] as const),
        ["/order/book-topup", topUp(buyer, 5)] as const,
        ["/order/book-payout", payOut(buyer, -1)] as const
      ]
      const book = Effect.forEach(
        calls,
        ([path, body]) => send("POST", `${address}/terminal${path}`, { token: bar.token, body }),
        { concurrency: "unbounded" }
      )
      yield* refuseOrders
      for (const { headers, status, text } of yield* book) {
        assert.strictEqual(status, 503, text)
        assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      }
      done(yield* bar.get("/order"))
      assert.deepStrictEqual(yield* has(buyer), { balance: 50, vouchers: 0 })
      yield* takeOrders
      for (const { status, text } of yield* book) assert.strictEqual(status, 200, text)
      assert.deepStrictEqual(yield* has(buyer), { balance: 38, vouchers: 0 })
      // Nothing is set up for no full disk.
      for (const _ of rounds(Math.min(1, disksFull))) yield* Effect.promise(fillDisks)
    }))
})
