import { PgClient } from "@effect/sql-pg"
import { passwordIn, startTemporary } from "@wristbank/cli/postgres/EmbeddedPostgres"
import * as Database from "@wristbank/core/sql/Database"
import { migrate } from "@wristbank/core/sql/Migrations"
import { letServersConnect } from "@wristbank/core/sql/ServerRole"
import { Effect, Exit, Redacted, References, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { dirname } from "node:path"
import type { TestProject } from "vitest/node"
import { template, urlOf } from "./template.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Connection URL of the PostgreSQL server that the whole test run shares. */
    postgresUrl: string
    /** The same for the role of servers and workers. */
    postgresServerUrl: string
    /** A folder of the run for data of tests, in memory where there is room. Every account can enter it. */
    runFolder: string
  }
}

/** Starts one PostgreSQL for the test run, with a migrated database that each test file copies. */
export default async (project: TestProject) => {
  const scope = Effect.runSync(Scope.make())
  const setup = Effect.gen(function*() {
    const server = yield* startTemporary
    yield* Effect.provide(createTemplate, PgClient.layer({ url: server.url, maxConnections: 1 }))
    const url = urlOf(Redacted.value(server.url), template)
    yield* Effect.provide(
      Effect.andThen(migrate, letServersConnect(passwordIn(server.serverUrl))),
      Database.layer({ url, connections: 1 })
    )
    return server
  })
  const server = await Effect.runPromise(quiet(Scope.provide(setup, scope)))
  project.provide("postgresUrl", Redacted.value(server.url))
  project.provide("postgresServerUrl", Redacted.value(server.serverUrl))
  project.provide("runFolder", dirname(server.folder))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}

const createTemplate = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE DATABASE ${sql(template)}`
})

// The server warns about every connection that is closed with a dropped database.
const quiet = Effect.provideService(References.MinimumLogLevel, "Error")
