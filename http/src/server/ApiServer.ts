import { NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup, HttpApiSwagger } from "effect/http-api"
import { Server } from "node:http"
import { domainErrorsLayer } from "./ErrorResponse.ts"

/** Where an API hangs on a port: empty for the root. */
export type Prefix = "" | `/${string}`

/** Trailing slashes don't matter: some published paths have one. */
export const routerConfig = { ignoreTrailingSlash: true }

/**
 * The routes of an API with its `openapi.json` and `docs` page below a prefix. Handlers know only the API's own paths; the
 * router they are added to puts the prefix before them, so one definition serves any number of mounts.
 */
export const mountApi = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
  prefix: Prefix
) =>
  Layer.merge(
    HttpApiBuilder.layer(api, { openapiPath: "/openapi.json" }),
    HttpApiSwagger.layer(api, { path: "/docs" })
  ).pipe(
    Layer.provide(Layer.provide(handlers, domainErrorsLayer(api.identifier))),
    Layer.provide(prefixedRouter(prefix))
  )

const prefixedRouter = (prefix: Prefix) =>
  Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) => prefix === "" ? router : router.prefixed(prefix))
  )

/** A body above 1 MiB is refused with 413. */
const maxBodySize = ByteSize.mebibytes(1)

export interface ListenOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
}

/**
 * Serves routes on a port of their own. Connections stay open 65 s between requests, longer than the usual load balancer
 * keeps them; a request has 30 s to arrive. When the scope closes, requests in flight get 20 s to finish.
 */
export const listen = <E, R>(routes: Layer.Layer<never, E, R>, { host, port }: ListenOptions) =>
  HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true, routerConfig }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize)(maxBodySize)),
    Layer.provideMerge(NodeHttpServer.layer(() => new DrainingServer(connectionOptions), { host, port }))
  )

const connectionOptions = {
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  requestTimeout: 30_000
}

/** Node closes only connections that are idle when `close` is called; this one also closes those that become so later. */
class DrainingServer extends Server {
  override close(callback?: (error?: Error) => void): this {
    const timer = setInterval(() => this.closeIdleConnections(), 20)
    return super.close((error) => {
      clearInterval(timer)
      callback?.(error)
    })
  }
}
