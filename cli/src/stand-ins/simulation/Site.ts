import { Effect, Redacted, Schema } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { type SiteClient, SiteFault } from "./SiteClient.ts"

const SignedIn = Schema.Struct({ success: Schema.NullOr(Schema.Struct({ token: Schema.String })) })

/** The HTTP client of a simulation. */
export const siteHttp = HttpClient.HttpClient.pipe(
  Effect.provide(FetchHttpClient.layer),
  Effect.map(HttpClient.transform(Effect.provideService(FetchHttpClient.Fetch, globalThis.fetch)))
)

/** Signs in at the administration API; later calls of the client have the token. */
export const signedInOffice = (
  office: SiteClient,
  { login, password }: { readonly login: string; readonly password: Redacted.Redacted }
) =>
  Effect.gen(function*() {
    const { success } = yield* office.read(
      SignedIn,
      office.post("/auth/login", { username: login, password: Redacted.value(password), node_id: null, code: null })
    )
    if (success === null) {
      return yield* new SiteFault({ message: `Several users have the login ${login} and this password` })
    }
    office.token = success.token
  })
