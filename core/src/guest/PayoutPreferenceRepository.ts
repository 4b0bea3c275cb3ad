import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid } from "../base/TagUid.ts"
import { PayoutPreference } from "./PayoutPreference.ts"

const Holder = Schema.Struct({ eventId: Id, accountId: Id })

const PreferenceRow = Schema.Struct({
  ...PayoutPreference.fields,
  balance: Money.Cents,
  user_tag_uid: nullOr(TagUid),
  open_run: nullOr(Id)
})

export class PayoutPreferenceRepository
  extends Context.Service<PayoutPreferenceRepository>()("core/PayoutPreferenceRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The guest's current preference and the facts for the next decision; the caller must have locked the guest. */
      load: SqlSchema.findOne({
        Request: Holder,
        Result: PreferenceRow,
        execute: ({ accountId, eventId }) =>
          sql`select customer.iban, customer.account_name, customer.email, customer.donation, customer.donate_all,
            customer.has_entered_info, account.balance, tag.uid as user_tag_uid, payout.payout_run_id as open_run
          from customer
            join account on account.event_id = customer.event_id and account.id = customer.account_id
            left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
            left join payout on payout.event_id = customer.event_id
              and payout.customer_account_id = customer.account_id and payout.status = 'reserved'
          where customer.event_id = ${eventId} and customer.account_id = ${accountId}`
      }),
      store: SqlSchema.void({
        Request: Schema.Struct({ ...Holder.fields, ...PayoutPreference.fields }),
        execute: (preference) =>
          sql`update customer set iban = ${preference.iban}, account_name = ${preference.account_name}, email = ${preference.email},
            donation = ${preference.donation}, donate_all = ${preference.donate_all}, has_entered_info = ${preference.has_entered_info},
            donate_all_agreed_at = case when ${preference.donate_all} then coalesce(donate_all_agreed_at, now()) end
          where event_id = ${preference.eventId} and account_id = ${preference.accountId}`
      })
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
