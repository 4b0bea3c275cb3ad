import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { toHex } from "./TagUid.ts"
import { type NewUserTag, searchLimit, UserTagAccountAssociation, UserTagDetail } from "./UserTag.ts"

const Row = Schema.Struct(Struct.omit(UserTagDetail.fields, ["account_history", "uid_hex"]))

const HistoryRow = Schema.Struct({ user_tag_id: Id, ...UserTagAccountAssociation.fields })

export class UserTagRepository extends Context.Service<UserTagRepository>()("core/UserTagRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

    const tags = sql`
      select tag.id, tag.pin, tag.uid, tag.node_id, tag.comment, tag.restriction, account.id as account_id,
        usr.id as user_id
      from user_tag tag
        left join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
        left join usr on usr.event_id = tag.event_id and usr.user_tag_id = tag.id`

    const history = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, ids: Schema.Array(Id) }),
      Result: HistoryRow,
      execute: ({ eventId, ids }) =>
        sql`
          select user_tag_id, account_id, mapping_was_valid_until from user_tag_history
          where event_id = ${eventId} and user_tag_id = any(${ids}::bigint[])
          order by mapping_was_valid_until desc, id desc`
    })

    const detailed = Effect.fnUntraced(function*(eventId: bigint, found: ReadonlyArray<unknown>) {
      const rows = yield* decode(found)
      const past = yield* history({ eventId, ids: rows.map((row) => row.id) })
      return rows.map((row) =>
        new UserTagDetail({
          ...row,
          uid_hex: row.uid === null ? null : toHex(row.uid),
          account_history: past.filter((entry) => entry.user_tag_id === row.id)
            .map((entry) => new UserTagAccountAssociation(entry))
        })
      )
    })

    // to_hex takes signed numbers, so chip numbers of 64 bit go through their two's complement.
    const uidHex = sql.literal(
      "upper(to_hex((case when tag.uid >= 9223372036854775808 then tag.uid - 18446744073709551616 else tag.uid end)::bigint))"
    )

    return {
      find: (eventId: bigint, id: bigint) =>
        Effect.flatMap(
          sql`${tags} where tag.event_id = ${eventId} and tag.id = ${id}`,
          (rows) => Effect.map(detailed(eventId, rows), ([tag]) => tag)
        ),
      /** By PIN; the terms are plain text, no pattern. */
      search: (eventId: bigint, { pin, uidHex: hex }: { readonly pin: string; readonly uidHex: string }) =>
        Effect.flatMap(
          sql`
            ${tags}
            where tag.event_id = ${eventId} and (strpos(lower(tag.pin), ${pin}) > 0 or strpos(${uidHex}, ${hex}) > 0)
            order by tag.pin, tag.id limit ${searchLimit}`,
          (rows) => detailed(eventId, rows)
        ),
      /** Stores all of them and answers the PINs that other tags have; then the caller rolls back. */
      insert: (eventId: bigint, nodeId: bigint, newTags: ReadonlyArray<NewUserTag>) =>
        Effect.map(
          sql<{ pin: string }>`
            with arriving as (
              select * from unnest(
                ${newTags.map((tag) => tag.pin)}::text[],
                ${newTags.map((tag) => tag.restriction ?? "")}::text[],
                ${newTags.map((tag) => tag.secret_id)}::bigint[]
              ) as arriving (pin, restriction, secret_id)
            ), stored as (
              insert into user_tag (event_id, node_id, pin, restriction, secret_id)
              select ${eventId}, ${nodeId}, pin, nullif(restriction, ''), secret_id from arriving
              on conflict (event_id, pin) do nothing
              returning pin
            )
            select pin from arriving except select pin from stored order by pin`,
          (rows) => rows.map((row) => row.pin)
        ),
      comment: (eventId: bigint, id: bigint, comment: string) =>
        sql`update user_tag set comment = ${comment} where event_id = ${eventId} and id = ${id}`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
