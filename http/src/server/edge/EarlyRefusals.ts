import type { Language } from "@wristbank/core/base/Language"
import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { networkOf } from "@wristbank/core/base/SenderNetwork"
import { KnownSenders } from "@wristbank/core/organisation/KnownSenders"
import {
  officeNetwork,
  portalNetwork,
  receiptsAsPdf,
  receiptsByNumber,
  type Subject,
  type TooManyAttempts
} from "@wristbank/core/organisation/SignInLimit"
import { SignInLimits } from "@wristbank/core/organisation/SignInLimits"
import { TokenLookups } from "@wristbank/core/organisation/TokenLookups"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { TerminalGuard } from "@wristbank/core/till/TerminalGuard"
import { TerminalSessionRepository } from "@wristbank/core/till/TerminalSessionRepository"
import { Clock, type Context, Effect, Schedule } from "effect"
import { FindMyWay } from "effect/http"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { isGuarded } from "../../api/Guarded.ts"
import { domainResponse } from "../answers/ErrorResponse.ts"
import { languageOf } from "../answers/RefusalLanguage.ts"
import { type Prefix, routerConfig } from "../ApiServer.ts"
import { tokenIn } from "./Bearer.ts"
import { bookingQueue } from "./BookingQueue.ts"
import { answerCounter } from "./CallMetrics.ts"
import { crossOriginHeaders } from "./CrossOrigin.ts"
import { originOf, type TrustedProxies } from "./Forwarded.ts"
import { edgeHeaders } from "./PortEdge.ts"
import type { Call, ReadyAnswer, Refuse, WatchedCall } from "./RefusingServer.ts"
import { cookieToken, deviceTokens, hasCsrfToken } from "./SessionCookie.ts"

/** The conditions on which a call is refused before it is read. */
export interface RefusalConditions {
  /** It needs a token. */
  readonly guarded?: boolean
  /** The limit that it counts against, by the network that it comes from. */
  readonly closedBy?: (network: string) => Subject
  /** Restricts `closedBy` to calls whose body names no wristband, that show no token, or that no known device sends. */
  readonly only?: "without a wristband" | "without a token" | "without a device"
  /** It uses the connections of anonymous callers, whatever its content. */
  readonly anonymous?: boolean
  /** Restricts `anonymous` to networks and devices from which no one signed in to the office before. */
  readonly office?: boolean
}

/** The most terminals that a starting server treats as known. */
const mostExpected = 10_000

/** Calls without a guard, by API, group and endpoint. */
const open: { readonly [call: string]: RefusalConditions } = {
  "administration.auth.login": { closedBy: officeNetwork, office: true, anonymous: true },
  "administration.auth.webLogin": { closedBy: officeNetwork, only: "without a device", office: true, anonymous: true },
  "administration.receipts.bon": { closedBy: receiptsByNumber, only: "without a token" },
  "administration.webhooks.trigger": { anonymous: true },
  "customer.auth.login": { closedBy: portalNetwork, only: "without a wristband", anonymous: true },
  "customer.portal.bonPdf": { closedBy: receiptsAsPdf, anonymous: true },
  "terminal.registration.register": { anonymous: true }
}

const refusable = (call: string, endpoint: HttpApiEndpoint.Top): RefusalConditions | undefined =>
  isGuarded(endpoint) ? { guarded: true } : open[call]

/** The state in memory that decides about a caller, at the time of the call. */
export interface CallerState {
  /** The refusal when the limit of this key is reached. */
  readonly closed: (key: string) => TooManyAttempts | undefined
  /** The network has shown too many unknown tokens. */
  readonly isOver: boolean
  /** The queue of anonymous callers is full. */
  readonly isFull: boolean
  /** Anonymous callers have used up their statements. */
  readonly isUsedUp: boolean
  readonly isKnown: (token: string) => boolean
  /** Someone signed in to the office with the device that sends the call. */
  readonly isDevice: () => boolean
  /** Someone signed in to the office from the network. */
  readonly isOfficeNetwork: () => boolean
}

