import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { secretKey } from "../support/administration.ts"
import { databaseLayer, TestDatabase } from "../support/database.ts"
import { runCommand } from "./runCommand.ts"

layer(databaseLayer, { excludeTestServices: true })("a database without the last migration", (it) => {
  it.effect("is not served and not worked on, and the operator hears what it lacks", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from wristbank_migration
        where migration_id = (select max(migration_id) from wristbank_migration)`
      const { serverUrl: url } = yield* TestDatabase
      const environment = { DATABASE_URL: Redacted.value(url), WRISTBANK_SECRET_KEY: secretKey }
      for (const args of [["serve"], ["work"]]) {
        const outcome = yield* Effect.promise(() => runCommand(args, { cwd: tmpdir(), environment }))
        assert.strictEqual(outcome.code, 1, outcome.stderr)
        assert.include(outcome.stderr, "run wristbank migrate")
      }
    }))
})
