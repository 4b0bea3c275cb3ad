import { assert, it } from "@effect/vitest"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import * as Database from "@wristbank/core/sql/Database"
import { LogCopyWatch } from "@wristbank/core/sql/LogCopies"
import { Effect, Layer, Logger, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { chmod, rm } from "node:fs/promises"
import { join } from "node:path"
import { runFolder } from "../../support/runFolder.ts"
import { copiedData } from "./copiedData.ts"

const newFolder = Effect.acquireRelease(
  Effect.promise(runFolder),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** Closes the present file of the log, and waits until PostgreSQL has tried to copy it. */
const closeFile = (outcome: "copied" | "failed") =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      const tries = sql<{ copied: bigint; failed: bigint }>`
        select archived_count as copied, failed_count as failed from pg_stat_archiver`
      const [before] = yield* tries
      yield* sql`create table if not exists change (n int)`
      yield* sql`insert into change values (1)`
      yield* sql`select pg_switch_wal()::text`
      yield* Effect.repeat(tries, { until: ([after]) => after![outcome] > before![outcome] })
    })
  )

const gauges = Effect.map(
  Metric.snapshot,
  (all) =>
    Object.fromEntries(
      all.flatMap((metric) =>
        metric.id.startsWith("wristbank_log_") && metric.type === "Gauge" ? [[metric.id, metric.state.value]] : []
      )
    )
)

const serverWith = (archive: string | undefined, folder: string) =>
  Effect.map(
    Effect.flatMap(Effect.promise(() => copiedData(join(folder, "postgres"))), (data) =>
      start({ folder: data, archive })),
    ({ url }) =>
      Layer.provideMerge(LogCopyWatch.layer, Database.layer({ url, connections: 1 }))
  )

it.live("copies of the log that stop are told once in the log and shown as metrics, until they go on", () => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => logged.push(String(message)))])
  return Effect.gen(function*() {
    const folder = yield* newFolder
    const archive = join(folder, "wal")
    const services = yield* serverWith(archive, folder)
    yield* Effect.gen(function*() {
      const { look } = yield* LogCopyWatch
      yield* closeFile("copied")
      yield* look()
      assert.deepInclude(yield* gauges, { wristbank_log_copies_stopped: 0 })
      assert.deepStrictEqual(logged, [])
      yield* Effect.promise(() => chmod(archive, 0o500))
      yield* closeFile("failed")
      yield* SqlClient.SqlClient.use((sql) => sql`insert into change values (2)`)
      yield* look()
      yield* look()
      const stopped = yield* gauges
      assert.deepInclude(stopped, { wristbank_log_copies_stopped: 1 })
      assert.isAtLeast(Number(stopped["wristbank_log_files_waiting"]), 1)
      assert.isAbove(Number(stopped["wristbank_log_copied_timestamp_seconds"]), 1_700_000_000)
      assert.lengthOf(logged, 1)
      assert.match(logged[0]!, /^The database can't copy its log to the backups since \d{4}-/)
      yield* Effect.promise(() => chmod(archive, 0o700))
      yield* closeFile("copied")
      yield* closeFile("copied")
      yield* look()
      assert.deepInclude(yield* gauges, { wristbank_log_copies_stopped: 0 })
      assert.deepStrictEqual(logged.slice(1), ["The database copies its log to the backups again"])
    }).pipe(Effect.provide(Layer.merge(services, logger)))
  }).pipe(Effect.scoped)
})

it.live("a database without an archive has nothing to tell", () =>
  Effect.gen(function*() {
    const services = yield* serverWith(undefined, yield* newFolder)
    yield* LogCopyWatch.use(({ look }) => look()).pipe(Effect.provide(services))
    assert.deepStrictEqual(yield* gauges, {})
  }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map())))
