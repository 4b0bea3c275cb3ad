import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { StoredFee } from "./NodeFee.ts"

export class NodeFeeRepository extends Context.Service<NodeFeeRepository>()("core/NodeFeeRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const fees = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, asOf: nullOr(Schema.DateTimeUtcFromDate) }),
      Result: StoredFee,
      execute: ({ asOf, eventId }) =>
        sql`select distinct on (node_id) node_id, rate from node_fee
          where event_id = ${eventId} and (${asOf}::timestamptz is null or set_at < ${asOf}::timestamptz)
          order by node_id, id desc`
    })
    return {
      /** The fees of an event's nodes, at a moment in the past if one is given; nodes that never had one are left out. */
      fees: (eventId: bigint, asOf: DateTime.Utc | null) =>
        Effect.map(fees({ eventId, asOf }), (rows) => new Map(rows.map(({ node_id, rate }) => [node_id, rate]))),
      insert: (eventId: bigint, nodeId: bigint, rate: number | null) =>
        sql`insert into node_fee (event_id, node_id, rate) values (${eventId}, ${nodeId}, ${rate})`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
