import { variableOf } from "@wristbank/core/base/Settings"
import { serverRole } from "@wristbank/core/sql/ServerRole"
import { Context, Effect, Layer, Redacted } from "effect"
import { createHmac } from "node:crypto"
import { dirname } from "node:path"
import { archiveSettings, logFilesIn, prepareArchive, recoverySettings } from "./Archive.ts"
import { binariesFor } from "./Binaries.ts"
import * as Cluster from "./Cluster.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { socketFolder } from "./LocalSocket.ts"
import { followRepetition } from "./LogRepetition.ts"
import { tenantOf } from "./Ownership.ts"
import * as Postmaster from "./Postmaster.ts"
import * as TemporaryFolder from "./TemporaryFolder.ts"

export type EmbeddedPostgresOptions = {
  /** PostgreSQL's data folder; created when missing. */
  readonly folder: string
  /** Default: any free port. */
  readonly port?: number
  /** False trades safety against crashes for speed, for temporary data. Default: true. */
  readonly durable?: boolean
  /** Where PostgreSQL copies its log continuously; nowhere by default. */
  readonly archive?: string | undefined
}

/** A PostgreSQL server from the programs that npm installed. It listens on this machine alone. */
export class EmbeddedPostgres extends Context.Service<EmbeddedPostgres, {
  /** Connection URL with the password of the owner of all tables, for migrations. */
  readonly url: Redacted.Redacted
  /** Connection URL of servers and workers; works once `letServersConnect` has made their role. */
  readonly serverUrl: Redacted.Redacted
  readonly port: number
  /** The actual data folder. It differs from the wanted one when PostgreSQL's account can't enter that. */
  readonly folder: string
  /** Notices for the operator, for example that the data is in another folder. */
  readonly notices: ReadonlyArray<string>
  /** Fails when the server ends by itself and can't be started again; never succeeds. */
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
  const settings = options.archive === undefined
    ? {}
    : archiveSettings(yield* prepareArchive(options.archive, cluster.folder, place.account))
  // Tests put proxies before temporary servers, which are reached over TCP alone.
  const socket = durable ? yield* socketFolder(cluster.folder, place.account) : undefined
  const postmaster = yield* Postmaster.start({
    program: binaries.postgres,
    folder: cluster.folder,
    account: place.account,
    port: options.port,
    durable,
    settings: socket === undefined ? settings : { ...settings, unix_socket_directories: socket }
  })
  return EmbeddedPostgres.of({
    ...urlsOf(cluster.password, postmaster.port, socket),
    port: postmaster.port,
    folder: cluster.folder,
    notices: [place.notice, binaries.notice].filter((notice) => notice !== undefined),
    failure: postmaster.failure
  })
})

/** What a start on a backup repeats. */
export type RecoveryOptions = {
  /** The unpacked backup. */
  readonly folder: string
  /** The folder of the archived log. */
  readonly archive: string
  /** The moment at which to stop, as ISO 8601; undefined for the end of the log. */
  readonly until: string | undefined
}

/**
 * Starts the server on an unpacked backup, and returns when it has repeated the log. It adds nothing to the archive, so a
 * restore that was only tried leaves no trace there.
 */
export const recover = Effect.fnUntraced(function*({ archive, folder, until }: RecoveryOptions) {
  const { account } = yield* Cluster.locate(folder)
  const binaries = yield* binariesFor(account)
  const postmaster = yield* Postmaster.start({
    program: binaries.postgres,
    folder,
    account,
    port: undefined,
    durable: true,
    settings: recoverySettings(archive, until),
    follow: yield* followRepetition((yield* logFilesIn(archive)).at(-1))
  })
  return urlsOf(yield* Cluster.passwordOf(folder), postmaster.port)
})

/** Uses the server that a live Wristbank runs on the data, or starts one until the scope closes. */
export const joinOrStart = Effect.fnUntraced(function*(options: EmbeddedPostgresOptions) {
  const { folder } = yield* Cluster.locate(options.folder)
  const tenant = yield* tenantOf(folder)
  if (tenant.kind !== "alive") return yield* start(options)
  const urls = urlsOf(yield* Cluster.passwordOf(folder), tenant.port)
  return EmbeddedPostgres.of({ ...urls, port: tenant.port, folder, notices: [], failure: Effect.never })
})

/** As `joinOrStart`, but only on existing data. */
export const joinOrOpen = (options: EmbeddedPostgresOptions) =>
  Effect.andThen(requireData(options), joinOrStart(options))

/** As `start`, but only on existing data. */
export const open = (options: EmbeddedPostgresOptions) => Effect.andThen(requireData(options), start(options))

const requireData = Effect.fnUntraced(function*(options: EmbeddedPostgresOptions) {
  if (yield* Cluster.isThere(options.folder)) return
  return yield* new EmbeddedPostgresError({
    message:
      `There is no data in ${dirname(options.folder)}: go to the folder in which wristbank up was started, or name a ` +
      `database of your own with ${variableOf("databaseUrl")}`
  })
})

/**
 * Starts a fast server without durability in a folder of its own, which is removed with the scope; for tests. Its files are
 * in memory where there is enough. Removes such folders that killed processes left.
 */
export const startTemporary = Effect.gen(function*() {
  yield* TemporaryFolder.removeAbandoned()
  return yield* start({ folder: TemporaryFolder.dataIn(yield* TemporaryFolder.make), durable: false })
})

/** The connection URLs of the owner of all tables, and of servers and workers; these use the socket if there is one. */
export const urlsOf = (password: Redacted.Redacted, port: number, socket?: string) => ({
  url: urlOf("wristbank", password, port),
  serverUrl: urlOf(
    serverRole,
    serverPassword(password),
    port,
    socket === undefined ? "" : `?host=${encodeURIComponent(socket)}`
  )
})

const urlOf = (user: string, password: Redacted.Redacted, port: number, query = "") =>
  Redacted.make(`postgres://${user}:${encodeURIComponent(Redacted.value(password))}@127.0.0.1:${port}/postgres${query}`)

/** The password of the servers' role is derived from the owner's, so there is only one file to keep. */
const serverPassword = (owner: Redacted.Redacted) =>
  Redacted.make(createHmac("sha256", Redacted.value(owner)).update(serverRole).digest("base64url"))

/** The password in a connection URL. */
export const passwordIn = (url: Redacted.Redacted) =>
  Redacted.make(decodeURIComponent(new URL(Redacted.value(url)).password))
