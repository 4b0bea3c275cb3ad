import { assert, it } from "@effect/vitest"
import * as EmbeddedPostgres from "@wristbank/cli/postgres/EmbeddedPostgres"
import { Effect, Exit, Logger, Redacted, Scope } from "effect"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { BookingJournal } from "../support/BookingJournal.ts"
import { startLoad, type Surroundings } from "../support/BookingLoad.ts"
import { isClean, settled, summary, together, type Verdict } from "../support/JournalCheck.ts"
import { counted, rounds, tell } from "../support/Torture.ts"
import { end, type Killable } from "./Killable.ts"
import { runCommand } from "./runCommand.ts"
import { installedSite, openFestival, serve, type Site, up, work } from "./Site.ts"

/** How often a server and its workers are killed while PostgreSQL runs on; set by `SERVER_KILLS`. */
const serverKills = Number(process.env.SERVER_KILLS ?? 1)
/** Number of kills of `wristbank up`, every second time together with PostgreSQL; set by `WHOLE_KILLS`. */
const wholeKills = Number(process.env.WHOLE_KILLS ?? 1)
/** How many clients book at once; set by `KILL_CLIENTS`. */
const clients = Number(process.env.KILL_CLIENTS ?? 16)
const timeout = 300_000 + 60_000 * (serverKills + wholeKills)
/** Bookings answered between two kills, whatever the speed of the machine. */
const between = 25
/** Kills after which the clients stop, and all that they sent is compared with the database. */
const killsPerRound = 100

const quietly = Effect.provide(Logger.layer([]))

/** Kills so far, and what the comparisons found. */
interface Tally {
  kills: number
  readonly verdicts: Array<Verdict>
}

/** A moment after more bookings were answered. */
const soon = async (journal: BookingJournal) => {
  await journal.moreBooked(between)
  await pause(Math.random() * 300)
}

/** Lets clients book beside a number of kills, then compares what they sent with the database. */
const roundOf = async (options: {
  readonly url: () => Promise<Redacted.Redacted>
  readonly surroundings: Surroundings
  readonly tally: Tally
  readonly kills: Iterator<number>
  readonly kill: () => Promise<number>
}): Promise<boolean> => {
  const { kill, kills, surroundings, tally, url } = options
  const journal = new BookingJournal()
  const stop = startLoad(surroundings, journal, clients)
  let killed = 0
  try {
    while (killed < killsPerRound && kills.next().done !== true) {
      await soon(journal)
      tally.kills += await kill()
      killed++
    }
    if (killed > 0) await soon(journal)
  } finally {
    await stop()
  }
  if (killed === 0) return false
  const verdict = await settled(await url(), surroundings.addresses[0]!, journal)
  assert.isAtLeast(verdict.acknowledged, between * (killed + 1))
  assert.isNotEmpty(journal.entries.filter(({ answers, sent }) => sent > answers.length), "calls that a kill met")
  tally.verdicts.push(verdict)
  return killed === killsPerRound
}

/** Kills a server and its workers, again and again, on a PostgreSQL that runs on. */
const killServers = async (where: Site, keep: (server: Killable) => Killable, tally: Tally) => {
  const scope = Effect.runSync(Scope.make())
  try {
    const started = Scope.provide(EmbeddedPostgres.start({ folder: where.postgres }), scope)
    const { serverUrl, url } = await Effect.runPromise(quietly(started))
    const reach = Redacted.value(serverUrl)
    let server = keep(await serve(where, reach))
    let workers = keep(await work(where, reach))
    const surroundings = await openFestival(where, Redacted.value(url))
    const kill = async () => {
      await Promise.all([end(server, "SIGKILL"), end(workers, "SIGKILL")])
      const again = await Promise.all([serve(where, reach), work(where, reach)])
      server = keep(again[0])
      workers = keep(again[1])
      return 2
    }
    const kills = rounds(serverKills)
    while (await roundOf({ url: async () => url, surroundings, tally, kills, kill }));
    await Promise.all([end(server, "SIGKILL"), end(workers, "SIGKILL")])
    return surroundings
  } finally {
    await Effect.runPromise(quietly(Scope.close(scope, Exit.void)))
  }
}

/** Kills `wristbank up`, every second time with PostgreSQL; the last one keeps running. */
const killWhole = async (
  where: Site,
  keep: (server: Killable) => Killable,
  surroundings: Surroundings,
  tally: Tally
) => {
  let server = keep(await up(where))
  let withDatabase = false
  const kill = async () => {
    withDatabase = !withDatabase
    const postmaster = Number((await readFile(join(where.postgres, "postmaster.pid"), "utf8")).split("\n")[0])
    if (withDatabase) process.kill(postmaster, "SIGKILL")
    await end(server, "SIGKILL")
    server = keep(await up(where))
    return withDatabase ? 2 : 1
  }
  const kills = rounds(wholeKills)
  while (await roundOf({ url: () => urlOf(where), surroundings, tally, kills, kill }));
  return server
}

/** The owner's URL of the database that a live server has. */
const urlOf = (where: Site) =>
  Effect.runPromise(quietly(Effect.scoped(
    Effect.map(EmbeddedPostgres.joinOrStart({ folder: where.postgres }), ({ url }) => url)
  )))

it("kill -9 loses no answered booking and books none twice", { timeout }, async () => {
  const where = await installedSite()
  const started = new Set<Killable>()
  const keep = (server: Killable) => {
    for (const one of started) if (one.child.signalCode !== null) started.delete(one)
    started.add(server)
    return server
  }
  const tally: Tally = { kills: 0, verdicts: [] }
  try {
    const surroundings = await killServers(where, keep, tally)
    const last = await killWhole(where, keep, surroundings, tally)
    const verdict = together(tally.verdicts)
    tell(`${counted(tally.kills, "kill")} of servers, workers and PostgreSQL, ${summary(verdict)}`)
    isClean(verdict)
    const doctor = await runCommand(["doctor", "--json"], { cwd: where.folder, environment: where.environment })
    assert.strictEqual(doctor.code, 0, doctor.stdout + doctor.stderr)
    assert.strictEqual(await end(last, "SIGINT"), 0)
    assert.isEmpty(last.stderr.filter((line) => line.includes(`"level":"ERROR"`)))
  } finally {
    for (const server of started) await end(server, "SIGKILL")
    await Effect.runPromise(quietly(Effect.scoped(EmbeddedPostgres.start({ folder: where.postgres }))))
    await rm(where.folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
