import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { type InTurn, sharingTime } from "../edge/SharedTime.ts"

/** Bytes of the pieces in which longer answers are sent. */
const piece = 65_536

/** Calls that anyone may send, with answers that are large: files of the web applications, documents, pictures and receipts as PDF. */
const large = /^\/assets\/|\/(?:docs|openapi\.json)(?:\?|$)|\/blob\/|\/media\/button\/|\/bon\/[^/]+\/pdf/

/**
 * Has calls with large answers wait for their turn, and sends large answers in pieces that take turns: a connection gets the next
 * piece when it has taken the last. So those who read them share a small part of the time while there is other work, no
 * matter how much they ask for, and no one is refused.
 */
export const sharingLargeAnswers = (server: Server, inTurn: InTurn = sharingTime()): Server => {
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...given: Array<unknown>): boolean => {
    if (event !== "request") return emit(event, ...given)
    const [request, response] = given as [IncomingMessage, ServerResponse]
    if (request.method !== "HEAD") inPieces(response, inTurn)
    if (request.method !== "GET" || !large.test(request.url ?? "")) return emit(event, ...given)
    inTurn(() => {
      if (!response.destroyed) emit(event, ...given)
    })
    return true
  }
  return server
}

/** Sends a large body that a response ends with in pieces. */
const inPieces = (response: ServerResponse, inTurn: InTurn): void => {
  const end = response.end.bind(response) as (...given: Array<unknown>) => ServerResponse
  response.end = (...given: Array<unknown>): ServerResponse => {
    const [body, ...rest] = given
    if (!(body instanceof Uint8Array) || body.length <= piece) return end(...given)
    if (!response.headersSent) response.setHeader("content-length", body.length)
    const send = (from: number): void =>
      inTurn(() => {
        if (response.destroyed) return
        const to = from + piece
        if (to >= body.length) end(body.subarray(from), ...rest)
        else if (response.write(body.subarray(from, to))) send(to)
        else response.once("drain", () => send(to))
      })
    send(0)
    return response
  }
}
