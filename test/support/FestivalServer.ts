import { assert } from "@effect/vitest"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { AdministrationHandlers } from "@wristbank/http/server/administration/AdministrationHandlers"
import { mountApi } from "@wristbank/http/server/ApiServer"
import { directBookings } from "@wristbank/http/server/terminal/DirectBookings"
import { TerminalHandlers } from "@wristbank/http/server/terminal/TerminalHandlers"
import { Context, Effect, Layer, Schedule } from "effect"
import { servicesOn } from "./administration.ts"
import { databaseLayer } from "./database.ts"
import { type Method, send, served } from "./ServedApi.ts"

/** Address of a server with the administration API and the terminal API. */
export class Address extends Context.Service<Address, string>()("test/FestivalAddress") {}

const mounted = Layer.effect(
  Address,
  Effect.flatMap(directBookings, (direct) =>
    served(
      Layer.merge(
        mountApi(AdministrationApi, AdministrationHandlers, "/administration"),
        mountApi(TerminalApi, TerminalHandlers, "/terminal")
      ),
      direct("/terminal")
    ))
)

/** A server with all services on a database; the factor on its time limits is that of `servicesOn`. */
export const serverOn = <A, E, R>(database: Layer.Layer<A, E, R>, timeoutScale?: number) =>
  Layer.provideMerge(mounted, servicesOn(database, timeoutScale))

/** A server on an empty database of its own. */
export const emptyServer = serverOn(databaseLayer)

export type Body = { readonly [field: string]: unknown }

/** The answer of a call, as text and parsed. A chip number of more than 53 bits is exact in the text only. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: Body
}

/** A call with or without a token. Large integers may be given as `bigint`, a body that is not JSON as text. */
export type Call = (method: Method, path: string, body?: unknown) => Effect.Effect<Answer>

/** Calls to one of the APIs with a token, and with further headers on each. */
export const caller =
  (address: string, token: string | null, headers?: Readonly<Record<string, string>>): Call => (method, path, body) =>
    Effect.map(
      send(method, address + path, { token, headers, body }),
      (reply) => ({ status: reply.status, text: reply.text, body: reply.body as Body })
    )

/** Sends a call again, as terminals do, while the server is too busy for it. Only for calls that may be sent twice. */
export const patiently = (call: Effect.Effect<Answer>): Effect.Effect<Answer> =>
  Effect.repeat(call, { until: ({ status }) => status !== 503, schedule: Schedule.spaced("250 millis"), times: 480 })

/** The answer; asserts that its status is 200. */
export const done = (answer: Answer): Answer => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
}

/** The text of an account as its booking answers it: its kind and when it got its wristband are only in accounts that are read. */
export const asBooked = (answer: Answer): string =>
  done(answer).text.replace(/"activated_at":(?:"[^"]+"|null),/, "").replace("\"kind\":\"private\",", "")

/** The list in an answer; asserts that its status is 200. */
export const listOf = (answer: Answer): ReadonlyArray<Body> => JSON.parse(done(answer).text) as ReadonlyArray<Body>

/** The id of the object that a call created. */
export const created = <E, R>(call: Effect.Effect<Answer, E, R>) =>
  Effect.map(call, (answer) => Number(done(answer).body.id))
