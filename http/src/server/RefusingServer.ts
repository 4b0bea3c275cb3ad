import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** What is known of a call before it is read. */
export interface Call {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The address of who is connected. */
  readonly peer: string | undefined
}

/** An answer, ready to be sent. */
export interface ReadyAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A refusal. Where it depends on what the call says, `applies` decides by the text of its body. */
export interface EarlyRefusal {
  readonly answer: () => ReadyAnswer
  readonly applies?: ((body: string) => boolean) | undefined
}

export type Refuse = (call: Call) => EarlyRefusal | undefined

/** A body of at most so many bytes is read and thrown away to keep the connection; after a longer one it is closed. */
const mostDrained = 16_384

/** Bodies of at most so many bytes are looked at. */
const mostLookedAt = 1_024

/**
 * Asks before a call is routed whether it is refused, so that a flood of calls that would be refused anyway takes as little time
 * from other calls as can be. All else goes on as if nobody had asked.
 */
export const refusingFirst = (server: Server, refuse: Refuse): Server => {
  const emit = server.emit.bind(server)
  server.emit = (event: string, ...given: Array<unknown>): boolean => {
    if (event !== "request" && event !== "checkContinue") return emit(event, ...given)
    const [request, response] = given as [IncomingMessage, ServerResponse]
    const refusal = refuse(callOf(request))
    if (refusal === undefined) return emit(event, ...given)
    if (refusal.applies === undefined) {
      send(request, response, refusal.answer(), event === "request")
      return true
    }
    const { applies } = refusal
    if (event === "checkContinue" || !(bodyLength(request) <= mostLookedAt)) return emit(event, ...given)
    // What arrived together with the head is there when the parser has returned.
    setImmediate(() => {
      if (response.destroyed) return
      const body = arrivedBody(request)
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
  // Only `Set-Cookie` is a list, which nobody sends here.
  headers: headers as Call["headers"],
  peer: socket.remoteAddress
})

/** Bytes of a body whose head tells, which is `NaN` where it does not. */
const bodyLength = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Number.NaN

/** A body that is here as a whole; it stays to be read by whoever comes next. */
const arrivedBody = (request: IncomingMessage): string | undefined => {
  if (!request.complete || request.readableLength === 0) return undefined
  const body: Buffer = request.read(request.readableLength)
  request.unshift(body)
  return body.toString("latin1")
}

/** Node reads on to the end of the body and throws it away, so what comes after it is a call of its own, never a part of it. */
const send = (request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer, bodyFollows: boolean): void => {
  const stays = bodyFollows && bodyLength(request) <= mostDrained
  const length = String(answer.body.length)
  response.writeHead(answer.status, {
    ...answer.headers,
    "content-length": length,
    ...(stays ? {} : { connection: "close" })
  })
  response.end(answer.body)
}
