import { Context, Effect, Layer, Schema, SchemaTransformation, Struct } from "effect"
import { SqlClient } from "effect/sql"
import type { Place } from "../organisation/Place.ts"
import { complete, computedFields, Ticket, type TicketDraft, type TicketFacts } from "./Ticket.ts"
import { productVariants } from "./UserTagVariantRepository.ts"

const TicketRow = Schema.Struct(Struct.omit(Ticket.fields, computedFields)).pipe(
  Schema.decodeTo(
    Schema.toType(Ticket),
    SchemaTransformation.transform({
      decode: complete,
      encode: (ticket: Ticket): TicketFacts => Struct.omit(ticket, computedFields)
    })
  )
)

const decode = Schema.decodeUnknownEffect(Schema.Array(TicketRow))

/**
 * The rows of tickets. They are rows of `product`; code for both (names, usage, revisions) is in `ProductRepository`.
 */
export class TicketRepository extends Context.Service<TicketRepository>()("core/TicketRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const select = sql.literal(`
      select p.id, p.node_id, p.name, p.price, p.tax_rate_id, ${productVariants("p")}, p.is_locked,
        p.initial_top_up_amount, t.name as tax_name, t.rate as tax_rate
      from product p join tax_rate t on t.event_id = p.event_id and t.id = p.tax_rate_id`)

    /** The tickets of the path, by name. */
    const list = ({ eventId, pathIds }: Place) =>
      Effect.flatMap(
        sql`${select} where p.event_id = ${eventId} and p.node_id = any(${pathIds}::bigint[]) and p.type = 'ticket'
          order by p.name, p.id`,
        decode
      )

    const find = ({ eventId, pathIds }: Place, id: bigint) =>
      Effect.flatMap(
        sql`${select} where p.event_id = ${eventId} and p.id = ${id} and p.node_id = any(${pathIds}::bigint[])
          and p.type = 'ticket'`,
        decode
      )

    /** The tickets of the event with these ids, at any node. */
    const byIds = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
      Effect.flatMap(
        sql`${select} where p.event_id = ${eventId} and p.id = any(${ids}::bigint[]) and p.type = 'ticket'`,
        decode
      )

    const insert = ({ eventId, nodeId }: Place, input: TicketDraft) =>
      Effect.map(
        sql<{ id: bigint }>`
          insert into product (
            event_id, node_id, type, name, price, fixed_price, tax_rate_id, variant_ids, is_locked, initial_top_up_amount
          ) values (
            ${eventId}, ${nodeId}, 'ticket', ${input.name}, ${input.price}, true, ${input.tax_rate_id},
            ${input.variantIds}::bigint[], ${input.is_locked}, ${input.initial_top_up_amount}
          ) returning id`,
        ([row]) => row!.id
      )

    const update = ({ eventId }: Place, id: bigint, input: TicketDraft) =>
      sql`
        update product set name = ${input.name}, price = ${input.price}, tax_rate_id = ${input.tax_rate_id},
          variant_ids = ${input.variantIds}::bigint[], is_locked = ${input.is_locked},
          initial_top_up_amount = ${input.initial_top_up_amount}
        where event_id = ${eventId} and id = ${id}`

    return { list, find, byIds, insert, update }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
