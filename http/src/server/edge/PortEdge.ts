import { Context, Effect, Option } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { originOf, type TrustedProxies } from "./Forwarded.ts"

export interface EdgeOptions {
  /** Whether the port speaks TLS itself. */
  readonly tls: boolean
  readonly proxies?: TrustedProxies | undefined
}

/** Headers of answers that set none of their own: no caching, and no interpretation as a page. */
const privateHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff"
}

/** After an answer over TLS, a browser uses only TLS for a year (RFC 6797). */
const secureHeaders = { ...privateHeaders, "strict-transport-security": "max-age=31536000" }

/** The headers of all answers of a port, depending on whether the call came by TLS. */
export const edgeHeaders = (secure: boolean): Readonly<Record<string, string>> =>
  secure ? secureHeaders : privateHeaders

/** Whether the call came by TLS, to this server or to a trusted proxy. */
export const CameByTls = Context.Reference<boolean>("http/reference/CameByTls", { defaultValue: () => false })

const adding = (headers: Readonly<Record<string, string>>): HttpEffect.PreResponseHandler => (_, response) =>
  Effect.succeed(HttpServerResponse.setHeaders(response, { ...headers, ...response.headers }))

const addPrivate = adding(privateHeaders)
const addSecure = adding(secureHeaders)

/** Gives every answer of a port its headers, and every call its sender's address when trusted proxies forwarded it. */
export const portEdge = ({ proxies, tls }: EdgeOptions) =>
  HttpRouter.middleware((httpEffect) =>
    Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      const peer = Option.getOrUndefined(request.peerAddress)
      const origin = proxies === undefined ? undefined : originOf(peer, request.headers, proxies)
      const secure = tls || origin?.secure === true
      HttpEffect.appendPreResponseHandlerUnsafe(fiber.context, secure ? addSecure : addPrivate)
      const answered = secure ? Effect.provideService(httpEffect, CameByTls, true) : httpEffect
      return origin === undefined ? answered : Effect.provideService(
        answered,
        HttpServerRequest.HttpServerRequest,
        request.modify({ remoteAddress: Option.some(origin.address) })
      )
    }), { global: true })
