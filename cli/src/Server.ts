import { Configuration } from "@wristbank/core/config/Configuration"
import { LastSeen } from "@wristbank/core/till/LastSeen"
import { type Addresses, prefixes, serve, serveMetrics } from "@wristbank/http/server/main"
import { Effect, Option, Schema } from "effect"
import type { HttpServerError } from "effect/http"

/** Raised when a port can't be opened. */
export class ListenError extends Schema.TaggedError<ListenError>()("ListenError", { message: Schema.String }) {}

/** Serves the APIs as configured until the scope closes, when requests in flight are finished first. */
export const startServer = Effect.gen(function*() {
  const configuration = yield* Configuration
  yield* LastSeen.use((lastSeen) => lastSeen.keepWriting)
  return yield* serve({
    host: configuration.host,
    port: configuration.port,
    administrationPort: Option.getOrUndefined(configuration.administrationPort),
    terminalPort: Option.getOrUndefined(configuration.terminalPort),
    customerPort: Option.getOrUndefined(configuration.customerPort),
    metricsPort: Option.getOrUndefined(configuration.metricsPort),
    allowedOrigins: configuration.allowedOrigins
  })
}).pipe(Effect.catchTag("ServeError", (error) => cannotListen(error)))

const cannotListen = ({ cause }: HttpServerError.ServeError) => {
  const reason = cause instanceof Error ? cause.message : cause
  return new ListenError({ message: `The server can't listen: ${reason}. Choose other ports (--port)` })
}

/** Tells how the workers of a process without servers stand, when there is a port for it; answers what runs where. */
export const startMetrics = Effect.gen(function*() {
  const { host, metricsPort } = yield* Configuration
  if (Option.isNone(metricsPort)) return []
  const address = yield* serveMetrics({ host, port: metricsPort.value })
  return [`metrics             ${reachable(address)}/metrics`]
}).pipe(Effect.catchTag("ServeError", cannotListen))

/** What runs where, a line each. */
export const describe = (addresses: Addresses): ReadonlyArray<string> => {
  const common = reachable(addresses.common)
  return [
    `overview            ${common}/`,
    `administration API  ${both(`${common}${prefixes.administration}`, addresses.administration)}`,
    `terminal API        ${both(`${common}${prefixes.terminal}`, addresses.terminal)}`,
    `customer API        ${both(`${common}${prefixes.customer}`, addresses.customer)}`,
    ...(addresses.metrics === undefined ? [] : [`metrics             ${reachable(addresses.metrics)}/metrics`])
  ]
}

const both = (mounted: string, own: string | undefined) =>
  own === undefined ? mounted : `${mounted} and ${reachable(own)}`

// A server that listens on every address can't be opened by that one.
const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//localhost")
