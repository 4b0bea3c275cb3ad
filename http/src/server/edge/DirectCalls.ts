import { type Context, Effect, Exit, Fiber, type Scope } from "effect"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { arrivedBody } from "./ArrivingBody.ts"
import { crossOriginHeaders } from "./CrossOrigin.ts"
import { originOf, type TrustedProxies } from "./Forwarded.ts"
import { edgeHeaders } from "./PortEdge.ts"

/** The head of a call, with its headers in lower case. */
interface DirectRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What a call is answered with, before the headers of its port. */
export interface DirectAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Begins to answer a call with a complete body; `undefined` when it has to go the usual way, as one that is refused for its form
 * or its token.
 */
export type DirectCall = (request: DirectRequest, body: Buffer) => Effect.Effect<DirectAnswer> | undefined

export interface DirectOptions {
  /** By path. All are posted. */
  readonly calls: ReadonlyMap<string, DirectCall>
  /** The services of each call. */
  readonly context: Context.Context<never>
  /** Interrupts the calls that are under way when it closes. */
  readonly scope: Scope.Scope
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  readonly proxies?: TrustedProxies | undefined
  /** The certificate of a port that speaks TLS. */
  readonly tls?: object | undefined
}

/**
 * Answers calls that are made most often with one fiber each, from the bytes of the body to those of the answer. Routes, contexts
 * and streams for any kind of call take more time than a sale itself. `test/http/edge/DirectCalls.test.ts` holds each answer equal
 * to that of the router, which gets all other calls.
 */
export const answeringDirectly = (server: Server, options: DirectOptions): Server => {
  const emit = server.emit.bind(server)
  const run = Effect.runForkWith(options.context)
  server.emit = (event: string, ...given: Array<unknown>): boolean => {
    if (event !== "request") return emit(event, ...given)
    const [request, response] = given as [IncomingMessage, ServerResponse]
    const call = request.method === "POST" ? options.calls.get(request.url!) : undefined
    if (call === undefined) return emit(event, ...given)
    // A body that arrived together with the head is available only after the parser has returned.
    setImmediate(() => {
      if (response.destroyed) return
      const body = arrivedBody(request)
      const answer = body === undefined ? undefined : call(request as DirectRequest, body)
      if (answer !== undefined) return follow(Fiber.runIn(run(answer), options.scope), request, response, options)
      if (body !== undefined) request.unshift(body)
      emit(event, ...given)
    })
    return true
  }
  return server
}

/** Sends the answer of a fiber, and interrupts it when the sender goes away before. */
const follow = (
  fiber: Fiber.Fiber<DirectAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
  options: DirectOptions
) => {
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) send(request, response, exit.value, options)
    else response.destroy()
  })
  response.once("close", () => fiber.interruptUnsafe())
}

const send = (
  { headers, socket }: IncomingMessage,
  response: ServerResponse,
  answer: DirectAnswer,
  { allowedOrigins = [], proxies, tls }: DirectOptions
) => {
  const secure = tls !== undefined ||
    proxies !== undefined &&
      originOf(socket.remoteAddress, headers as DirectRequest["headers"], proxies)?.secure === true
  const crossOrigin = crossOriginHeaders(allowedOrigins, headers.origin)
  response.writeHead(answer.status, {
    ...edgeHeaders(secure),
    ...crossOrigin,
    ...answer.headers,
    ...varying(crossOrigin["vary"], answer.headers["vary"]),
    "content-length": Buffer.byteLength(answer.body)
  })
  response.end(answer.body)
}

const varying = (origin: string | undefined, language: string | undefined) =>
  origin === undefined || language === undefined ? {} : { vary: `${language}, ${origin}` }
