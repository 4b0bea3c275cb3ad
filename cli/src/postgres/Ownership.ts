import { Effect, Schedule } from "effect"
import { execFile } from "node:child_process"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

const execute = promisify(execFile)
const OWNER_FILE = "wristbank.owner"

/** The process that runs PostgreSQL on a data folder: no process, a Wristbank that was killed, or one that is alive. */
export type Tenant =
  | { readonly kind: "none" }
  | { readonly kind: "orphan"; readonly pid: number }
  | { readonly kind: "alive"; readonly owner: number; readonly port: number }

/** Finds out who runs PostgreSQL on a data folder. */
export const tenantOf = Effect.fnUntraced(function*(folder: string): Effect.fn.Return<Tenant> {
  const lines = (yield* textOf(join(folder, "postmaster.pid"))).split("\n")
  const pid = Number(lines[0])
  if (!(pid > 0) || !(yield* isPostmaster(pid, folder))) return { kind: "none" }
  const owner = Number(yield* textOf(join(folder, OWNER_FILE)))
  const alive = owner > 0 && (yield* parentOf(pid)) === owner
  return alive ? { kind: "alive", owner, port: Number(lines[3]) } : { kind: "orphan", pid }
})

/**
 * Takes over a data folder before PostgreSQL starts on it. Stops a postmaster whose Wristbank was killed. Fails when its
 * Wristbank is alive.
 */
export const claim = Effect.fnUntraced(function*(folder: string) {
  const tenant = yield* tenantOf(folder)
  if (tenant.kind === "alive") {
    return yield* new EmbeddedPostgresError({
      message: `The data in ${folder} is in use by the Wristbank with process id ${tenant.owner}. ` +
        "Stop it, or choose another --data-dir"
    })
  }
  if (tenant.kind === "orphan") {
    yield* Effect.logInfo("Stopping the PostgreSQL that an earlier Wristbank left running", { ...tenant, folder })
    yield* stopOrphan(tenant.pid, folder)
  }
  // PostgreSQL would refuse to start if another program now has the process id of a postmaster that died.
  const pidFile = join(folder, "postmaster.pid")
  yield* attempt(`${pidFile} can't be removed`, () => rm(pidFile, { force: true }))
  yield* attempt(`The folder ${folder} can't be claimed`, async () => {
    const ownerFile = join(folder, OWNER_FILE)
    await rm(ownerFile, { force: true })
    // "wx" follows no link, so PostgreSQL's account can't place one that leads root elsewhere.
    await writeFile(ownerFile, String(process.pid), { flag: "wx" })
  })
})

const stopOrphan = Effect.fnUntraced(function*(pid: number, folder: string) {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    yield* signalTo(pid, signal)
    const gone = yield* Effect.repeat(isPostmaster(pid, folder), {
      while: (alive) => alive,
      schedule: Schedule.spaced("20 millis"),
      times: 1500
    })
    if (!gone) return
  }
  return yield* new EmbeddedPostgresError({
    message: `PostgreSQL with process id ${pid} still runs on ${folder} and does not stop. Stop it by hand`
  })
})

const signalTo = (pid: number, signal: "SIGINT" | "SIGQUIT") =>
  Effect.try({
    try: () => process.kill(pid, signal),
    catch: (cause) =>
      new EmbeddedPostgresError({ message: `PostgreSQL with process id ${pid} can't be stopped`, cause })
  })

/** Whether the process runs PostgreSQL on the folder. A zombie has no command line, so it does not count. */
const isPostmaster = (pid: number, folder: string): Effect.Effect<boolean> =>
  Effect.map(commandLineOf(pid), (line) => line.replaceAll("\0", " ").includes(`/postgres -D ${folder} `))

const commandLineOf = (pid: number): Effect.Effect<string> =>
  process.platform === "linux" ? textOf(`/proc/${pid}/cmdline`) : processStatus(pid, "command=")

const parentOf = (pid: number): Effect.Effect<number> =>
  process.platform === "linux"
    ? Effect.map(textOf(`/proc/${pid}/status`), (status) => Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]))
    : Effect.map(processStatus(pid, "ppid="), Number)

const processStatus = (pid: number, column: string): Effect.Effect<string> =>
  Effect.promise(() =>
    execute("ps", ["-ww", "-o", column, "-p", String(pid)]).then(({ stdout }) => stdout.trim(), () => "")
  )

/** The text of a file; empty when there is none. */
const textOf = (path: string): Effect.Effect<string> => Effect.promise(() => readFile(path, "utf8").catch(() => ""))
