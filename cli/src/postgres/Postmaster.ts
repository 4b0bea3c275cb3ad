import { Deferred, Effect, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createServer } from "node:net"
import { createInterface } from "node:readline"
import { killAtDeadline } from "../serving/StopDeadline.ts"
import { type Account, spawnOptions } from "./Account.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { claim } from "./Ownership.ts"
import { restarting } from "./Restarts.ts"

type Postmaster = {
  readonly port: number
  /** Fails when PostgreSQL ends by itself and can't be started again, or ends too often; never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedPostgresError>
}

export type PostmasterOptions = {
  readonly program: string
  readonly folder: string
  readonly account: Account
  /** `undefined`: any free port. */
  readonly port: number | undefined
  readonly durable: boolean
  /** Further settings of PostgreSQL. */
  readonly settings?: Readonly<Record<string, string>>
  /** Reads each line that PostgreSQL logs. */
  readonly follow?: (line: string) => Effect.Effect<void>
}

const PORT_TAKEN = "could not create any TCP/IP sockets"
/**
 * PostgreSQL logs this for each connection while it stops or starts, and for a statement that was given up with its connection;
 * other lines log the stop and start once.
 */
const connectionFatal = /^FATAL: +(?:terminating connection |the database system is |connection to client lost)/
/** Backends of a killed postmaster hold its memory for a moment longer. */
const MEMORY_IN_USE = "pre-existing shared memory block"

/**
 * Starts PostgreSQL and returns once it accepts connections. Starts it again on the same port when it ends by itself, and
 * stops it when the scope closes.
 */
export const start = Effect.fnUntraced(function*(options: PostmasterOptions) {
  const first = yield* Deferred.make<number, EmbeddedPostgresError>()
  const failure = yield* Deferred.make<never, EmbeddedPostgresError>()
  yield* Effect.forkScoped(Effect.catchCause(
    keepRunning(options, first),
    (cause) => Effect.andThen(Deferred.failCause(first, cause), Deferred.failCause(failure, cause))
  ))
  return { port: yield* Deferred.await(first), failure: Deferred.await(failure) } satisfies Postmaster
})

/** Never succeeds; fails when the first start fails, or when PostgreSQL ended too often. */
const keepRunning = Effect.fnUntraced(
  function*(options: PostmasterOptions, first: Deferred.Deferred<number, EmbeddedPostgresError>) {
    const runOnce = (port: number | undefined) =>
      Effect.scoped(Effect.gen(function*() {
        const running = yield* startPatiently({ ...options, port: port ?? options.port }, port !== undefined)
        yield* Deferred.succeed(first, running.port)
        return yield* Effect.flip(running.failure)
      }))
    const ended = yield* runOnce(undefined)
    return yield* restarting(ended, runOnce(yield* Deferred.await(first)))
  }
)

const startPatiently = Effect.fnUntraced(function*(options: PostmasterOptions, again: boolean) {
  yield* claim(options.folder)
  return yield* Effect.retry(startOnce(options), {
    while: ({ message }) =>
      message.includes(MEMORY_IN_USE) || ((again || options.port === undefined) && message.includes(PORT_TAKEN)),
    schedule: Schedule.spaced("100 millis"),
    times: 100
  })
})

const startOnce = Effect.fnUntraced(function*(options: PostmasterOptions) {
  const port = options.port ?? (yield* freePort)
  const ended = yield* Deferred.make<string>()
  const failure = Effect.flatMap(
    Deferred.await(ended),
    (reason) => new EmbeddedPostgresError({ message: `PostgreSQL ended: ${reason}` })
  )
  const postmaster = yield* Effect.acquireRelease(
    Effect.sync(() => launch(options, port)),
    (running) => stop(running, options.durable)
  )
  const ready = yield* watch(postmaster, ended, options.follow)
  yield* Effect.raceFirst(ready, failure)
  return { port, failure } satisfies Postmaster
})

/** Arguments of PostgreSQL. */
export const argumentsFor = (
  { durable, folder, settings }: Pick<PostmasterOptions, "durable" | "folder" | "settings">,
  port: number
): ReadonlyArray<string> => {
  const all = {
    port: String(port),
    ...(durable ? durableSettings : fastSettings),
    ...commonSettings,
    ...settings
  }
  return ["-D", folder, ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])]
}

