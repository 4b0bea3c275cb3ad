import { Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { serveStandIn } from "../StandInServer.ts"

/** An entry of a device's log. */
export interface FakeEntry {
  readonly deviceNumber: string
  readonly message: string
  /** Milliseconds since 1970. */
  readonly createTime: number
}

/** What the stand-in knows, and what it was asked. */
export class FakeHeadwindBook {
  username = "organiser"
  readonly password = "headwind-password"
  readonly token = "headwind-token"
  devices: ReadonlyArray<unknown> = []
  log: ReadonlyArray<FakeEntry> = []
  /** An answer in place of the next list of devices. */
  fault: { readonly status: number; readonly body: unknown } | undefined
  /** An answer in place of all logs. */
  logFault: { readonly status: number; readonly body: unknown } | undefined
  readonly requests: Array<{ readonly path: string; readonly authorization: string | undefined }> = []
}

const SignIn = Schema.Struct({ login: Schema.String, password: Schema.String })
const Page = Schema.Struct({ pageSize: Schema.Int, pageNum: Schema.Int })
const Filter = Schema.Struct({ deviceFilter: Schema.String, messageFilter: Schema.String })

const json = (status: number, body: unknown) => HttpServerResponse.jsonUnsafe(body, { status })

const routes = (book: FakeHeadwindBook) => {
  const noted = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.gen(function*() {
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      book.requests.push({ path: url, authorization: headers["authorization"] })
      return yield* answer
    }).pipe(Effect.catch(() => Effect.succeed(json(400, { status: "ERROR" }))))

  const signedIn = <E, R>(answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    noted(Effect.gen(function*() {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      return headers["authorization"] === `Bearer ${book.token}` ? yield* answer : json(403, { status: "ERROR" })
    }))

  const signIn = Effect.gen(function*() {
    const { login, password } = yield* HttpServerRequest.schemaBodyJson(SignIn)
    const digest = createHash("md5").update(book.password).digest("hex").toUpperCase()
    return login === book.username && password === digest ? json(200, { id_token: book.token }) : json(401, {})
  })

  const search = Effect.gen(function*() {
    const { pageNum, pageSize } = yield* HttpServerRequest.schemaBodyJson(Page)
    const { fault } = book
    book.fault = undefined
    if (fault !== undefined) return json(fault.status, fault.body)
    const items = book.devices.slice((pageNum - 1) * pageSize, pageNum * pageSize)
    return json(200, { status: "OK", data: { devices: { items, totalItemsCount: book.devices.length } } })
  })

  const log = Effect.gen(function*() {
    const { deviceFilter, messageFilter } = yield* HttpServerRequest.schemaBodyJson(Filter)
    const { logFault } = book
    if (logFault !== undefined) return json(logFault.status, logFault.body)
    const items = book.log.filter(({ deviceNumber, message }) =>
      deviceNumber.includes(deviceFilter) && message.includes(messageFilter)
    )
    return json(200, { status: "OK", data: { items } })
  })

  return Layer.mergeAll(
    HttpRouter.add("POST", "/rest/public/jwt/login", noted(signIn)),
    HttpRouter.add("POST", "/rest/private/devices/search", signedIn(search)),
    HttpRouter.add("POST", "/rest/plugins/devicelog/log/private/search", signedIn(log))
  )
}

/** Serves a stand-in for Headwind until the scope closes. */
export const serveHeadwind = (book: FakeHeadwindBook, port: number) =>
  Effect.map(serveStandIn(routes(book), port), (url) => ({ url, book }))

/** A stand-in for Headwind that has the part of its API that readings use. */
export class FakeHeadwind extends Context.Service<FakeHeadwind>()("stand-ins/FakeHeadwind", {
  make: Effect.suspend(() => serveHeadwind(new FakeHeadwindBook(), 0))
}) {
  /** On a free port. */
  static readonly layer = Layer.effect(this, this.make)
}
