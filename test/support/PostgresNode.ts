import { type Account, accountFor, spawnOptions } from "@wristbank/cli/postgres/Account"
import { binariesFor } from "@wristbank/cli/postgres/Binaries"
import { passwordOf } from "@wristbank/cli/postgres/Cluster"
import { urlsOf } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { argumentsFor } from "@wristbank/cli/postgres/Postmaster"
import { Effect, type Redacted } from "effect"
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"

const execute = promisify(execFile)

/** What each line of a start or restart that succeeded says. */
const ready = /database system is ready to accept (?:read-only )?connections/

interface Command {
  readonly program: string
  readonly account: Account
  readonly folder: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
}

/**
 * PostgreSQL on a data folder, with the settings of real data, for tests that kill, freeze and copy it. No one starts it
 * again by themselves.
 */
export class PostgresNode {
  /** Its latest lines. */
  readonly lines: Array<string> = []
  /** How often it began to accept connections, and when it last did (monotonic, in milliseconds). */
  starts = 0
  readyAt = 0
  private child: ChildProcess | undefined

  readonly folder: string
  readonly port: number
  /** Of the owner of all tables, who is a superuser. */
  readonly url: Redacted.Redacted
  readonly serverUrl: Redacted.Redacted
  private readonly command: Command

  private constructor(command: Command, password: Redacted.Redacted) {
    const { serverUrl, url } = urlsOf(password, command.port)
    this.command = command
    this.folder = command.folder
    this.port = command.port
    this.url = url
    this.serverUrl = serverUrl
  }

  /** A node on a data folder that is there, not started yet. */
  static on(folder: string, port: number, settings: Readonly<Record<string, string>> = {}): Promise<PostgresNode> {
    return Effect.runPromise(Effect.gen(function*() {
      const account = yield* accountFor(folder)
      const { postgres } = yield* binariesFor(account)
      return new PostgresNode({ program: postgres, account, folder, port, settings }, yield* passwordOf(folder))
    }))
  }

  /** Starts it, and returns once it accepts connections, after a recovery if it was killed. */
  async start(): Promise<void> {
    const { account, folder, port, program, settings } = this.command
    const child = spawn(program, argumentsFor({ folder, durable: true, settings }, port), {
      ...spawnOptions(account),
      detached: true,
      stdio: ["ignore", "ignore", "pipe"]
    })
    this.child = child
    const before = this.starts
    const exit = once(child, "exit")
    const end = () => child.kill("SIGQUIT")
    process.once("exit", end)
    child.once("exit", () => process.off("exit", end))
    createInterface(child.stderr).on("line", (line) => {
      if (this.lines.push(line) > 40) this.lines.shift()
      if (!ready.test(line)) return
      this.starts++
      this.readyAt = performance.now()
    })
    await Promise.race([
      this.startedAfter(before),
      exit.then(() => {
        throw new Error(`PostgreSQL ended: ${this.lines.join("\n")}`)
      })
    ])
  }

  /** Returns once it began to accept connections more often than that. */
  async startedAfter(starts: number): Promise<void> {
    for (let turn = 0; this.starts <= starts; turn++) {
      if (turn > 12_000) throw new Error(`PostgreSQL does not start: ${this.lines.join("\n")}`)
      await pause(5)
    }
  }

  /** Whether it ended by itself or was killed. */
  hasEnded(): boolean {
    return this.child !== undefined && (this.child.exitCode !== null || this.child.signalCode !== null)
  }

  /** The ids of its processes, that of the postmaster first. */
  async processes(): Promise<ReadonlyArray<number>> {
    const postmaster = this.child?.pid
    if (postmaster === undefined) return []
    const { stdout } = await execute("ps", ["-A", "-o", "pid=,ppid="])
    const pairs = stdout.trim().split("\n").map((line) => line.trim().split(/ +/).map(Number))
    return [postmaster, ...pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)]
  }

  /** Ends all its processes with SIGKILL, as when its machine fails. */
  async crash(): Promise<void> {
    const { child } = this
    if (child === undefined || this.hasEnded()) return
    const exit = once(child, "exit")
    const pids = await this.processes()
    for (const pid of pids) signal(pid, "SIGKILL")
    await exit
    await this.gone(pids)
  }

  /** Sends the postmaster a signal that ends it, and returns when its other processes have ended too. */
  async end(by: "SIGKILL" | "SIGQUIT"): Promise<void> {
    const child = this.child!
    const exit = once(child, "exit")
    const pids = await this.processes()
    child.kill(by)
    await exit
    await this.gone(pids)
  }

  /** Stops all its processes at once, until `thaw`. */
  async freeze(): Promise<ReadonlyArray<number>> {
    const stopped = new Set<number>()
    // The postmaster is the first to stop, so no further process begins.
    for (let more = true; more;) {
      const found = (await this.processes()).filter((pid) => !stopped.has(pid))
      for (const pid of found) {
        signal(pid, "SIGSTOP")
        stopped.add(pid)
      }
      more = found.length > 0
    }
    // One that waits for the disk stops when that has answered.
    while (!(await states([...stopped])).every((state) => state.startsWith("T") || state.startsWith("Z"))) {
      await pause(2)
    }
    return [...stopped]
  }

  thaw(stopped: ReadonlyArray<number>): void {
    for (const pid of stopped.toReversed()) signal(pid, "SIGCONT")
  }

  /** Copies the data folder as it is at one instant, in the middle of everything. */
  async copyTo(folder: string): Promise<void> {
    const stopped = await this.freeze()
    try {
      await execute("cp", ["-Rp", this.folder, folder])
    } finally {
      this.thaw(stopped)
    }
    await rm(join(folder, "postmaster.pid"), { force: true })
  }

  private async gone(pids: ReadonlyArray<number>): Promise<void> {
    while ((await states(pids)).some((state) => !state.startsWith("Z"))) await pause(5)
  }
}

/** The states of processes that are there, as `ps` writes them. */
const states = async (pids: ReadonlyArray<number>): Promise<ReadonlyArray<string>> => {
  // It fails when none is there any more.
  const { stdout } = await execute("ps", ["-o", "stat=", "-p", pids.join(",")]).catch(() => ({ stdout: "" }))
  return stdout.split("\n").map((line) => line.trim()).filter((line) => line !== "")
}

/** Sends a signal to a process that may have ended meanwhile. */
const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
  }
}
