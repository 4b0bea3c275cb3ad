import { assert, layer } from "@effect/vitest"
import { endProcess } from "@wristbank/cli/processes/ServerProcesses"
import { isAlive } from "@wristbank/core/base/ProcessId"
import { stopLimits, StopLimitsInForce } from "@wristbank/core/base/StopLimits"
import { Effect, Redacted } from "effect"
import cluster from "node:cluster"
import { once } from "node:events"
import { rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TestDatabase } from "../../support/database.ts"
import { festivalDatabase } from "../../support/Festival.ts"
import { secretKey } from "../../support/secrets.ts"
import { halfSentCall, isListening } from "../HalfSentCall.ts"
import { end, freePort } from "../Killable.ts"
import { spawnCommand } from "../runCommand.ts"
import { installedSite } from "../Site.ts"
import { processesOf, serveSeveral, startSeveral, until } from "./SeveralProcesses.ts"

/** A server of two processes on the test's database that ends with the scope. */
const serving = Effect.flatMap(TestDatabase, ({ serverUrl }) =>
  Effect.acquireRelease(
    Effect.promise(() => serveSeveral(serverUrl)),
    (running) => Effect.promise(() => end(running, "SIGKILL"))
  ))

/** As `serving`, with a PostgreSQL of its own. */
const upWithSeveral = Effect.gen(function*() {
  const { environment, folder } = yield* Effect.acquireRelease(
    Effect.promise(installedSite),
    (made) => Effect.promise(() => rm(made.folder, { recursive: true, force: true, maxRetries: 5 }))
  )
  return yield* Effect.acquireRelease(
    Effect.promise(() => startSeveral(["up", "--no-demo"], { cwd: folder, environment })),
    (running) => Effect.promise(() => end(running, "SIGINT"))
  )
})

const outcomeOf = (port: number, more: Record<string, string>) =>
  Effect.flatMap(
    TestDatabase,
    ({ serverUrl }) =>
      Effect.promise(() =>
        spawnCommand(["serve", "--processes", "2", "--port", `${port}`], {
          cwd: tmpdir(),
          environment: { DATABASE_URL: Redacted.value(serverUrl), WRISTBANK_SECRET_KEY: secretKey, ...more }
        })
      )
  )

layer(festivalDatabase, { excludeTestServices: true })("a server of several processes", (it) => {
  it.effect("finishes the calls of all processes on Ctrl-C, which all of them get, before PostgreSQL ends", () =>
    Effect.gen(function*() {
      const server = yield* upWithSeveral
      yield* Effect.promise(async () => {
        const processes = processesOf(server)
        const finish = [await halfSentCall(server.port), await halfSentCall(server.port)]
        for (const pid of processes) process.kill(pid, "SIGINT")
        const ended = end(server, "SIGINT")
        await until("it no longer listens", async () => !(await isListening(server.port)))
        for (const rest of finish) assert.match(await rest(), /^HTTP\/1\.1 4\d\d .*registration/s)
        assert.strictEqual(await ended, 0)
        assert.deepStrictEqual(processes.filter(isAlive), [])
        assert.deepStrictEqual(server.stderr.filter((line) => /"level":"(WARN|ERROR|FATAL)"/.test(line)), [])
      })
    }))

  it.effect("leaves no process behind when its main process is killed", () =>
    Effect.gen(function*() {
      const server = yield* serving
      // The last process that has it closes the output.
      const closed = once(server.child, "close")
      yield* Effect.promise(() => end(server, "SIGKILL"))
      yield* Effect.promise(() => closed)
    }))

  it.effect("says once why it can't start, and ends as one process does", () =>
    Effect.gen(function*() {
      const port = yield* Effect.promise(freePort)
      const other = createServer().listen(port, "127.0.0.1")
      yield* Effect.promise(() => once(other, "listening"))
      const taken = yield* outcomeOf(port, {})
      assert.strictEqual(taken.code, 1, taken.stderr)
      assert.strictEqual(taken.stderr.split(`${port}`).length, 2, taken.stderr)
      yield* Effect.promise(() => once(other.close(), "close"))
      const wrongKey = yield* outcomeOf(port, { WRISTBANK_SECRET_KEY: secretKey.toUpperCase() })
      assert.strictEqual(wrongKey.code, 1, wrongKey.stderr)
      assert.strictEqual(wrongKey.stderr.split("WRISTBANK_SECRET_KEY").length, 2, wrongKey.stderr)
      assert.notInclude(wrongKey.stderr, "fault of Wristbank")
    }))

  it.effect("kills a process that does not end, at the limit", () =>
    Effect.gen(function*() {
      cluster.setupPrimary({ exec: join(import.meta.dirname, "deafProcess.ts"), args: [] })
      const worker = cluster.fork()
      yield* Effect.promise(() => once(worker, "message"))
      const exit = once(worker, "exit")
      yield* Effect.provideService(endProcess(worker), StopLimitsInForce, { ...stopLimits, processes: 100 })
      assert.deepStrictEqual(yield* Effect.promise(() => exit), [null, "SIGKILL"])
    }))
})
