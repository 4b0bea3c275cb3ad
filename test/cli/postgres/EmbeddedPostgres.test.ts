import { assert, it } from "@effect/vitest"
import { type EmbeddedPostgres, joinOrStart, start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { RestartPause } from "@wristbank/cli/postgres/Restarts"
import * as Database from "@wristbank/core/sql/Database"
import { Duration, Effect, Fiber, Layer, Redacted, References, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { compiledOnce, runFolder } from "../../support/runFolder.ts"
import { copiedData } from "./copiedData.ts"

/** A folder of this test that every account can enter. */
const temporaryFolder = Effect.acquireRelease(
  Effect.promise(runFolder),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** A data folder with PostgreSQL's data in it. */
const dataFolder = Effect.flatMap(
  temporaryFolder,
  (folder) => Effect.promise(() => copiedData(join(folder, "postgres")))
)

/** As `temporaryFolder`, with a path that leaves room for the name of a socket on every system. */
const shortFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "wristbank-test-"))
    await chmod(folder, 0o711)
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Another process that runs PostgreSQL on the folder, and its connection URL. */
const holder = (folder: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [join(import.meta.dirname, "holdPostgres.ts"), folder], {
        env: { ...process.env, ...compiledOnce() },
        stdio: ["ignore", "pipe", "inherit"]
      })
      const [url] = await once(createInterface(child.stdout), "line")
      return { child, url: Redacted.make(Schema.decodeUnknownSync(Schema.String)(url)) }
    }),
    ({ child }) => end(child, "SIGTERM")
  )

const end = (child: ChildProcess, signal: NodeJS.Signals) =>
  Effect.promise(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, "exit")
    child.kill(signal)
    await exit
  })

const on = <A, E>(url: Redacted.Redacted, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.scoped(Effect.flatMap(
    Layer.build(Layer.fresh(Database.layer({ url, connections: 4 }))),
    (context) => Effect.provideContext(Effect.flatMap(SqlClient.SqlClient, use), context)
  ))

const createSales = (url: Redacted.Redacted) => on(url, (sql) => sql`CREATE TABLE sale (id int PRIMARY KEY)`)

const storedSales = (url: Redacted.Redacted) =>
  Effect.map(on(url, (sql) => sql<{ id: number }>`SELECT id FROM sale ORDER BY id`), (rows) => rows.map(({ id }) => id))

const postmasterOf = (folder: string) =>
  Effect.promise(async () =>
    Number((await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "")).split("\n")[0])
  )

it.live("its settings keep what was answered, and no one else can connect", () =>
  Effect.gen(function*() {
    const server = yield* start({ folder: join(yield* temporaryFolder, "postgres") })
    const settings = yield* on(server.url, (sql) =>
      sql<{ name: string; setting: string }>`SELECT name, setting FROM pg_settings`)
    const setting = Object.fromEntries(settings.map((row) => [row.name, row.setting]))
    for (const name of ["fsync", "synchronous_commit", "full_page_writes", "data_checksums"]) {
      assert.strictEqual(setting[name], "on", name)
    }
    assert.strictEqual(setting["listen_addresses"], "127.0.0.1")
    assert.strictEqual(setting["unix_socket_directories"], `${server.folder}.socket`)
    assert.strictEqual(
      (yield* Effect.promise(() =>
        stat(`${server.folder}.socket`)
      )).mode & 0o777,
      0o700
    )
    const wrong = Redacted.make(Redacted.value(server.url).replace(/:[^:@]+@/, ":guess@"))
    const refused = yield* Effect.flip(on(wrong, (sql) => sql`SELECT 1`))
    assert.strictEqual(refused._tag, "SqlError")
    const { mode } = yield* Effect.promise(() => stat(join(server.folder, "wristbank.password")))
    assert.strictEqual(mode & 0o777, 0o600)
  }).pipe(Effect.scoped))

/** Whether a connection comes by the way of servers: PostgreSQL knows no address of a socket. */
const isLocal = ({ serverUrl, url }: EmbeddedPostgres["Service"]) =>
  Effect.map(
    on(Redacted.make(Redacted.value(url) + new URL(Redacted.value(serverUrl)).search), (sql) =>
      sql<{ local: boolean }>`SELECT inet_server_addr() IS NULL AS local`),
    ([row]) =>
      row!.local
  )

it.live("servers come by a socket; over TCP where its path would be too long or nothing may be made beside the data", () =>
  Effect.gen(function*() {
    const folder = yield* shortFolder
    const short = yield* Effect.promise(() => copiedData(join(folder, "postgres")))
    assert.isTrue(yield* Effect.scoped(Effect.flatMap(start({ folder: short }), isLocal)))
    const long = yield* Effect.promise(() => copiedData(join(folder, "x".repeat(80))))
    assert.isFalse(yield* Effect.scoped(Effect.flatMap(start({ folder: long }), isLocal)))
    const beside = yield* Effect.promise(() => copiedData(join(folder, "beside")))
    yield* Effect.promise(() => writeFile(`${beside}.socket`, ""))
    assert.isFalse(yield* Effect.scoped(Effect.flatMap(start({ folder: beside }), isLocal)))
  }).pipe(Effect.scoped))

it.live("after kill -9 of its owner, with PostgreSQL still running, the next start has everything", () =>
  Effect.gen(function*() {
    const folder = yield* dataFolder
    const first = yield* holder(folder)
    yield* createSales(first.url)
    yield* on(first.url, (sql) => sql`INSERT INTO sale SELECT generate_series(1, 100)`)
    yield* end(first.child, "SIGKILL")
    const orphan = yield* postmasterOf(folder)
    assert.isTrue(process.kill(orphan, 0))
    const second = yield* start({ folder })
    assert.notStrictEqual(yield* postmasterOf(folder), orphan)
    assert.lengthOf(yield* storedSales(second.url), 100)
  }).pipe(Effect.scoped))

