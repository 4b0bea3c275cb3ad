import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { roleColumns, UserRole } from "./Role.ts"
import type { Departure } from "./UserChange.ts"

const UserState = Schema.Struct({
  node_id: Id,
  has_password: Schema.Boolean,
  customer_account_id: nullOr(Id)
})

const Holding = Schema.Struct({
  login: Schema.String,
  terminals: Schema.Array(Schema.String),
  register: nullOr(Schema.String),
  transportBalance: nullOr(Money.Cents),
  acted: Schema.Boolean
})

/** Reads and writes changes and removals of users. */
export class UserChangeRepository extends Context.Service<UserChangeRepository>()("core/UserChangeRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** An active user. */
    find: (id: bigint) => Effect.map(findState(sql)(id), ([user]) => user),
    /** An active user. Their account is locked before any tag, as bookings do. */
    lock: Effect.fnUntraced(function*(id: bigint) {
      const [user] = yield* findState(sql)(id)
      if (user === undefined) return
      yield* sql`select from account where id = ${user.customer_account_id}::bigint
        and event_id = (select event_id from usr where id = ${id}) for no key update`
      return user
    }),
    /** All roles of the user, at any node. */
    roles: SqlSchema.findAll({
      Request: Id,
      Result: UserRole,
      execute: (id) =>
        sql`select ${sql.literal(roleColumns)} from user_role role
          where role.id in (select role_id from user_to_role where user_id = ${id}) order by role.name, role.id`
    }),
    update: (
      id: bigint,
      user: { readonly login: string; readonly display_name: string; readonly description: string | null }
    ) =>
      sql`update usr set login = ${user.login}, display_name = ${user.display_name}, description = ${user.description}
        where id = ${id}`,
    /**
     * Gives user and account another tag. Ends the sessions in the portal, which a finder of the old tag could have
     * opened with its PIN.
     */
    giveTag: Effect.fnUntraced(function*(eventId: bigint, accountId: bigint, tagId: bigint) {
      yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
        select event_id, id, user_tag_id from account
        where event_id = ${eventId} and id = ${accountId} and user_tag_id is not null`
      yield* sql`update account set user_tag_id = ${tagId} where event_id = ${eventId} and id = ${accountId}`
      yield* sql`update usr set user_tag_id = ${tagId} where event_id = ${eventId} and customer_account_id = ${accountId}`
      yield* sql`delete from customer_session where event_id = ${eventId} and account_id = ${accountId}`
    }),
    /** Stores a new password and ends all sessions of the user. A password that another user set must be changed. */
    setPassword: (id: bigint, passwordHash: string, mustChange: boolean) =>
      Effect.andThen(
        sql`update usr set password_hash = ${passwordHash}, must_change_password = ${mustChange} where id = ${id}`,
        sql`delete from user_session where user_id = ${id}`
      ),
    /**
     * Keeps the user from signing in, and so from acting, until the end of the transaction. The account is locked
     * first, as bookings do.
     */
    lockLogin: (id: bigint) => sql`select from usr where id = ${id} for update`,
    holding: SqlSchema.findOne({
      Request: Id,
      Result: Holding,
      execute: (id) =>
        sql`select usr.login,
            array(select name from terminal where active_user_id = usr.id order by name) as terminals,
            (select name from cash_register where id = usr.cash_register_id) as register,
            transport.balance as "transportBalance",
            not (${unusedTransport(sql)})
              or exists (select from audit_log where originating_user_id = usr.id)
              or exists (
                select from event join ordr on ordr.event_id = event.event_id and ordr.cashier_id = usr.id
                where usr.event_id in (event.event_id, 0)
              )
              or exists (
                select from event join cashier_shift shift on shift.event_id = event.event_id
                  and shift.cashier_id = usr.id
                where usr.event_id in (event.event_id, 0)
              )
              or exists (select from usr made where made.created_by = usr.id) as acted
          from usr left join account transport on transport.event_id = usr.event_id
            and transport.id = usr.transport_account_id
          where usr.id = ${id}`
    }),
    /**
     * Removes a user. Sessions, roles and an unused transport account are deleted in any case; a deactivated user loses
     * password, second factor, tag and guest account.
     */
    remove: Effect.fnUntraced(function*(id: bigint, departure: Departure) {
      yield* sql`with unused as (
          delete from account using usr
          where usr.id = ${id} and account.event_id = usr.event_id and account.id = usr.transport_account_id
            and ${unusedTransport(sql)}
          returning account.id
        )
        update usr set transport_account_id = null
        where id = ${id} and transport_account_id in (select id from unused)`
      if (departure === "deleted") return yield* sql`delete from usr where id = ${id}`
      yield* sql`delete from user_session where user_id = ${id}`
      yield* sql`delete from user_to_role where user_id = ${id}`
      yield* sql`delete from second_factor where user_id = ${id}`
      return yield* sql`update usr set deactivated_at = now(), password_hash = null, second_factor_at = null,
          user_tag_id = null, customer_account_id = null where id = ${id}`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A transport account is created with a role; having one does not mean that the user acted. */
const unusedTransport = (sql: SqlClient.SqlClient) =>
  sql`not exists (
      select from posting where posting.event_id = usr.event_id and posting.source_account = usr.transport_account_id
    ) and not exists (
      select from posting where posting.event_id = usr.event_id and posting.target_account = usr.transport_account_id
    )`

const findState = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Id,
    Result: UserState,
    execute: (id) =>
      sql`select node_id, password_hash is not null as has_password, customer_account_id from usr
        where id = ${id} and deactivated_at is null`
  })
