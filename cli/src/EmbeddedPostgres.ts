import { variableOf } from "@wristbank/core/config/Configuration"
import { serverRole } from "@wristbank/core/sql/ServerRole"
import { Context, Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { binariesFor } from "./postgres/Binaries.ts"
import * as Cluster from "./postgres/Cluster.ts"
import { attempt, EmbeddedPostgresError } from "./postgres/EmbeddedPostgresError.ts"
import { tenantOf } from "./postgres/Ownership.ts"
import * as Postmaster from "./postgres/Postmaster.ts"

export type EmbeddedPostgresOptions = {
  /** PostgreSQL's data folder; created when missing. */
  readonly folder: string
  /** Default: any free port. */
  readonly port?: number
  /** False gives up safety against crashes for speed; for data that nobody needs tomorrow. Default: true. */
  readonly durable?: boolean
}

/** A PostgreSQL server of our own, from the programs that come with npm. It listens on this machine alone. */
export class EmbeddedPostgres extends Context.Service<EmbeddedPostgres, {
  /** Connection URL with the password of the user who owns everything: for migrations. */
  readonly url: Redacted.Redacted
  /** As what servers and workers connect once `letServersConnect` has let them. */
  readonly serverUrl: Redacted.Redacted
  readonly port: number
  /** Where the data lies in fact; differs from the wanted folder when PostgreSQL's account can't enter there. */
  readonly folder: string
  /** Things an operator should know, such as that the data lies elsewhere. */
  readonly notices: ReadonlyArray<string>
  /** Fails when the server ends by itself and starting it again is in vain; never succeeds. */
  readonly failure: Effect.Effect<never, EmbeddedPostgresError>
}>()("cli/EmbeddedPostgres") {
  static readonly layer = (options: EmbeddedPostgresOptions) => Layer.effect(this, start(options))
}

/** Starts the server, with recovery if it was killed before; stops it when the scope closes. */
export const start = Effect.fnUntraced(function*(options: EmbeddedPostgresOptions) {
  const durable = options.durable ?? true
  const place = yield* Cluster.locate(options.folder)
  const binaries = yield* binariesFor(place.account)
  const cluster = yield* Cluster.prepare(place.folder, binaries, place.account, durable)
  const postmaster = yield* Postmaster.start({
    program: binaries.postgres,
    folder: cluster.folder,
    account: place.account,
    port: options.port,
    durable
  })
  return EmbeddedPostgres.of({
    ...urlsOf(cluster.password, postmaster.port),
    port: postmaster.port,
    folder: cluster.folder,
    notices: [place.notice, binaries.notice].filter((notice) => notice !== undefined),
    failure: postmaster.failure
  })
})

/** Uses the server that a living Wristbank runs on the data, or starts one for as long as the scope is open. */
export const joinOrStart = Effect.fnUntraced(function*(options: EmbeddedPostgresOptions) {
  const { folder } = yield* Cluster.locate(options.folder)
  const tenant = yield* tenantOf(folder)
  if (tenant.kind !== "alive") return yield* start(options)
  const urls = urlsOf(yield* Cluster.passwordOf(folder), tenant.port)
  return EmbeddedPostgres.of({ ...urls, port: tenant.port, folder, notices: [], failure: Effect.never })
})

/** As `joinOrStart` on data that is there; makes no data. */
export const joinOrOpen = (options: EmbeddedPostgresOptions) =>
  Effect.andThen(requireData(options), joinOrStart(options))

/** As `start` on data that is there; makes no data. */
export const open = (options: EmbeddedPostgresOptions) => Effect.andThen(requireData(options), start(options))

const requireData = Effect.fnUntraced(function*(options: EmbeddedPostgresOptions) {
  if (yield* Cluster.isThere(options.folder)) return
  return yield* new EmbeddedPostgresError({
    message:
      `There is no data in ${dirname(options.folder)}: go to the folder in which wristbank up was started, or name a ` +
      `database of your own with ${variableOf("databaseUrl")}`
  })
})

/** Starts a fast server without durability in a folder of its own that is removed with the scope: for tests. */
export const startTemporary = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    attempt("A temporary folder can't be created", async () => {
      const created = await realpath(await mkdtemp(join(tmpdir(), "wristbank-test-")))
      await chmod(created, 0o711)
      return created
    }),
    (created) => Effect.promise(() => rm(created, { recursive: true, force: true, maxRetries: 3 }))
  )
  return yield* start({ folder: join(folder, "postgres"), durable: false })
})

const urlsOf = (password: Redacted.Redacted, port: number) => ({
  url: urlOf("wristbank", password, port),
  serverUrl: urlOf(serverRole, serverPassword(password), port)
})

const urlOf = (user: string, password: Redacted.Redacted, port: number) =>
  Redacted.make(`postgres://${user}:${encodeURIComponent(Redacted.value(password))}@127.0.0.1:${port}/postgres`)

/** The password of the servers' role follows from the owner's, so that one file is all that is to be kept. */
const serverPassword = (owner: Redacted.Redacted) =>
  Redacted.make(createHmac("sha256", Redacted.value(owner)).update(serverRole).digest("base64url"))

/** The password that a connection URL holds. */
export const passwordIn = (url: Redacted.Redacted) =>
  Redacted.make(decodeURIComponent(new URL(Redacted.value(url)).password))
