import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { StoredSecret } from "./StoredSecret.ts"

const allSecrets = `(
  select 'event' as "table", event_id, event_id as id, key as name, value as sealed
    from event cross join lateral jsonb_each_text(secrets)
  union all select 'second_factor', 0, user_id, 'secret', secret from second_factor
  union all select 'tse', event_id, id, 'password', password from tse
  union all select 'user_tag_secret', event_id, id, 'key0', key0 from user_tag_secret
  union all select 'user_tag_secret', event_id, id, 'key1', key1 from user_tag_secret
) as stored`

/** All sealed secrets of the database; empty text means that none is set. */
export class StoredSecretRepository extends Context.Service<StoredSecretRepository>()("core/StoredSecretRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const stored = sql.literal(allSecrets)
    return {
      list: SqlSchema.findAll({
        Request: Schema.Void,
        Result: StoredSecret,
        execute: () => sql`select * from ${stored} where sealed <> '' order by "table", event_id, id, name`
      })(undefined),
      /** The newest secret of each kind. */
      samples: SqlSchema.findAll({
        Request: Schema.Void,
        Result: StoredSecret,
        execute: () =>
          sql`select distinct on ("table", name) * from ${stored} where sealed <> ''
              order by "table", name, event_id desc, id desc`
      })(undefined),
      /** Locks all secrets until the end of the transaction. Those of events come first, as in every change. */
      lock: Effect.all([
        sql`select from event order by event_id for no key update`,
        sql`select from second_factor order by user_id for no key update`,
        sql`select from tse order by event_id, id for no key update`,
        sql`select from user_tag_secret order by event_id, id for no key update`
      ], { discard: true }),
      /** Replaces the sealed text of a secret. */
      replace: ({ event_id, id, name, table }: StoredSecret, sealed: string) => {
        if (table === "event") {
          return sql`update event set secrets = jsonb_set(secrets, array[${name}::text], to_jsonb(${sealed}::text))
              where event_id = ${event_id}`
        }
        if (table === "second_factor") return sql`update second_factor set secret = ${sealed} where user_id = ${id}`
        return sql`update ${sql(table)} set ${sql(name)} = ${sealed} where event_id = ${event_id} and id = ${id}`
      }
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
