import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type StopLimits, StopLimitsInForce } from "@wristbank/core/base/StopLimits"
import { Context, Effect, Layer, Scope } from "effect"
import { HttpIncomingMessage, HttpRouter } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { type IncomingMessage, Server, type ServerResponse } from "node:http"
import * as https from "node:https"
import type { Socket } from "node:net"
import { usualBodyLimit } from "../api/BodyLimit.ts"
import { domainErrorsLayer } from "./answers/ErrorResponse.ts"
import { sharingLargeAnswers } from "./answers/LargeAnswers.ts"
import { apiDocs } from "./documents/ApiDocs.ts"
import { answeringDirectly, type DirectCall, type DirectOptions } from "./edge/DirectCalls.ts"
import type { TrustedProxies } from "./edge/Forwarded.ts"
import { portEdge } from "./edge/PortEdge.ts"
import { type Refuse, refusingFirst } from "./edge/RefusingServer.ts"

/** The path of an API on a port: empty for the root. */
export type Prefix = "" | `/${string}`

/** Trailing slashes are ignored, as some published paths have one. */
export const routerConfig = { ignoreTrailingSlash: true }

export interface MountOptions {
  /** Whether the API has its pages `docs` and `openapi.json`; the default is yes. */
  readonly docs?: boolean | undefined
}

/**
 * The routes of an API with its pages `openapi.json` and `docs`, below a prefix. Handlers know only the API's own paths.
 * The router adds the prefix, so one definition serves any number of mounts.
 */
export const mountApi = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
  api: HttpApi.HttpApi<Id, Groups>,
  handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
  prefix: Prefix,
  { docs = true }: MountOptions = {}
) =>
  Layer.merge(
    HttpApiBuilder.layer(api),
    docs ? apiDocs(api) : Layer.empty
  ).pipe(
    Layer.provide(Layer.provide(handlers, domainErrorsLayer(api.identifier))),
    Layer.provide(prefixedRouter(prefix))
  )

const prefixedRouter = (prefix: Prefix) =>
  Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) => prefix === "" ? router : router.prefixed(prefix))
  )

export interface ListenOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  /** Makes the port speak TLS with this certificate and key, both in PEM. */
  readonly tls?: Certificate | undefined
  readonly proxies?: TrustedProxies | undefined
  /** Decides which calls are refused before they are read; none by default. */
  readonly refuse?: Refuse | undefined
  /** Calls that are answered without the router, by path; none by default. */
  readonly direct?: ReadonlyMap<string, DirectCall> | undefined
  /** Origins whose pages may read the answers of these; as the routes have them. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
}

/** A certificate with its chain, and its private key, as the text of PEM files. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/**
 * Serves routes on a port of their own. Connections stay open 65 s between requests, longer than the usual load balancer
 * keeps them. A request must arrive within 30 s. When the scope closes, running requests may finish within the `StopLimits`.
 */
export const listen = <E, R>(
  routes: Layer.Layer<never, E, R>,
  { allowedOrigins, direct, host, port, proxies, refuse, tls }: ListenOptions
) =>
  // The edge is built first, so it is outside of everything else that answers, such as the cross-origin rules.
  HttpRouter.serve(Layer.provideMerge(routes, portEdge({ tls: tls !== undefined, proxies })), {
    disableLogger: true,
    disableListenLog: true,
    routerConfig
  }).pipe(
    Layer.provide(Layer.succeed(HttpIncomingMessage.MaxBodySize)(usualBodyLimit)),
    Layer.provideMerge(Layer.unwrap(Effect.map(
      Effect.all([StopLimitsInForce, directly({ allowedOrigins, direct, proxies, tls })]),
      ([limits, answering]) =>
        NodeHttpServer.layer(() => {
          const server = sharingLargeAnswers(draining(answering(serverWith(tls)), limits))
          return refuse === undefined ? server : refusingFirst(server, refuse)
        }, { host, port, gracefulShutdownTimeout: limits.calls })
    )))
  )

/** Lets a server answer some calls directly, with the context in which its port is opened. */
const directly = (
  { direct: calls, ...options }: Omit<DirectOptions, "calls" | "context" | "scope"> & Pick<ListenOptions, "direct">
) =>
  Effect.contextWith((context: Context.Context<Scope.Scope>) =>
    Effect.succeed((server: Server) =>
      calls === undefined
        ? server
        : answeringDirectly(server, { ...options, calls, context, scope: Context.get(context, Scope.Scope) })
    )
  )

const connectionOptions = {
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  requestTimeout: 30_000
}

const serverWith = (tls: Certificate | undefined): Server =>
  tls === undefined
    ? new Server(connectionOptions)
    : new https.Server({ ...connectionOptions, ...tls, handshakeTimeout: 15_000 })

/** How long a request may still arrive after the server was told to stop, in milliseconds. */
const lateArrival = 2_000

/** What a connection is busy with. */
interface Work {
  /** Requests whose answers have not been sent to the end. */
  requests: number
  /** The bytes that it had received when the last answer was sent; more are the beginning of a request. */
  received: number
}

/**
 * Closes the connections that Node leaves open after `close`: those that become idle later, those that never sent anything
 * (browsers keep some in reserve), those whose request does not arrive in time, and in the end all others.
 */
const draining = (server: Server, { connections }: StopLimits): Server => {
  // Also those that are still agreeing on TLS.
  const open = new Set<Socket>()
  server.on("connection", (socket: Socket) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
  })
  const underWay = new Map<Socket, Work>()
  server.on(server instanceof https.Server ? "secureConnection" : "connection", (socket: Socket) => {
    underWay.set(socket, { requests: 0, received: socket.bytesRead })
    socket.once("close", () => underWay.delete(socket))
  })
  const begun = ({ socket }: IncomingMessage, response: ServerResponse) => {
    const work = underWay.get(socket)
    if (work === undefined) return
    work.requests++
    response.once("close", () => {
      work.requests--
      work.received = socket.bytesRead
    })
  }
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...given: Array<unknown>): boolean => {
    // A client that asks before it sends its body has begun as well; the server listens to both.
    if (event === "request" || event === "checkContinue") begun(...given as [IncomingMessage, ServerResponse])
    return emit(event, ...given)
  }
  // For Node a connection is idle as soon as its answer has ended, even if most of it is still to be sent.
  server.closeIdleConnections = () => {
    for (const [socket, { received, requests }] of underWay) {
      if (requests === 0 && socket.bytesRead === received) socket.destroy()
    }
  }
  const close = server.close.bind(server)
  server.close = (callback) => {
    const begin = performance.now()
    const timer = setInterval(() => {
      const passed = performance.now() - begin
      server.closeIdleConnections()
      for (const [socket, { requests }] of underWay) {
        if (requests === 0 && passed > lateArrival) socket.destroy()
      }
      if (passed > connections) { for (const socket of open) socket.destroy() }
    }, 20)
    return close((error) => {
      clearInterval(timer)
      callback?.(error)
    })
  }
  return server
}
