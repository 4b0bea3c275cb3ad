import { PayOuts } from "@wristbank/core/sale/PayOuts"
import { Sales } from "@wristbank/core/sale/Sales"
import { TopUps } from "@wristbank/core/sale/TopUps"
import { type TerminalCall, TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { ByteSize, Clock, Effect, Option, Result, Schema, Struct } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { performance } from "node:perf_hooks"
import { usualBodyLimit } from "../../api/BodyLimit.ts"
import { needsOf } from "../../api/Needs.ts"
import { toTerminalNeeds } from "../../api/terminal/SignedInTerminal.ts"
import { TerminalApi } from "../../api/terminal/TerminalApi.ts"
import { failureResponse } from "../answers/ErrorResponse.ts"
import { tellingRefusals } from "../answers/RefusedAnswers.ts"
import { forTerminals } from "../answers/RequestRefusal.ts"
import type { Prefix } from "../ApiServer.ts"
import { tokenIn } from "../edge/Bearer.ts"
import { callMeter } from "../edge/CallMetrics.ts"
import { inTime } from "../edge/Deadline.ts"
import type { DirectAnswer, DirectCall } from "../edge/DirectCalls.ts"
import { exactText } from "../edge/JsonRequest.ts"
import { notingRefusals } from "../edge/RefusedCalls.ts"

type Endpoints = typeof orders.endpoints

/** The service of each call, which takes the content and the privilege that its endpoint declares. */
type Services = {
  readonly [Name in keyof Endpoints]?: (
    terminal: TerminalCall<"can_book_orders">,
    content: Endpoints[Name]["~Payload"]["Type"]
  ) => Effect.Effect<Endpoints[Name]["~Success"]["Type"], unknown>
}

/** Any of them: each is called with what its own endpoint declares. */
type Service = (terminal: TerminalCall<never>, payload: never) => Effect.Effect<unknown, unknown>

const mostBytes = ByteSize.toNumberUnsafe(usualBodyLimit)

const { orders } = TerminalApi.groups
const group = orders as unknown as HttpApiGroup.Top

/** The bookings that tills make most often and their previews, to be answered directly; by path, below a prefix. */
export const directBookings = Effect.gen(function*() {
  const guard = yield* TerminalGuard
  const noting = yield* notingRefusals("terminal")
  const payOuts = yield* PayOuts
  const sales = yield* Sales
  const topUps = yield* TopUps
  const clock = yield* Clock.Clock
  const services = {
    checkSale: sales.check,
    bookSale: sales.book,
    checkTopUp: topUps.check,
    bookTopUp: topUps.book,
    checkPayOut: payOuts.check,
    bookPayOut: payOuts.book
  } satisfies Services

  const directly = (name: keyof typeof services): DirectCall => {
    const endpoint = group.endpoints[name]!
    const needs = toTerminalNeeds(needsOf({ endpoint, group }))
    const service = services[name] as Service
    const contentOf = contentReader(endpoint)
    const answer = answerWriter(endpoint)
    const named = { api: TerminalApi.identifier, call: `${group.identifier}.${name}` }
    const measure = callMeter(`${named.api}.${named.call}`)
    const limited = inTime(endpoint)
    return (request, body) => {
      const started = performance.now()
      const token = tokenIn(request.headers["authorization"])
      const session = token === undefined ? undefined : guard.known(token, clock.currentTimeMillisUnsafe())
      if (session === undefined) return undefined
      const content = contentOf(body)
      if (content === undefined) return undefined
      const { eventId, terminalId } = session
      const caller = { userId: null, terminalId, nodeId: eventId }
      const booked = service(guard.call(session, needs) as TerminalCall<never>, content as never)
      const answered = Effect.catchCause(
        Effect.map(limited(noting(booked, { endpoint, group }, caller)), answer),
        (cause) =>
          Effect.map(tellingRefusals(Effect.map(failureResponse(cause, request), forTerminals), named), refused)
      )
      return Effect.withFiber(({ context }) =>
        Effect.map(answered, (sent) => {
          measure(sent.status, started, context)
          return sent
        })
      )
    }
  }

  return (prefix: Prefix): ReadonlyMap<string, DirectCall> =>
    new Map(Struct.keys(services).map((name) => [`${prefix}${orders.endpoints[name].path}`, directly(name)]))
})

/** Reads the content of a body; `undefined` for one that is refused, which the router tells what is wrong. */
const contentReader = ({ payload }: HttpApiEndpoint.Top) => {
  const decode = Schema.decodeUnknownOption(onlyOne(Array.from(payload.values(), ({ schemas }) => schemas).flat()))
  return (body: Buffer): unknown => {
    if (body.length > mostBytes) return undefined
    const parsed = Result.flatMap(exactText(body), (text) => Result.try((): unknown => JSON.parse(text)))
    return Result.isSuccess(parsed) ? Option.getOrUndefined(decode(parsed.success)) : undefined
  }
}

const json = { "content-type": "application/json" }

/** Writes the answer of a call. */
const answerWriter = ({ success }: HttpApiEndpoint.Top) => {
  const encode = Schema.encodeUnknownSync(onlyOne(Array.from(success)))
  return (booked: unknown): DirectAnswer => ({ status: 200, headers: json, body: JSON.stringify(encode(booked)) })
}

const refused = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): DirectAnswer => ({
  status,
  headers,
  body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : ""
})

/** Each of these calls has one form of its content and one of its answer. */
const onlyOne = (schemas: ReadonlyArray<Schema.Top>) => {
  const [schema, ...others] = schemas
  if (schema === undefined || others.length > 0) throw new Error(`A call has ${schemas.length} forms`)
  return schema as Schema.Codec<unknown, unknown>
}
