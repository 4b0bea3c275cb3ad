import { Effect } from "effect"
import { HttpBody, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type HttpApi, type HttpApiGroup, HttpApiSwagger } from "effect/http-api"
import { policyOf } from "./PageSecurity.ts"

/** The page at `docs` where the calls of an API can be tried; rendered at its first request. */
export const apiDocs = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  HttpRouter.use((router) => Effect.flatMap(Effect.cached(pageOf(api)), (page) => router.add("GET", "/docs", page)))

const pageOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) =>
  Effect.gen(function*() {
    const handler = yield* HttpRouter.toHttpEffect(HttpApiSwagger.layer(api, { path: "/docs" }))
    const asked = HttpServerRequest.fromWeb(new Request("http://localhost/docs"))
    const response = yield* Effect.provideService(handler, HttpServerRequest.HttpServerRequest, asked)
    const body = response.body as HttpBody.Uint8Array
    const html = new TextDecoder().decode(body.body)
    return HttpServerResponse.setHeader(response, "content-security-policy", policyOf(html))
  }).pipe(Effect.scoped, Effect.orDie)
