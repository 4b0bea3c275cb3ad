import { Effect, Layer, Logger, Option, References } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpSerialization, OtlpTracer } from "effect/observability"
import { Configuration } from "./Configuration.ts"

/**
 * Writes logs in the configured format to standard error, so that the output of commands stays clean, and sends traces
 * to a collector if one is configured.
 */
export const observability = (version: string) =>
  Layer.unwrap(Effect.map(Configuration, (configuration) => {
    const lines = configuration.logFormat === "auto" ? process.stderr.isTTY : configuration.logFormat === "lines"
    const logs = Layer.mergeAll(
      Logger.layer([lines ? Logger.consolePrettyTty() : Logger.withConsoleError(Logger.formatJson)]),
      Layer.succeed(References.MinimumLogLevel, configuration.logLevel),
      Layer.succeed(Logger.LogToStderr, true)
    )
    return Option.match(configuration.otlpEndpoint, {
      // A span takes its time even if no one collects it.
      onNone: () => Layer.merge(logs, Layer.succeed(References.TracerEnabled, false)),
      onSome: (endpoint) => Layer.merge(logs, traces(endpoint, version))
    })
  }))

const traces = (endpoint: URL, version: string) => {
  const base = endpoint.href.replace(/\/$/, "")
  const resource = { serviceName: "wristbank", serviceVersion: version }
  return OtlpTracer.layer({ url: `${base}/v1/traces`, resource }).pipe(
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(FetchHttpClient.layer)
  )
}
