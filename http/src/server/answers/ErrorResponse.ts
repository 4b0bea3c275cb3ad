import type { Language } from "@wristbank/core/base/Language"
import { ServiceUnavailable } from "@wristbank/core/base/Refusal"
import { text } from "@wristbank/core/base/Sentence"
import { SecretUnreadable, unreadable } from "@wristbank/core/organisation/Secrets"
import { AnonymousCalls } from "@wristbank/core/sql/AnonymousCalls"
import { DatabaseAnswers, isTooLate, isUnavailable, logFailure, problemOf } from "@wristbank/core/sql/Outages"
import { Cause, Context, Effect, Layer, Predicate } from "effect"
import { HttpIncomingMessage, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { SignInRequired } from "../../api/administration/SignedIn.ts"
import { bodyLimitOf, usualBodyLimit } from "../../api/BodyLimit.ts"
import {
  type DomainError,
  DomainErrors,
  type ErrorBody,
  isDomainError,
  NotAuthenticated,
  statusOf,
  toErrorBody
} from "../../api/Errors.ts"
import { isGuarded } from "../../api/Guarded.ts"
import { isFromTerminal } from "../../api/terminal/SignedInTerminal.ts"
import { measureCall } from "../edge/CallMetrics.ts"
import { inTime } from "../edge/Deadline.ts"
import { JsonRequest } from "../edge/JsonRequest.ts"
import { languageHeaders, languageOf } from "./RefusalLanguage.ts"
import { tellingRefusals } from "./RefusedAnswers.ts"
import { bodyTooLarge, forTerminals, invalidRequest } from "./RequestRefusal.ts"
import { validationDetail } from "./ValidationDetail.ts"

type Response = HttpServerResponse.HttpServerResponse

/**
 * Answers the failures of every call of an API, reads its JSON bodies with exact numbers, and counts its calls. Callers of
 * what needs no token are anonymous.
 */
export const domainErrorsLayer = (api: string) =>
  Layer.effect(
    DomainErrors,
    Effect.map(AnonymousCalls, ({ asAnonymous }) => (httpEffect, { endpoint, group }) => {
      const limit = bodyLimitOf(endpoint)
      const limited = limit === usualBodyLimit
        ? httpEffect
        : Effect.provideService(httpEffect, HttpIncomingMessage.MaxBodySize, limit)
      // The guards of the others look tokens up as anonymous callers do.
      const apart = isGuarded(endpoint) ? limited : asAnonymous(limited)
      const timed = inTime(endpoint)(apart)
      const answered = endpoint.middlewares.has(SignInRequired)
        ? answeringOperators(timed)
        : Effect.catchCause(timed, causeResponse)
      const understood = isFromTerminal(endpoint)
        ? Effect.map(answered, forTerminals)
        : answered
      const call = `${group.identifier}.${endpoint.identifier}`
      const measured = tellingRefusals(measureCall(understood, `${api}.${call}`), { api, call })
      return endpoint.payload.has("application/json") ? withExactJson(measured, endpoint.payload.size === 1) : measured
    })
  )

/** The part of a request that the answer to its failure depends on. */
interface FailedRequest {
  readonly method: string
  readonly url: string
  readonly headers: { readonly [name: string]: string | undefined }
}

/** The answer to a failed call. An interruption stays an interruption: the sender has gone or the server stops. */
export const causeResponse = (
  cause: Cause.Cause<unknown>
): Effect.Effect<Response, never, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => failureResponse(cause, request))

/** As `causeResponse`, for a request that is at hand. */
export const failureResponse = (cause: Cause.Cause<unknown>, request: FailedRequest): Effect.Effect<Response> =>
  Effect.suspend(() => {
    if (!cause.reasons.some((reason) => Cause.isFailReason(reason) || Cause.isDieReason(reason))) {
      return Effect.failCause(cause as Cause.Cause<never>)
    }
    const problem = problemOf(cause)
    const language = languageOf(request.headers)
    const expected = expectedResponse(problem, request, language)
    if (expected !== undefined) return Effect.succeed(expected)
    const { method } = request
    const path = pathOf(request.url)
    const other = Effect.annotateLogs(Effect.logError("Call failed", cause), { method, path })
    return Effect.as(
      logFailure({ kind: "call", name: `${method} ${path}` }, cause, other),
      isUnavailable(problem) ? domainResponse(new ServiceUnavailable(), language) : internalError(language)
    )
  })

