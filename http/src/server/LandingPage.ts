import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { version } from "../api/ApiDocument.ts"
import type { MountOptions } from "./ApiServer.ts"
import { policyOf } from "./PageSecurity.ts"

/** A service on a port, listed on the landing page. */
export interface LandingLink {
  readonly title: string
  /** A path on this port, or a complete address. */
  readonly url: string
}

/** The page at `/` with the services of the port: HTML for browsers, JSON for other clients. */
export const landingPage = (places: ReadonlyArray<LandingLink>, { docs = true }: MountOptions = {}) => {
  const text = page(places, docs)
  const html = HttpServerResponse.text(text, {
    headers: { ...headers, "content-security-policy": policyOf(text) },
    contentType: "text/html; charset=utf-8"
  })
  const apis = places.map((place) => addresses(place, docs))
  const json = HttpServerResponse.jsonUnsafe({ name: "Wristbank", version, apis }, { headers })
  return HttpRouter.add("GET", "/", (request) => Effect.succeed(wantsHtml(request) ? html : json))
}

const addresses = ({ title, url }: LandingLink, docs: boolean) => ({
  title,
  url: url === "" ? "/" : url,
  ...(docs ? { docs: `${url}/docs`, openapi: `${url}/openapi.json` } : {}),
  health: `${url}/health`
})

const headers = { vary: "Accept" }

/** Whether the client is a browser that asks for a page. */
export const wantsHtml = (request: HttpServerRequest.HttpServerRequest): boolean =>
  (request.headers.accept ?? "").includes("text/html")

const item = ({ title, url }: LandingLink, docs: boolean): string => {
  const links = `: <a href="${url}/docs">try it</a>, <a href="${url}/openapi.json">openapi.json</a>`
  return `<li>${title} at ${url || "/"}${docs ? links : ""}</li>`
}

const page = (places: ReadonlyArray<LandingLink>, docs: boolean): string =>
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wristbank</title>
<style>body { font: 1rem/1.6 system-ui, sans-serif; margin: 3rem auto; max-width: 40rem; padding: 0 1rem }</style>
<h1>Wristbank</h1>
<p>Cashless payments for festivals.</p>
<ul>
${places.map((place) => item(place, docs)).join("\n")}
</ul>
</html>
`
