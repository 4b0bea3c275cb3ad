import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { ProductRestriction } from "../event/UserTagVariant.ts"
import { tagVariants } from "../event/UserTagVariantRepository.ts"
import { roleColumns, UserRole } from "../organisation/Role.ts"
import type { RequestedSwitch, TagsToSwitch, TagSwitch } from "./TagSwitch.ts"

const Row = Schema.Struct({
  id: Id,
  pin: Schema.String,
  uid: nullOr(TagUid),
  restriction: nullOr(ProductRestriction),
  variants: Schema.Array(Schema.String),
  account_id: nullOr(Id),
  used: Schema.Boolean,
  reserved: Schema.Boolean
})

/** The nodes where the tags of a request may be: from the event down to the terminal's node. */
export interface TagPlace {
  readonly eventId: bigint
  readonly eventPath: ReadonlyArray<bigint>
}

const Named = Schema.Struct({
  node_id: Id,
  old_pin: nullOr(Schema.String),
  new_pin: nullOr(Schema.String),
  new_uid: nullOr(TagUid)
})

/** Moves accounts from one tag to another. */
export class TagSwitchRepository extends Context.Service<TagSwitchRepository>()("core/TagSwitchRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const named = ({ eventId, eventPath }: TagPlace, pins: ReadonlyArray<string>) =>
      sql`tag.event_id = ${eventId} and tag.pin = any(${pins}::text[]) and tag.node_id = any(${eventPath}::bigint[])`

    const tags = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, eventPath: Schema.Array(Id), pins: Schema.Array(Schema.String) }),
      Result: Row,
      execute: ({ pins, ...place }) =>
        sql`select tag.id, tag.pin, tag.uid,
            ${
          sql.literal(tagVariants("tag", { ids: "variant_ids", names: "variants" }))
        }, coalesce(account.id, blocked.account_id) as account_id,
            account.id is not null or exists (
              select from usr where usr.event_id = tag.event_id and usr.user_tag_id = tag.id
            ) or exists (
              select from user_tag_history past where past.event_id = tag.event_id and past.user_tag_id = tag.id
            ) as used,
            exists (
              select from reserved_tag held where held.event_id = tag.event_id and held.user_tag_id = tag.id
            ) as reserved
          from user_tag tag
            left join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
            left join lateral (
              select customer.account_id from customer
                join account owner on owner.event_id = customer.event_id and owner.id = customer.account_id
              where customer.event_id = tag.event_id and customer.blocked_tag_id = tag.id and owner.user_tag_id is null
            ) blocked on true
          where ${named(place, pins)} order by tag.id`
    })

    const chipTaken = (eventId: bigint, uid: bigint, except: bigint | null) =>
      Effect.map(
        sql<{ taken: boolean }>`
          select exists (
            select from user_tag where uid = ${String(uid)}::numeric and event_id = ${eventId}
              and id is distinct from ${except}::bigint
          ) or exists (
            select from reserved_tag where event_id = ${eventId} and uid = ${String(uid)}::numeric
          ) as taken`,
        ([row]) => row?.taken === true
      )

    const ofGuest = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, accountId: Id, pin: Schema.String }),
      Result: Named,
      execute: ({ accountId, eventId, pin }) =>
        sql`select account.node_id, old_tag.pin as old_pin, new_tag.pin as new_pin, new_tag.uid as new_uid
          from account
            left join customer on customer.event_id = account.event_id and customer.account_id = account.id
            left join user_tag old_tag on old_tag.event_id = account.event_id and old_tag.id = coalesce(
              account.user_tag_id, customer.blocked_tag_id, (
                select past.user_tag_id from user_tag_history past
                where past.event_id = account.event_id and past.account_id = account.id order by past.id desc limit 1
              )
            )
            left join user_tag new_tag on new_tag.event_id = account.event_id and new_tag.pin = ${pin}
          where account.event_id = ${eventId} and account.id = ${accountId} and account.type = 'private'
          for no key update of account`
    })

    return {
      /**
       * Locks a guest's account and finds its tag, or its last one if it has none, and the tag with the stored PIN that they are
       * to get.
       */
      ofGuest: ({ eventId }: TagPlace, accountId: bigint, pin: string) =>
        Effect.map(ofGuest({ eventId, accountId, pin }), ([row]) => row),
      /** The roles, at any node, of the user who works with the tag of the account; none for guests. */
      rolesOfHolder: SqlSchema.findAll({
        Request: Schema.Struct({ eventId: Id, accountId: Id }),
        Result: UserRole,
        execute: ({ accountId, eventId }) =>
          sql`select ${sql.literal(roleColumns)} from user_role role
            where role.id in (
              select assigned.role_id from usr join user_to_role assigned on assigned.user_id = usr.id
              where usr.event_id = ${eventId} and usr.customer_account_id = ${accountId}
            ) order by role.name, role.id`
      }),
      /**
       * Locks in the order of bookings: the account, then the tags by ascending id. From here on no booking can use the old
       * tag.
       */
      lock: Effect.fnUntraced(
        function*(place: TagPlace, { new_user_tag_pin, old_user_tag_pin }: RequestedSwitch) {
          const old = sql`select tag.id from user_tag tag where ${named(place, [old_user_tag_pin])}`
          yield* sql`select from account where event_id = ${place.eventId} and (user_tag_id in (${old}) or id in (
              select account_id from customer where event_id = ${place.eventId} and blocked_tag_id in (${old})
            )) for no key update`
          yield* sql`select from user_tag tag where ${named(place, [old_user_tag_pin, new_user_tag_pin])}
            order by tag.id for no key update`
        }
      ),
      find: Effect.fnUntraced(function*(place: TagPlace, request: RequestedSwitch) {
        const pins = [request.old_user_tag_pin, request.new_user_tag_pin]
        const rows = yield* tags({ ...place, pins })
        const [oldTag, newTag] = pins.map((pin) => {
          const row = rows.find((tag) => tag.pin === pin)
          return row === undefined ? null : { ...row, accountId: row.account_id }
        })
        const uid = request.new_user_tag_uid
        const taken = uid !== null && (yield* chipTaken(place.eventId, uid, newTag?.id ?? null))
        return { oldTag: oldTag ?? null, newTag: newTag ?? null, chipTaken: taken } satisfies TagsToSwitch
      }),
      /**
       * Gives the new tag to the account and to the user who works with it. Ends portal sessions, because a finder of the
       * old tag could have opened one with its PIN.
       */
      store: Effect.fnUntraced(
        function*(
          { eventId }: TagPlace,
          { accountId, newTagId, oldTagId }: TagSwitch,
          { comment, new_user_tag_uid }: RequestedSwitch
        ) {
          // The history has a blocked tag already.
          yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
            select event_id, id, user_tag_id from account
            where event_id = ${eventId} and id = ${accountId} and user_tag_id = ${oldTagId}`
          yield* sql`update customer set blocked_tag_id = null where event_id = ${eventId} and account_id = ${accountId}`
          yield* sql`update account set user_tag_id = ${newTagId} where event_id = ${eventId} and id = ${accountId}`
          yield* sql`update usr set user_tag_id = ${newTagId}
            where event_id = ${eventId} and (user_tag_id = ${oldTagId} or customer_account_id = ${accountId})`
          yield* sql`update user_tag set comment = ${comment} where event_id = ${eventId} and id = ${oldTagId}`
          if (new_user_tag_uid !== null) {
            yield* sql`update user_tag set uid = ${String(new_user_tag_uid)}::numeric
              where event_id = ${eventId} and id = ${newTagId}`
          }
          yield* sql`delete from customer_session where event_id = ${eventId} and account_id = ${accountId}`
        }
      )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
