import { DestinationRefused } from "@wristbank/core/base/Destination"
import { Effect } from "effect"
import { type IncomingMessage, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { isIP } from "node:net"
import { connect as connectTls, rootCertificates } from "node:tls"
import { connectTo, type OutgoingRule } from "./OutgoingConnection.ts"

/** Why a request got no answer. */
export type OutgoingFault = "unreachable" | "address_refused" | "unencrypted" | "timeout" | "too_large"

export interface OutgoingLimits {
  /** Milliseconds for a whole answer. */
  readonly timeLimit: number
  /** Bytes of the longest answer. */
  readonly longest: number
  /** A further certificate to trust, beside those that Node trusts. */
  readonly ca?: string
}

/** A request whose body, if any, is JSON. */
export interface OutgoingJson {
  readonly method: "GET" | "POST"
  readonly url: URL
  readonly body?: unknown
  /** The header with which the caller signs in. */
  readonly authorization?: string
}

/** An answer of any status. */
export interface OutgoingAnswer {
  readonly status: number
  readonly text: string
  readonly header: (name: string) => string | null
}

/**
 * Sends a request where the rule allows it. Without TLS, which would show what it is authorised with, only in networks that the
 * rule names. No redirects are followed.
 */
export const send = (
  request: OutgoingJson,
  rule: OutgoingRule,
  { ca, longest, timeLimit }: OutgoingLimits
): Effect.Effect<OutgoingAnswer, OutgoingFault> => {
  const isPlain = request.url.protocol === "http:"
  return Effect.callback<OutgoingAnswer, OutgoingFault>((resume) => {
    const finish = (outcome: Effect.Effect<OutgoingAnswer, OutgoingFault>) => {
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
        ...(request.authorization === undefined ? {} : { authorization: request.authorization }),
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
    const timer = setTimeout(() => finish(Effect.fail("timeout")), timeLimit)
    // The error of a connection may hold the request, with what it is authorised with.
    outgoing.on("error", (error) =>
      finish(
        Effect.fail(
          !(error instanceof DestinationRefused) ? "unreachable" : isPlain ? "unencrypted" : "address_refused"
        )
      ))
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
  finish: (outcome: Effect.Effect<OutgoingAnswer, OutgoingFault>) => void
): void => {
  const chunks: Array<Buffer> = []
  let size = 0
  response.on("data", (chunk: Buffer) => {
    size += chunk.length
    if (size > longest) finish(Effect.fail("too_large"))
    else chunks.push(chunk)
  })
  response.on("error", () => finish(Effect.fail("unreachable")))
  response.on("aborted", () => finish(Effect.fail("unreachable")))
  response.on("end", () =>
    finish(Effect.succeed({
      status: response.statusCode ?? 0,
      text: Buffer.concat(chunks).toString("utf8"),
      header: (name) => {
        const value = response.headers[name]
        return typeof value === "string" ? value : null
      }
    })))
}
