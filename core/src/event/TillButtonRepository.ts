import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import { type ButtonDraft, TillButton } from "./TillButton.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(TillButton))
export class TillButtonRepository extends Context.Service<TillButtonRepository>()("core/TillButtonRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const select = sql.literal(`
      select b.id, b.node_id, b.name, b.short_name, b.colour, b.picture_hash, b.category_id,
        array(
          select l.product_id from till_button_product l
          where l.event_id = b.event_id and l.button_id = b.id order by l.product_id
        ) as product_ids,
        (
          select coalesce(sum(p.price), 0) from till_button_product l
            join product p on p.event_id = l.event_id and p.id = l.product_id
          where l.event_id = b.event_id and l.button_id = b.id
        ) as price
      from till_button b`)

    /** The buttons of the path, by name. */
    const list = ({ eventId, pathIds }: Place) =>
      Effect.flatMap(
        sql`${select} where b.event_id = ${eventId} and b.node_id = any(${pathIds}::bigint[]) order by b.name, b.id`,
        decode
      )

    const find = ({ eventId, pathIds }: Place, id: bigint) =>
      Effect.flatMap(
        sql`${select} where b.event_id = ${eventId} and b.id = ${id} and b.node_id = any(${pathIds}::bigint[])`,
        decode
      )

    /** The buttons of the event with these ids, at any node. */
    const byIds = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
      Effect.flatMap(sql`${select} where b.event_id = ${eventId} and b.id = any(${ids}::bigint[])`, decode)

    const remove = ({ eventId }: Place, id: bigint) =>
      sql`delete from till_button where event_id = ${eventId} and id = ${id}`

    const inLayout = ({ eventId }: Place, id: bigint) =>
      Effect.map(
        sql`select 1 from till_layout_button where event_id = ${eventId} and button_id = ${id} limit 1`,
        (rows) => rows.length > 0
      )

    return { list, find, byIds, ...changes(sql), remove, inLayout, nameTaken: yield* nameTaken("till_button") }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const changes = (sql: SqlClient.SqlClient) => {
  const link = ({ eventId }: Place, buttonId: bigint, productIds: ReadonlyArray<bigint>) =>
    sql`insert into till_button_product (event_id, button_id, product_id)
      select ${eventId}::bigint, ${buttonId}::bigint, id from unnest(${productIds}::bigint[]) as id`

  const insert = Effect.fn("TillButtonRepository.insert")(function*(place: Place, input: ButtonDraft) {
    const [row] = yield* sql<{ id: bigint }>`insert into till_button (
        event_id, node_id, name, short_name, colour, picture_hash, category_id
      ) values (
        ${place.eventId}, ${place.nodeId}, ${input.name}, ${input.short_name}, ${input.colour}, ${input.picture_hash},
        ${input.category_id}
      ) returning id`
    yield* link(place, row!.id, input.product_ids)
    return row!.id
  })

  const update = Effect.fn("TillButtonRepository.update")(function*(place: Place, id: bigint, input: ButtonDraft) {
    yield* sql`update till_button set name = ${input.name}, short_name = ${input.short_name}, colour = ${input.colour},
        picture_hash = ${input.picture_hash}, category_id = ${input.category_id}
      where event_id = ${place.eventId} and id = ${id}`
    yield* sql`delete from till_button_product where event_id = ${place.eventId} and button_id = ${id}`
    yield* link(place, id, input.product_ids)
  })

  return { insert, update }
}
