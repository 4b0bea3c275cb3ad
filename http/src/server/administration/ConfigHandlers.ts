import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import { Configuration } from "@wristbank/core/base/Configuration"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import type { Caller } from "@wristbank/core/organisation/Caller"
import { ConfigEntries } from "@wristbank/core/organisation/ConfigEntries"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { PublicConfig, toEntryList } from "../../api/administration/ConfigApi.ts"
import { shown } from "../../api/administration/Shown.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"
import { ifUnchanged } from "./IfUnchanged.ts"

interface OneEntry {
  readonly payload: { readonly key: string }
}

export const ConfigHandlers = groupHandlers(
  AdministrationApi,
  "config",
  Effect.fnUntraced(function*(handlers) {
    const { atRoot } = yield* callerAt
    const configuration = yield* Configuration
    const entries = yield* ConfigEntries
    return handlers.handleAll({
      publicConfig: () =>
        Effect.map(HttpServerRequest.HttpServerRequest, (request) =>
          new PublicConfig({
            test_mode: configuration.testMode,
            test_mode_message: configuration.testMode ? configuration.testModeMessage : "",
            sumup_topup_enabled_globally: configuration.sumupEnabled,
            terminal_api_endpoint: terminalEndpoint(configuration, reachedAddress(request)),
            source_url: Option.getOrNull(configuration.sourceUrl)?.href ?? null
          })),
      list: atRoot()(() => Effect.map(entries.list(), toEntryList)),
      set: atRoot({ write: true })(
        ifUnchanged(shown.configEntry, (_: Caller, { payload }: OneEntry) => entries.get(payload.key))(
          (caller, { payload }) => entries.set(caller, payload)
        )
      )
    })
  })
)

/**
 * The address of this machine at which the request arrived; `undefined` when there is no network in between. The header
 * Host is not used: a sender could forge it and lead terminals, with their tokens, to another server.
 */
const reachedAddress = (request: HttpServerRequest.HttpServerRequest): string | undefined => {
  const { localAddress, localFamily } = NodeHttpServerRequest.toIncomingMessage(request).socket ?? {}
  const address = localAddress?.replace(/^::ffff:/, "").replace(/%.*$/, "")
  return address !== undefined && localFamily === "IPv6" && address.includes(":") ? `[${address}]` : address
}

/**
 * The configured address, else the terminal API at the address where the request arrived. Paths are appended to it, so it
 * ends without a slash.
 */
const terminalEndpoint = (
  { port, terminalPort, terminalUrl, tlsKey }: Configuration["Service"],
  reached: string | undefined
): string => {
  const scheme = Option.isSome(tlsKey) ? "https" : "http"
  const host = reached ?? "localhost"
  return Option.match(terminalUrl, {
    onSome: (url) => withoutEndSlashes(url.href),
    onNone: () =>
      Option.match(terminalPort, {
        onSome: (own) => `${scheme}://${host}:${own}`,
        onNone: () => `${scheme}://${host}:${port}/api/terminal`
      })
  })
}