it.live("after kill -9 of PostgreSQL under load, every answered sale is there", () =>
  Effect.gen(function*() {
    const folder = yield* dataFolder
    const first = yield* holder(folder)
    yield* createSales(first.url)
    const postmaster = yield* postmasterOf(folder)
    const answered: Array<number> = []
    yield* on(first.url, (sql) =>
      Effect.forEach(
        Array.from({ length: 2000 }, (_, id) => id),
        (id) =>
          Effect.map(sql`INSERT INTO sale (id) VALUES (${id})`, () => {
            answered.push(id)
            if (answered.length === 200) {
              first.child.kill("SIGKILL")
              process.kill(postmaster, "SIGKILL")
            }
          }),
        { concurrency: 4, discard: true }
      )).pipe(Effect.ignore)
    assert.isAtLeast(answered.length, 200)
    const stored = new Set(yield* storedSales((yield* start({ folder })).url))
    assert.deepStrictEqual(answered.filter((id) => !stored.has(id)), [])
  }).pipe(Effect.scoped))

it.live("data in use by a living owner is refused to a second one and shared with a command", () =>
  Effect.gen(function*() {
    const folder = yield* dataFolder
    const first = yield* holder(folder)
    yield* createSales(first.url)
    const refusal = yield* Effect.flip(Effect.scoped(start({ folder })))
    assert.include(refusal.message, `process id ${first.child.pid}`)
    const joined = yield* joinOrStart({ folder })
    assert.deepStrictEqual(yield* storedSales(joined.url), [])
    yield* end(first.child, "SIGTERM")
    const left = yield* Effect.promise(() => stat(join(folder, "postmaster.pid")).then(() => true, () => false))
    assert.isFalse(left)
    const alone = yield* joinOrStart({ folder })
    assert.deepStrictEqual(yield* storedSales(alone.url), [])
  }).pipe(Effect.scoped))

it.live("the number of a dead PostgreSQL that another program got does not stop the start", () =>
  Effect.gen(function*() {
    const folder = yield* dataFolder
    yield* Effect.scoped(start({ folder }))
    const lines = [process.pid, folder, 1, 5432, "", "127.0.0.1", "1 1", "ready", ""]
    yield* Effect.promise(() => writeFile(join(folder, "postmaster.pid"), lines.join("\n")))
    const server = yield* start({ folder })
    assert.lengthOf(yield* on(server.url, (sql) => sql`SELECT 1`), 1)
  }).pipe(Effect.scoped))

it.live("a folder with other files is not touched", () =>
  Effect.gen(function*() {
    const folder = join(yield* temporaryFolder, "postgres")
    yield* Effect.promise(() => mkdir(folder))
    yield* Effect.promise(() => writeFile(join(folder, "letters.txt"), "mine"))
    const refusal = yield* Effect.flip(Effect.scoped(start({ folder })))
    assert.include(refusal.message, "files that are not PostgreSQL's")
    assert.strictEqual(yield* Effect.promise(() => readFile(join(folder, "letters.txt"), "utf8")), "mine")
  }).pipe(Effect.scoped))

it.live("in a folder that others can't enter it starts, and finds its data again", () =>
  Effect.gen(function*() {
    const closed = yield* temporaryFolder
    yield* Effect.promise(() => chmod(closed, 0o700))
    const wanted = join(closed, "data", "postgres")
    const first = yield* Effect.scoped(Effect.tap(start({ folder: wanted }), (server) => createSales(server.url)))
    yield* Effect.addFinalizer(() => Effect.promise(() => rm(first.folder, { recursive: true, force: true })))
    const second = yield* start({ folder: wanted })
    assert.strictEqual(second.folder, first.folder)
    assert.deepStrictEqual(yield* storedSales(second.url), [])
    // Only a root process runs PostgreSQL as another account, which can't enter the folder.
    const moved = process.getuid?.() === 0
    assert.strictEqual(second.folder !== wanted, moved)
    assert.strictEqual(second.notices.some((notice) => notice.includes(second.folder)), moved)
  }).pipe(Effect.scoped))

it.live("one that dies is started again on its port with all it had, until that was in vain too often", () =>
  Effect.gen(function*() {
    const server = yield* start({ folder: yield* dataFolder })
    yield* createSales(server.url)
    yield* on(server.url, (sql) => sql`INSERT INTO sale VALUES (1)`)
    const given = yield* Effect.forkChild(Effect.flip(server.failure))
    let killed = 0
    const killNext = Effect.gen(function*() {
      const postmaster = yield* Effect.repeat(postmasterOf(server.folder), {
        until: (found) => found > 0 && found !== killed,
        schedule: Schedule.spaced("5 millis")
      })
      killed = postmaster
      // A postmaster that could not start yet has ended and left its process id behind.
      yield* Effect.ignore(Effect.try(() => process.kill(postmaster, "SIGKILL")))
    })
    yield* killNext
    const stored = Effect.retry(storedSales(server.url), {
      while: () => given.pollUnsafe() === undefined,
      schedule: Schedule.spaced("100 millis")
    })
    assert.deepStrictEqual(yield* stored, [1])
    const { message } = yield* Effect.raceFirst(Effect.forever(killNext), Fiber.join(given))
    assert.match(message, /ended by itself 6 times/)
  }).pipe(
    Effect.scoped,
    Effect.provideService(RestartPause, () => Duration.zero),
    Effect.provideService(References.MinimumLogLevel, "None")
  ))
