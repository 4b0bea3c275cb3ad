import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import { PayoutInfo, PayoutTransaction } from "./GuestPayout.ts"

const Holder = Schema.Struct({ eventId: Id, accountId: Id })

export class GuestPayoutRepository extends Context.Service<GuestPayoutRepository>()("core/GuestPayoutRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** The newest payout whose money was not returned; empty if there is none. */
    newest: SqlSchema.findAll({
      Request: Holder,
      Result: PayoutInfo,
      execute: ({ accountId, eventId }) =>
        sql`select true as in_payout_run, case when payout.status = 'paid' then run.ended_at end as payout_date
          from payout join payout_run run on run.event_id = payout.event_id and run.id = payout.payout_run_id
          where payout.event_id = ${eventId} and payout.customer_account_id = ${accountId}
            and payout.status in ('reserved', 'paid')
          order by payout.id desc limit 1`
    }),
    /** Amounts that runs have paid, newest run first; in each run the transfer before the donation. */
    transactions: SqlSchema.findAll({
      Request: Holder,
      Result: PayoutTransaction,
      execute: ({ accountId, eventId }) =>
        sql`select leg.amount, run.ended_at as booked_at, coalesce(target.name, '') as target_account_name,
            target.type as target_account_type, payout.reserving_posting_id as transaction_id
          from payout
            join payout_run run on run.event_id = payout.event_id and run.id = payout.payout_run_id
            cross join lateral (
              values ('sepa_exit', payout.amount, 1), ('donation_exit', payout.donation, 2)
            ) as leg (target, amount, n)
            join account target on target.event_id = payout.event_id and target.type = leg.target
          where payout.event_id = ${eventId} and payout.customer_account_id = ${accountId} and payout.status = 'paid'
            and leg.amount > 0
          order by payout.id desc, leg.n`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
