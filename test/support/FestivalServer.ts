import { assert } from "@effect/vitest"
import { jsonInteger } from "@wristbank/core/ledger/Id"
import { Installation } from "@wristbank/core/organisation/Installation"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { AdministrationHandlers } from "@wristbank/http/server/AdministrationHandlers"
import { listen, mountApi } from "@wristbank/http/server/ApiServer"
import { TerminalHandlers } from "@wristbank/http/server/TerminalHandlers"
import { Context, Effect, Layer, Logger, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { administrator, servicesLayer } from "./administration.ts"

/** Address of a server with the administration API and the terminal API. */
export class Address extends Context.Service<Address, string>()("test/FestivalAddress") {}

const mounted = Layer.effect(
  Address,
  Effect.map(
    Layer.build(listen(
      Layer.merge(
        mountApi(AdministrationApi, AdministrationHandlers, "/administration"),
        mountApi(TerminalApi, TerminalHandlers, "/terminal")
      ),
      { host: "127.0.0.1", port: 0 }
    )),
    (context) => HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
  )
)

const installed = Layer.effectDiscard(
  Installation.use((installation) =>
    installation.install({ login: administrator.login, password: Redacted.make(administrator.password) })
  )
)

/** A server on a database of its own, with the administrator in it. */
export const festivalServer = Layer.merge(mounted, installed).pipe(
  Layer.provideMerge(servicesLayer),
  Layer.provide(Logger.layer([]))
)

export type Body = { readonly [field: string]: unknown }

/** What a call answers, as text and parsed; a chip number of more than 53 bits is exact in the text alone. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly body: Body
}

export type Method = "GET" | "POST" | "DELETE"

/** A call with a token, or without. Large integers may be given as `bigint`, a body that is no JSON as text. */
export type Call = (method: Method, path: string, body?: unknown) => Effect.Effect<Answer>

/** Calls to one of the APIs with a token. */
export const caller = (address: string, token: string | null): Call => (method, path, body) =>
  Effect.promise(async () => {
    const response = await fetch(address + path, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` })
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : toJson(body) })
    })
    const text = await response.text()
    return { status: response.status, text, body: (text === "" ? null : JSON.parse(text)) as Body }
  })

const toJson = (body: unknown) =>
  JSON.stringify(body, (_, value: unknown) => typeof value === "bigint" ? jsonInteger(value) : value)

/** The answer, which must be 200. */
export const done = (answer: Answer): Answer => {
  assert.strictEqual(answer.status, 200, answer.text)
  return answer
}

/** The id of what a call created. */
export const created = <E, R>(call: Effect.Effect<Answer, E, R>) =>
  Effect.map(call, (answer) => Number(done(answer).body.id))
