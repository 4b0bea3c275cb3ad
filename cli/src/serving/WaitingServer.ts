import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect } from "effect"
import { cannotListen, portsOf } from "./Ports.ts"
import { tlsFiles } from "./TlsFiles.ts"

// Loaded when it is needed, and without the code of a server, which takes longer.
const waitingServer = Effect.promise(() => import("@wristbank/http/server/edge/WaitingServer"))

/** Answers on the configured ports as a server whose database is away, until the scope closes. */
export const startWaiting = Effect.gen(function*() {
  const { serveWaiting } = yield* waitingServer
  const configuration = yield* Configuration
  const { metricsPort: _, ...ports } = portsOf(configuration)
  yield* serveWaiting({
    host: configuration.host,
    ports: Object.values(ports).filter((port) => port !== undefined),
    tls: yield* tlsFiles
  })
}).pipe(Effect.catchTag("ServeError", ({ cause }) => cannotListen(cause)))
