// Compiles each schema at its first use: encoding the answer to a sale takes a third less. Parsers that exist before stay as they
// are, so this comes first.
import "effect/schema/SchemaJITCompiler/enable"
import type { Readiness } from "@wristbank/core/sql/Readiness"
import { Context, Effect, Layer, Scope, Struct } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { AdministrationApi } from "../api/administration/AdministrationApi.ts"
import { CustomerApi } from "../api/customer/CustomerApi.ts"
import { TerminalApi } from "../api/terminal/TerminalApi.ts"
import { AdministrationHandlers } from "./administration/AdministrationHandlers.ts"
import { causeResponse } from "./answers/ErrorResponse.ts"
import { type Certificate, listen, type ListenOptions, mountApi, type Prefix } from "./ApiServer.ts"
import {
  administration as officeApplication,
  portal as portalApplication,
  till as tillApplication,
  webApplications
} from "./browser/WebApplication.ts"
import {
  applicationAlone,
  applicationRoutes,
  commonApplications,
  type WebFiles,
  webFilesIn
} from "./browser/WebRoutes.ts"
import { CustomerHandlers } from "./customer/CustomerHandlers.ts"
import { metricsRoutes, processMetrics } from "./edge/CallMetrics.ts"
import { exposedHeaders } from "./edge/CrossOrigin.ts"
import { earlyRefusals, refusableOf, type RefusableRoute } from "./edge/EarlyRefusals.ts"
import type { TrustedProxies } from "./edge/Forwarded.ts"
import { forRequests } from "./edge/RequestServices.ts"
import { type KnownRoute, routesOf, unrouted } from "./edge/Unrouted.ts"
import { landingPage } from "./landing/LandingPage.ts"
import { receiptLinks } from "./landing/ReceiptLinks.ts"
import { prefixes } from "./Prefixes.ts"
import { systemCalls } from "./SystemCalls.ts"
import { directBookings } from "./terminal/DirectBookings.ts"
import { TerminalHandlers } from "./terminal/TerminalHandlers.ts"

/** Where the APIs listen. A port of 0 picks a free one; a missing port means that the API has no port of its own. */
export interface ServeOptions {
  readonly host: string
  /** The common port: all three APIs, each below its prefix. */
  readonly port: number
  readonly administrationPort?: number | undefined
  readonly terminalPort?: number | undefined
  readonly customerPort?: number | undefined
  /** Ports of their own for the web applications: there each is at the root, with its API below the usual prefix. */
  readonly portalPort?: number | undefined
  readonly tillPort?: number | undefined
  readonly officePort?: number | undefined
  readonly metricsPort?: number | undefined
  /** Origins whose pages may call the APIs from a browser, such as `https://till.example`; none by default. */
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  /** The certificate with which all ports speak TLS. */
  readonly tls?: Certificate | undefined
  /** Proxies that are trusted to report where a call came from; none by default. */
  readonly proxies?: TrustedProxies | undefined
  /** Public addresses of the APIs, if they differ from those of this port; without a slash at the end. */
  readonly publicUrls?: Readonly<Partial<Record<keyof typeof prefixes, string>>> | undefined
  /** Where the source of the running version is. */
  readonly sourceUrl?: string | undefined
  /** Whether the APIs have their pages `docs` and `openapi.json`; the default is yes. */
  readonly docs?: boolean | undefined
  /** Whether the own ports of terminals and guests have these pages too; the default is no. */
  readonly docsForEveryone?: boolean | undefined
  /** The folder of the built web applications; without it the APIs are served alone. */
  readonly webFolder?: string | undefined
}

/** Addresses of the opened ports, such as `http://127.0.0.1:8080`. */
export interface Addresses {
  readonly common: string
  readonly administration: string | undefined
  readonly terminal: string | undefined
  readonly customer: string | undefined
  readonly portal: string | undefined
  readonly till: string | undefined
  readonly office: string | undefined
  /** Whether the web applications are served. */
  readonly web: boolean
  readonly metrics: string | undefined
}

/**
 * Serves the APIs and the web applications until the scope closes: all of them on the common port, and each on a port of its
 * own if one is given. Closing stops listening on all at once and lets running requests finish.
 */
