import { assert, it } from "@effect/vitest"
import { archiveIn } from "@wristbank/cli/postgres/Archive"
import { start } from "@wristbank/cli/postgres/EmbeddedPostgres"
import { Configuration } from "@wristbank/core/base/Configuration"
import { AlertRepository } from "@wristbank/core/overview/AlertRepository"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { BaseCopyWatch, basesIn } from "@wristbank/core/sql/BaseCopies"
import { baseNameOf } from "@wristbank/core/sql/BaseCopy"
import * as Database from "@wristbank/core/sql/Database"
import { migrate } from "@wristbank/core/sql/Migrations"
import { DateTime, Effect, Layer, Logger, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { runFolder } from "../../support/runFolder.ts"
import { copiedData } from "./copiedData.ts"

const newFolder = Effect.acquireRelease(
  Effect.promise(runFolder),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const gauges = Effect.map(Metric.snapshot, (all) =>
  Object.fromEntries(
    all.flatMap(({ id, state, type }) =>
      id.startsWith("wristbank_base_") && type === "Gauge" ? [[id, state.value]] : []
    )
  ))

/** What Now has about backups, at an event. */
const attention = Effect.gen(function*() {
  const now = yield* DateTime.now
  const { facts } = yield* AlertRepository
  const day = { now, time: { period: { from: now } } } as never
  const found = yield* facts({ eventId: 7n, nodeId: 7n, nodeIds: [], tillIds: [], day })
  return found.filter(({ kind }) => kind === "base_copy_late").map(({ since }) => since?.epochMilliseconds)
})

/** What `wristbank doctor` notes about the database. */
const noticed = Effect.map(
  Doctor.use((doctor) => doctor.diagnose(1)),
  ({ notices }) => notices.filter(({ event_id }) => event_id === null).map(({ message }) => message)
)

it.live("a copy of the whole that is missing or old is told by log, metrics, Now and doctor, until there is a new one", () => {
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => logged.push(String(message)))])
  return Effect.gen(function*() {
    const backups = yield* newFolder
    const parent = yield* newFolder
    const folder = yield* Effect.promise(() => copiedData(join(parent, "postgres")))
    const { url } = yield* start({ folder, archive: archiveIn(backups) })
    const configuration = Configuration.layer({ flags: { backupDir: backups }, environment: {} })
    const services = Layer.mergeAll(AlertRepository.layer, BaseCopyWatch.layer, Doctor.layer).pipe(
      Layer.provideMerge(Layer.merge(Database.layer({ url, connections: 1 }), configuration))
    )
    const copy = (at: DateTime.Utc) =>
      Effect.promise(() => mkdir(join(basesIn(backups), baseNameOf(DateTime.formatIso(at))), { recursive: true }))
    yield* Effect.gen(function*() {
      yield* migrate
      const sql = yield* SqlClient.SqlClient
      const { look } = yield* BaseCopyWatch
      yield* sql`set session_replication_role = replica`
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        values (7, 0, 'Festival', '', array[0], 7)`
      yield* sql`set session_replication_role = origin`
      yield* look()
      assert.deepStrictEqual(yield* gauges, { wristbank_base_copied_timestamp_seconds: 0, wristbank_base_copy_late: 0 })
      assert.deepStrictEqual([logged, yield* attention, yield* noticed], [[], [], []])

      yield* sql`update base_copy set watched_since = now() - interval '27 hours'`
      yield* copy(DateTime.subtract(yield* DateTime.now, { hours: 30 }))
      yield* look()
      yield* look()
      const old = yield* gauges
      assert.strictEqual(old["wristbank_base_copy_late"], 1)
      assert.lengthOf(logged, 1)
      assert.match(logged[0]!, /^The newest copy of the whole database is of \d{4}-/)
      const [since] = yield* attention
      assert.strictEqual(Math.floor(since! / 1000), old["wristbank_base_copied_timestamp_seconds"])
      assert.match((yield* noticed).join(), /^a copy of the whole in the backups is missed since \d{4}-/)

      yield* Effect.promise(() => rm(basesIn(backups), { recursive: true }))
      yield* look()
      assert.deepStrictEqual(yield* gauges, { wristbank_base_copied_timestamp_seconds: 0, wristbank_base_copy_late: 1 })

      yield* copy(yield* DateTime.now)
      yield* look()
      assert.strictEqual((yield* gauges)["wristbank_base_copy_late"], 0)
      assert.deepStrictEqual(logged.slice(1), ["There is a new copy of the whole database"])
      assert.deepStrictEqual([yield* attention, yield* noticed], [[], []])
    }).pipe(Effect.provide(Layer.merge(services, logger)))
  }).pipe(Effect.scoped)
})
