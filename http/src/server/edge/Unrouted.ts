import { Effect, Layer } from "effect"
import { FindMyWay, HttpRouter, HttpServerError, type HttpServerRequest } from "effect/http"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { detailResponse } from "../answers/ErrorResponse.ts"
import { type MountOptions, type Prefix, routerConfig } from "../ApiServer.ts"

/** A known path with its method; other methods on it are answered with 405. */
export interface KnownRoute {
  readonly method: string
  readonly path: `/${string}`
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const

/** The routes that `mountApi` makes of an API below a prefix. */
export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  prefix: Prefix,
  { docs = true }: MountOptions = {}
): ReadonlyArray<KnownRoute> => {
  const routes = docs ? [known("GET", `${prefix}/openapi.json`), known("GET", `${prefix}/docs`)] : []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      routes.push(known(endpoint.method, `${prefix}${endpoint.path}`))
    }
  })
  return routes
}

const known = (method: string, path: string): KnownRoute => ({ method, path: path as KnownRoute["path"] })

/**
 * Answers calls that match no route: 405 with the methods of a known path, otherwise 404, also when the path can't be
 * decoded.
 */
export const unrouted = (routes: ReadonlyArray<KnownRoute>) => {
  const paths = FindMyWay.make<true>(routerConfig)
  for (const { method, path } of routes) if (!paths.has(method, path)) paths.on(method, path, true)
  const answer = (request: HttpServerRequest.HttpServerRequest) => {
    const allowed = methods.filter((method) => paths.find(method, request.url) !== undefined)
    return Effect.succeed(
      allowed.length === 0
        ? detailResponse(404, "Not Found")
        : detailResponse(405, "Method Not Allowed", { allow: allowed.join(", ") })
    )
  }
  return Layer.merge(
    HttpRouter.use((router) =>
      Effect.forEach(methods, (method) => router.add(method, "/*", answer), { discard: true })
    ),
    HttpRouter.middleware(
      Effect.catchIf(isRouteNotFound, () => Effect.succeed(detailResponse(404, "Not Found"))),
      { global: true }
    )
  )
}

/** The router finds no route for paths with escapes that are not UTF-8, and for methods other than those above. */
const isRouteNotFound = (error: unknown) =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"