const launch = (options: PostmasterOptions, port: number): ChildProcess => {
  const child = spawn(options.program, argumentsFor(options, port), {
    ...spawnOptions(options.account),
    // A process group of its own: Ctrl-C in the terminal reaches only Wristbank, which stops PostgreSQL last.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"]
  })
  const end = () => child.kill("SIGINT")
  process.once("exit", end)
  const forget = killAtDeadline(() => child.kill("SIGQUIT"))
  child.once("exit", () => {
    process.off("exit", end)
    forget()
  })
  return child
}

/** Follows PostgreSQL's output; the returned effect ends when PostgreSQL accepts connections. */
const watch = Effect.fnUntraced(function*(
  postmaster: ChildProcess,
  ended: Deferred.Deferred<string>,
  follow: PostmasterOptions["follow"] = () => Effect.void
) {
  const ready = yield* Deferred.make<void>()
  const context = yield* Effect.context<never>()
  const lastLines: Array<string> = []
  const lines = postmaster.stderr === null ? undefined : createInterface(postmaster.stderr)
  lines?.on("line", (line) => {
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
    if (line.includes("database system is ready to accept connections")) Deferred.doneUnsafe(ready, Effect.void)
    const serious = /^(FATAL|PANIC)/.test(line) && !connectionFatal.test(line)
    Effect.runForkWith(context)(
      Effect.andThen(serious ? Effect.logWarning(`PostgreSQL: ${line}`) : Effect.logDebug(line), follow(line))
    )
  })
  const end = (reason: string) => Deferred.doneUnsafe(ended, Effect.succeed(reason))
  postmaster.on("error", (error) => end(error.message))
  // The last lines explain the end, so they are waited for, but only shortly: child processes of a killed postmaster keep
  // its standard error open until they notice its end.
  postmaster.on("exit", (code, signal) => {
    const exited = () => end([`exit ${code ?? signal}`, ...lastLines].join("\n"))
    const late = setTimeout(exited, 1_000)
    postmaster.once("close", () => {
      clearTimeout(late)
      exited()
    })
  })
  return Deferred.await(ready)
})

/**
 * Fast shutdown: open transactions are rolled back and a checkpoint is written, which may take long on a slow disk; a signal to
 * Wristbank ends it sooner (`StopLimits`). Without durability the server is killed, as its data is not needed any more.
 */
const stop = (postmaster: ChildProcess, durable: boolean): Effect.Effect<void> => {
  const gone = Effect.callback<void>((resume) => {
    if (postmaster.pid === undefined || postmaster.exitCode !== null || postmaster.signalCode !== null) {
      return resume(Effect.void)
    }
    postmaster.once("exit", () => resume(Effect.void))
    postmaster.kill(durable ? "SIGINT" : "SIGQUIT")
  })
  return Effect.timeoutOrElse(gone, {
    duration: "60 seconds",
    orElse: () => Effect.sync(() => void postmaster.kill("SIGQUIT"))
  })
}

const freePort = Effect.callback<number, EmbeddedPostgresError>((resume) => {
  const server = createServer()
  server.on("error", (cause) => resume(new EmbeddedPostgresError({ message: "No port is free", cause })))
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() =>
      resume(
        address !== null && typeof address === "object"
          ? Effect.succeed(address.port)
          : new EmbeddedPostgresError({ message: "No port is free" })
      )
    )
  })
})

const commonSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "",
  logging_collector: "off",
  log_destination: "stderr",
  // A refused statement is reported to the booking that sent it; its values don't belong in a log.
  log_min_messages: "log",
  log_min_error_statement: "panic"
}

const durableSettings = {
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  // These programs have only pglz: at 500,000 orders it takes five times as long as the rest of a sale, for a quarter of the log.
  wal_compression: "off",
  shared_buffers: "256MB",
  max_wal_size: "4GB",
  checkpoint_timeout: "15min"
}

const fastSettings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  shared_buffers: "128MB",
  max_wal_size: "1GB",
  // Copies of databases are made by the kernel.
  file_copy_method: "clone"
}
