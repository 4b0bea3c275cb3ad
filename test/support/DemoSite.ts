import { up } from "@wristbank/cli/serving/Up"
import * as Progress from "@wristbank/cli/views/Progress"
import { Configuration } from "@wristbank/core/base/Configuration"
import { SigningPoll } from "@wristbank/core/fiscal/TseSessions"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { HappyHour } from "@wristbank/stand-ins/festival/DemoHappyHour"
import { PastGuests } from "@wristbank/stand-ins/festival/DemoPast"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Redacted, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../cli/Killable.ts"
import { cheapPasswords } from "./administration.ts"
import { connection, prepared, TestDatabase } from "./database.ts"
import { template } from "./template.ts"

/** A running `wristbank up` on a database of its own; with the demo, all its stand-ins run too. */
export interface DemoSite extends AsyncDisposable {
  /** The address of the common port, without a slash at the end. */
  readonly origin: string
  /** The lines that `up` printed: addresses, people, tags, registration codes. */
  readonly lines: ReadonlyArray<string>
  /** The administrator's password. */
  readonly password: string
  /** Settings with which commands work on the same data. */
  readonly settings: Settings
}

type Settings = Readonly<Record<string, string | undefined>>

const password = "the password of this demo"

/** Guests of the past, few so that a start stays quick. */
const fewGuests = 8

/**
 * Starts the demo festival as `npm start` does, on a copy of one that was made once in a run. A test file starts it once:
 * `beforeAll(async () => { site = await demoSite() })`, `afterAll(() => site[Symbol.asyncDispose]())`. `guests` are those of the past.
 */
export const demoSite = (more: Readonly<Record<string, string>> = {}, guests?: number): Promise<DemoSite> =>
  siteWith(true, more, guests)

/** As `demoSite`, with nothing but the administrator. */
export const emptySite = (): Promise<DemoSite> => siteWith(false, {})

/** The demo on an embedded PostgreSQL in the data folder, as `npm start` has it. */
export const embeddedSite = (more: Readonly<Record<string, string>>): Promise<DemoSite> =>
  siteWith(true, { ...more, databaseUrl: undefined })

const siteWith = async (demo: boolean, more: Settings, guests = fewGuests): Promise<DemoSite> => {
  const scope = Effect.runSync(Scope.make())
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  try {
    const started = await Effect.runPromise(Scope.provide(start(demo, more, guests), scope))
    return { ...started, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

const start = Effect.fnUntraced(function*(demo: boolean, more: Settings, guests: number) {
  const dataDir = yield* dataFolder
  if (!demo || "databaseUrl" in more) {
    const { url } = yield* TestDatabase.make(template)
    return yield* startOn({ url, dataDir, demo, more, guests })
  }
  const { contents, name } = yield* prepared(`wristbank_demo_${guests}`, makeDemo(guests))
  const { url } = yield* TestDatabase.make(name)
  yield* write(contents, dataDir)
  return yield* startOn({ url, dataDir, demo, more, guests })
})

const startOn = Effect.fnUntraced(function*({ dataDir, demo, guests, more, url }: {
  readonly url: Redacted.Redacted
  readonly dataDir: string
  readonly demo: boolean
  readonly more: Settings
  readonly guests: number
}) {
  const port = String(yield* Effect.promise(freePort))
  const settings = { port, dataDir, databaseUrl: Redacted.value(url), adminPassword: password, ...more }
  const lines: Array<string> = []
  const ready = yield* Deferred.make<void>()
  const running = up((line) => {
    lines.push(line)
    // The last line that `up` prints says how to get a new registration code, or lists the codes.
    if (line === "Wristbank is ready.") queueMicrotask(() => Deferred.doneUnsafe(ready, Exit.void))
  }, { demo, processes: null }).pipe(
    Effect.scoped,
    Effect.provide(Layer.mergeAll(
      Configuration.layer({ flags: settings, environment: {} }),
      Layer.succeed(Progress.Progress, Progress.make({ show: () => undefined, close: () => undefined })),
      Layer.succeed(TimeoutScale, 20),
      // A demo that is not signing would make half of its queries for this, while several of them share the machine.
      Layer.succeed(SigningPoll, "1 second"),
      cheapPasswords,
      Layer.succeed(PastGuests, guests),
      Layer.succeed(HappyHour, false),
      Logger.layer([])
    ))
  )
  const fiber = yield* Effect.forkScoped(running)
  yield* Effect.raceFirst(Deferred.await(ready), Fiber.join(fiber))
  return { origin: `http://127.0.0.1:${port}`, lines, password, settings }
})

/** Makes the demo. Returns what is in its data folder: secret key, key and memory of the signing device. */
const makeDemo = (guests: number) =>
  Effect.gen(function*() {
    const { url } = yield* TestDatabase
    const dataDir = yield* dataFolder
    yield* Effect.scoped(Effect.andThen(startOn({ url, dataDir, demo: true, more: {}, guests }), settled))
    yield* withoutPorts
    return yield* filesIn(dataDir)
  }).pipe(Effect.scoped, Effect.provide(connection, { local: true }))

/** Waits until the bookings of the past are signed and the tickets of the presale imported. */
const settled = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.repeat(
    sql`select from signing_job where status in ('new', 'pending')
      union all select from event where not exists (select from presale_source where read_all_at is not null)`,
    { until: (waiting) => waiting.length === 0, schedule: Schedule.spaced("50 millis") }
  )
})

/** The stand-ins of a copy listen at other ports, which each start stores. Those of the first might be taken by another copy. */
const withoutPorts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update tse set ws_url = 'ws://127.0.0.1:0'`
  yield* sql`update event set settings = settings
    || '{"pretix_shop_url": "http://127.0.0.1:0", "headwind_url": "http://127.0.0.1:0"}'`
})

/** A data folder that is removed with the scope. */
const dataFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-demo-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Files by their names. */
type Files = Readonly<Record<string, Uint8Array>>

const filesIn = (folder: string) =>
  Effect.promise(async (): Promise<Files> => {
    const names = await readdir(folder)
    const contents = await Promise.all(names.map((name) => readFile(join(folder, name))))
    return Object.fromEntries(names.map((name, n) => [name, contents[n]!]))
  })

const write = (files: Files, folder: string) =>
  Effect.promise(() =>
    Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content, { mode: 0o600 })))
  )