export interface Decision {
  readonly error: TooManyAttempts | ServiceUnavailable
  /** Whether the refusal applies to a call with this body; always when missing. */
  readonly applies?: (body: string) => boolean
}

/** The refusal that the call would get if it were read; `undefined` when it may succeed. */
export const decide = (
  { anonymous, closedBy, guarded, office, only }: RefusalConditions,
  caller: {
    readonly network: string
    readonly authorization: string | undefined
    readonly cookie?: string | undefined
  },
  known: CallerState
): Decision | undefined => {
  if (guarded === true) {
    const token = tokenIn(caller.authorization) ?? caller.cookie
    if (token === undefined || (!known.isOver && !known.isFull) || known.isKnown(token)) return undefined
    return { error: new ServiceUnavailable() }
  }
  const error = closedBy === undefined ? undefined : known.closed(closedBy(caller.network).key)
  const excepted = only === "without a token" && (caller.authorization ?? caller.cookie) !== undefined ||
    only === "without a device" && known.isDevice()
  if (error !== undefined && !excepted) {
    return only === "without a wristband" ? { error, applies: namesNoWristband } : { error }
  }
  if (anonymous !== true || !(known.isFull || known.isUsedUp)) return undefined
  return office === true && (known.isDevice() || known.isOfficeNetwork())
    ? undefined
    : { error: new ServiceUnavailable() }
}

/** Whether no field of a JSON text can be `user_tag_uid`. A text with a backslash may contain the name in escapes. */
const namesNoWristband = (body: string): boolean => !body.includes("user_tag_uid") && !body.includes("\\")

export interface EarlyRefusalOptions {
  readonly allowedOrigins?: ReadonlyArray<string> | undefined
  readonly proxies?: TrustedProxies | undefined
  /** The certificate of a port that speaks TLS. */
  readonly tls?: object | undefined
}

/** A call that may be refused before it is read. */
export interface RefusableRoute extends RefusalConditions {
  readonly method: string
  readonly path: `/${string}`
  /** Its name in the metrics. */
  readonly call: string
  /** Whether a till books with it, or asks what a booking would be. */
  readonly booking: boolean
}

const isBooking = (call: string, { method }: HttpApiEndpoint.Top) =>
  call.startsWith("terminal.orders.") && method === "POST"

/** The refusable calls of an API below a prefix. */
export const refusableOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  prefix: Prefix
): ReadonlyArray<RefusableRoute> => {
  const routes: Array<RefusableRoute> = []
  HttpApi.reflect(api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      const call = `${api.identifier}.${group.identifier}.${endpoint.identifier}`
      const found = refusable(call, endpoint)
      if (found === undefined) return
      const path = `${prefix}${endpoint.path}` as `/${string}`
      routes.push({ ...found, booking: isBooking(call, endpoint), call, method: endpoint.method, path })
    }
  })
  return routes
}

