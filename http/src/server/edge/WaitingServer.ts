import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { NotReady } from "@wristbank/core/sql/NotReady"
import { sqlRules } from "@wristbank/core/sql/SqlRules"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { causeResponse } from "../answers/ErrorResponse.ts"
import { listen, type ListenOptions } from "../ApiServer.ts"

/** Where a server listens while it waits for its database. */
export interface WaitingOptions extends Pick<ListenOptions, "host" | "tls"> {
  readonly ports: ReadonlyArray<number>
}

/**
 * Answers as a server whose database is away, until the scope closes: it lives, it is not ready, and all other calls are to be
 * sent again. It needs no database itself.
 */
export const serveWaiting = Effect.fnUntraced(function*({ host, ports, tls }: WaitingOptions) {
  yield* Effect.forEach(ports, (port) => Layer.build(listen(routes, { host, port, tls })), { discard: true })
})

const answer = ({ url }: HttpServerRequest.HttpServerRequest) => {
  const path = url.split("?", 1)[0]!
  if (/\/health(?:\/live)?\/?$/.test(path)) return Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "healthy" }))
  const refused = /\/health\/ready\/?$/.test(path) ? NotReady.of(sqlRules.database_silent) : new ServiceUnavailable()
  return Effect.catchCause(Effect.fail(refused), causeResponse)
}

const routes = HttpRouter.use((router) =>
  Effect.forEach(["/", "/*"] as const, (path) => router.add("*", path, answer), { discard: true })
)
