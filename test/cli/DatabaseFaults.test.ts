import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { appendFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { BookingJournal } from "../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../support/BookingLoad.ts"
import { faultProxy } from "../support/FaultProxy.ts"
import { sale, topUp } from "../support/Festival.ts"
import { compared, isClean, queried, settled, summary, together, type Verdict } from "../support/JournalCheck.ts"
import { PostgresNode } from "../support/PostgresNode.ts"
import { cutPower, placeOf } from "../support/PowerCut.ts"
import { counted, rounds, tell } from "../support/Torture.ts"
import { end, freePort, type Killable } from "./Killable.ts"
import { installedSite, openFestival, serve, type Site } from "./Site.ts"
import { dateEvent, readFrom } from "./StandbyReads.ts"

/** How often PostgreSQL or one of its processes is killed. */
const databaseKills = Number(process.env.DATABASE_KILLS ?? 1)
/** How often the power is cut. */
const powerCuts = Number(process.env.POWER_CUTS ?? 1)
/** How often the primary dies and its standby takes over. */
const failOvers = Number(process.env.FAIL_OVERS ?? 1)
/** How often the disk takes two seconds to answer. */
const slowDisks = Number(process.env.SLOW_DISKS ?? 1)

/** How many clients book at once. */
const clients = Number(process.env.DATABASE_CLIENTS ?? 8)
/** Bookings answered between two faults. */
const between = 25

/**
 * No checkpoint happens by itself; each test that needs one makes it. With so little memory pages of tables go to the disk
 * all the time. A standby finds the log that it needs.
 */
const settings = { checkpoint_timeout: "1h", shared_buffers: "2MB", wal_keep_size: "512MB" }

/** Commits are answered before they are on the disk, and nothing else brings them there soon. */
const careless = {
  ...settings,
  shared_buffers: "64MB",
  bgwriter_lru_maxpages: "0",
  synchronous_commit: "off",
  wal_writer_delay: "10s",
  wal_writer_flush_after: "1GB"
}

let where: Site
let node: PostgresNode
let server: Killable
let surroundings: Surroundings
/** The address of PostgreSQL for servers. It leads to any node, as that of HAProxy does, or a floating address. */
let database: Effect.Success<ReturnType<typeof faultProxy>>
const target = { host: "127.0.0.1", port: 0 }
const scope = Effect.runSync(Scope.make())
const nodes: Array<PostgresNode> = []

/** The owner's URL at a port. */
const at = (url: Redacted.Redacted, port: number) => {
  const moved = new URL(Redacted.value(url))
  moved.port = String(port)
  return moved.href
}

const address = () => surroundings.addresses[0]!

const opened = async (folder: string, port?: number, given: Readonly<Record<string, string>> = settings) => {
  const made = await PostgresNode.on(folder, port ?? await freePort(), given)
  nodes.push(made)
  await made.start()
  return made
}

const run = (statement: string) =>
  queried(node.url, SqlClient.SqlClient.use((sql) => sql.unsafe<{ value: string }>(statement)))

beforeAll(async () => {
  where = await installedSite()
  node = await opened(where.postgres)
  target.port = node.port
  database = await Effect.runPromise(Scope.provide(faultProxy({ target }), scope))
  server = await serve(where, at(node.serverUrl, database.port))
  surroundings = await openFestival(where, at(node.url, database.port))
})

afterAll(async () => {
  if (server !== undefined) await end(server, "SIGKILL")
  await Effect.runPromise(Scope.close(scope, Exit.void))
  for (const one of nodes) await one.crash()
  await rm(where.folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Lets clients book while something is done, and compares all that they sent with the database. */
const whileBooking = async (
  act: (journal: BookingJournal) => Promise<void>,
  journal = new BookingJournal()
): Promise<Verdict> => {
  const stop = startLoad(surroundings, journal, clients)
  try {
    await act(journal)
    await journal.moreBooked(between)
  } finally {
    await stop()
  }
  assert.strictEqual(server.child.exitCode, null, "the server goes on")
  return settled(node.url, address(), journal)
}

/** A moment between two faults. */
const soon = async (journal: BookingJournal) => {
  await journal.moreBooked(between)
  await pause(Math.random() * 300)
}

/** Milliseconds from PostgreSQL's start to the first booking that is answered after it. */
const untilBooked = async (journal: BookingJournal, since: number) => {
  await journal.moreBooked(1)
  return Math.max(0, journal.lastBooked - since)
}

const seconds = (millis: ReadonlyArray<number>) => `${(Math.max(...millis) / 1_000).toFixed(1)} s`

it("PostgreSQL killed loses nothing, and the same server books again when it is back", async () => {
  const waits: Array<number> = []
  const verdict = await whileBooking(async (journal) => {
    for (const round of rounds(databaseKills)) {
      await soon(journal)
      const before = node.starts
      if (round % 3 === 1) {
        const [, ...others] = await node.processes()
        process.kill(others[Math.floor(Math.random() * others.length)]!, "SIGKILL")
        await node.startedAfter(before)
      } else {
        await node.end(round % 3 === 0 ? "SIGKILL" : "SIGQUIT")
        await node.start()
      }
      waits.push(await untilBooked(journal, node.readyAt))
    }
  })
  tell(
    `${counted(waits.length, "kill")} of PostgreSQL beside one server, ${
      summary(verdict)
    }; the first booking came within ` +
      `${seconds(waits)} of its start`
  )
  isClean(verdict)
  assert.isBelow(Math.max(...waits), 5_000)
})

/**
 * Cuts the power while clients book, and compares what they knew then with the disk of that moment. Meanwhile a checkpoint may
 * write page after page to the tables.
 */
const cut = async (journal: BookingJournal, n: number, inCheckpoint: boolean): Promise<Verdict> => {
  const [checkpointed, copy] = [join(where.folder, `checkpointed${n}`), join(where.folder, `cut${n}`)]
  await run("checkpoint")
  await node.copyTo(checkpointed)
  await soon(journal)
  // Waits for a checkpoint that takes its time, so for the next one below.
  const slow = inCheckpoint ? run("select pg_backup_start('cut', false)::text as value") : Promise.resolve()
  await journal.moreBooked(between)
  const known = journal.now()
  const [place] = await run("select pg_current_wal_flush_lsn()::text as value")
  await node.copyTo(copy)
  await run("checkpoint")
  await slow
  const { pages } = await cutPower(checkpointed, copy, placeOf(place!.value))
  if (inCheckpoint) assert.isAbove(pages, 0, "pages of tables were under way to the disk")
  const there = await opened(copy)
  try {
    return await compared(there.url, known)
  } finally {
    await there.crash()
    nodes.pop()
    for (const folder of [checkpointed, copy]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

it("a power cut loses no answered booking", async () => {
  const verdicts: Array<Verdict> = []
  const running = await whileBooking(async (journal) => {
    for (const round of rounds(powerCuts)) verdicts.push(await cut(journal, round, true))
  })
  const verdict = together(verdicts)
  tell(`${counted(verdicts.length, "power cut")}, ${summary(verdict)}`)
  isClean(verdict)
  isClean(running)
})

it("a PostgreSQL that answers before it has written loses bookings in the same power cut", async () => {
  const careful = node
  await careful.end("SIGQUIT")
  node = await opened(careful.folder, careful.port, careless)
  let lost = 0
  await whileBooking(async (journal) => {
    // Now and then everything happens to be written.
    for (let attempt = 0; lost === 0 && attempt < 20; attempt++) {
      lost = (await cut(journal, attempt, false)).lost.length
    }
  })
  assert.isAbove(lost, 0)
  await node.end("SIGQUIT")
  node = careful
  await node.start()
})

/**
 * A standby of the node that must have each commit on its disk before the commit is answered. It lets a report end before it
 * removes rows that the report reads.
 */
const standby = async (folder: string) => {
  await node.copyTo(folder)
  await appendFile(
    join(folder, "postgresql.auto.conf"),
    `primary_conninfo = '${at(node.url, node.port).replace(/\/postgres$/, "")}'\n`
  )
  await writeFile(join(folder, "standby.signal"), "")
  const made = await opened(folder, undefined, { ...settings, max_standby_streaming_delay: "10min" })
  await run("alter system set synchronous_standby_names = '*'")
  await run("select pg_reload_conf()")
  for (let turn = 0; turn < 12_000; turn++) {
    const [row] = await run("select count(*)::text as value from pg_stat_replication where sync_state = 'sync'")
    if (row!.value === "1") return made
    await pause(20)
  }
  return assert.fail("the standby does not follow")
}

const alone = async () => {
  await run("alter system reset synchronous_standby_names")
  await run("select pg_reload_conf()")
}

it("a disk that takes two seconds to write delays bookings, and nothing else", async () => {
  const follower = await standby(join(where.folder, "slow"))
  const reads: Array<number> = []
  const till = surroundings.tills[0]!
  let [times, slowest] = [0, 0]
  const verdict = await whileBooking(async (journal) => {
    for (const _ of rounds(slowDisks)) {
      await soon(journal)
      const stopped = await follower.freeze()
      const begun = performance.now()
      while (performance.now() - begun < 2_000) {
        const asked = performance.now()
        const { status } = await Effect.runPromise(till.get("/order"))
        assert.strictEqual(status, 200)
        reads.push(performance.now() - asked)
      }
      follower.thaw(stopped)
      await journal.moreBooked(between)
      times++
    }
    slowest = journal.slowestMillis
    assert.strictEqual(journal.silences, 0, "every call is answered")
    // A busy machine takes long to answer; a call that is never answered is still found.
  }, new BookingJournal(60_000))
  tell(
    `${counted(times, "time")} a disk that takes 2 s, ${summary(verdict)}; the slowest booking took ` +
      `${seconds([slowest])}, the slowest of ${counted(reads.length)} reads meanwhile ${seconds(reads)}`
  )
  isClean(verdict)
  await alone()
  await follower.crash()
})

it("what the standby may not have is answered as done only once it has it, also when it is sent again", async () => {
  const follower = await standby(join(where.folder, "silent"))
  const journal = new BookingJournal(60_000)
  const { festival, guests, tills } = surroundings
  const [topUpId, saleId, cardId, grantId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const calls = [
    { path: "/order/book-topup", body: topUp(guests[0]!, 5, { uuid: topUpId }) },
    { path: "/order/book-sale", body: sale([festival.press("beer")], guests[1]!, { uuid: saleId }) },
    {
      path: "/order/register-pending-topup",
      body: topUp(guests[2]!, 5, { uuid: cardId, payment_method: "sumup" })
    },
    { path: "/user/grant-vouchers", body: { vouchers: 2, user_tag_uid: guests[3]!.uid, request_id: grantId } }
  ]
  const entries = calls.map((call, n) => journal.write({ ...call, token: tills[n]!.token }))
  const stopped = await follower.freeze()
  const sendAll = () => Promise.all(entries.map((entry) => journal.send(address(), entry)))
  // A server gives up a statement that takes long. PostgreSQL lets others see its rows then, and the standby has none of them.
  let visible = 0
  while (visible < entries.length) {
    await sendAll()
    const [row] = await run(`select (
      (select count(*) from ordr where uuid in ('${topUpId}', '${saleId}')) +
      (select count(*) from card_payment where uuid = '${cardId}') +
      (select count(*) from grant_request where request_id = '${grantId}')
    )::text as value`)
    visible = Number(row!.value)
  }
  await sendAll()
  assert.deepStrictEqual(entries.map(({ answers }) => answers), [[], [], [], []])
  follower.thaw(stopped)
  for (const entry of entries) assert.strictEqual((await journal.insist(address(), entry))?.status, 200)
  await alone()
  await follower.crash()
})

it("a standby answers reports; one that takes over has every answered booking, and the same server books on it", async () => {
  const waits: Array<number> = []
  await dateEvent(surroundings)
  const verdict = await whileBooking(async (journal) => {
    for (const round of rounds(failOvers)) {
      const next = await standby(join(where.folder, `standby${round}`))
      await soon(journal)
      if (round === 0) await readFrom(where, surroundings, next.url)
      await node.crash()
      const dead = performance.now()
      const failed = node
      node = next
      await run("alter system reset all")
      // A call that waits has a snapshot, which may stand in the way of what is still to be repeated.
      await run("select pg_promote(wait => false)::text as value")
      await run("select pg_reload_conf()")
      target.port = node.port
      database.strike("reset")
      waits.push(await untilBooked(journal, dead))
      if (round > 0) await rm(failed.folder, { recursive: true, force: true, maxRetries: 5 })
    }
  })
  tell(
    `${counted(waits.length, "fail-over")} to a standby, ${summary(verdict)}; at most ${
      seconds(waits)
    } without bookings`
  )
  isClean(verdict)
  assert.isBelow(Math.max(...waits), 10_000)
})
