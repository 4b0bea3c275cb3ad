import { Effect, Option, Result } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { NetAddress } from "effect/net"
import { version } from "../../api/ApiDocument.ts"
import { languageOf } from "../answers/RefusalLanguage.ts"
import { DemoGuides } from "./DemoGuide.ts"
import { type Landing, landingHtml, type LandingLink } from "./LandingHtml.ts"
import { policyOf } from "./PageSecurity.ts"

/** The page at `/` that leads to what the port serves: HTML for browsers, JSON for other clients. */
export const landingPage = (
  apis: ReadonlyArray<LandingLink>,
  { applications = [], docs = true, sourceUrl }: {
    readonly applications?: ReadonlyArray<LandingLink> | undefined
    readonly docs?: boolean | undefined
    readonly sourceUrl?: string | undefined
  } = {}
) => {
  const landing = { applications, apis, docs, sourceUrl }
  const described = { name: "Wristbank", version, apis: apis.map((api) => addresses(api, docs)) }
  const json = HttpServerResponse.jsonUnsafe(applications.length === 0 ? described : { ...described, applications }, {
    headers: { vary: "Accept" }
  })
  return HttpRouter.add("GET", "/", (request) => wantsHtml(request) ? pageFor(request, landing) : Effect.succeed(json))
}

const pageFor = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, landing: Landing) {
  const guides = yield* DemoGuides
  const guide = guides === null || landing.applications.length === 0 || !isFromHere(request) ? undefined : yield* guides
  const language = languageOf(request.headers)
  const text = landingHtml(landing, language, guide)
  return HttpServerResponse.text(text, {
    headers: {
      "content-language": language,
      "content-security-policy": policyOf(text),
      vary: "Accept, Accept-Language"
    },
    contentType: "text/html; charset=utf-8"
  })
})

/**
 * Whether a person at this machine opened the page. The name in the address counts as well: a proxy beside the server makes every
 * call come from this machine, and a foreign page can have its own name lead here.
 */
const isFromHere = ({ headers, remoteAddress }: HttpServerRequest.HttpServerRequest): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers["host"] ?? "") &&
  Option.exists(
    Option.flatMap(remoteAddress, (address) => Result.getSuccess(NetAddress.ipFromString(address))),
    NetAddress.isLoopback
  )

const addresses = ({ title, url }: LandingLink, docs: boolean) => ({
  title,
  url: url === "" ? "/" : url,
  ...(docs ? { docs: `${url}/docs`, openapi: `${url}/openapi.json` } : {}),
  health: `${url}/health`
})

/** Whether the client is a browser that asks for a page. */
export const wantsHtml = (request: HttpServerRequest.HttpServerRequest): boolean =>
  (request.headers.accept ?? "").includes("text/html")
