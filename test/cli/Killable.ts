import { assert } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { createInterface } from "node:readline"
import { TestDatabase } from "../support/database.ts"
import { loopback } from "../support/loopback.ts"
import { secretKey } from "../support/secrets.ts"
import { environmentOf, wristbank } from "./runCommand.ts"

/** A command in a process of its own that runs until it is ended. */
export interface Killable {
  readonly child: ChildProcess
  /** Its standard error. */
  readonly stderr: ReadonlyArray<string>
}

/** Starts a command and waits until it works; by default until it serves. */
export const start = async (
  args: ReadonlyArray<string>,
  options: {
    readonly cwd: string
    readonly environment: Readonly<Record<string, string>>
    /** The text that it prints then. */
    readonly ready?: string
    /** Takes each line of its standard error. */
    readonly heard?: (line: string) => void
    /** Takes the process before it works. */
    readonly begun?: (child: ChildProcess) => void
  }
): Promise<Killable> => {
  const child = spawn(process.execPath, [wristbank, ...args], {
    cwd: options.cwd,
    env: environmentOf(options),
    stdio: ["ignore", "pipe", "pipe"]
  })
  options.begun?.(child)
  const stderr: Array<string> = []
  createInterface(child.stderr).on("line", (line) => {
    stderr.push(line)
    options.heard?.(line)
  })
  const lines = createInterface(child.stdout)
  await Promise.race([
    new Promise<void>((ready) =>
      lines.on("line", (line) => line.includes(options.ready ?? "/api/customer") && ready())
    ),
    once(child, "exit").then(([code]) => assert.fail(`ended with ${code}: ${stderr.join("\n")}`))
  ])
  return { child, stderr }
}

/**
 * Workers on the test's database, in a process of their own that ends with the scope; `ready` names the last one to start.
 */
export const worker = (ready: string) =>
  Effect.acquireRelease(
    Effect.flatMap(TestDatabase, ({ serverUrl: url }) =>
      Effect.promise(() =>
        start(["work"], {
          cwd: tmpdir(),
          environment: { ...loopback, DATABASE_URL: Redacted.value(url), WRISTBANK_SECRET_KEY: secretKey },
          ready
        })
      )),
    (running) => Effect.promise(() => end(running, "SIGKILL"))
  )

/** Ends the process and returns its exit code, null after SIGKILL. */
export const end = async ({ child }: Killable, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, "exit")
  child.kill(signal)
  const [code] = await exit
  return code
}

/** A free port outside the range that systems assign by themselves, so no process takes it while its server is down. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) =>
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true))
  )
  if (!isFree) return freePort()
  await new Promise((closed) => server.close(closed))
  return port
}
