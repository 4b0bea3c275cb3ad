import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { StoredSettings } from "../event/EventSettings.ts"
import { PayoutDates, PayoutTransaction } from "./GuestPayout.ts"

const Holder = Schema.Struct({ eventId: Id, accountId: Id })

const ProspectRow = Schema.Struct({
  balance: Money.Cents,
  iban: nullOr(Schema.String),
  account_name: nullOr(Schema.String),
  donation: Money.Cents,
  donate_all: Schema.Boolean,
  has_entered_info: Schema.Boolean,
  payout_export: Schema.Boolean,
  settings: StoredSettings,
  newest: nullOr(Schema.toCodecJson(PayoutDates))
})

export class GuestPayoutRepository extends Context.Service<GuestPayoutRepository>()("core/GuestPayoutRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /**
     * The facts that decide whether a run pays the guest, and the dates of the newest payout that was not revoked; null if there is none.
     */
    prospect: SqlSchema.findOne({
      Request: Holder,
      Result: ProspectRow,
      execute: ({ accountId, eventId }) =>
        sql`select account.balance, customer.iban, customer.account_name, customer.donation, customer.donate_all,
            customer.has_entered_info, customer.payout_export, event.settings, (
              select jsonb_build_object(
                'in_payout_run', payout.status <> 'returned',
                'payout_date', case when payout.status = 'paid' then run.ended_at end, 'reserved_at', run.created_at,
                'sent_at', run.exported_at, 'returned_at', payout.returned_at, 'return_reason', payout.return_reason
              )
              from payout join payout_run run on run.event_id = payout.event_id and run.id = payout.payout_run_id
              where payout.event_id = customer.event_id and payout.customer_account_id = customer.account_id
                and payout.status <> 'released'
              order by payout.id desc limit 1
            ) as newest
          from customer
            join account on account.event_id = customer.event_id and account.id = customer.account_id
            join event on event.event_id = customer.event_id
          where customer.event_id = ${eventId} and customer.account_id = ${accountId}`
    }),
    /**
     * Amounts that runs have paid, newest run first; in each run the transfer before the donation. A transfer that the bank
     * returned is not among them, but its donation, which stays with the event.
     */
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
          where payout.event_id = ${eventId} and payout.customer_account_id = ${accountId} and leg.amount > 0
            and (payout.status = 'paid' or (payout.status = 'returned' and leg.target = 'donation_exit'))
          order by payout.id desc, leg.n`
    })
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
