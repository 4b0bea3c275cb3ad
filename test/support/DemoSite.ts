import { PastGuests } from "@wristbank/cli/stand-ins/festival/DemoPast"
import { up } from "@wristbank/cli/Up"
import * as Progress from "@wristbank/cli/views/Progress"
import { Configuration } from "@wristbank/core/config/Configuration"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Deferred, Effect, Exit, Fiber, Layer, Logger, Redacted, Scope } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../cli/Killable.ts"
import { TestDatabase } from "./database.ts"
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
 * Starts the demo festival as `npm start` does. It takes a second or two, so a test file starts it once:
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
  const { url } = yield* TestDatabase.make(template)
  const dataDir = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-demo-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  )
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
      Layer.succeed(PastGuests, guests),
      Logger.layer([])
    ))
  )
  const fiber = yield* Effect.forkScoped(running)
  yield* Effect.raceFirst(Deferred.await(ready), Fiber.join(fiber))
  return { origin: `http://127.0.0.1:${port}`, lines, password, settings }
})
