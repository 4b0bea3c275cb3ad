import { Configuration } from "@wristbank/core/base/Configuration"
import type { Foundation } from "@wristbank/core/Embedded"
import { Effect, Option, Redacted } from "effect"
import type { DemoAssignment } from "../processes/ProcessMessage.ts"
import type { ServerProcesses } from "../processes/ServerProcesses.ts"
import type { SecretKeys } from "../secrets/SecretKey.ts"
import { webFolder } from "./WebFolder.ts"

// Loaded when it is needed: a main process whose server processes load it starts sooner, and is smaller.
const server = Effect.promise(() => import("./Server.ts"))

/** Serves in this process, with the services of the context. */
export const serveHere = Effect.gen(function*() {
  const { startServer } = yield* server
  return yield* startServer({ webFolder: yield* webFolder, hasMetrics: true })
})

/** Serves by processes of their own; this one has the port of the metrics of all. */
export const serveBy = Effect.fnUntraced(function*(
  processes: ServerProcesses,
  { databaseUrl, previousSecretKeys, secretKey }: SecretKeys & Pick<Foundation, "databaseUrl">,
  demo: DemoAssignment | null
) {
  const addresses = yield* processes.serve({
    databaseUrl: Redacted.value(databaseUrl),
    secretKey: Redacted.value(secretKey),
    previousSecretKeys: previousSecretKeys.map(Redacted.value),
    webFolder: yield* webFolder,
    demo
  })
  return { ...addresses, metrics: yield* serveMetrics(processes.metricsWith) }
})

/**
 * Serves the metrics of a process that serves nothing else, if a port for them is configured; returns the address. If a
 * function is given, its result is served.
 */
export const serveMetrics = Effect.fnUntraced(function*(
  from: (own: Effect.Effect<string>) => Effect.Effect<string> = (own) => own
) {
  const { metricsPort } = yield* Configuration
  if (Option.isNone(metricsPort)) return undefined
  const { startMetrics } = yield* server
  return yield* startMetrics(metricsPort.value, from)
})
