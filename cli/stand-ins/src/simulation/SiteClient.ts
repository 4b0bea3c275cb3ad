import { nullOr } from "@wristbank/core/base/OptionalField"
import { callsOf, ServerAway } from "@wristbank/http/client/ServerCalls"
import { Effect, Redacted, Schedule, Schema } from "effect"

/** The installation refused a call of the simulation, or did not answer. */
export class SiteFault extends Schema.TaggedError<SiteFault>()("SiteFault", { message: Schema.String }) {}

/** A request as JSON, with amounts in major units. */
export type Body = { readonly [field: string]: unknown } | ReadonlyArray<unknown>

const WithId = Schema.Struct({ id: Schema.Int })

/** Longest duration of a call. */
const timeoutSeconds = 60

/** How often calls are made again at most. */
const moreAttempts = 10

/** Calls of an API of an installation over HTTP, with the token that is set. */
export class SiteClient {
  token = ""
  private readonly api: string
  private readonly repeats: boolean

  constructor(api: string, token = "", repeats = false) {
    this.api = api
    this.token = token
    this.repeats = repeats
  }

  /** The client of another token. */
  as(token: string): SiteClient {
    return new SiteClient(this.api, token)
  }

  /** The client that makes its calls again, as terminals do, while the server is busy: for calls that do nothing a second time. */
  get repeating(): SiteClient {
    return new SiteClient(this.api, this.token, true)
  }

  post(path: string, body: unknown = {}) {
    return this.send("POST", path, body, Schema.Unknown)
  }

  /** As `post`, for an answer that counts. */
  ask<A>(path: string, body: unknown, answer: Schema.Codec<A, unknown>) {
    return this.send("POST", path, body, answer)
  }

  get<A>(path: string, answer: Schema.Codec<A, unknown>) {
    return this.send("GET", path, undefined, answer)
  }

  /** Sends what makes an object, and returns its id. */
  create(path: string, body: Body) {
    return Effect.map(this.ask(path, body, WithId), ({ id }) => id)
  }

  private send<A>(
    method: "GET" | "POST",
    target: string,
    body: unknown,
    answer: Schema.Codec<A, unknown>
  ): Effect.Effect<A, SiteFault> {
    const [path = "", query] = target.split("?")
    const call = callsOf({ api: this.api, token: this.token === "" ? null : Redacted.make(this.token), timeoutSeconds })
    const once = call({ method, path, query: Object.fromEntries(new URLSearchParams(query)), body, answer })
    return Effect.mapError(
      this.repeats
        ? Effect.retry(once, {
          while: (error) => error instanceof ServerAway,
          times: moreAttempts,
          schedule: Schedule.spaced("1 second")
        })
        : once,
      ({ message }) => new SiteFault({ message: `${method} ${path}: ${message}` })
    )
  }
}

const SignedIn = Schema.Struct({ success: nullOr(Schema.Struct({ token: Schema.String })) })

/** Signs in at the administration API; later calls of the client have the token. */
export const signInAt = Effect.fnUntraced(
  function*(office: SiteClient, { login, password }: { readonly login: string; readonly password: Redacted.Redacted }) {
    const credentials = { username: login, password: Redacted.value(password), node_id: null, code: null }
    const { success } = yield* office.ask("/auth/login", credentials, SignedIn)
    if (success === null) return yield* new SiteFault({ message: `Several users have the login ${login}` })
    office.token = success.token
  }
)