/**
 * Answers an operator's call, also if it fails. Such a call may sum up a whole event: when it exceeds a time limit although the
 * database answers others, it was slow itself, and the log and the answer say so.
 */
export const answeringOperators = <R>(call: Effect.Effect<Response, unknown, R>) =>
  Effect.suspend(() => {
    const began = performance.now()
    return Effect.catchCause(call, (cause) =>
      isTooLate(problemOf(cause))
        ? Effect.flatMap(
          Effect.flatten(DatabaseAnswers),
          (answers) => answers ? tooLongResponse(performance.now() - began) : causeResponse(cause)
        )
        : causeResponse(cause))
  })

const tooLongResponse = Effect.fnUntraced(function*(millis: number) {
  const { headers, method, url } = yield* HttpServerRequest.HttpServerRequest
  yield* Effect.annotateLogs(Effect.logWarning("A call took too long and was given up"), {
    call: `${method} ${pathOf(url)}`,
    seconds: Math.round(millis / 100) / 10
  })
  return domainResponse(new ServiceUnavailable({ took_too_long: true }), languageOf(headers))
})

/** An answer with `{detail}` alone, as routing gives it. */
export const detailResponse = (
  status: number,
  detail: string,
  headers?: Record<string, string>
): Response => HttpServerResponse.jsonUnsafe({ detail }, { status, headers })

const expectedResponse = (
  problem: unknown,
  request: FailedRequest,
  language: Language
): Response | undefined => {
  if (HttpServerResponse.isHttpServerResponse(problem)) return problem
  if (isDomainError(problem)) return domainResponse(problem, language)
  if (problem instanceof SecretUnreadable) return domainResponse(unreadable(problem), language)
  if (HttpApiError.HttpApiSchemaError.is(problem) && problem.kind !== "Body" && problem.kind !== "ResponseHeaders") {
    return invalidRequest(validationDetail(problem, request.method))
  }
  if (HttpServerError.isHttpServerError(problem) && problem.reason._tag === "RequestParseError") {
    const { description, reason } = problem.reason
    return reason === "BodyTooLarge"
      ? bodyTooLarge(language)
      : invalidRequest([{ type: "json_invalid", loc: ["body"], msg: description ?? "Expected a readable body" }])
  }
  return undefined
}

/** The answer to an error that a call may fail with. */
export const domainResponse = (error: DomainError, language: Language): Response => {
  if (error instanceof NotAuthenticated) return detailResponse(401, error.message, bearerChallenge)
  const status = statusOf(error)
  const headers = { ...languageHeaders(language), ...headersOf(error, status) }
  return HttpServerResponse.jsonUnsafe(toErrorBody(error, language), { status, headers })
}

const bearerChallenge = { "www-authenticate": "Bearer" }

/** Default of `Retry-After`, in seconds; errors may have a better value. */
const retryAfterSeconds = 2

const headersOf = (error: DomainError, status: number): Record<string, string> => {
  if (status === 401) return bearerChallenge
  if (status !== 429 && status !== 503) return {}
  const seconds = Predicate.hasProperty(error, "retry_after_seconds")
    ? Number(error.retry_after_seconds)
    : retryAfterSeconds
  return { "retry-after": String(seconds) }
}

const wentWrong = text({ en: "Something went wrong on our side", de: "Bei uns ist etwas schiefgegangen" })

const internalError = (language: Language): Response => {
  const body: ErrorBody = { type: "internal", id: "InternalError", message: wentWrong[language] }
  return HttpServerResponse.jsonUnsafe(body, { status: 500, headers: languageHeaders(language) })
}

const pathOf = (url: string): string => url.split("?", 1)[0]!

/** Reads bodies as JSON whatever their content type, as most calls expect JSON only. */
const withExactJson = <A, E, R>(effect: Effect.Effect<A, E, R>, always: boolean): Effect.Effect<A, E, R> =>
  Effect.updateContext(effect, (context: Context.Context<R>) => {
    const request = Context.getUnsafe(context, HttpServerRequest.HttpServerRequest)
    return always || (request.headers["content-type"] ?? "application/json").startsWith("application/json")
      ? Context.add(context, HttpServerRequest.HttpServerRequest, new JsonRequest(request))
      : context
  })
