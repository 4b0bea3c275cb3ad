import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { createServer } from "node:http"

/**
 * Serves the routes of a stand-in on this machine alone until the scope closes, and returns its address without a final slash.
 * Port 0 is any free one.
 */
export const serveStandIn = Effect.fnUntraced(function*<E, R>(routes: Layer.Layer<never, E, R>, port: number) {
  const server = yield* Layer.build(
    HttpRouter.serve(routes, { disableLogger: true, disableListenLog: true }).pipe(
      Layer.provideMerge(
        NodeHttpServer.layer(() => createServer(), { host: "127.0.0.1", port, gracefulShutdownTimeout: 0 })
      )
    )
  )
  return HttpServer.formatAddress(Context.get(server, HttpServer.HttpServer).address)
})
