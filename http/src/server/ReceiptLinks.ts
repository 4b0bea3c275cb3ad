import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Prefix } from "./ApiServer.ts"
import { wantsHtml } from "./Landing.ts"

/**
 * A receipt names the address `…/bon/{order_uuid}` for guests, where the customer API answers JSON for programs. Whoever opens
 * it in a browser is led to the printed receipt; `prefix` is where that API lies on this port. Also at the root of the common
 * port, as links of an event without a portal address lead there.
 */
export const receiptLinks = (prefix: Prefix) => {
  const led = (request: HttpServerRequest.HttpServerRequest) => {
    const [, below, uuid] = link.exec(request.url) ?? []
    if (uuid === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined
    const isApi = below === prefix
    if (!isApi && below !== "") return undefined
    return isApi && !wantsHtml(request) ? undefined : `${prefix}/bon/${uuid}/html`
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
