import { assert, it } from "@effect/vitest"
import * as EmbeddedPostgres from "@wristbank/cli/EmbeddedPostgres"
import * as Database from "@wristbank/core/sql/Database"
import { Effect, Exit, Layer, Logger, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { Address } from "../support/FestivalServer.ts"
import { end, freePort, type Killable, start } from "./Killable.ts"
import { runCommand } from "./runCommand.ts"
import { client, insist, type Journaled, type Surroundings } from "./TerminalLoad.ts"

/** Number of kills of the server alone, while PostgreSQL runs on; set by `SERVER_KILLS`. */
const serverKills = Number(process.env.SERVER_KILLS ?? 2)
/** Number of kills of `wristbank up`, every second time together with PostgreSQL; set by `WHOLE_KILLS`. */
const wholeKills = Number(process.env.WHOLE_KILLS ?? 1)
const clients = 16
const timeout = 300_000 + 60_000 * (serverKills + wholeKills)
/** Bookings answered between two kills, whatever the speed of the machine. */
const between = 25

const quietly = Effect.provide(Logger.layer([]))

/** A data folder of its own, and an address to serve on. */
const place = async () => {
  const folder = await mkdtemp(join(tmpdir(), "wristbank-test-"))
  await chmod(folder, 0o711)
  const port = await freePort()
  const environment = {
    WRISTBANK_DATA_DIR: join(folder, "data"),
    WRISTBANK_SECRET_KEY: "a key of the tests that has 32 characters or more",
    WRISTBANK_ADMIN_LOGIN: administrator.login,
    WRISTBANK_ADMIN_PASSWORD: administrator.password
  }
  return { folder, postgres: join(folder, "data/postgres"), environment, port, address: `http://127.0.0.1:${port}/api` }
}
type Place = Awaited<ReturnType<typeof place>>

const listenAt = ({ port }: Place) => ["--host", "127.0.0.1", "--port", String(port)]

const up = (where: Place) =>
  start(["up", "--no-demo", ...listenAt(where)], { cwd: where.folder, environment: where.environment })

const serve = (where: Place, url: string) =>
  start(["serve", ...listenAt(where)], { cwd: where.folder, environment: { ...where.environment, DATABASE_URL: url } })

/** Sets up the festival with tills and guests through the running server. */
const setUp = (where: Place, url: string): Promise<Surroundings> => {
  const database = Database.layer({ url: Redacted.make(url), connections: 1 })
  return Effect.runPromise(quietly(Effect.provide(
    Effect.gen(function*() {
      const festival = yield* Festival.make
      const tills = yield* Effect.forEach([1, 2, 3], () => festival.tills.open({ float: 500 }))
      const guests = yield* Effect.forEach(Array.from({ length: 12 }), () => festival.guest({ vouchers: 40 }))
      return { address: `${where.address}/terminal`, festival, tills: [festival.bar, ...tills], guests }
    }),
    Layer.merge(database, Layer.succeed(Address, where.address))
  )))
}

/** Books while servers are killed repeatedly; returns the journal of the clients. The last server keeps running. */
const torture = async (where: Place, started: Array<Killable>) => {
  const run = async (server: Promise<Killable>) => {
    const running = await server
    started.push(running)
    return running
  }
  const journal: Array<Journaled> = []
  const answered = () => journal.filter(({ answer }) => answer?.status === 200).length
  const soon = async () => {
    const enough = answered() + between
    for (let turn = 0; answered() < enough; turn++) {
      assert.isBelow(turn, 1500, "the servers answer no bookings")
      await pause(20)
    }
    await pause(Math.random() * 300)
  }
  await end(await run(up(where)), "SIGINT")
  const scope = Effect.runSync(Scope.make())
  const postgres = await Effect.runPromise(
    quietly(Scope.provide(EmbeddedPostgres.start({ folder: where.postgres }), scope))
  )
  const stopped = new AbortController()
  let load: Promise<unknown> = Promise.resolve()
  try {
    const url = Redacted.value(postgres.url)
    let server = await run(serve(where, url))
    const surroundings = await setUp(where, url)
    load = Promise.all(Array.from({ length: clients }, () => client(surroundings, journal, stopped.signal)))
    for (let kill = 0; kill < serverKills; kill++) {
      await soon()
      await end(server, "SIGKILL")
      server = await run(serve(where, url))
    }
    await soon()
    await end(server, "SIGKILL")
  } finally {
    await Effect.runPromise(quietly(Scope.close(scope, Exit.void)))
  }
  let server = await run(up(where))
  for (let kill = 0; kill < wholeKills; kill++) {
    await soon()
    const postmaster = Number((await readFile(join(where.postgres, "postmaster.pid"), "utf8")).split("\n")[0])
    if (kill % 2 === 0) process.kill(postmaster, "SIGKILL")
    await end(server, "SIGKILL")
    server = await run(up(where))
  }
  await soon()
  stopped.abort()
  await load
  return journal
}

/** The number of orders with a uuid, and of orders that cancel another. */
const stored = (where: Place) =>
  Effect.runPromise(quietly(Effect.scoped(Effect.gen(function*() {
    const { url } = yield* EmbeddedPostgres.joinOrStart({ folder: where.postgres })
    const rows = yield* Effect.provide(
      SqlClient.SqlClient.use((sql) =>
        sql<{ uuid: string; cancels_order: bigint | null }>`select uuid, cancels_order from ordr`
      ),
      Database.layer({ url, connections: 1 })
    )
    const uuids = Map.groupBy(rows, ({ uuid }) => uuid)
    const cancels = Map.groupBy(rows, ({ cancels_order }) => Number(cancels_order))
    return {
      ofUuid: (uuid: unknown) => uuids.get(String(uuid))?.length ?? 0,
      cancelsOf: (path: string) => cancels.get(Number(path.split("/")[2]))?.length ?? 0
    }
  }))))

const inParallel = async <A>(items: ReadonlyArray<A>, run: (item: A) => Promise<void>) => {
  const rest = items.values()
  await Promise.all(Array.from({ length: clients }, async () => {
    for (const item of rest) await run(item)
  }))
}

/**
 * Asserts that every order of the journal is stored as often as its answers say, and that a repeated request gets the same
 * answer.
 */
const compare = async (where: Place, journal: ReadonlyArray<Journaled>) => {
  const address = `${where.address}/terminal`
  const cancels = journal.filter(({ body }) => body === null)
  const bookings = journal.filter(({ body }) => body !== null)
  const before = await stored(where)
  for (const { answer, body, path } of journal) {
    const count = body === null ? before.cancelsOf(path) : before.ofUuid(body.uuid)
    if (answer?.status === 200) assert.strictEqual(count, 1, `${path}: ${answer.body}`)
    else if (answer === null) assert.isAtMost(count, 1)
    else {
      assert.strictEqual(answer.status, 400, JSON.stringify(answer.body))
      if (body !== null) assert.strictEqual(count, 0)
    }
  }
  await inParallel(bookings, async (call) => {
    if (call.answer !== null && call.answer.status !== 200) return
    const again: Journaled = { ...call, answer: null }
    await insist(address, again)
    if (call.answer !== null || before.ofUuid(call.body!.uuid) === 1) assert.strictEqual(again.answer?.status, 200)
    else assert.include([200, 400], again.answer?.status)
    if (call.answer !== null) assert.deepStrictEqual(again.answer, call.answer)
    call.answer = again.answer
  })
  const after = await stored(where)
  for (const { answer, body } of bookings) assert.strictEqual(after.ofUuid(body!.uuid), answer?.status === 200 ? 1 : 0)
  for (const { path } of cancels) assert.strictEqual(after.cancelsOf(path), before.cancelsOf(path))
}

it("kill -9 loses no answered booking and books none twice", { timeout }, async () => {
  const where = await place()
  const started: Array<Killable> = []
  try {
    const journal = await torture(where, started)
    const answered = journal.filter(({ answer }) => answer?.status === 200)
    assert.isAtLeast(answered.length, between * (serverKills + wholeKills + 2))
    assert.isNotEmpty(journal.filter(({ answer }) => answer === null))
    assert.isNotEmpty(answered.filter(({ sent }) => sent > 1))
    await compare(where, journal)
    const doctor = await runCommand(["doctor", "--json"], { cwd: where.folder, environment: where.environment })
    assert.strictEqual(doctor.code, 0, doctor.stdout + doctor.stderr)
    const last = started.at(-1)!
    assert.strictEqual(await end(last, "SIGINT"), 0)
    assert.isEmpty(last.stderr.filter((line) => line.includes(`"level":"ERROR"`)))
  } finally {
    for (const server of started) await end(server, "SIGKILL")
    await Effect.runPromise(quietly(Effect.scoped(EmbeddedPostgres.start({ folder: where.postgres }))))
    await rm(where.folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
