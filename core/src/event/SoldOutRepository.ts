import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Place } from "../organisation/Place.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { SoldOut } from "./SoldOut.ts"

/** What is sold out in events. */
export class SoldOutRepository extends Context.Service<SoldOutRepository>()("core/SoldOutRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** What is sold out at a place, above it and below it, by product and node. */
    list: SqlSchema.findAll({
      Request: unencoded<Place>(),
      Result: SoldOut,
      execute: ({ eventId, nodeId, pathIds }) =>
        sql`select sold_out.product_id, product.name as product_name, sold_out.node_id, node.name as node_name,
            sold_out.since, usr.id as by
          from sold_out join product on product.event_id = sold_out.event_id and product.id = sold_out.product_id
            join node on node.id = sold_out.node_id left join usr on usr.id = sold_out.by
          where sold_out.event_id = ${eventId} and not node.deleted
            and (node.id = any(${pathIds}::bigint[]) or ${nodeId} = any(node.parent_ids))
          order by product.name, sold_out.product_id, array_length(node.parent_ids, 1), node.name, node.id`
    }),

    /** The nodes of a place's path at which a product is sold out, from the root down. */
    markedAt: ({ eventId, pathIds }: Place, productId: bigint) =>
      sql<{ id: bigint; name: string }>`
        select node.id, node.name from sold_out join node on node.id = sold_out.node_id
        where sold_out.event_id = ${eventId} and sold_out.product_id = ${productId}
          and sold_out.node_id = any(${pathIds}::bigint[])
        order by array_position(${pathIds}::bigint[], node.id)`,

    insert: ({ eventId, nodeId }: Place, productId: bigint, userId: bigint | null) =>
      sql`insert into sold_out (event_id, product_id, node_id, by)
        values (${eventId}, ${productId}, ${nodeId}, ${userId})`,

    remove: ({ eventId, nodeId }: Place, productId: bigint) =>
      sql`delete from sold_out
        where event_id = ${eventId} and product_id = ${productId} and node_id = ${nodeId}`
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
