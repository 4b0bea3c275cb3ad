import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { arrivedBody } from "./ArrivingBody.ts"
import { sharingTime } from "./SharedTime.ts"

/** A call before it is read. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The address of the connection's other end. */
  readonly peer: string | undefined
}

/** An answer, ready to be sent. */
export interface ReadyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Its bytes, each as a character: Node writes a text together with the head, which takes one system call instead of two. */
  readonly body: string
}

/** A refusal. If it depends on the content of the call, `applies` decides by the text of its body. */
interface EarlyRefusal {
  readonly kind: "refused"
  readonly answer: () => ReadyAnswer
  readonly applies?: ((body: string) => boolean) | undefined
}

/** A call that goes on. At its end it is told whether it was answered; otherwise its sender has gone or it failed. */
export interface WatchedCall {
  readonly kind: "watched"
  readonly ended: (isAnswered: boolean) => void
}

/** Decides about a call before it is read; `undefined` lets it go on. */
export type Refuse = (call: Call) => EarlyRefusal | WatchedCall | undefined

/** Bodies up to this many bytes are read and discarded to keep the connection; after a longer one it is closed. */
const mostDrained = 16_384

/** Bodies up to this many bytes are examined. */
const mostLookedAt = 1_024

/**
 * Refuses calls before they are routed, so that a flood of calls that would be refused anyway costs other calls as little
 * time as possible. All other calls go on unchanged.
 */
export const refusingFirst = (server: Server, refuse: Refuse): Server => {
  const emit = server.emit.bind(server)
  const inTurn = sharingTime()
  server.emit = (event: string, ...given: Array<unknown>): boolean => {
    if (event !== "request" && event !== "checkContinue") return emit(event, ...given)
    const [request, response] = given as [IncomingMessage, ServerResponse]
    const refusal = refuse(callOf(request))
    if (refusal === undefined) return emit(event, ...given)
    if (refusal.kind === "watched") {
      const { ended } = refusal
      response.once("close", () => ended(response.writableFinished && response.statusCode < 500))
      return emit(event, ...given)
    }
    if (refusal.applies === undefined) {
      inTurn(() => {
        if (!response.destroyed) send(request, response, refusal.answer(), event === "request")
      })
      return true
    }
    const { applies } = refusal
    if (event === "checkContinue" || !(bodyLength(request) <= mostLookedAt)) return emit(event, ...given)
    // A body that arrived together with the head is available only after the parser has returned.
    setImmediate(() => {
      if (response.destroyed) return
      const body = readableBody(request)
      if (body !== undefined && applies(body)) send(request, response, refusal.answer(), true)
      else emit(event, ...given)
    })
    return true
  }
  return server
}

const callOf = ({ headers, method = "", socket, url = "" }: IncomingMessage): Call => ({
  method,
  url,
  // Only `Set-Cookie` is a list, and requests do not have that header.
  headers: headers as Call["headers"],
  peer: socket.remoteAddress
})

/** The length of a body in bytes; `NaN` when the head does not give it. */
const bodyLength = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.NaN

/** A body that has arrived completely. It stays readable for the handler. */
const readableBody = (request: IncomingMessage): string | undefined => {
  const body = arrivedBody(request)
  if (body !== undefined) request.unshift(body)
  return body?.toString("latin1")
}

/** Node reads the rest of the body and discards it. The bytes after it are a new request, never a part of this one. */
const send = (request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer, bodyFollows: boolean): void => {
  const stays = bodyFollows && bodyLength(request) <= mostDrained
  const length = String(answer.body.length)
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": length,
    ...(stays ? {} : { connection: "close" })
  })
  response.end(answer.body, "latin1")
}
