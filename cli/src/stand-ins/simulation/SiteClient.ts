import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"

/** The installation refused a call of the simulation, or did not answer. */
export class SiteFault extends Schema.TaggedError<SiteFault>()("SiteFault", { message: Schema.String }) {}

/** A request as JSON, with amounts in major units. */
export type Body = { readonly [field: string]: unknown } | ReadonlyArray<unknown>

const Shown = Schema.Struct({ message: Schema.String })
const WithId = Schema.Struct({ id: Schema.Int })

/** Calls of an installation over HTTP, with the token that is set. */
export class SiteClient {
  token = ""
  private readonly base: string
  private readonly http: HttpClient.HttpClient

  constructor(base: string, http: HttpClient.HttpClient) {
    this.base = base
    this.http = http
  }

  /** The client of another token. */
  as(token: string): SiteClient {
    const client = new SiteClient(this.base, this.http)
    client.token = token
    return client
  }

  post(path: string, body: Body = {}) {
    return this.send(HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(this.base + path), body))
  }

  get(path: string) {
    return this.send(HttpClientRequest.get(this.base + path))
  }

  /** Sends what makes an object, and returns its id. */
  create(path: string, body: Body) {
    return Effect.map(this.read(WithId, this.post(path, body)), ({ id }) => id)
  }

  /** The answer as the schema describes it. */
  read<A, I, E>(schema: Schema.Codec<A, I>, sent: Effect.Effect<unknown, E>) {
    return Effect.flatMap(sent, (answer) =>
      Effect.mapError(
        Schema.decodeUnknownEffect(schema)(answer),
        ({ message }) => new SiteFault({ message: `${this.base} answered something else than expected: ${message}` })
      ))
  }

  private send(request: HttpClientRequest.HttpClientRequest): Effect.Effect<unknown, SiteFault> {
    const { method, url } = request
    const fault = (reason: string) => new SiteFault({ message: `${method} ${url}: ${reason}` })
    return this.http.execute(HttpClientRequest.bearerToken(request, this.token)).pipe(
      Effect.flatMap((response) =>
        response.status === 204 ? Effect.succeed(null) : Effect.flatMap(
          response.json,
          (answer) =>
            response.status < 300 ?
              Effect.succeed(answer) :
              Effect.fail(fault(`${response.status} ${Schema.is(Shown)(answer) ? answer.message : ""}`))
        )
      ),
      Effect.catchTag("HttpClientError", ({ message }) => Effect.fail(fault(message)))
    )
  }
}
