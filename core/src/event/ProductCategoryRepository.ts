import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import { type CategoryUses, type Draft, ProductCategory } from "./ProductCategory.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(ProductCategory))

export class ProductCategoryRepository
  extends Context.Service<ProductCategoryRepository>()("core/ProductCategoryRepository", {
    make: Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const select = sql.literal("select id, node_id, name, colour, sequence from product_category")
      const inOrder = sql.literal("order by sequence, name, id")

      /** The categories of the path, in their order. */
      const list = ({ eventId, pathIds }: Place) =>
        Effect.flatMap(
          sql`${select} where event_id = ${eventId} and node_id = any(${pathIds}::bigint[]) ${inOrder}`,
          decode
        )

      const find = ({ eventId, pathIds }: Place, id: bigint) =>
        Effect.flatMap(
          sql`${select} where event_id = ${eventId} and id = ${id} and node_id = any(${pathIds}::bigint[])`,
          decode
        )

      /** All of an event, in their order. */
      const ofEvent = (eventId: bigint) => Effect.flatMap(sql`${select} where event_id = ${eventId} ${inOrder}`, decode)

      const insert = ({ eventId, nodeId }: Place, { colour, name, sequence }: Draft) =>
        Effect.map(
          sql<{ id: bigint }>`insert into product_category (event_id, node_id, name, colour, sequence)
            values (${eventId}, ${nodeId}, ${name}, ${colour}, ${sequence}) returning id`,
          ([row]) => row!.id
        )

      const update = ({ eventId }: Place, id: bigint, { colour, name, sequence }: Draft) =>
        sql`update product_category set name = ${name}, colour = ${colour}, sequence = ${sequence}
          where event_id = ${eventId} and id = ${id}`

      const remove = ({ eventId }: Place, id: bigint) =>
        sql`delete from product_category where event_id = ${eventId} and id = ${id}`

      /** The names of what uses a category, at any node of the event. */
      const uses = ({ eventId }: Place, id: bigint) =>
        Effect.map(
          sql<CategoryUses>`select
            array(
              select name from product where event_id = ${eventId} and category_id = ${id} order by name, id
            ) as products,
            array(
              select name from till_button where event_id = ${eventId} and category_id = ${id} order by name, id
            ) as buttons,
            array(
              select name from price_list list where event_id = ${eventId} and ended_at is null and exists (
                select from jsonb_array_elements(list.entries) entry where (entry->>'category_id')::bigint = ${id}
              ) order by name, id
            ) as lists`,
          ([row]) => row!
        )

      return { list, find, ofEvent, insert, update, remove, uses, nameTaken: yield* nameTaken("product_category") }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
