import { Configuration } from "@wristbank/core/config/Configuration"
import { Refusals } from "@wristbank/core/organisation/Refusals"
import { withoutEndSlashes } from "@wristbank/core/primitives/Text"
import { TerminalHeartbeats } from "@wristbank/core/till/TerminalHeartbeats"
import { type Addresses, prefixes, serve, serveMetrics } from "@wristbank/http/server/main"
import { Effect, Option, Predicate, Result, Schema } from "effect"
import { HttpServerError } from "effect/http"
import { NetAddress } from "effect/net"
import { createServer } from "node:net"
import { tlsFiles } from "./TlsFiles.ts"
import { webFolder } from "./WebFolder.ts"

/** Raised when a port can't be opened. */
export class ListenError extends Schema.TaggedError<ListenError>()("ListenError", { message: Schema.String }) {}

/** Serves the APIs and the web applications as configured until the scope closes; then running requests are finished first. */
export const startServer = Effect.gen(function*() {
  const configuration = yield* Configuration
  const tls = yield* tlsFiles
  yield* Refusals.use((refusals) => refusals.flushForever)
  yield* TerminalHeartbeats.use((lastSeen) => lastSeen.keepWriting)
  return yield* serve({
    host: configuration.host,
    ...portsOf(configuration),
    webFolder: yield* webFolder,
    allowedOrigins: configuration.allowedOrigins,
    tls,
    proxies: configuration.trustedProxies.length === 0
      ? undefined
      : { ranges: configuration.trustedProxies, header: configuration.forwardedHeader },
    docs: configuration.apiDocs,
    publicUrls: publicUrlsOf(configuration),
    sourceUrl: Option.getOrUndefined(configuration.sourceUrl)?.href
  })
}).pipe(Effect.catchTag("ServeError", (error) => cannotListen(error)))

/** Fails when a web application is to have a port of its own but none was built. */
export const checkWebPorts = (
  { officePort, portalPort, tillPort }: Configuration["Service"],
  folder: string | undefined
) =>
  folder === undefined && [portalPort, tillPort, officePort].some(Option.isSome)
    ? Effect.fail(
      new ListenError({
        message: "The web applications were not built, so they can't have ports " +
          "(--portal-port, --till-port, --office-port)"
      })
    )
    : Effect.void

const publicUrlsOf = ({ administrationUrl, customerUrl, terminalUrl }: Configuration["Service"]) => {
  const configured = { administration: administrationUrl, customer: customerUrl, terminal: terminalUrl }
  return Object.fromEntries(
    Object.entries(configured).flatMap(([name, url]) =>
      Option.isSome(url) ? [[name, withoutEndSlashes(url.value.href)]] : []
    )
  )
}

const portsOf = (configuration: Configuration["Service"]) => ({
  port: configuration.port,
  administrationPort: Option.getOrUndefined(configuration.administrationPort),
  terminalPort: Option.getOrUndefined(configuration.terminalPort),
  customerPort: Option.getOrUndefined(configuration.customerPort),
  portalPort: Option.getOrUndefined(configuration.portalPort),
  tillPort: Option.getOrUndefined(configuration.tillPort),
  officePort: Option.getOrUndefined(configuration.officePort),
  metricsPort: Option.getOrUndefined(configuration.metricsPort)
})

/**
 * Fails before anything else starts if the server can't listen as configured. Otherwise the operator would be left with a
 * new database and no server.
 */
export const checkPorts = Effect.gen(function*() {
  const configuration = yield* Configuration
  yield* tlsFiles
  yield* checkWebPorts(configuration, yield* webFolder)
  const ports = Object.values(portsOf(configuration)).filter((port) => port !== undefined)
  yield* Effect.forEach(ports, (port) => canListen(configuration.host, port), { discard: true })
}).pipe(Effect.catchTag("ServeError", (error) => cannotListen(error)))

const canListen = (host: string, port: number) =>
  Effect.callback<void, HttpServerError.ServeError>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(Effect.fail(new HttpServerError.ServeError({ cause }))))
    server.listen({ host, port }, () => server.close(() => resume(Effect.void)))
  })

const cannotListen = ({ cause }: HttpServerError.ServeError) => {
  const taken = Predicate.hasProperty(cause, "code") && cause.code === "EADDRINUSE"
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy = taken ? "Stop what uses it, perhaps another Wristbank, or choose other ports" : "Choose other ports"
  return new ListenError({ message: `The server can't listen: ${reason}. ${remedy} (--port)` })
}

/** Serves the metrics of a process that has workers only, if a port for them is configured; returns the addresses. */
export const startMetrics = Effect.gen(function*() {
  const { host, metricsPort } = yield* Configuration
  if (Option.isNone(metricsPort)) return []
  const address = yield* serveMetrics({ host, port: metricsPort.value, tls: yield* tlsFiles })
  return [`metrics             ${reachable(address)}/metrics`]
}).pipe(Effect.catchTag("ServeError", cannotListen))

/** From where the server can be reached, when that may surprise the operator. */
export const describeReach = Effect.map(Configuration, ({ host, tlsKey, trustedProxies }): ReadonlyArray<string> => {
  if (isLoopback(host)) {
    return trustedProxies.length > 0
      ? []
      : ["network             this machine alone; phones and terminals: --host 0.0.0.0"]
  }
  return Option.isSome(tlsKey) || trustedProxies.length > 0
    ? []
    : [
      "network             passwords cross it unencrypted; docs/administrator-documentation/proxy.md says how they don't"
    ]
})

const isLoopback = (host: string) =>
  host === "localhost" || Option.exists(Result.getSuccess(NetAddress.ipFromString(host)), NetAddress.isLoopback)

/** The services and their addresses, one a line. */
export const describe = (addresses: Addresses): ReadonlyArray<string> => {
  const common = reachable(addresses.common)
  return [
    `overview            ${common}/`,
    ...(addresses.web ? webLines(common, addresses) : []),
    `administration API  ${both(`${common}${prefixes.administration}`, addresses.administration)}`,
    `terminal API        ${both(`${common}${prefixes.terminal}`, addresses.terminal)}`,
    `customer API        ${both(`${common}${prefixes.customer}`, addresses.customer)}`,
    ...(addresses.metrics === undefined ? [] : [`metrics             ${reachable(addresses.metrics)}/metrics`])
  ]
}

const webLines = (common: string, { office, portal, till }: Addresses): ReadonlyArray<string> => [
  `portal of guests    ${both(`${common}/portal/`, portal)}`,
  `till                ${both(`${common}/till/`, till)}`,
  `back office         ${both(`${common}/administration/`, office)}`
]

const both = (mounted: string, own: string | undefined) =>
  own === undefined ? mounted : `${mounted} and ${reachable(own)}`

// A server that listens on every address can't be opened by the address it listens on.
const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//localhost")