export const serve = Effect.fnUntraced(function*(options: ServeOptions) {
  const [early, direct] = yield* Effect.all([earlyRefusals, directBookings])
  const files = yield* webFilesIn(options.webFolder)
  const alone = <Id extends string, Groups extends HttpApiGroup.Constraint, E, R>(
    port: number | undefined,
    api: HttpApi.HttpApi<Id, Groups>,
    handlers: Layer.Layer<HttpApiGroup.ToService<Id, Groups>, E, R>,
    { around = Layer.empty, direct: calls, docs = options.docs, known = [], prefix = "", routes }: PortContent
  ) =>
    port === undefined ? Effect.succeed(undefined) : open(
      Layer.mergeAll(
        mountApi(api, handlers, prefix, { docs }),
        routes,
        extras(options, [...known, ...routesOf(api, prefix, { docs })])
      ).pipe(Layer.provideMerge(around)),
      { ...options, port, refuse: early(options, refusableOf(api, prefix)), direct: calls }
    )
  const root = ({ identifier: title }: { readonly identifier: string }, docs = options.docs) =>
    landingPage([{ title, url: "" }], { ...options, docs })
  const docs = options.docs !== false && options.docsForEveryone === true
  const administration = yield* alone(options.administrationPort, AdministrationApi, AdministrationHandlers, {
    routes: root(AdministrationApi)
  })
  const terminal = yield* alone(options.terminalPort, TerminalApi, TerminalHandlers, {
    docs,
    direct: direct(""),
    routes: root(TerminalApi, docs)
  })
  const customer = yield* alone(options.customerPort, CustomerApi, CustomerHandlers, {
    docs,
    routes: Layer.merge(root(CustomerApi, docs), receiptLinks(""))
  })
  const portal = files && (yield* alone(
    options.portalPort,
    CustomerApi,
    CustomerHandlers,
    beside(applicationAlone(files, portalApplication), prefixes.customer)
  ))
  const till = files && (yield* alone(
    options.tillPort,
    TerminalApi,
    TerminalHandlers,
    beside(applicationAlone(files, tillApplication), prefixes.terminal, direct(prefixes.terminal))
  ))
  const office = files && (yield* alone(
    options.officePort,
    AdministrationApi,
    AdministrationHandlers,
    beside(applicationAlone(files, officeApplication), prefixes.administration)
  ))
  const port = options.metricsPort
  const metrics = port === undefined ? undefined : yield* serveMetrics({ ...options, port })
  const common = yield* open(Layer.provideMerge(commonRoutes(options, files), commonApplications(files)), {
    ...options,
    refuse: early(options, commonRefusable),
    direct: direct(prefixes.terminal)
  })
  const own = { administration, terminal, customer, portal, till, office, metrics }
  return { common, ...own, web: files !== undefined } satisfies Addresses
}, (opening) => inScope(opening, "parallel"))

/** The content of a port beside its API. */
interface PortContent {
  readonly prefix?: Prefix
  readonly docs?: boolean | undefined
  readonly routes: Layer.Layer<never, never, HttpRouter.HttpRouter | Readiness>
  readonly known?: ReadonlyArray<KnownRoute>
  readonly direct?: ListenOptions["direct"]
  /** Answers before the routes do. */
  readonly around?: ReturnType<typeof receiptLinks>
}

/** A web application at the root of a port, with its API below the usual prefix. */
const beside = (
  around: ReturnType<typeof receiptLinks>,
  prefix: Prefix,
  direct?: ListenOptions["direct"]
): PortContent => ({
  prefix,
  direct,
  docs: false,
  routes: Layer.merge(systemRoutes, receiptLinks(prefix)),
  known: [...systemPaths, { method: "GET", path: "/assets/*" }],
  around
})

/** Serves `/metrics` alone until the scope closes, by default with those of this process; returns its address. */
export const serveMetrics = (
  options: Pick<ServeOptions, "host" | "port" | "tls">,
  metrics: Effect.Effect<string> = processMetrics
) => open(metricsRoutes(metrics), options)

const apiNames = Struct.keys(prefixes)

const commonRoutes = (options: ServeOptions, files: WebFiles | undefined) =>
  Layer.mergeAll(
    mountApi(AdministrationApi, AdministrationHandlers, prefixes.administration, options),
    mountApi(TerminalApi, TerminalHandlers, prefixes.terminal, options),
    mountApi(CustomerApi, CustomerHandlers, prefixes.customer, options),
    landingPage(
      apiNames.map((title) => ({ title, url: options.publicUrls?.[title] ?? prefixes[title] })),
      {
        ...options,
        applications: files && webApplications.map(({ name, prefix }) => ({ title: name, url: `${prefix}/` }))
      }
    ),
    receiptLinks(prefixes.customer, files === undefined ? undefined : portalApplication.prefix),
    systemRoutes,
    extras(options, [
      ...systemPaths,
      ...applicationRoutes(files),
      ...routesOf(AdministrationApi, prefixes.administration, options),
      ...routesOf(TerminalApi, prefixes.terminal, options),
      ...routesOf(CustomerApi, prefixes.customer, options)
    ])
  )

const systemPaths: ReadonlyArray<KnownRoute> = [
  { method: "GET", path: "/health" },
  { method: "GET", path: "/health/live" },
  { method: "GET", path: "/health/ready" }
]

const systemRoutes = HttpRouter.use((router) =>
  Effect.flatMap(systemCalls, ({ health, ready }) =>
    Effect.andThen(
      Effect.forEach(["/health", "/health/live"] as const, (path) => router.add("GET", path, answered(health()))),
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

const open = <E, R>(routes: Layer.Layer<never, E, R>, options: ListenOptions) =>
  Effect.map(
    inScope(forRequests(routes, (built) => Layer.build(listen(built, options))), "sequential"),
    (context) => {
      const address = HttpServer.formatAddress(Context.get(context, HttpServer.HttpServer).address)
      return options.tls === undefined ? address : address.replace(/^http:/, "https:")
    }
  )

/** Ports end at the same time, as each may take as long as all may, but the parts of one in their order. */
const inScope = Effect.fnUntraced(
  function*<A, E, R>(opening: Effect.Effect<A, E, R>, order: "parallel" | "sequential") {
    const own = yield* Scope.fork(yield* Effect.scope, order)
    return yield* Scope.provide(opening, own)
  }
)
