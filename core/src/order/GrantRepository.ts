import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { TagUid } from "../tag/TagUid.ts"

const Wanted = Schema.Struct({ eventId: Id, nodes: Schema.Array(Id), pin: Schema.String, uid: TagUid })

const Found = Schema.Struct({
  id: Id,
  uid: Schema.NullOr(TagUid),
  used: Schema.Boolean,
  reserved: Schema.Boolean,
  chip_taken: Schema.Boolean
})

/** Gives tags to guests who pay nothing for them. */
export class GrantRepository extends Context.Service<GrantRepository>()("core/GrantRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const tag = SqlSchema.findAll({
      Request: Wanted,
      Result: Found,
      execute: ({ eventId, nodes, pin, uid }) =>
        sql`
          select tag.id, tag.uid,
            exists (
              select from account where account.event_id = tag.event_id and account.user_tag_id = tag.id
            ) or exists (
              select from user_tag_history past where past.event_id = tag.event_id and past.user_tag_id = tag.id
            ) as used,
            exists (
              select from reserved_tag held where held.event_id = tag.event_id and held.user_tag_id = tag.id
            ) as reserved,
            exists (
              select from user_tag other
              where other.uid = ${String(uid)}::numeric and other.event_id = tag.event_id and other.id <> tag.id
            ) or exists (
              select from reserved_tag held
              where held.event_id = tag.event_id and held.uid = ${String(uid)}::numeric and held.user_tag_id <> tag.id
            ) as chip_taken
          from user_tag tag
          where tag.event_id = ${eventId} and tag.pin = ${pin} and tag.node_id = any(${nodes}::bigint[])`
    })
    return {
      /** Of two who grant the same tag the second sees what the first has done. */
      lock: (eventId: bigint, pin: string) =>
        sql`select from user_tag where event_id = ${eventId} and pin = ${pin} for no key update`,
      /** The tag with this PIN at one of the nodes, and what stands against giving it out with this chip. */
      tag: (request: typeof Wanted.Type) => Effect.map(tag(request), ([row]) => row),
      /** Opens an account for the tag and answers its id. */
      open: Effect.fnUntraced(function*(eventId: bigint, tagId: bigint, uid: bigint) {
        yield* sql`update user_tag set uid = ${String(uid)}::numeric where event_id = ${eventId} and id = ${tagId}`
        const [created] = yield* sql<{ id: bigint }>`insert into account ${
          sql.insert({ event_id: eventId, node_id: eventId, type: "private", user_tag_id: tagId })
        } returning id`
        yield* sql`insert into customer ${sql.insert({ event_id: eventId, account_id: created!.id })}`
        return created!.id
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
