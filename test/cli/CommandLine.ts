import { assert } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Semaphore } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { TestDatabase } from "../support/database.ts"
import type { Outcome } from "./runCommand.ts"

const program = join(import.meta.dirname, "commandAfterCommand.ts")

/**
 * A process beside the tests that runs commands on their database, one after the other. It saves the start of a process for
 * each command.
 */
export class CommandLine extends Context.Service<CommandLine>()("test/CommandLine", {
  make: Effect.gen(function*() {
    const { serverUrl: url } = yield* TestDatabase
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(process.execPath, [program], {
          env: { PATH: process.env["PATH"] ?? "", DATABASE_URL: Redacted.value(url) },
          stdio: ["pipe", "pipe", "inherit"]
        })
      ),
      (running) =>
        Effect.promise(async () => {
          const exit = once(running, "exit")
          if (running.exitCode === null && running.signalCode === null && running.kill()) await exit
        })
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const alone = (yield* Semaphore.make(1)).withPermit
    const ask = async (args: ReadonlyArray<string>, cwd: string): Promise<Outcome> => {
      child.stdin.write(`${JSON.stringify({ args, cwd })}\n`)
      const { done, value } = await lines.next()
      return done === true ? assert.fail("the process has ended") : JSON.parse(value)
    }
    return {
      /** Runs a command from a folder. */
      run: (args: ReadonlyArray<string>, cwd: string) => alone(Effect.promise(() => ask(args, cwd)))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
