import { eventSecret } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"

/** The festival's settings for the card provider; every call of `cardKeys` is another app there. */
export const cardKeys = () => ({
  sumup_api_key: "sup_sk_festival",
  sumup_affiliate_key: "sup_afk_festival",
  sumup_merchant_code: "MFESTIVAL",
  sumup_oauth_client_id: randomUUID(),
  sumup_oauth_client_secret: "app secret"
})

/** Turns card payments on. */
export const takeCards = Festival.use(({ configure }) => configure({ sumup_payment_enabled: true, ...cardKeys() }))

/** Turns card payments on and connects the festival to the provider, as after the operator's consent there. */
export const connectCards = (refreshToken: string) => Effect.andThen(takeCards, storeRefreshToken(refreshToken))

/** Stores the refresh token of an event by SQL, as no call of the APIs does. */
export const storeRefreshToken = Effect.fnUntraced(function*(refreshToken: string) {
  const { event } = yield* Festival
  const { seal } = yield* Secrets
  const sql = yield* SqlClient.SqlClient
  yield* sql`update event
    set secrets = jsonb_set(secrets, '{sumup_oauth_refresh_token}', to_jsonb(${
    seal(eventSecret(BigInt(event), "sumup_oauth_refresh_token"), refreshToken)
  }::text))
    where event_id = ${event}`
})

/** The stored refresh token of the festival. */
export const refreshToken = Effect.gen(function*() {
  const { event } = yield* Festival
  const { open } = yield* Secrets
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ sealed: string }>`
    select secrets->>'sumup_oauth_refresh_token' as sealed from event where event_id = ${event}`
  return yield* open(eventSecret(BigInt(event), "sumup_oauth_refresh_token"), row!.sealed)
})
