import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { accountBegan } from "../wristband/AccountRepository.ts"
import { Moved } from "./MoneyOverview.ts"

/** Sums the postings of an event since a moment. */
export class MovedRepository extends Context.Service<MovedRepository>()("core/MovedRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Customers together, and each other account that there was at the moment, by id. */
    movedSince: SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, asOf: Schema.DateTimeUtcFromDate }),
      Result: Moved,
      execute: ({ asOf, eventId }) =>
        sql`
          with moved as materialized (
            select side.account_id, sum(side.amount) as balance, sum(side.vouchers) as vouchers
            from posting cross join lateral (
              values (source_account, -posting.amount, -posting.vouchers), (target_account, posting.amount, posting.vouchers)
            ) as side (account_id, amount, vouchers)
            where posting.event_id = ${eventId} and posting.booked_at >= ${asOf}
            group by side.account_id
          )
          select account.id as account_id, coalesce(moved.balance, 0)::bigint as balance,
            coalesce(moved.vouchers, 0)::integer as vouchers
          from account left join moved on moved.account_id = account.id
          where account.event_id = ${eventId} and account.type <> 'private'
            and ${sql.literal(accountBegan)} < ${asOf}
          union all
          select null, coalesce(sum(moved.balance), 0)::bigint, coalesce(sum(moved.vouchers), 0)::integer
          from moved join account on account.event_id = ${eventId} and account.id = moved.account_id
          where account.type = 'private'
          order by 1`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
