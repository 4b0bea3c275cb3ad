import { Context, Effect, Layer, Struct } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { AdministrationApi } from "../api/administration/AdministrationApi.ts"
import { CustomerApi } from "../api/customer/CustomerApi.ts"
import { TerminalApi } from "../api/terminal/TerminalApi.ts"
import { AdministrationHandlers } from "./AdministrationHandlers.ts"
import { type Certificate, listen, type ListenOptions, mountApi, type Prefix } from "./ApiServer.ts"
import { MetricsRoutes } from "./CallMetrics.ts"
import { exposedHeaders } from "./CrossOrigin.ts"
import { CustomerHandlers } from "./CustomerHandlers.ts"
import { earlyRefusals, refusableOf, type RefusableRoute } from "./EarlyRefusals.ts"
import { causeResponse } from "./ErrorResponse.ts"
import type { TrustedProxies } from "./Forwarded.ts"
import { landingPage } from "./LandingPage.ts"
import { receiptLinks } from "./ReceiptLinks.ts"
import { systemCalls } from "./SystemCalls.ts"
import { TerminalHandlers } from "./TerminalHandlers.ts"
import { type KnownRoute, routesOf, unrouted } from "./Unrouted.ts"

/** Where the APIs listen. A port of 0 picks a free one; a missing port means that the API has no port of its own. */
export interface ServeOptions {
  readonly host: string
  /** The common port: all three APIs, each below its prefix. */
  readonly port: number
  readonly administrationPort?: number | undefined
  readonly terminalPort?: number | undefined
  readonly customerPort?: number | undefined
  readonly metricsPort?: number | undefined
  /** Origins whose pages may call the APIs from a browser, such as `https://till.example`; none by default. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** The certificate with which all ports speak TLS. */
  readonly tls?: Certificate | undefined
  /** Proxies that are trusted to report where a call came from; none by default. */
  readonly proxies?: TrustedProxies | undefined
  /** Public addresses of the APIs, if they differ from those of this port; without a slash at the end. */
  readonly publicUrls?: Readonly<Partial<Record<keyof typeof prefixes, string>>> | undefined
  /** Whether the APIs have their pages `docs` and `openapi.json`; the default is yes. */
  readonly docs?: boolean | undefined
}

/** Addresses of the opened ports, such as `http://127.0.0.1:8080`. */
export interface Addresses {
  readonly common: string
  readonly administration: string | undefined
  readonly terminal: string | undefined
  readonly customer: string | undefined
  readonly metrics: string | undefined
}

/**
 * Serves the APIs until the scope closes: all three on the common port, and each on a port of its own if one is given.
 * Closing stops listening at once and lets running requests finish.
 */
export const serve = Effect.fnUntraced(function*(options: ServeOptions) {
  const early = yield* earlyRefusals
  const alone = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
    port: number | undefined,
    api: HttpApi.HttpApi<Id, Groups>,
    handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
    more: ReturnType<typeof receiptLinks> = Layer.empty
  ) =>
    port === undefined ? Effect.succeed(undefined) : open(
      Layer.mergeAll(
        mountApi(api, handlers, "", options),
        landingPage([{ title: api.identifier, url: "" }], options),
        more,
        extras(options, routesOf(api, "", options))
      ),
      { ...options, port, refuse: early(options, refusableOf(api, "")) }
    )
  const administration = yield* alone(options.administrationPort, AdministrationApi, AdministrationHandlers)
  const terminal = yield* alone(options.terminalPort, TerminalApi, TerminalHandlers)
  const customer = yield* alone(options.customerPort, CustomerApi, CustomerHandlers, receiptLinks(""))
  const metrics = options.metricsPort === undefined
    ? undefined
    : yield* serveMetrics({ ...options, port: options.metricsPort })
  const common = yield* open(commonRoutes(options), { ...options, refuse: early(options, commonRefusable) })
  return { common, administration, terminal, customer, metrics } satisfies Addresses
})

/** Serves `/metrics` alone until the scope closes; returns its address. */
export const serveMetrics = (options: Pick<ServeOptions, "host" | "port" | "tls">) => open(MetricsRoutes, options)

/** Prefixes of the APIs on the common port. */
export const prefixes = {
  administration: "/api/administration",
  terminal: "/api/terminal",
  customer: "/api/customer"
} as const satisfies Record<string, Prefix>

const apiNames = Struct.keys(prefixes)

const commonRoutes = (options: ServeOptions) =>
  Layer.mergeAll(
    mountApi(AdministrationApi, AdministrationHandlers, prefixes.administration, options),
    mountApi(TerminalApi, TerminalHandlers, prefixes.terminal, options),
    mountApi(CustomerApi, CustomerHandlers, prefixes.customer, options),
    landingPage(
      apiNames.map((title) => ({ title, url: options.publicUrls?.[title] ?? prefixes[title] })),
      options
    ),
    receiptLinks(prefixes.customer),
    systemRoutes,
    extras(options, [
      { method: "GET", path: "/health" },
      { method: "GET", path: "/health/ready" },
      ...routesOf(AdministrationApi, prefixes.administration, options),
      ...routesOf(TerminalApi, prefixes.terminal, options),
      ...routesOf(CustomerApi, prefixes.customer, options)
    ])
  )

const systemRoutes = HttpRouter.use((router) =>
  Effect.flatMap(systemCalls, ({ health, ready }) =>
    Effect.andThen(
      router.add("GET", "/health", answered(health())),
      router.add("GET", "/health/ready", answered(ready()))
    ))
)

const answered = <A, E>(call: Effect.Effect<A, E>) =>
  Effect.catchCause(Effect.map(call, (body) => HttpServerResponse.jsonUnsafe(body)), causeResponse)

const commonRefusable: ReadonlyArray<RefusableRoute> = [
  ...refusableOf(AdministrationApi, prefixes.administration),
  ...refusableOf(TerminalApi, prefixes.terminal),
  ...refusableOf(CustomerApi, prefixes.customer)
]

const extras = ({ allowedOrigins = [] }: ServeOptions, routes: ReadonlyArray<KnownRoute>) =>
  Layer.merge(
    unrouted([{ method: "GET", path: "/" }, ...routes]),
    allowedOrigins.length === 0 ? Layer.empty : HttpRouter.cors({ allowedOrigins, exposedHeaders, maxAge: 600 })
  )

const open = <E, R>(routes: Layer.Layer<never, E, R>, { host, port, proxies, refuse, tls }: ListenOptions) =>
  Effect.map(Layer.build(listen(routes, { host, port, proxies, refuse, tls })), (context) => {
    const address = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
    return tls === undefined ? address : address.replace(/^http:/, "https:")
  })
