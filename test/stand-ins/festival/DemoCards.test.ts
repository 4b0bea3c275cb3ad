import { assert, layer } from "@effect/vitest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { demoCards } from "@wristbank/stand-ins/festival/DemoCards"
import { festivalName } from "@wristbank/stand-ins/festival/DemoEvent"
import { runningCards } from "@wristbank/stand-ins/festival/RunningCards"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer } from "../../support/database.ts"

layer(databaseLayer, { excludeTestServices: true })("the demo's card provider", (it) => {
  it.effect("is found by other commands while it lives, and is there for the demo alone", () =>
    Effect.gen(function*() {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "wristbank-demo-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
      )
      const at = Effect.provide(Configuration.layer({ environment: { WRISTBANK_DATA_DIR: folder } }))
      assert.isUndefined(yield* at(runningCards))
      yield* Effect.scoped(Effect.gen(function*() {
        const started = yield* at(demoCards)
        assert.isDefined(started)
        assert.strictEqual((yield* at(runningCards))?.url.href, started?.url.href)
        const configured = { WRISTBANK_DATA_DIR: folder, WRISTBANK_SUMUP_URL: "https://cards.example" }
        assert.isUndefined(yield* Effect.provide(runningCards, Configuration.layer({ environment: configured })))
      }))
      assert.isUndefined(yield* at(runningCards))
      // No process has such a high id: the process was killed.
      writeFileSync(join(folder, "demo-cards.address"), `${2 ** 30} http://127.0.0.1:1`)
      assert.isUndefined(yield* at(runningCards))
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value values (77, 0, 'A real festival', '', '{0}', 77)`
      writeFileSync(join(folder, "demo-cards.address"), `${process.pid} http://127.0.0.1:1`)
      assert.isUndefined(yield* at(runningCards))
      assert.isUndefined(yield* Effect.scoped(at(demoCards)))
      // Next to the demo, further events don't matter.
      yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
        overriding system value values (78, 0, ${festivalName}, '', '{0}', 78)`
      assert.isDefined(yield* at(runningCards))
      assert.isDefined(yield* Effect.scoped(at(demoCards)))
    }))
})
