import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { toHex } from "../base/TagUid.ts"
import type { ProductRestriction } from "../event/UserTagVariant.ts"
import { restrictionOf, tagVariants } from "../event/UserTagVariantRepository.ts"
import type { Page } from "../sql/Page.ts"
import { allOf, sortClauses, type SortedPage, type SortKeys } from "../sql/Sort.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { wristbandMatches } from "./GuestSearch.ts"
import type { SearchTerm } from "./SearchTerm.ts"
import { type ArrivingTag, UserTagAccountAssociation, UserTagDetail } from "./UserTag.ts"
import type { ListedTag } from "./UserTagCsv.ts"

const Row = Schema.Struct(Struct.omit(UserTagDetail.fields, ["account_history", "uid_hex"]))

/** The tags of an event that live at one of the nodes. */
export interface TagScope {
  readonly eventId: bigint
  readonly nodes: ReadonlyArray<bigint>
}

/** Selects the tags in a scope. */
export interface TagFilter extends TagScope {
  readonly term?: SearchTerm
  /** Whether an account has it now. */
  readonly assigned?: boolean
  readonly restriction?: ProductRestriction | "none"
  /** One of its kinds. */
  readonly variant?: bigint
}

/** Selects a part of the tags in a scope, in the order of their PINs. */
interface ListedTags extends TagScope {
  readonly after: string
  readonly limit: number
  readonly unused: boolean
  /** Tags of at least one of these kinds; all tags if empty. */
  readonly variantIds: ReadonlyArray<bigint>
}

/** The orders of lists of tags, besides that by id. */
export const tagKeys = {
  pin: { column: "tag.pin", type: "text", of: ({ pin }) => pin }
} as const satisfies SortKeys<UserTagDetail>

const HistoryRow = Schema.Struct({ user_tag_id: Id, ...UserTagAccountAssociation.fields })

export class UserTagRepository extends Context.Service<UserTagRepository>()("core/UserTagRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

    const tags = sql`
      select tag.id, tag.pin, tag.uid, tag.node_id, tag.comment,
        ${
      sql.literal(tagVariants("tag", { ids: "variant_ids", names: "variant_names" }))
    }, account.id as account_id, account.activated_at, usr.id as user_id
      from user_tag tag
        left join lateral (
          select id, activated_at from account
          where account.event_id = tag.event_id and account.user_tag_id = tag.id offset 0
        ) account on true
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

    const visible = ({ eventId, nodes }: TagScope) =>
      sql`tag.event_id = ${eventId} and tag.node_id = any(${nodes}::bigint[])`

    const having = (filter: TagFilter) =>
      allOf(sql, [
        visible(filter),
        filter.term && wristbandMatches(sql, filter, filter.term),
        filter.restriction === undefined
          ? undefined
          : sql`${sql.literal(restrictionOf("tag"))} is not distinct from ${
            filter.restriction === "none" ? null : filter.restriction
          }::text`,
        filter.variant === undefined ? undefined : sql`tag.variant_ids @> array[${filter.variant}::bigint]`,
        filter.assigned === undefined ? undefined : sql`exists (
          select from account where account.event_id = tag.event_id and account.user_tag_id = tag.id
        ) = ${filter.assigned}`
      ])

    const counted = SqlSchema.findOne({
      Request: unencoded<TagFilter>(),
      Result: Schema.Struct({ n: Schema.Int }),
      execute: (filter) => sql`select count(*)::int as n from user_tag tag where ${having(filter)}`
    })

    return {
      /** How many tags there are. */
      count: (filter: TagFilter) => Effect.map(counted(filter), ({ n }) => n),
      /** Tags in the order of a page. */
      page: (filter: TagFilter, page: SortedPage) => {
        const { after, order } = sortClauses(sql, tagKeys, "tag.id", page)
        return Effect.flatMap(
          sql`${tags} where ${having(filter)} ${after} ${order} limit ${page.limit}`,
          (rows) => detailed(filter.eventId, rows)
        )
      },
      find: (scope: TagScope, id: bigint) =>
        Effect.flatMap(
          sql`${tags} where ${visible(scope)} and tag.id = ${id}`,
          (rows) => Effect.map(detailed(scope.eventId, rows), ([tag]) => tag)
        ),
      /** The number of tags of an event, wherever they live. */
      total: (eventId: bigint) =>
        Effect.map(
          sql<{ n: number }>`select count(*)::int as n from user_tag where event_id = ${eventId}`,
          ([row]) => row!.n
        ),
      /** Those of the PINs that an event has already, in lower case. */
      takenPins: (eventId: bigint, pins: ReadonlyArray<string>) =>
        Effect.map(
          sql<{ pin: string }>`
            select lower(tag.pin) as pin from user_tag tag join unnest(${pins}::text[]) as drawn (pin)
              on tag.event_id = ${eventId} and lower(tag.pin) = lower(drawn.pin)`,
          (rows) => rows.map(({ pin }) => pin)
        ),
      /** PINs and kinds of tags after a PIN, by PIN. `unused`: of tags that no one has or had. */
      listed: ({ after, eventId, limit, nodes, unused, variantIds }: ListedTags) =>
        sql<ListedTag>`
          select tag.pin, ${sql.literal(tagVariants("tag", { ids: "variant_ids", names: "variants" }))}
          from user_tag tag
          where ${visible({ eventId, nodes })} and tag.pin > ${after}
            and (${variantIds.length === 0} or tag.variant_ids && ${variantIds}::bigint[])
            and (not ${unused} or not (
              exists (select from account where account.event_id = tag.event_id and account.user_tag_id = tag.id)
              or exists (select from usr where usr.event_id = tag.event_id and usr.user_tag_id = tag.id)
              or exists (
                select from user_tag_history past where past.event_id = tag.event_id and past.user_tag_id = tag.id
              )
            ))
          order by tag.pin limit ${limit}`,
      /** Ordered by PIN, which is unique in the event. */
      search: (scope: TagScope, term: SearchTerm, { cursor, limit }: Page) =>
        Effect.flatMap(
          sql`
            ${tags}
            where ${visible(scope)} and ${wristbandMatches(sql, scope, term)}
              and (${cursor}::bigint is null or tag.pin > (
                select pin from user_tag where event_id = ${scope.eventId} and id = ${cursor}::bigint
              ))
            order by tag.pin limit ${limit}`,
          (rows) => detailed(scope.eventId, rows)
        ),
      /**
       * Stores all tags and returns the PINs that already exist, regardless of case; if there are any, the caller must
       * roll back.
       */
      insert: (eventId: bigint, nodeId: bigint, newTags: ReadonlyArray<ArrivingTag>) =>
        Effect.map(
          sql<{ pin: string }>`
            with arriving as (
              select * from unnest(
                ${newTags.map((tag) => tag.pin)}::text[],
                ${newTags.map((tag) => `{${tag.variantIds.join(",")}}`)}::text[],
                ${newTags.map((tag) => tag.secret_id)}::bigint[]
              ) as arriving (pin, variant_ids, secret_id)
            ), stored as (
              insert into user_tag (event_id, node_id, pin, variant_ids, secret_id)
              select ${eventId}, ${nodeId}, pin, variant_ids::bigint[], secret_id from arriving
              on conflict do nothing
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
