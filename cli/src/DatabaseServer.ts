import { Configuration } from "@wristbank/core/config/Configuration"
import * as Database from "@wristbank/core/sql/Database"
import { pending } from "@wristbank/core/sql/Migrations"
import { Effect, Layer, Option, type Redacted, Schema } from "effect"
import { join } from "node:path"
import { checkConnection } from "./DatabaseConnection.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import type { EmbeddedPostgresError } from "./postgres/EmbeddedPostgresError.ts"
import { Progress } from "./views/Progress.ts"

/** The PostgreSQL that a command works on. */
export type DatabaseServer = {
  readonly url: Redacted.Redacted
  /** Fails when an embedded server ends; never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedPostgresError>
}

/** Raised when the database lacks tables or functions that this version needs. */
export class SchemaOutdated
  extends Schema.TaggedError<SchemaOutdated>()("SchemaOutdated", { message: Schema.String })
{}

/** The configured server, or an embedded one for this command alone; a second one on its data folder is refused. */
export const ownDatabase = Effect.gen(function*() {
  return yield* configuredOr(EmbeddedPostgres.start)
})

/** The configured server, or the embedded one, which may be in use by a running `wristbank up`. */
const sharedDatabase = Effect.gen(function*() {
  return yield* configuredOr(EmbeddedPostgres.joinOrStart)
})

/**
 * As `sharedDatabase`, with the schema of this version: whatever found it missing later would fail in every statement. Makes
 * nothing: where there is no embedded database yet, it says so.
 */
export const migratedDatabase = Effect.gen(function*() {
  const database = yield* configuredOr(EmbeddedPostgres.joinOrOpen)
  const missing = yield* Effect.provide(pending, Database.layer({ url: database.url, connections: 1 }))
  if (missing.length === 0) return database
  return yield* new SchemaOutdated({ message: "The database lacks the schema of this version: run wristbank migrate" })
})

/** `SqlClient` on a database that may lack the schema, for the command that brings it. */
export const sharedDatabaseLayer = Layer.unwrap(
  Effect.map(sharedDatabase, ({ url }) => Database.layer({ url, connections: 1 }))
)

/** `SqlClient` on the configured or embedded database, for commands that run beside a server. */
export const databaseLayer = Layer.unwrap(
  Effect.map(migratedDatabase, ({ url }) => Database.layer({ url, connections: 2 }))
)

const configuredOr = Effect.fnUntraced(function*(embedded: typeof EmbeddedPostgres.start) {
  const { databaseUrl, dataDir } = yield* Configuration
  if (Option.isSome(databaseUrl)) {
    yield* checkConnection(databaseUrl.value)
    return { url: databaseUrl.value, failure: Effect.never } satisfies DatabaseServer
  }
  const progress = yield* Progress
  const server = yield* progress.step("Opening the database")(embedded({ folder: join(dataDir, "postgres") }))
  for (const notice of server.notices) yield* progress.note(notice)
  return { url: server.url, failure: server.failure } satisfies DatabaseServer
})
