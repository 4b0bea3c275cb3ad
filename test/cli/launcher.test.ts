import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { createInterface } from "node:readline"
import { secretKey } from "../support/administration.ts"
import { databaseLayer, TestDatabase } from "../support/database.ts"
import { freePort } from "./Killable.ts"
import { wristbank } from "./runCommand.ts"

const answers = (port: number) =>
  Effect.promise(() => fetch(`http://127.0.0.1:${port}/health`).then(() => true, () => false))

layer(databaseLayer, { excludeTestServices: true })("a server that npx started", (it) => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.effect(`ends with the shell that npx ran it by, on ${signal}, of which it gets no word`, () =>
      Effect.gen(function*() {
        const { serverUrl } = yield* TestDatabase
        const port = yield* Effect.promise(freePort)
        // npx runs a shell, which waits for the server; the shell has something to do after it, so it can't become the server.
        const shell = spawn(
          "sh",
          ["-c", `"$0" "$@"; true`, process.execPath, wristbank, "serve", "--port", `${port}`],
          {
            cwd: tmpdir(),
            env: {
              PATH: process.env["PATH"] ?? "",
              HOME: tmpdir(),
              DATABASE_URL: Redacted.value(serverUrl),
              WRISTBANK_SECRET_KEY: secretKey,
              npm_command: "exec"
            },
            stdio: ["ignore", "pipe", "inherit"]
          }
        )
        const lines = createInterface(shell.stdout)
        yield* Effect.promise(() =>
          new Promise<void>((ready) => lines.on("line", (line) => line.includes("/api/customer") && ready()))
        )
        assert.isTrue(yield* answers(port))
        const exit = once(shell, "exit")
        shell.kill(signal)
        yield* Effect.promise(() => exit)
        // Its output closes when the server is gone as well.
        yield* Effect.repeat(answers(port), { while: (still) => still, schedule: Schedule.spaced("50 millis") })
      }))
  }
})
