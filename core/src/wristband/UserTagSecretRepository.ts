import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"

const Row = Schema.Struct({ description: Schema.String, id: Id, node_id: Id })

export class UserTagSecretRepository
  extends Context.Service<UserTagSecretRepository>()("core/UserTagSecretRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The secret of an event, at most one, without its keys. */
      list: SqlSchema.findAll({
        Request: Id,
        Result: Row,
        execute: (eventId) =>
          sql`select description, id, node_id from user_tag_secret where event_id = ${eventId} order by id`
      }),
      /** The keys are already encrypted. */
      insert: (
        secret: {
          readonly eventId: bigint
          readonly nodeId: bigint
          readonly key0: string
          readonly key1: string
          readonly description: string
        }
      ) =>
        Effect.map(
          sql<{ id: bigint }>`
            insert into user_tag_secret (event_id, node_id, key0, key1, description)
            values (${secret.eventId}, ${secret.nodeId}, ${secret.key0}, ${secret.key1}, ${secret.description})
            returning id`,
          ([row]) => row!.id
        )
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
