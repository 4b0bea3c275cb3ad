import { DestinationRefused } from "@wristbank/core/network/Destination"
import {
  largestAnswer,
  type ShopAnswer,
  ShopConnection,
  type ShopError,
  shopError,
  type ShopRequest
} from "@wristbank/core/presale/ShopConnection"
import { Effect, Layer, Redacted } from "effect"
import { type IncomingMessage, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import { connect as connectTls, rootCertificates } from "node:tls"
import { connectTo, type OutgoingRule } from "./OutgoingConnection.ts"

interface Limits {
  /** Milliseconds for a whole answer; 30 seconds by default. */
  readonly timeLimit?: number
  /** Bytes of the longest answer. */
  readonly longest?: number
  /** A further certificate to trust, beside those that Node trusts. */
  readonly ca?: string
}

/** Calls ticket shops where the rule allows it. Without TLS, which would show the key, only in networks that it names. */
export const layerOf = (rule: OutgoingRule, limits: Limits = {}) =>
  Layer.succeed(ShopConnection, { send: (request) => send(request, rule, limits) })

const send = (
  request: ShopRequest,
  rule: OutgoingRule,
  { ca, longest = largestAnswer, timeLimit = 30_000 }: Limits
): Effect.Effect<ShopAnswer, ShopError> => {
  const isPlain = request.url.protocol === "http:"
  return Effect.callback<ShopAnswer, ShopError>((resume) => {
    const finish = (outcome: Effect.Effect<ShopAnswer, ShopError>) => {
      clearTimeout(timer)
      resume(outcome)
      outgoing.destroy()
    }
    const { hostname, port } = request.url
    const host = hostname.replace(/^\[(.*)\]$/, "$1")
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const outgoing = (isPlain ? httpRequest : httpsRequest)(request.url, {
      method: request.method,
      headers: {
        accept: "application/json",
        authorization: `Token ${Redacted.value(request.key)}`,
        ...(body === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
      },
      // Without an agent, which would open connections of its own.
      createConnection: () => {
        const socket = connectTo({ host, port: Number(port || (isPlain ? 80 : 443)) }, { ...rule, onlyNamed: isPlain })
        if (isPlain) return socket
        // The certificate is checked for the host; a name is sent in the hello, never an address (RFC 6066, 3).
        return connectTls({ socket, host, ...(isIP(host) === 0 ? { servername: host } : {}), ...trusted(ca) })
      }
    })
    const timer = setTimeout(() => finish(shopError("timeout")), timeLimit)
    // The error of a connection may hold the request, with the key.
    outgoing.on(
      "error",
      (error) =>
        finish(
          shopError(
            !(error instanceof DestinationRefused) ? "unreachable" : isPlain ? "unencrypted" : "address_refused"
          )
        )
    )
    outgoing.on("response", (response) => read(response, longest, finish))
    outgoing.end(body)
    return Effect.sync(() => {
      clearTimeout(timer)
      outgoing.destroy()
    })
  })
}

const trusted = (ca: string | undefined) => ca === undefined ? {} : { ca: [...rootCertificates, ca] }

const read = (
  response: IncomingMessage,
  longest: number,
  finish: (outcome: Effect.Effect<ShopAnswer, ShopError>) => void
): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  response.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > longest) finish(shopError("too_large"))
    else chunks.push(chunk)
  })
  response.on("error", () => finish(shopError("unreachable")))
  response.on("aborted", () => finish(shopError("unreachable")))
  response.on("end", () =>
    finish(Effect.succeed({
      status: response.statusCode ?? 0,
      text: Buffer.concat(chunks).toString("utf8"),
      generatedAt: header(response, "x-page-generated"),
      retryAfter: header(response, "retry-after")
    })))
}

const header = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === "string" ? value : null
}
