import { Effect, Inspectable, Result } from "effect"
import { type Headers, HttpIncomingMessage, HttpServerError, HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { IncomingMessage } from "node:http"
import { markExact } from "../../ExactJson.ts"
import { arrivingBody } from "./ArrivingBody.ts"

type Request = HttpServerRequest.HttpServerRequest

/**
 * A request whose `text` is JSON with exact numbers (see `markExact`), whatever its content type. Text that is not UTF-8,
 * nests too deeply or contains characters that PostgreSQL can't store (U+0000, half a surrogate pair) is a parse error.
 * Everything else is delegated to the wrapped request.
 */
export class JsonRequest extends Inspectable.Class implements Request {
  readonly [HttpServerRequest.TypeId]: typeof HttpServerRequest.TypeId = HttpServerRequest.TypeId
  readonly [HttpIncomingMessage.TypeId]: typeof HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly #request: Request
  #headers: Headers.Headers | undefined
  #text: Effect.Effect<string, HttpServerError.HttpServerError> | undefined

  constructor(request: Request) {
    super()
    this.#request = request
  }

  get text() {
    return this.#text ??= Effect.flatMap(bytesOf(this.#request), (bytes) => this.#read(bytes))
  }

  get json() {
    return Effect.flatMap(
      this.text,
      (text) => Effect.try({ try: () => JSON.parse(text), catch: () => this.#refuse("Expected a valid JSON body") })
    )
  }

  get headers() {
    const headers = this.#request.headers
    return this.#headers ??= headers["content-type"] === "application/json"
      ? headers
      : { ...headers, "content-type": "application/json" }
  }

  modify(options: Parameters<Request["modify"]>[0]) {
    return new JsonRequest(this.#request.modify(options))
  }

  #read(bytes: Buffer) {
    return Effect.fromResult(Result.mapError(exactText(bytes), (description) => this.#refuse(description)))
  }

  #refuse(description: string) {
    return new HttpServerError.HttpServerError({
      reason: new HttpServerError.RequestParseError({ request: this.#request, reason: "Parse", description })
    })
  }

  toJSON(): unknown {
    return this.#request.toJSON()
  }
  get arrayBuffer() {
    return this.#request.arrayBuffer
  }
  get cookies() {
    return this.#request.cookies
  }
  get method() {
    return this.#request.method
  }
  get multipart() {
    return this.#request.multipart
  }
  get multipartStream() {
    return this.#request.multipartStream
  }
  get originalUrl() {
    return this.#request.originalUrl
  }
  get peerAddress() {
    return this.#request.peerAddress
  }
  get protocol() {
    return this.#request.protocol
  }
  get remoteAddress() {
    return this.#request.remoteAddress
  }
  get source() {
    return this.#request.source
  }
  get stream() {
    return this.#request.stream
  }
  get upgrade() {
    return this.#request.upgrade
  }
  upgradeWith(options: Parameters<Request["upgradeWith"]>[0]) {
    return this.#request.upgradeWith(options)
  }
  get url() {
    return this.#request.url
  }
  get urlParamsBody() {
    return this.#request.urlParamsBody
  }
}

/** The text of a body with exact numbers (see `markExact`); fails with a message for the sender. */
export const exactText = (bytes: Buffer): Result.Result<string, string> => {
  if (!isUtf8(bytes)) return Result.fail("Expected UTF-8")
  const text = bytes.toString("utf8")
  return markExact(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
}

/** The body, for one reader. A request's own `arrayBuffer` keeps it for further ones, which costs two fibers a call. */
const bytesOf = (request: Request): Effect.Effect<Buffer, HttpServerError.HttpServerError> => {
  const { source } = request
  // Requests with `Expect: 100-continue` are answered before their body.
  if (!(source instanceof IncomingMessage) || source.headers.expect !== undefined) {
    return Effect.map(request.arrayBuffer, (bytes) => Buffer.from(bytes))
  }
  return Effect.withFiber((fiber) =>
    arrivingBody(
      source,
      fiber.getRef(HttpIncomingMessage.MaxBodySize),
      (reason, cause) =>
        new HttpServerError.HttpServerError({
          reason: new HttpServerError.RequestParseError({ request, reason, cause })
        })
    )
  )
}
