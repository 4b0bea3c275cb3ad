import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { databaseLayer } from "../support/database.ts"
import { secretKey } from "../support/secrets.ts"
import { runOnDatabase } from "./runCommand.ts"

layer(databaseLayer, { excludeTestServices: true })("a database without the last migration", (it) => {
  it.effect("is not served and not worked on, and the operator hears what it lacks", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from wristbank_migration
        where migration_id = (select max(migration_id) from wristbank_migration)`
      const environment = { WRISTBANK_SECRET_KEY: secretKey }
      for (const args of [["serve"], ["work"]]) {
        const outcome = yield* runOnDatabase(args, { cwd: tmpdir(), environment })
        assert.strictEqual(outcome.code, 1, outcome.stderr)
        assert.include(outcome.stderr, "run wristbank migrate")
      }
    }))
})
