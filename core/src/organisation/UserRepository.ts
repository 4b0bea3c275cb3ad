import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { NamedUser } from "./NamedUser.ts"
import { Privilege } from "./Privilege.ts"
import { UserRow } from "./User.ts"

const OnPath = Schema.Struct({
  nodePath: Schema.Array(Id),
  privilege: nullOr(Privilege),
  wholeEvent: nullOr(Id)
})
const Tag = Schema.Struct({
  id: Id,
  pin: Schema.String,
  uid: nullOr(TagUid),
  userId: nullOr(Id),
  accountId: nullOr(Id),
  retired: Schema.Boolean,
  reserved: Schema.Boolean
})
const TagsOf = Schema.Struct({
  eventId: Id,
  pin: nullOr(Schema.String),
  uid: nullOr(TagUid),
  userId: nullOr(Id)
})
const LoginAt = Schema.Struct({
  nodeId: Id,
  nodePath: Schema.Array(Id),
  login: Schema.String,
  except: nullOr(Id)
})

interface UserToInsert {
  readonly nodeId: bigint
  readonly eventId: bigint
  readonly login: string
  readonly displayName: string
  readonly description: string | null
  readonly passwordHash: string | null
  /** Whether another user knows the password. */
  readonly mustChangePassword: boolean
  readonly userTagId: bigint | null
  readonly customerAccountId: bigint | null
  readonly createdBy: bigint | null
}

