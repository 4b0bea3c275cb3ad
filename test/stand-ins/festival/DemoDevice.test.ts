import { assert, layer } from "@effect/vitest"
import { ensureSecretFile } from "@wristbank/cli/secrets/SecretFile"
import { Configuration } from "@wristbank/core/base/Configuration"
import { startDevice } from "@wristbank/stand-ins/festival/DemoDevice"
import { festivalName } from "@wristbank/stand-ins/festival/DemoEvent"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer } from "../../support/database.ts"
import { call } from "../tse/DeviceCaller.ts"

/** Starts the device with a data folder and lets it sign something; returns its answer. */
const signOnce = (dataDir: string) =>
  Effect.gen(function*() {
    const device = yield* startDevice(ensureSecretFile)
    if (device === undefined) return undefined
    const line = yield* call(device.url)
    line.frame(`{"Command":"StartTransaction","PingPong":0,"ClientID":"POS001","Password":"MTIzNDU="}`)
    return { serial: device.serial, answer: yield* line.hear }
  }).pipe(Effect.scoped, Effect.provide(Configuration.layer({ environment: { WRISTBANK_DATA_DIR: dataDir } })))

layer(databaseLayer, { excludeTestServices: true })("the demo's signing device", (it) => {
  it.effect("is the same at the next start and goes on counting, and another one elsewhere", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-demo-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const first = yield* signOnce(join(folder, "one"))
      const second = yield* signOnce(join(folder, "one"))
      const other = yield* signOnce(join(folder, "other"))
      assert.include(first?.answer, `"SignatureCounter": 1,`)
      assert.include(second?.answer, `"SignatureCounter": 2,`)
      assert.include(other?.answer, `"SignatureCounter": 1,`)
      assert.strictEqual(first?.serial, second?.serial)
      assert.notStrictEqual(first?.serial, other?.serial)
      // With events but without the demo, the device is not needed.
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value values (77, 0, 'A real festival', '', '{0}', 77)`
      assert.isUndefined(yield* signOnce(join(folder, "one")))
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value values (78, 0, ${festivalName}, '', '{0}', 78)`
      assert.include((yield* signOnce(join(folder, "one")))?.answer, `"SignatureCounter": 3,`)
    }))
})
