import { Configuration } from "@wristbank/core/base/Configuration"
import * as Database from "@wristbank/core/sql/Database"
import { migrate, pending } from "@wristbank/core/sql/Migrations"
import { excessOfRole, letServersConnect } from "@wristbank/core/sql/ServerRole"
import { Effect, Layer, Option, type Redacted, Schema } from "effect"
import { join } from "node:path"
import { awaited } from "../serving/AwaitedDatabase.ts"
import { long, Progress } from "../views/Progress.ts"
import { archiveIn } from "./Archive.ts"
import { checkConnection } from "./DatabaseConnection.ts"
import * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
import { passwordIn } from "./EmbeddedPostgres.ts"
import type { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The PostgreSQL that a command works on. */
export type DatabaseServer = {
  /** For servers, workers and commands on an existing database. */
  readonly url: Redacted.Redacted
  /** For migrations: the owner of the tables. The same as `url` on a PostgreSQL of the operator's own. */
  readonly ownerUrl: Redacted.Redacted
  readonly isEmbedded: boolean
  /** Fails when an embedded server ends; never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedPostgresError>
}

/** Raised when the database lacks tables or functions that this version needs. */
class SchemaOutdated extends Schema.TaggedError<SchemaOutdated>()("SchemaOutdated", { message: Schema.String }) {}

/**
 * The configured server, or an embedded one for this command alone. Refused while another process uses its data folder. A configured one is
 * waited for, with this work meanwhile.
 */
export const ownDatabase = <E, R>(meanwhile: Effect.Effect<unknown, E, R>) =>
  awaited(meanwhile)(configuredOr(EmbeddedPostgres.start))

/** The configured server, or the embedded one, which a running `wristbank up` may use as well. */
const sharedDatabase = Effect.gen(function*() {
  return yield* configuredOr(EmbeddedPostgres.joinOrStart)
})

/**
 * As `sharedDatabase`, with a check that it has the schema of this version; otherwise every statement would fail. Creates
 * nothing: without an embedded database it fails with a message.
 */
export const migratedDatabase = Effect.gen(function*() {
  return yield* migrated(yield* configuredOr(EmbeddedPostgres.joinOrOpen))
})

/** As `migratedDatabase`, for servers: waits until it is there and has the schema, with this work meanwhile. */
export const awaitedDatabase = <E, R>(meanwhile: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function*() {
    const { databaseUrl } = yield* Configuration
    if (Option.isSome(databaseUrl)) return yield* awaited(meanwhile)(migratedDatabase)
    return yield* awaited(meanwhile)(migrated(yield* configuredOr(EmbeddedPostgres.joinOrOpen)))
  })

/** As `migratedDatabase`, but an embedded one is for this command alone, and refused while `wristbank up` runs. */
export const ownMigratedDatabase = Effect.gen(function*() {
  return yield* migrated(yield* configuredOr(EmbeddedPostgres.open))
})

const migrated = Effect.fnUntraced(function*(database: DatabaseServer) {
  const missing = yield* asOwner(database)(pending)
  if (missing.length === 0) {
    if (database.isEmbedded) yield* asOwner(database)(letServersConnect(passwordIn(database.url)))
    return database
  }
  return yield* new SchemaOutdated({ message: "The database lacks the schema of this version: run wristbank migrate" })
})

/** Migrates the database to this version's schema and returns the migrations that ran. */
export const bringUpToDate = Effect.fnUntraced(function*(database: DatabaseServer) {
  const done = yield* asOwner(database)(Effect.gen(function*() {
    // The role of servers can't run migrations, and need not when none are pending.
    if ((yield* pending).length === 0 && (yield* excessOfRole) === undefined) return []
    return yield* migrate
  }))
  if (database.isEmbedded) yield* asOwner(database)(letServersConnect(passwordIn(database.url)))
  return done
})

/** As `sharedDatabase`, migrated to this version's schema. */
export const migrateShared = Effect.scoped(Effect.gen(function*() {
  return yield* bringUpToDate(yield* sharedDatabase).pipe(long("Bringing the database up to date"))
}))

/** Warns the operator when servers connect as a role that could change stored bookings. */
export const warnOfExcess = Effect.fnUntraced(function*(database: DatabaseServer) {
  if (database.isEmbedded) return
  const excess = yield* asOwner(database)(excessOfRole)
  if (excess === undefined) return
  yield* Effect.logWarning(
    `The database user ${excess.role} ${excess.reason}: anyone who gets hold of this connection can change what was booked. ` +
      "docs/administrator-documentation/database.md says how a server gets by with less"
  )
})

const asOwner = ({ ownerUrl }: DatabaseServer) => Effect.provide(Database.layer({ url: ownerUrl, connections: 1 }))

/** `SqlClient` on the configured or embedded database, for commands that run beside a server. */
export const databaseLayer = Layer.unwrap(
  Effect.map(migratedDatabase, ({ url }) => Database.layer({ url, connections: 2 }))
)

const configuredOr = Effect.fnUntraced(function*(embedded: typeof EmbeddedPostgres.start) {
  const { backupDir, databaseUrl, dataDir } = yield* Configuration
  if (Option.isSome(databaseUrl)) {
    yield* checkConnection(databaseUrl.value)
    return {
      url: databaseUrl.value,
      ownerUrl: databaseUrl.value,
      isEmbedded: false,
      failure: Effect.never
    } satisfies DatabaseServer
  }
  const progress = yield* Progress
  const server = yield* progress.long("Opening the database")(embedded({
    folder: join(dataDir, "postgres"),
    archive: Option.getOrUndefined(Option.map(backupDir, archiveIn))
  }))
  for (const notice of server.notices) yield* progress.note(notice)
  return {
    url: server.serverUrl,
    ownerUrl: server.url,
    isEmbedded: true,
    failure: server.failure
  } satisfies DatabaseServer
})
