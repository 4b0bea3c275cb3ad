import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountType } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"

const Holding = Schema.Struct({
  type: AccountType,
  login: nullOr(Schema.String),
  has_password: Schema.Boolean,
  terminals: Schema.Array(Schema.String),
  pending_payments: Schema.Int
})

/** Removes tags from accounts. */
export class AccountTagRepository extends Context.Service<AccountTagRepository>()("core/AccountTagRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const holding = SqlSchema.findOne({
      Request: Schema.Struct({ eventId: Id, id: Id }),
      Result: Holding,
      execute: ({ eventId, id }) =>
        sql`select account.type, usr.login, usr.password_hash is not null as has_password,
            array(
              select terminal.name from terminal
              where terminal.event_id = account.event_id and terminal.active_user_id = usr.id order by terminal.name
            ) as terminals,
            (
              select count(*) from card_payment
              where event_id = account.event_id and customer_account_id = account.id and status = 'pending'
                and order_type = 'top_up'
            )::integer as pending_payments
          from account
            left join usr on usr.event_id = account.event_id and usr.user_tag_id = account.user_tag_id
          where account.event_id = ${eventId} and account.id = ${id}`
    })
    return {
      /** Returns the facts for the decision. Locks the account, so that no further booking can pay with the tag. */
      lock: (eventId: bigint, id: bigint) =>
        Effect.andThen(
          sql`select from account where event_id = ${eventId} and id = ${id} for no key update`,
          Effect.map(holding({ eventId, id }), ({ has_password, login, pending_payments, terminals, type }) => ({
            type,
            user: login === null ? null : { login, hasPassword: has_password, terminals },
            /** Card payments onto the account that are not settled yet. */
            pendingPayments: pending_payments
          }))
        ),
      /**
       * Removes the tag from the account and from the user who works with it; ends the account's sessions in the
       * portal.
       */
      remove: (eventId: bigint, id: bigint) =>
        Effect.andThen(
          sql`insert into user_tag_history (event_id, account_id, user_tag_id)
            select event_id, id, user_tag_id from account
            where event_id = ${eventId} and id = ${id} and user_tag_id is not null`,
          Effect.andThen(
            sql`update usr set user_tag_id = null where event_id = ${eventId} and user_tag_id = (
              select user_tag_id from account where event_id = ${eventId} and id = ${id}
            )`,
            Effect.andThen(
              sql`update account set user_tag_id = null where event_id = ${eventId} and id = ${id}`,
              Effect.andThen(
                sql`update customer set blocked_tag_id = null where event_id = ${eventId} and account_id = ${id}`,
                sql`delete from customer_session where event_id = ${eventId} and account_id = ${id}`
              )
            )
          )
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
