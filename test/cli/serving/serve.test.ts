import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { ChildProcess } from "node:child_process"
import { tmpdir } from "node:os"
import { databaseLayer, TestDatabase } from "../../support/database.ts"
import { loopback } from "../../support/loopback.ts"
import { secretKey } from "../../support/secrets.ts"
import { send } from "../../support/ServedApi.ts"
import { freePort, type Killable, start } from "../Killable.ts"
import { runCommand } from "../runCommand.ts"

/** Starts a command that waits for its database; returns a fiber with the process that works. */
const waiting = Effect.fnUntraced(function*(args: ReadonlyArray<string>, ready: string) {
  const { serverUrl } = yield* TestDatabase
  const waits = yield* Deferred.make<void>()
  const began: Array<ChildProcess> = []
  yield* Effect.addFinalizer(() => Effect.sync(() => began.map((child) => child.kill("SIGKILL"))))
  const running = yield* Effect.forkScoped(Effect.promise(() =>
    start(args, {
      cwd: tmpdir(),
      environment: { ...loopback, DATABASE_URL: Redacted.value(serverUrl), WRISTBANK_SECRET_KEY: secretKey },
      ready,
      begun: (child) => void began.push(child),
      heard: (line) => void (line.includes("Waiting for the database") && Deferred.doneUnsafe(waits, Effect.void))
    })
  ))
  yield* Deferred.await(waits)
  return running
})

/** The lines about the waiting, without their times. */
const linesOf = ({ stderr }: Killable) =>
  stderr.filter((line) => line.includes("database")).map((line) => JSON.parse(line)).map((line) => line.message)

layer(databaseLayer, { excludeTestServices: true })("a database without the last migration", (it) => {
  it.effect("is waited for by server and workers, and the operator hears once what it lacks", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const [last] = yield* sql`delete from wristbank_migration
        where migration_id = (select max(migration_id) from wristbank_migration) returning migration_id, name`
      const port = yield* Effect.promise(freePort)
      const address = `http://127.0.0.1:${port}`
      const [server, workers] = yield* Effect.all([
        waiting(["serve", "--port", String(port)], "/api/customer"),
        waiting(["work"], "Working until")
      ], { concurrency: 2 })
      // It listens once it has said that it waits.
      const live = yield* Effect.tryPromise(() => fetch(`${address}/health/live`)).pipe(
        Effect.retry(Schedule.spaced("50 millis"))
      )
      assert.strictEqual(live.status, 200)
      for (const path of ["/health", "/api/terminal/health"]) {
        assert.strictEqual((yield* send("GET", `${address}${path}`)).status, 200, path)
      }
      for (
        const [path, id] of [
          ["/health/ready", "NotReady"],
          ["/api/customer/health/ready", "NotReady"],
          ["/api/terminal/config", "ServiceUnavailable"],
          ["/", "ServiceUnavailable"]
        ] as const
      ) {
        const { headers, status, text } = yield* send("GET", `${address}${path}`)
        assert.deepStrictEqual([status, JSON.parse(text).id], [503, id], path)
        assert.match(headers.get("retry-after") ?? "", /^[1-9]\d*$/)
      }
      yield* sql`insert into wristbank_migration ${sql.insert(last!)}`
      for (const fiber of [server, workers]) {
        const process = yield* Fiber.join(fiber)
        assert.deepStrictEqual(linesOf(process), ["Waiting for the database", "The database can be used"])
        assert.include(process.stderr.join("\n"), "run wristbank migrate")
      }
      // A busy machine may take longer than the second within which a database must answer to be ready.
      const ready = yield* Effect.repeat(send("GET", `${address}/health/ready`), {
        until: ({ status }) => status === 200,
        schedule: Schedule.spaced("250 millis"),
        times: 240
      })
      assert.deepStrictEqual([ready.status, (yield* send("GET", `${address}/health/live`)).status], [200, 200])
    }).pipe(Effect.scoped))

  it.effect("has an address that can be read, or the server ends at once", () =>
    Effect.gen(function*() {
      const environment = { WRISTBANK_SECRET_KEY: secretKey, DATABASE_URL: "mysql://till@db.example/festival" }
      for (const args of [["serve"], ["work"]]) {
        const { code, stderr } = yield* Effect.promise(() => runCommand(args, { cwd: tmpdir(), environment }))
        assert.strictEqual(code, 4)
        assert.include(stderr, "is no address of PostgreSQL")
      }
    }))
})
