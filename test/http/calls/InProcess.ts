import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { AdministrationHandlers } from "@wristbank/http/server/administration/AdministrationHandlers"
import { mountApi, routerConfig } from "@wristbank/http/server/ApiServer"
import { CustomerHandlers } from "@wristbank/http/server/customer/CustomerHandlers"
import { TerminalHandlers } from "@wristbank/http/server/terminal/TerminalHandlers"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Described } from "../hostile/Requests.ts"
import { type Answered, requestOf, type Sender, type ValidCall } from "./ValidCall.ts"

export type Api = "administration" | "terminal" | "customer"

const apis = Layer.mergeAll(
  mountApi(AdministrationApi, AdministrationHandlers, "/administration"),
  mountApi(TerminalApi, TerminalHandlers, "/terminal"),
  mountApi(CustomerApi, CustomerHandlers, "/customer")
)

/** The origin of the addresses of such requests. */
const base = "http://127.0.0.1"

/**
 * The three APIs in this process, where a request takes a fraction of the time of one over a connection. Each request comes
 * from another address.
 */
const requestsInProcess = Effect.gen(function*() {
  const answer = yield* HttpRouter.toHttpEffect(apis).pipe(
    Effect.provideService(HttpRouter.RouterConfig, routerConfig),
    Effect.provide(NodeHttpServer.layerHttpServices)
  )
  let sent = 0
  return (asked: Request): Effect.Effect<Answered> =>
    Effect.suspend(() => {
      sent += 1
      const request = HttpServerRequest.fromWeb(asked).modify({
        remoteAddress: Option.some(`10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`)
      })
      return answer.pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.flatMap((response) =>
          Effect.promise(async () => {
            const web = HttpServerResponse.toWeb(response)
            return { status: web.status, type: web.headers.get("content-type") ?? "", text: await web.text() }
          })
        ),
        Effect.scoped,
        Effect.orDie
      )
    })
})

/** Sends a call of an API to its handlers. */
export type Ask = (api: Api, described: Described, call: ValidCall, sender: Sender) => Effect.Effect<Answered>

/** As `requestsInProcess`, for calls that are described. */
export const inProcess = Effect.map(
  requestsInProcess,
  (send): Ask => (api, described, call, sender) =>
    Effect.suspend(() => send(requestOf(`${base}/${api}`, described, call, sender)))
)