export class UserRepository extends Context.Service<UserRepository>()("core/UserRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const users = sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
        tag.pin as user_tag_pin, tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id,
        drawer.balance as cash_drawer_balance,
        array(
          select terminal.id from terminal where terminal.active_user_id = usr.id order by terminal.id
        ) as terminal_ids
      from usr
        left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id
        left join cash_register register on register.event_id = usr.event_id and register.id = usr.cash_register_id
        left join account drawer on drawer.event_id = register.event_id and drawer.id = register.account_id`

    return {
      /** An active user. */
      find: SqlSchema.findAll({
        Request: Id,
        Result: UserRow,
        execute: (id) => sql`${users} where usr.id = ${id} and usr.deactivated_at is null`
      }),
      /** Active users who have the login, at any node or at the given one. */
      called: SqlSchema.findAll({
        Request: Schema.Struct({ login: Schema.String, nodeId: nullOr(Id) }),
        Result: NamedUser,
        execute: ({ login, nodeId }) =>
          sql`select usr.id, usr.node_id, node.name as node_name, usr.second_factor_at is not null as has_second_factor
            from usr join node on node.id = usr.node_id
            where usr.login = ${login.normalize("NFC").trim()} and usr.deactivated_at is null
              and (${nodeId}::bigint is null or usr.node_id = ${nodeId}::bigint) order by usr.id`
      }),
      /**
       * Active users by login; if a privilege is given, only those who hold it at a node of the path or, where it counts in a
       * whole event, at any node of that.
       */
      list: SqlSchema.findAll({
        Request: OnPath,
        Result: UserRow,
        execute: ({ nodePath, privilege, wholeEvent }) =>
          sql`${users} where usr.node_id = any(${nodePath}::bigint[]) and usr.deactivated_at is null
              and (${privilege}::text is null or exists (
                select from user_to_role assigned join user_role role on role.id = assigned.role_id
                  join node on node.id = assigned.node_id
                where assigned.user_id = usr.id and ${privilege}::text = any(role.privileges)
                  and (assigned.node_id = any(${nodePath}::bigint[]) or node.event_id = ${wholeEvent}::bigint)
              )) order by usr.login, usr.id`
      }),
      /** Whether another user at the node, above or below it has the login. */
      loginTaken: SqlSchema.findOne({
        Request: LoginAt,
        Result: Schema.Struct({ taken: Schema.Boolean }),
        execute: ({ except, login, nodeId, nodePath }) =>
          sql`select exists (select from usr join node on node.id = usr.node_id where usr.login = ${login}
              and usr.deactivated_at is null and usr.id is distinct from ${except}::bigint
              and (usr.node_id = any(${nodePath}::bigint[]) or node.parent_ids @> array[${nodeId}::bigint])) as taken`
      }),
      /**
       * The tags with the chip number or the PIN, with the facts for the decision. They are locked, so that a user and
       * a guest can't get the same tag at the same time. Other users' tags are locked in the same order as by ticket
       * sales.
       */
      lockTags: SqlSchema.findAll({
        Request: TagsOf,
        Result: Tag,
        execute: ({ eventId, pin, uid, userId }) =>
          sql`select tag.id, tag.pin, tag.uid, nullif(usr.id, ${userId}::bigint) as "userId", account.id as "accountId",
              account.id is null and exists (
                select from user_tag_history past where past.event_id = tag.event_id and past.user_tag_id = tag.id
                  and past.account_id is distinct from
                    (select customer_account_id from usr where id = ${userId}::bigint)
              ) as retired,
              exists (
                select from reserved_tag held where held.event_id = tag.event_id
                  and (held.user_tag_id = tag.id or held.uid = ${uid === null ? null : String(uid)}::numeric)
              ) as reserved
            from user_tag tag left join usr on usr.event_id = tag.event_id and usr.user_tag_id = tag.id
              left join account on account.event_id = tag.event_id and account.user_tag_id = tag.id
            where tag.event_id = ${eventId}
              and (tag.pin = ${pin}::text or tag.uid = ${uid === null ? null : String(uid)}::numeric)
            order by tag.id for no key update of tag`
      }),
      learnUid: (eventId: bigint, tagId: bigint, uid: bigint) =>
        sql`update user_tag set uid = ${String(uid)}::numeric where event_id = ${eventId} and id = ${tagId}`,
      /** The account of the tag, or a new private account with the tag; every user of an event has one. */
      customerAccount: (eventId: bigint, tagId: bigint | null) =>
        Effect.map(
          sql<{ id: bigint }>`with existing as (
              select id from account where event_id = ${eventId} and user_tag_id = ${tagId}::bigint
            ), opened as (
              insert into account (event_id, node_id, type, user_tag_id)
              select ${eventId}, ${eventId}, 'private', ${tagId}::bigint where not exists (select from existing)
              returning event_id, id
            ), customer as (
              insert into customer (event_id, account_id) select event_id, id from opened
            )
            select id from existing union all select id from opened`,
          ([row]) => row!.id
        ),
      insert: (user: UserToInsert) =>
        Effect.map(
          sql<{ id: bigint }>`insert into usr (node_id, event_id, login, display_name, description, password_hash,
              must_change_password, user_tag_id, customer_account_id, created_by)
            values (${user.nodeId}, ${user.eventId}, ${user.login}, ${user.displayName}, ${user.description},
              ${user.passwordHash}, ${user.mustChangePassword}, ${user.userTagId}::bigint, ${user.customerAccountId}::bigint,
              ${user.createdBy}::bigint)
            returning id`,
          ([row]) => row!.id
        ),
      /**
       * Opens transport accounts at the event, named after the login, for those of the users who may carry cash and
       * have none yet.
       */
      openTransportAccounts: (userIds: ReadonlyArray<bigint>) =>
        sql`with carrier as (
            select usr.id, usr.event_id, usr.login, nextval(pg_get_serial_sequence('account', 'id')) as account_id
            from usr where usr.id = any(${userIds}::bigint[]) and usr.event_id <> 0 and usr.transport_account_id is null
              and exists (
                select from user_to_role assigned join user_role role on role.id = assigned.role_id
                  join node on node.id = assigned.node_id
                where assigned.user_id = usr.id and node.event_id = usr.event_id
                  and 'cash_transport' = any(role.privileges)
              )
          ), opened as (
            insert into account (event_id, id, node_id, type, name)
            select event_id, account_id, event_id, 'transport', login from carrier
          )
          update usr set transport_account_id = carrier.account_id from carrier where usr.id = carrier.id`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
