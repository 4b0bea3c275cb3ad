import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"

/** The sealed refresh token of an event. It changes with each use and so is not part of the cached configuration. */
export class CardTokenRepository extends Context.Service<CardTokenRepository>()("core/CardTokenRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Empty if the event is not connected to the card provider. */
    find: SqlSchema.findAll({
      Request: Id,
      Result: Schema.Struct({ sealed: Schema.String }),
      execute: (eventId) =>
        sql`select secrets->>'sumup_oauth_refresh_token' as sealed from event
          where event_id = ${eventId} and secrets ? 'sumup_oauth_refresh_token'`
    }),
    /** As `find`; locks the token until the end of the transaction. */
    lock: SqlSchema.findAll({
      Request: Id,
      Result: Schema.Struct({ sealed: Schema.String }),
      execute: (eventId) =>
        sql`select secrets->>'sumup_oauth_refresh_token' as sealed from event
          where event_id = ${eventId} and secrets ? 'sumup_oauth_refresh_token' for no key update`
    }),
    set: SqlSchema.void({
      Request: Schema.Struct({ eventId: Id, sealed: Schema.String }),
      execute: ({ eventId, sealed }) =>
        sql`update event set secrets = jsonb_set(secrets, '{sumup_oauth_refresh_token}', to_jsonb(${sealed}::text))
          where event_id = ${eventId}`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
