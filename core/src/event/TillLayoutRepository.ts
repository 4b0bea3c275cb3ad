import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import { type LayoutDraft, TillLayout } from "./TillLayout.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(TillLayout))

export class TillLayoutRepository extends Context.Service<TillLayoutRepository>()("core/TillLayoutRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const select = sql.literal(`
      select l.id, l.node_id, l.name, l.description,
        array(
          select b.button_id from till_layout_button b
          where b.event_id = l.event_id and b.layout_id = l.id order by b.sequence
        ) as button_ids,
        array(
          select t.ticket_id from till_layout_ticket t
          where t.event_id = l.event_id and t.layout_id = l.id order by t.sequence
        ) as ticket_ids
      from till_layout l`)

    /** The layouts of the path, by name. */
    const list = ({ eventId, pathIds }: Place) =>
      Effect.flatMap(
        sql`${select} where l.event_id = ${eventId} and l.node_id = any(${pathIds}::bigint[]) order by l.name, l.id`,
        decode
      )

    const find = ({ eventId, pathIds }: Place, id: bigint) =>
      Effect.flatMap(
        sql`${select} where l.event_id = ${eventId} and l.id = ${id} and l.node_id = any(${pathIds}::bigint[])`,
        decode
      )

    /** The layouts of the event that contain the ticket. */
    const showing = (eventId: bigint, ticketId: bigint) =>
      Effect.flatMap(
        sql`${select} where l.event_id = ${eventId} and l.id in (
          select layout_id from till_layout_ticket where event_id = ${eventId} and ticket_id = ${ticketId}
        ) order by l.id`,
        decode
      )

    const remove = ({ eventId }: Place, id: bigint) =>
      sql`delete from till_layout where event_id = ${eventId} and id = ${id}`

    const inProfile = ({ eventId }: Place, id: bigint) =>
      Effect.map(
        sql`select 1 from till_profile where event_id = ${eventId} and layout_id = ${id} limit 1`,
        (rows) => rows.length > 0
      )

    return { list, find, showing, ...changes(sql), remove, inProfile, nameTaken: yield* nameTaken("till_layout") }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const changes = (sql: SqlClient.SqlClient) => {
  const place = Effect.fnUntraced(function*(eventId: bigint, id: bigint, draft: LayoutDraft) {
    yield* sql`insert into till_layout_button (event_id, layout_id, button_id, sequence)
      select ${eventId}::bigint, ${id}::bigint, button.id, button.sequence
      from unnest(${draft.buttonIds}::bigint[]) with ordinality as button (id, sequence)`
    yield* sql`insert into till_layout_ticket (event_id, layout_id, ticket_id, sequence)
      select ${eventId}::bigint, ${id}::bigint, ticket.id, ticket.sequence
      from unnest(${draft.ticketIds}::bigint[]) with ordinality as ticket (id, sequence)`
  })

  const insert = Effect.fn("TillLayoutRepository.insert")(function*({ eventId, nodeId }: Place, draft: LayoutDraft) {
    const [row] = yield* sql<{ id: bigint }>`insert into till_layout (event_id, node_id, name, description)
      values (${eventId}, ${nodeId}, ${draft.name}, ${draft.description}) returning id`
    yield* place(eventId, row!.id, draft)
    return row!.id
  })

  const update = Effect.fn("TillLayoutRepository.update")(
    function*({ eventId }: Place, id: bigint, draft: LayoutDraft) {
      yield* sql`update till_layout set name = ${draft.name}, description = ${draft.description}
        where event_id = ${eventId} and id = ${id}`
      yield* sql`delete from till_layout_button where event_id = ${eventId} and layout_id = ${id}`
      yield* sql`delete from till_layout_ticket where event_id = ${eventId} and layout_id = ${id}`
      yield* place(eventId, id, draft)
    }
  )

  return { insert, update }
}
