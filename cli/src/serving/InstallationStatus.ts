import { Configuration, masked } from "@wristbank/core/base/Configuration"
import { SoftwareVersion } from "@wristbank/core/base/SoftwareVersion"
import { EventRepository } from "@wristbank/core/event/EventRepository"
import { NodeRepository } from "@wristbank/core/organisation/NodeRepository"
import { EventStatuses } from "@wristbank/core/overview/EventStatuses"
import { Effect, Layer, Option } from "effect"
import http from "node:http"
import https from "node:https"
import { join } from "node:path"
import { isThere, locate } from "../postgres/Cluster.ts"
import { databaseLayer } from "../postgres/DatabaseServer.ts"
import { tenantOf } from "../postgres/Ownership.ts"
import { storedSessions } from "../remote/ServerSessions.ts"
import type { Choice } from "../shell/Choice.ts"
import { listedEvents } from "../views/ListedEvent.ts"
import type { InstallationStatus } from "../views/StatusLines.ts"

/** Milliseconds for a server on this machine to say how it is. */
const answerMillis = 2_000

/** Why the data can't be read without starting a database for it; null if they can. */
const problemOfData = Effect.gen(function*() {
  const { databaseUrl, dataDir } = yield* Configuration
  if (Option.isSome(databaseUrl)) return null
  const folder = join(dataDir, "postgres")
  if (!(yield* isThere(folder))) return "there is nothing yet: wristbank up makes it"
  const tenant = yield* tenantOf((yield* locate(folder)).folder)
  return tenant.kind === "alive" ? null : "its database does not run: wristbank up starts it"
})

const placeOfData = Effect.map(
  Configuration,
  (configuration) =>
    Option.isSome(configuration.databaseUrl) ? String(masked(configuration)["databaseUrl"]) : configuration.dataDir
)

/** Hosts that a server listens at for all networks of its machine, and that can't be called. */
const everywhere = new Set(["0.0.0.0", "::"])

const server = Effect.gen(function*() {
  const { host, port, tlsCertificate } = yield* Configuration
  const name = everywhere.has(host) ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  const address = `${Option.isSome(tlsCertificate) ? "https" : "http"}://${name}:${port}`
  const state = yield* Effect.callback<InstallationStatus["server"]["state"]>((resume) => {
    const { get } = address.startsWith("https") ? https : http
    // The certificate names the public host, and nothing secret is sent.
    const options = { rejectUnauthorized: false, signal: AbortSignal.timeout(answerMillis) }
    get(`${address}/health/ready`, options, (answer) => {
      answer.resume()
      resume(Effect.succeed(answer.statusCode === 200 ? "ready" : "not ready"))
    }).on("error", () => resume(Effect.succeed("no answer")))
  })
  return { address, state }
})

const events = Effect.gen(function*() {
  const { ofEvent } = yield* EventStatuses
  const open = (yield* listedEvents).filter(({ archived }) => !archived)
  return yield* Effect.forEach(
    open,
    ({ id, name }) => Effect.map(ofEvent(id), ({ needs_somebody: alerts }) => ({ id, name, alerts: alerts ?? [] }))
  )
}).pipe(
  Effect.provide(
    Layer.provide(Layer.mergeAll(EventRepository.layer, EventStatuses.layer, NodeRepository.layer), databaseLayer)
  )
)

/**
 * What the installation that is configured here does. It starts nothing. What can't be read is a part of the answer.
 *
 * @param folder with the sign-ins of this account
 */
export const installationStatus = Effect.fnUntraced(function*(folder: string, chosen: Choice) {
  const missing = yield* problemOfData
  const read = missing === null ? yield* Effect.result(events) : undefined
  const status: InstallationStatus = {
    version: yield* SoftwareVersion,
    node: process.versions.node,
    data: { place: yield* placeOfData, problem: read?._tag === "Failure" ? read.failure.message : missing },
    server: yield* server,
    chosen: { event: chosen.event ?? null, as: chosen.as ?? null },
    signed_in: (yield* storedSessions(folder)).map(({ login, server: at }) => ({ server: at, login })),
    events: read?._tag === "Success" ? read.success : null
  }
  return status
})
