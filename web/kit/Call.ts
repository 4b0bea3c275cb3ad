import { type Refusal, refusalOf, unreachable } from "./Refusal.ts"
import type { Calls, Input, Output } from "./Wire.ts"

/** The outcome of a call: what it answered, or why not. Calls never throw. */
export type Answer<T> = { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly refusal: Refusal }

/** The names of an API's calls, such as `GET /customer`. */
export type CallName<Api> = keyof Calls<Api> & string

/** What a call of an API answers. */
export type AnswerOf<Api, Name extends CallName<Api>> = Output<Calls<Api>[Name]>

/** The body that a call of an API takes. */
export type BodyOf<Api, Name extends CallName<Api>> = Input<Calls<Api>[Name]> extends { readonly body: infer Body } ?
  Body
  : never

/** Calls an API: `call("GET /order/:order_id", { params: { order_id: 7 } })`. */
export type Call<Api> = <Name extends CallName<Api>>(
  name: Name,
  ...rest: unknown extends Input<Calls<Api>[Name]> ? [input?: undefined, options?: CallOptions]
    : [input: Input<Calls<Api>[Name]>, options?: CallOptions]
) => Promise<Answer<AnswerOf<Api, Name>>>

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long the answer may take, in milliseconds; 30 seconds unless given. The server itself gives up before that. */
  readonly timeoutMilliseconds?: number | undefined
  /** Headers of this call beside the usual ones. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Gets the headers of a successful answer. */
  readonly onHeaders?: ((headers: Headers) => void) | undefined
}

/** Where calls go and who makes them. */
export interface Caller {
  /** The path of the API on this server, such as `/api/customer`. */
  readonly base: string
  /** The token of the session; `undefined` while no one is signed in. */
  readonly token: () => string | undefined
  /** The header that carries the token: that of a bearer unless given. */
  readonly tokenHeader?: (token: string) => Readonly<Record<string, string>>
  /** Whether the session is in a cookie of this server, which the browser then sends. */
  readonly cookie?: boolean
  /** The language that refusals come in. */
  readonly language: () => string
  /** Told that the server no longer takes the token it was called with. */
  readonly onSignedOut: (token: string) => void
  /** How long answers of a call may take, in milliseconds; null for the usual time. */
  readonly timeoutOf?: (name: string) => number | null
  /** Called with every refusal, for those that concern all of the application. */
  readonly onRefused?: (refusal: Refusal) => void
}

const usualTimeout = 30_000

interface Parts {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}

/** The calls of an API. Types come from its definition; at run time there is only `fetch`. */
export const callsTo = <Api>(
  { base, cookie = false, language, onRefused, onSignedOut, timeoutOf, token, tokenHeader = bearerHeader }: Caller
): Call<Api> =>
async (name, ...[input, { headers, onHeaders, signal, timeoutMilliseconds } = {}]) => {
  const [method, path] = name.split(" ") as [string, string]
  const { body, params = {}, query = {} } = (input ?? {}) as Parts
  const current = token()
  const timeout = AbortSignal.timeout(timeoutMilliseconds ?? timeoutOf?.(name) ?? usualTimeout)
  try {
    const response = await fetch(`${base}${filled(path, params)}${search(query)}`, {
      method,
      headers: {
        "accept-language": language(),
        ...(current === undefined ? {} : tokenHeader(current)),
        ...headers,
        ...(body === undefined ? {} : { "content-type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: cookie ? "same-origin" : "omit",
      redirect: "error",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    })
    const answer = await bodyOf(response)
    if (response.ok) {
      onHeaders?.(response.headers)
      return { ok: true, answer: answer as never }
    }
    if (response.status === 401 && current !== undefined) onSignedOut(current)
    const refusal = refusalOf(response.status, answer, response.headers.get("retry-after"))
    onRefused?.(refusal)
    return { ok: false, refusal }
  } catch {
    return { ok: false, refusal: unreachable }
  }
}

const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` })

const filled = (path: string, params: NonNullable<Parts["params"]>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const search = (query: NonNullable<Parts["query"]>): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) => value === undefined ? [] : [[key, String(value)]])
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`
}

const bodyOf = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined
  if (response.headers.get("content-type")?.startsWith("application/json") !== true) return response.blob()
  const text = await response.text()
  return text === "" ? undefined : JSON.parse(text)
}
