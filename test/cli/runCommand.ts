import { Errors, run, settings } from "@oclif/core"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { Console } from "node:console"
import { join, resolve } from "node:path"
import { Writable } from "node:stream"
import { text } from "node:stream/consumers"
import { TestDatabase } from "../support/database.ts"

/** The outcome of a run of the command line. */
export type Outcome = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** The folder that a command is run in, and its environment variables. */
type Place = { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> }

export const wristbank = join(resolve(import.meta.dirname, "../.."), "cli/bin/wristbank.js")

/** Servers of tests run in one process, which starts fastest, unless a test is about several. */
export const environmentOf = ({ cwd, environment }: Place): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: cwd,
  WRISTBANK_PROCESSES: "1",
  ...environment
})

/**
 * Runs the command line, or another program, in a process of its own, with a text as its standard input. This costs up to a
 * second of a processor, so it is for what only a process shows: how it ends, and what it does with its streams.
 */
export const spawnCommand = async (
  args: ReadonlyArray<string>,
  { input = "", program = wristbank, ...place }: Place & { readonly input?: string; readonly program?: string }
): Promise<Outcome> => {
  const child = spawn(process.execPath, [program, ...args], { cwd: place.cwd, env: environmentOf(place) })
  const end = new Promise<number | null>((ended) => child.on("close", ended))
  // A command that refuses its arguments ends before it reads its input.
  child.stdin.on("error", () => undefined).end(input)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await end, stdout, stderr }
}

let earlier: Promise<unknown> = Promise.resolve()

/**
 * Runs the command line in this process, without a terminal, and one command after the other, as they share the process's
 * folder, environment and output.
 */
export const runCommand = (args: ReadonlyArray<string>, place: Place): Promise<Outcome> => {
  const outcome = earlier.then(() => runAlone([...args], place))
  earlier = outcome.catch(() => undefined)
  return outcome
}

/** Runs a command on the test's database, from a folder. */
export const runOnDatabase = (args: ReadonlyArray<string>, { cwd, environment }: Place) =>
  TestDatabase.use(({ serverUrl }) =>
    Effect.promise(() =>
      runCommand(args, { cwd, environment: { DATABASE_URL: Redacted.value(serverUrl), ...environment } })
    )
  )

const runAlone = async (args: Array<string>, place: Place): Promise<Outcome> => {
  const [folder, exitCode] = [process.cwd(), process.exitCode]
  const written = { stdout: "", stderr: "" }
  const restore = [
    ...(["stdout", "stderr"] as const).map((stream) =>
      replace(process[stream], "write", (chunk: Uint8Array | string) => {
        written[stream] += String(chunk)
        return true
      })
    ),
    ...[process.stdin, process.stdout, process.stderr].map((stream) => replace(stream, "isTTY", false)),
    replace(globalThis, "console", new Console(sink("stdout"), sink("stderr"))),
    replace(process, "env", environmentOf(place))
  ]
  process.chdir(place.cwd)
  process.exitCode = undefined
  settings.enableAutoTranspile = false
  try {
    const failed = await run(args, wristbank).then(() => undefined, asPrinted)
    return {
      code: failed?.code ?? Number(process.exitCode ?? 0),
      stdout: written.stdout,
      stderr: written.stderr + (failed?.message ?? "")
    }
  } finally {
    process.exitCode = exitCode
    process.chdir(folder)
    for (const undo of restore) undo()
  }
}

/** Replaces a property and returns how to restore it. */
const replace = (object: object, key: string, value: unknown) => {
  const before = Object.getOwnPropertyDescriptor(object, key)
  Object.defineProperty(object, key, { value, configurable: true, writable: true, enumerable: true })
  return () => {
    Reflect.deleteProperty(object, key)
    if (before !== undefined) Object.defineProperty(object, key, before)
  }
}

/** Passes on to the stream of the process what is written to it. */
const sink = (stream: "stdout" | "stderr") =>
  new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      process[stream].write(chunk)
      done()
    }
  })

/** The exit code and the message of an error of oclif, which ends the process by it. */
const asPrinted = (error: unknown) => ({
  code: error instanceof Errors.CLIError ? error.oclif.exit ?? 1 : 1,
  message: error instanceof Errors.ExitError ? "" : `${error}\n`
})
