import { Configuration } from "@wristbank/core/base/Configuration"
import * as Database from "@wristbank/core/sql/Database"
import { migrate } from "@wristbank/core/sql/Migrations"
import type { SimulatedInstallation } from "@wristbank/stand-ins/simulation/Simulation"
import { Effect, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import * as EmbeddedPostgres from "../postgres/EmbeddedPostgres.ts"
import { ensureSecretKeys } from "../secrets/SecretKey.ts"

/** Raised when the folder for a simulation has something in it, or can't be read. */
class FolderInUse extends Schema.TaggedError<FolderInUse>()("FolderInUse", { message: Schema.String }) {}

/**
 * A database that has the schema of this version and nothing else, until the scope closes: a temporary one, or one in a new data
 * folder, which `wristbank up --data-dir` serves afterwards.
 */
export const ownInstallation = Effect.fnUntraced(function*(folder: string | undefined) {
  if (folder !== undefined) yield* requireEmpty(folder)
  const { url } = yield* folder === undefined
    ? EmbeddedPostgres.startTemporary
    : EmbeddedPostgres.start({ folder: join(folder, "postgres") })
  yield* Effect.provide(migrate, Database.layer({ url, connections: 1 }))
  const { secretKey } = folder === undefined ? { secretKey: random() } : yield* Effect.provide(
    ensureSecretKeys,
    Configuration.layer({ flags: { dataDir: folder }, environment: {} })
  )
  return {
    databaseUrl: url,
    secretKey,
    administrator: { login: "admin", password: random() }
  } satisfies SimulatedInstallation
})

const random = () => Redacted.make(randomBytes(24).toString("base64url"))

const requireEmpty = (folder: string) =>
  Effect.tryPromise({
    try: () => readdir(folder).catch((error) => error.code === "ENOENT" ? [] : Promise.reject(error)),
    catch: (cause) =>
      new FolderInUse({
        message: `${folder} can't be read (${cause instanceof Error ? cause.message : cause}): name another folder`
      })
  }).pipe(
    Effect.flatMap((found) =>
      found.length === 0
        ? Effect.void
        : new FolderInUse({ message: `${folder} is not empty: name a folder that does not exist yet` })
    )
  )
