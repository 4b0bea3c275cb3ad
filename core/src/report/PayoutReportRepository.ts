import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { CustomersMoney, DoneRun, UnclaimedMoney } from "./PayoutReport.ts"

/** An event at a moment; all bookings before it count. */
const AtMoment = Schema.Struct({ eventId: Id, at: Schema.DateTimeUtcFromDate })

/** Reads which money of customers was paid out, and which was not. */
export class PayoutReportRepository extends Context.Service<PayoutReportRepository>()("core/PayoutReportRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Customers with money at a moment: their balances of now less what was posted since. */
    unclaimed: SqlSchema.findOne({
      Request: AtMoment,
      Result: CustomersMoney,
      execute: ({ at, eventId }) =>
        sql`
            with moved as materialized (
              select side.account_id, sum(side.amount) as balance
              from posting cross join lateral (
                values (source_account, -posting.amount), (target_account, posting.amount)
              ) as side (account_id, amount)
              where posting.event_id = ${eventId} and posting.booked_at >= ${at}
              group by side.account_id
            )
            select count(*)::integer as customers, coalesce(sum(account.balance - coalesce(moved.balance, 0)), 0)::bigint as amount
            from account left join moved on moved.account_id = account.id
            where account.event_id = ${eventId} and account.type = 'private'
              and account.balance - coalesce(moved.balance, 0) > 0`
    }),
    /** Customers with money whom no run considers now, by reason. */
    notConsidered: SqlSchema.findAll({
      Request: Id,
      Result: UnclaimedMoney,
      execute: (eventId) =>
        sql`
            select reason, count(*)::integer as customers, sum(balance)::bigint as amount
            from (
              select account.balance, case
                when exists (
                  select from payout where payout.event_id = account.event_id
                    and payout.customer_account_id = account.id and payout.status = 'reserved'
                ) then 'in_run'
                when customer.has_entered_info or not customer.payout_export then null
                when exists (
                  select from payout where payout.event_id = account.event_id
                    and payout.customer_account_id = account.id and payout.status = 'returned'
                ) then 'returned'
                else 'data_missing' end as reason
              from account left join customer on customer.event_id = account.event_id and customer.account_id = account.id
              where account.event_id = ${eventId} and account.type = 'private' and account.balance > 0
            ) left_out
            where reason is not null group by reason order by reason`
    }),
    /** Customers in runs that were open at a moment. */
    reserved: SqlSchema.findOne({
      Request: AtMoment,
      Result: CustomersMoney,
      execute: ({ at, eventId }) =>
        sql`
            select count(*)::integer as customers, coalesce(sum(payout.amount + payout.donation), 0)::bigint as amount
            from payout_run run join payout on payout.event_id = run.event_id and payout.payout_run_id = run.id
            where run.event_id = ${eventId} and run.created_at < ${at} and (run.ended_at is null or run.ended_at >= ${at})
              and (payout.returned_at is null or payout.returned_at >= ${at})`
    }),
    /** The runs that were done before a moment, in that order. A returned payout keeps its donation. */
    done: SqlSchema.findAll({
      Request: AtMoment,
      Result: DoneRun,
      execute: ({ at, eventId }) =>
        sql`
            select run.id, run.ended_at as done_at, count(payout.id)::integer as payouts,
              coalesce(sum(payout.amount), 0)::bigint as payout_sum,
              coalesce(sum(payout.donation), 0)::bigint as donation_sum,
              (count(*) filter (where payout.returned_at < ${at}))::integer as returned,
              coalesce(sum(payout.amount) filter (where payout.returned_at < ${at}), 0)::bigint as returned_sum
            from payout_run run left join payout on payout.event_id = run.event_id and payout.payout_run_id = run.id
              and (payout.returned_at is null or payout.returned_at > run.ended_at)
            where run.event_id = ${eventId} and run.status = 'done' and run.ended_at < ${at}
            group by run.id, run.ended_at order by run.ended_at, run.id`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
