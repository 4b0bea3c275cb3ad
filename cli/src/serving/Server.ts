import { Configuration } from "@wristbank/core/base/Configuration"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import { Refusals } from "@wristbank/core/organisation/Refusals"
import { TerminalHeartbeats } from "@wristbank/core/till/TerminalHeartbeats"
import { processMetrics } from "@wristbank/http/server/edge/CallMetrics"
import { serve, serveMetrics } from "@wristbank/http/server/main"
import { Effect, Option } from "effect"
import { cannotListen, portsOf } from "./Ports.ts"
import { sayStarted } from "./Started.ts"
import { tlsFiles } from "./TlsFiles.ts"

/** What differs between a server of one process and one of several. */
export interface ServerOptions {
  readonly webFolder: string | undefined
  /** Whether this process has the port of the metrics, if one is configured. */
  readonly hasMetrics: boolean
}

/** Serves the APIs and the web applications as configured until the scope closes; then running requests are finished first. */
export const startServer = Effect.fnUntraced(
  function*({ hasMetrics, webFolder: folder }: ServerOptions) {
    const configuration = yield* Configuration
    const tls = yield* tlsFiles
    yield* Refusals.use((refusals) => refusals.flushForever)
    yield* TerminalHeartbeats.use((lastSeen) => lastSeen.keepWriting)
    return yield* serve({
      host: configuration.host,
      ...portsOf(configuration),
      ...(hasMetrics ? {} : { metricsPort: undefined }),
      webFolder: folder,
      allowedOrigins: configuration.allowedOrigins,
      tls,
      proxies: configuration.trustedProxies.length === 0
        ? undefined
        : { ranges: configuration.trustedProxies, header: configuration.forwardedHeader },
      docs: configuration.apiDocs,
      docsForEveryone: configuration.apiDocsForEveryone,
      publicUrls: publicUrlsOf(configuration),
      sourceUrl: Option.getOrUndefined(configuration.sourceUrl)?.href
    })
  },
  Effect.tap(sayStarted),
  Effect.catchTag("ServeError", ({ cause }) => cannotListen(cause))
)

const publicUrlsOf = ({ administrationUrl, customerUrl, terminalUrl }: Configuration["Service"]) => {
  const configured = { administration: administrationUrl, customer: customerUrl, terminal: terminalUrl }
  return Object.fromEntries(
    Object.entries(configured).flatMap(([name, url]) =>
      Option.isSome(url) ? [[name, withoutEndSlashes(url.value.href)]] : []
    )
  )
}

/** Serves the metrics of a process that serves nothing else, or what a function makes of them; returns the address. */
export const startMetrics = Effect.fnUntraced(
  function*(port: number, from: (own: Effect.Effect<string>) => Effect.Effect<string>) {
    const { host } = yield* Configuration
    return yield* serveMetrics({ host, port, tls: yield* tlsFiles }, from(processMetrics))
  },
  Effect.catchTag("ServeError", ({ cause }) => cannotListen(cause))
)
