import { nullOr } from "@wristbank/core/base/OptionalField"
import { Effect, Redacted, Schema } from "effect"
import { type SiteClient, SiteFault } from "./SiteClient.ts"

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