/** Refuses calls of a port before they are read, with the answers that they would get in the end. */
export const earlyRefusals = Effect.gen(function*() {
  const limits = yield* SignInLimits
  const senders = yield* KnownSenders
  const lookups = yield* TokenLookups
  const terminals = yield* TerminalGuard
  const { isFull, isUsedUp } = yield* AnonymousCalls
  const clock = yield* Clock.Clock
  const queue = yield* bookingQueue
  const context = yield* Effect.context<never>()
  // A server that has just started treats recently used terminals as known. Their tills go on selling while a flood sends
  // it unknown tokens.
  yield* senders.recall
  yield* Effect.forkScoped(
    Effect.repeat(Effect.ignoreCause(senders.recall, { log: "Warn" }), Schedule.spaced("1 minute"))
  )
  const sessions = yield* TerminalSessionRepository
  for (const hash of yield* Effect.orDie(sessions.hashes(mostExpected))) {
    lookups.markVerified(hash, clock.currentTimeMillisUnsafe())
  }

  const busy = { en: ready(new ServiceUnavailable(), "en"), de: ready(new ServiceUnavailable(), "de") }
  const tooManyBookings: Refusal = (language) => {
    const { headers, ...answer } = busy[language]
    return { ...answer, headers: { ...headers, "retry-after": String(queue.pause()) } }
  }

  const queued = (event: bigint | undefined): Decided => {
    const ended = queue.enter(event)
    return ended === undefined ? { refusal: tooManyBookings } : { ended }
  }

  const decided = (route: RefusableRoute, { headers }: Call, { address, secure }: Sender): Decided => {
    const now = clock.currentTimeMillisUnsafe()
    const { authorization } = headers
    const terminal = route.booking ? terminals.cached(tokenIn(authorization) ?? "", now) : undefined
    if (terminal !== undefined) return queued(terminal.eventId)
    const network = networkOf(address)
    const decision = decide(route, { network, authorization, cookie: countingCookie(headers, secure) }, {
      closed: (key) => limits.refusalOf([key], now),
      isOver: lookups.isOver(network, now),
      isFull: isFull(),
      isUsedUp: isUsedUp(now),
      isKnown: (token) => terminals.cached(token, now) !== undefined || lookups.isVerified(token, now),
      isDevice: () =>
        deviceTokens(headers, secure).some(([tag, shown]) => senders.deviceOf(tag, shown, now) !== undefined),
      isOfficeNetwork: () => senders.isKnownNetwork(network, now)
    })
    if (decision === undefined) return route.booking ? queued(undefined) : undefined
    return { refusal: (language) => ready(decision.error, language), applies: decision.applies }
  }

  return (options: EarlyRefusalOptions, routes: ReadonlyArray<RefusableRoute>): Refuse =>
    refusing(options, routes, decided, context)
})

/** Where a call came from. */
interface Sender {
  readonly address: string
  /** Whether it came by TLS. */
  readonly secure: boolean
}

/** An answer in a language, without the headers of its port. */
type Refusal = (language: Language) => ReadyAnswer

/** A refusal, or what is told at the end of a call that goes on; `undefined` when no one wants to know it. */
type Decided =
  | { readonly refusal: Refusal; readonly applies?: Decision["applies"] }
  | Pick<WatchedCall, "ended">
  | undefined

/** Looks for the route of each call of a port, and answers those that are refused. */
const refusing = (
  { allowedOrigins = [], proxies, tls }: EarlyRefusalOptions,
  routes: ReadonlyArray<RefusableRoute>,
  decided: (route: RefusableRoute, call: Call, sender: Sender) => Decided,
  context: Context.Context<never>
): Refuse => {
  const paths = FindMyWay.make<RefusableRoute & { readonly count: ReturnType<typeof answerCounter> }>(routerConfig)
  for (const route of routes) paths.on(route.method, route.path, { ...route, count: answerCounter(route.call) })
  return (call) => {
    const { headers, method, peer, url } = call
    const route = paths.find(method, url)?.handler
    if (route === undefined) return undefined
    const origin = proxies === undefined ? undefined : originOf(peer, headers, proxies)
    const secure = tls !== undefined || origin?.secure === true
    const decision = decided(route, call, { address: origin?.address ?? peer ?? "unknown", secure })
    if (decision === undefined) return undefined
    if ("ended" in decision) return { kind: "watched", ended: decision.ended }
    const { applies, refusal } = decision
    const answer = () => {
      const { body, headers: own, status } = refusal(languageOf(headers))
      route.count(status, context)
      const edge = edgeHeaders(secure)
      const crossOrigin = crossOriginHeaders(allowedOrigins, headers["origin"])
      const vary = [own["vary"], crossOrigin["vary"]].filter((name) => name !== undefined).join(", ")
      return { status, headers: { ...edge, ...crossOrigin, ...own, vary }, body }
    }
    return { kind: "refused", answer, applies }
  }
}

const ready = (error: Decision["error"], language: Language): ReadyAnswer => {
  const { body, headers, status } = domainResponse(error, language)
  return { status, headers, body: body._tag === "Uint8Array" ? Buffer.from(body.body).toString("latin1") : "" }
}

/** The token of a cookie that comes with the CSRF token of its session. */
const countingCookie = (headers: Call["headers"], secure: boolean) => {
  const token = cookieToken(headers, secure) ?? undefined
  return token !== undefined && hasCsrfToken(headers, token) ? token : undefined
}
