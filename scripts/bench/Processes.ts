// The processes of a benchmark: a PostgreSQL with the schema, servers, and the one that sends a load.
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { application } from "@wristbank/cli/serving/Application"
import { migrate } from "@wristbank/core/sql/Migrations"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { promisify } from "node:util"
import { freePort } from "../freePort.ts"
import type { LoadOrder, LoadResult } from "./load.ts"

const root = resolve(import.meta.dirname, "../..")

export const secretKey = Redacted.make("a key for the benchmark of 32 characters or more")

/** A folder that the system account of PostgreSQL can enter. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    const created = mkdtempSync(join(tmpdir(), "wristbank-bench-"))
    chmodSync(created, 0o711)
    return created
  }),
  (created) => Effect.sync(() => rmSync(created, { recursive: true, force: true }))
)

/** Starts the server as in production, in processes of its own, with further variables of the environment. */
export const serveWith =
  (processes: string, build = root) => (databaseUrl: string, environment: Readonly<Record<string, string>> = {}) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const port = await freePort()
          const child = spawn(join(build, "cli/bin/wristbank.js"), ["serve"], {
            env: {
              ...process.env,
              PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
              DATABASE_URL: databaseUrl,
              WRISTBANK_SECRET_KEY: Redacted.value(secretKey),
              WRISTBANK_PORT: String(port),
              WRISTBANK_HOST: "127.0.0.1",
              WRISTBANK_PROCESSES: processes,
              ...environment
            },
            stdio: ["ignore", "ignore", "inherit"]
          })
          for (let attempt = 0; attempt < 1200; attempt++) {
            const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
            if (answer?.ok === true) return { child, port }
            await new Promise((wait) => setTimeout(wait, 50))
          }
          child.kill("SIGKILL")
          throw new Error("The server did not start")
        }),
        ({ child }) =>
          Effect.promise(async () => {
            child.kill("SIGTERM")
            if (child.exitCode === null) await once(child, "exit")
          })
      ),
      ({ child, port }) => ({ pid: child.pid ?? 0, port })
    )

/** Sends a load. */
export const load = (place: string, order: LoadOrder) =>
  Effect.promise(async (): Promise<LoadResult> => {
    const file = join(place, "load.json")
    writeFileSync(file, JSON.stringify(order))
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, "scripts/bench/load.ts"), file])
    return JSON.parse(stdout)
  })

export type Services = Layer.Success<ReturnType<typeof application>> | Scope.Scope

/** A PostgreSQL of its own with the schema, and the services on it. */
export const migrated = Effect.gen(function*() {
  const place = yield* folder
  const postgres = yield* start({ folder: join(place, "postgres") })
  const postmaster = Number(readFileSync(join(postgres.folder, "postmaster.pid"), "utf8").split("\n")[0])
  const ownServices = application({ databaseUrl: postgres.url, secretKey })
  const services = yield* Layer.build(ownServices)
  yield* Effect.provide(migrate, services)
  return { folder: place, databaseUrl: postgres.url, postmaster, services }
})
