import { Data, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { variableOf } from "../base/Settings.ts"
import { eventSecret, secondFactorSecret, type SecretLocation, tagKey, tsePassword } from "./SecretLocation.ts"

/** A sealed secret and its location in the database. */
export const StoredSecret = Schema.Union([
  Schema.Struct({ table: Schema.Literal("event"), event_id: Id, id: Id, name: Schema.String, sealed: Schema.String }),
  Schema.Struct({
    table: Schema.Literal("second_factor"),
    event_id: Id,
    id: Id,
    name: Schema.Literal("secret"),
    sealed: Schema.String
  }),
  Schema.Struct({
    table: Schema.Literal("tse"),
    event_id: Id,
    id: Id,
    name: Schema.Literal("password"),
    sealed: Schema.String
  }),
  Schema.Struct({
    table: Schema.Literal("user_tag_secret"),
    event_id: Id,
    id: Id,
    name: Schema.Literals(["key0", "key1"]),
    sealed: Schema.String
  })
])
export type StoredSecret = typeof StoredSecret.Type

export const locationOf = (stored: StoredSecret): SecretLocation => {
  if (stored.table === "event") return eventSecret(stored.event_id, stored.name)
  if (stored.table === "second_factor") return secondFactorSecret(stored.id)
  return stored.table === "tse" ? tsePassword(stored.event_id, stored.id) : tagKey(stored.event_id, stored.name)
}

/** The configured keys can't read a stored secret. */
export class SecretKeyRefused
  extends Data.TaggedError("SecretKeyRefused")<{ readonly locations: ReadonlyArray<SecretLocation> }>
{
  override readonly message = `The secret key can't decrypt the stored secrets (${this.locations.join(", ")}). ` +
    `Set ${variableOf("secretKey")}, or secret.key in the data folder, to the key that was used before. ` +
    `While the key is being replaced, set ${variableOf("previousSecretKey")} to the old one`
}
