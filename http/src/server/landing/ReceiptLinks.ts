import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Prefix } from "../ApiServer.ts"
import { wantsHtml } from "./LandingPage.ts"

/**
 * Redirects browsers from the receipt address `…/bon/{order_uuid}` to the printed receipt: at that address the customer API
 * answers JSON for programs. `prefix` is the path of that API on this port. The redirect is also at the root of the common
 * port, where receipts of an event without a portal address link to; if `portal` is the path of the portal there, browsers
 * see the receipt in the portal.
 */
export const receiptLinks = (prefix: Prefix, portal?: string) => {
  const led = (request: HttpServerRequest.HttpServerRequest) => {
    const [, below, uuid] = link.exec(request.url) ?? []
    if (uuid === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined
    const isApi = below === prefix
    if (!isApi && below !== "") return undefined
    if (isApi && !wantsHtml(request)) return undefined
    return !isApi && portal !== undefined && wantsHtml(request)
      ? `${portal}/bon/${uuid}`
      : `${prefix}/bon/${uuid}/html`
  }
  return HttpRouter.middleware((httpEffect) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const page = led(request)
      return page === undefined
        ? httpEffect
        : Effect.succeed(HttpServerResponse.redirect(page, { status: 302, headers: { vary: "Accept" } }))
    }), { global: true })
}

const link = /^(\/api\/customer|)\/bon\/([0-9a-fA-F-]{36})\/?(?:\?.*)?$/
