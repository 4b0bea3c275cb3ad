import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Option, Predicate, Schema } from "effect"
import { createServer } from "node:net"
import { tlsFiles } from "./TlsFiles.ts"
import { webFolder } from "./WebFolder.ts"

/** Raised when a port can't be opened. */
export class ListenError extends Schema.TaggedError<ListenError>()("ListenError", { message: Schema.String }) {}

/** The configured ports. */
export const portsOf = (configuration: Configuration["Service"]) => ({
  port: configuration.port,
  administrationPort: Option.getOrUndefined(configuration.administrationPort),
  terminalPort: Option.getOrUndefined(configuration.terminalPort),
  customerPort: Option.getOrUndefined(configuration.customerPort),
  portalPort: Option.getOrUndefined(configuration.portalPort),
  tillPort: Option.getOrUndefined(configuration.tillPort),
  officePort: Option.getOrUndefined(configuration.officePort),
  metricsPort: Option.getOrUndefined(configuration.metricsPort)
})

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
})

const canListen = (host: string, port: number) =>
  Effect.callback<void, ListenError>((resume) => {
    const server = createServer()
    server.once("error", (cause) => resume(cannotListen(cause)))
    server.listen({ host, port }, () => server.close(() => resume(Effect.void)))
  })

/** What an operator can do about a port that can't be opened. */
export const cannotListen = (cause: unknown): ListenError => {
  const taken = Predicate.hasProperty(cause, "code") && cause.code === "EADDRINUSE"
  const reason = cause instanceof Error ? cause.message : String(cause)
  const remedy = taken ? "Stop what uses it, perhaps another Wristbank, or choose other ports" : "Choose other ports"
  return new ListenError({ message: `The server can't listen: ${reason}. ${remedy} (--port)` })
}
