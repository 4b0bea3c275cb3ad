import { assert, layer } from "@effect/vitest"
import { isAlive } from "@wristbank/cli/serving/ProcessId"
import { Effect, Redacted, Schedule } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout as pause } from "node:timers/promises"
import { databaseLayer, TestDatabase } from "../support/database.ts"
import { secretKey } from "../support/secrets.ts"
import { halfSentCall, isListening } from "./HalfSentCall.ts"
import { freePort } from "./Killable.ts"
import { environmentOf, wristbank } from "./runCommand.ts"
import { site } from "./Site.ts"

const answers = (port: number) =>
  Effect.promise(() => fetch(`http://127.0.0.1:${port}/health`).then(() => true, () => false))

/**
 * Starts a server by a command of the shell or of Node, and waits until it serves; returns the started process and the
 * port.
 */
const serve = Effect.fnUntraced(function*(program: string, args: ReadonlyArray<string>, environment = {}) {
  const { serverUrl } = yield* TestDatabase
  const port = yield* Effect.promise(freePort)
  const starter = spawn(program, [...args, "serve", "--port", `${port}`], {
    cwd: tmpdir(),
    env: environmentOf({
      cwd: tmpdir(),
      environment: { DATABASE_URL: Redacted.value(serverUrl), WRISTBANK_SECRET_KEY: secretKey, ...environment }
    }),
    stdio: ["ignore", "pipe", "inherit"]
  })
  const lines = createInterface(starter.stdout)
  yield* Effect.promise(() =>
    new Promise<void>((ready) => lines.on("line", (line) => line.includes("/api/customer") && ready()))
  )
  assert.isTrue(yield* answers(port))
  return { starter, port }
})

/** Ends the process that started a server, and waits until the server has ended as well. */
const endBoth = Effect.fnUntraced(
  function*({ port, starter }: { readonly port: number; readonly starter: ChildProcess }, signal: NodeJS.Signals) {
    const exit = once(starter, "exit")
    starter.kill(signal)
    yield* Effect.promise(() => exit)
    yield* Effect.repeat(answers(port), { while: (still) => still, schedule: Schedule.spaced("50 millis") })
  }
)

const root = join(import.meta.dirname, "../..")

layer(databaseLayer, { excludeTestServices: true })("a server", (it) => {
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    it.effect(`ends with the shell that npx ran it by, on ${signal}, of which it gets no word`, () =>
      Effect.gen(function*() {
        // npx runs a shell, which waits for the server. This shell has a command after it, so it can't replace itself by
        // the server.
        const shell = ["-c", `"$0" "$@"; true`, process.execPath, wristbank]
        yield* endBoth(yield* serve("sh", shell, { npm_command: "exec" }), signal)
      }))

    it.effect(`ends with npm that runs it, on ${signal}`, () =>
      Effect.gen(function*() {
        yield* endBoth(yield* serve("npm", ["run", "--silent", "--prefix", root, "wristbank", "--"]), signal)
      }))

    it.effect(`ends with the launcher on an older Node that started it, on ${signal}`, () =>
      Effect.gen(function*() {
        const launcher = ["--import", join(import.meta.dirname, "olderNode.ts"), wristbank]
        yield* endBoth(yield* serve(process.execPath, launcher), signal)
      }))
  }

  it.effect("finishes its calls when npm gets the signal, but not one that never ends, and leaves no PostgreSQL", () =>
    Effect.gen(function*() {
      const place = yield* Effect.acquireRelease(
        Effect.promise(site),
        ({ folder }) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
      )
      yield* Effect.promise(async () => {
        const args = [
          "run",
          "--silent",
          "--prefix",
          root,
          "wristbank",
          "--",
          "up",
          "--no-demo",
          "--port",
          `${place.port}`
        ]
        const npm = spawn("npm", args, {
          cwd: place.folder,
          env: environmentOf({ cwd: place.folder, environment: place.environment }),
          stdio: ["ignore", "pipe", "inherit"]
        })
        const exit = once(npm, "exit")
        await new Promise<void>((ready) =>
          createInterface(npm.stdout).on("line", (line) => line.includes("/api/customer") && ready())
        )
        const postmaster = Number((await readFile(join(place.postgres, "postmaster.pid"), "utf8")).split("\n")[0])
        assert.isTrue(isAlive(postmaster))
        const finish = await halfSentCall(place.port)
        await halfSentCall(place.port)
        npm.kill("SIGTERM")
        while (await isListening(place.port)) await pause(20)
        assert.match(await finish(), /^HTTP\/1\.1 4\d\d .*registration/s)
        await exit
        while (isAlive(postmaster)) await pause(20)
      })
    }))

  it.effect("ends with npm on SIGINT, as no shell lies between that would wait for it", () =>
    Effect.gen(function*() {
      yield* endBoth(yield* serve("npm", ["run", "--silent", "--prefix", root, "wristbank", "--"]), "SIGINT")
    }))

  it.effect("ends with npx on SIGINT, although the shell between them waits for it and tells it nothing", () =>
    Effect.gen(function*() {
      yield* endBoth(yield* serve("npm", ["exec", "--prefix", root, "--", "wristbank"]), "SIGINT")
    }))
})
