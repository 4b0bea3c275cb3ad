import { nullOr } from "@wristbank/core/base/OptionalField"
import { printable } from "@wristbank/core/base/VisibleText"
import { Effect, Redacted, Schema } from "effect"

/** Raised when a server can't be reached or does not answer in time. A later call may succeed. */
export class ServerAway extends Schema.TaggedError<ServerAway>()("ServerAway", { message: Schema.String }) {}

/** Raised when a server answers something that this version does not know, or is no server of Wristbank. */
export class AnswerUnknown extends Schema.TaggedError<AnswerUnknown>()("AnswerUnknown", { message: Schema.String }) {}

/** Raised when a server refuses a call. */
export class CallRefused extends Schema.TaggedError<CallRefused>()("CallRefused", {
  status: Schema.Int,
  /** The name of the rule that refuses, if there is one. */
  rule: nullOr(Schema.String),
  message: Schema.String
}) {}

/** How calls of one server are made. */
export interface CallOptions {
  /** The address of its administration API. */
  readonly api: string
  readonly token: Redacted.Redacted | null
  /** Longest duration of a call. */
  readonly timeoutSeconds: number
}

/** A call of a server; the names and the forms of answers are those of the administration API. */
export interface Call<A> {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly answer: Schema.Codec<A, unknown>
}

/** Makes calls of the administration API. Loads none of its definitions, as that would take longer than the calls. */
export const callsOf = ({ api, timeoutSeconds, token }: CallOptions) => {
  const send = <A>({ body, method = "GET", path, query = {} }: Call<A>) =>
    Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(`${api}${path}?${new URLSearchParams(query)}`, {
          method,
          // A redirection could lead the token or a password elsewhere.
          redirect: "manual",
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
          headers: {
            accept: "application/json",
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...(token === null ? {} : { authorization: `Bearer ${Redacted.value(token)}` })
          },
          ...(body === undefined ? {} : { body: encodeJson(body) })
        })
        return { status: response.status, text: await response.text() }
      },
      catch: (cause) => new ServerAway({ message: `${api} does not answer: ${reasonOf(cause, timeoutSeconds)}` })
    })

  return Effect.fn("ServerCalls.call")(function*<A>(call: Call<A>) {
    const { status, text } = yield* send(call)
    if (status === 502 || status === 503 || status === 504) {
      return yield* new ServerAway({ message: `${api} is not ready (status ${status})` })
    }
    if (status < 200 || status > 299) return yield* refusal(api, status, text)
    return yield* Effect.mapError(
      decode(call.answer)(text === "" ? "null" : text),
      () => new AnswerUnknown({ message: `${api} answers ${call.path} in another form: it may run another version` })
    )
  })
}

const decode = <A>(answer: Schema.Codec<A, unknown>) =>
  Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.toCodecJson(answer)))

const encodeJson = Schema.encodeSync(Schema.fromJsonString(Schema.Unknown))

const Refusal = Schema.Struct({
  message: Schema.optionalKey(Schema.String),
  detail: Schema.optionalKey(Schema.Unknown),
  rule: Schema.optionalKey(Schema.String)
})

const refusal = (api: string, status: number, text: string) =>
  decode(Refusal)(text).pipe(
    Effect.mapError(() => new AnswerUnknown({ message: `${api} is no server of Wristbank (status ${status})` })),
    Effect.flatMap(({ detail, message, rule = null }) =>
      Effect.fail(
        new CallRefused({
          status,
          rule,
          message: printable(
            message ?? (typeof detail === "string" ? detail : `${api} refuses the call (status ${status})`)
          )
        })
      )
    )
  )

/** `fetch` hides the reason in the cause of its error, which may be several for several addresses. */
const reasonOf = (cause: unknown, seconds: number): string => {
  if (!(cause instanceof Error)) return String(cause)
  if (cause.name === "TimeoutError") return `nothing came within ${seconds} seconds`
  const inner = cause.cause
  const first = inner instanceof AggregateError ? inner.errors[0] : inner
  return first instanceof Error ? first.message : cause.message
}
