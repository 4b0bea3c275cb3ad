import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"

const Holder = Schema.Struct({ eventId: Id, accountId: Id })

const Holding = Schema.Struct({
  tag_id: nullOr(Id),
  is_staff: Schema.Boolean,
  /** The address that the guest gave for news of their payout. */
  email: nullOr(Schema.String)
})

/** Takes lost wristbands off the accounts of their guests. */
export class TagBlockRepository extends Context.Service<TagBlockRepository>()("core/TagBlockRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const holding = SqlSchema.findOne({
      Request: Holder,
      Result: Holding,
      execute: ({ accountId, eventId }) =>
        sql`select account.user_tag_id as tag_id, customer.email,
            exists (
              select from usr where usr.event_id = account.event_id
                and (usr.user_tag_id = account.user_tag_id or usr.customer_account_id = account.id)
            ) as is_staff
          from account join customer on customer.event_id = account.event_id and customer.account_id = account.id
          where account.event_id = ${eventId} and account.id = ${accountId}`
    })
    return {
      /** Returns the facts for the decision. Locks the account, so that no further booking can use the tag. */
      lock: Effect.fnUntraced(function*(holder: typeof Holder.Type) {
        yield* sql`select from account where event_id = ${holder.eventId} and id = ${holder.accountId} for no key update`
        return yield* holding(holder)
      }),
      /**
       * Takes the tag off the account and notes it, so that the help desk can give the account another one. Ends all sessions,
       * because a finder of the tag could have opened one with its PIN.
       */
      block: Effect.fnUntraced(function*({ accountId, eventId }: typeof Holder.Type, tagId: bigint) {
        yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
          values (${eventId}, ${accountId}, ${tagId})`
        yield* sql`update account set user_tag_id = null where event_id = ${eventId} and id = ${accountId}`
        yield* sql`update customer set blocked_tag_id = ${tagId} where event_id = ${eventId} and account_id = ${accountId}`
        yield* sql`delete from customer_session where event_id = ${eventId} and account_id = ${accountId}`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
