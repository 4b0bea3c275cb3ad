import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../ledger/Id.ts"
import type { Posting } from "../ledger/Ledger.ts"
import * as Money from "../ledger/Money.ts"
import { PayoutStatus } from "./Payout.ts"
import { Candidate, type Chosen } from "./PayoutSelection.ts"

const PayoutRow = Schema.Struct({
  id: Id,
  customer_account_id: Id,
  amount: Money.Cents,
  donation: Money.Cents,
  status: PayoutStatus
})
export type PayoutRow = typeof PayoutRow.Type

/** Postings that one person conducts, for any number of customers, in one statement. */
export interface BulkBooking {
  readonly eventId: bigint
  readonly userId: bigint
  readonly description: string
  readonly postings: ReadonlyArray<Posting>
}

/** Payouts and what their money is moved with: each call is one statement, however many customers it is about. */
export class PayoutRepository extends Context.Service<PayoutRepository>()("core/PayoutRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const candidates = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, ids: Schema.NullOr(Schema.Array(Id)) }),
      Result: Candidate,
      execute: ({ eventId, ids }) =>
        sql`select account.id as account_id, account.balance, customer.iban, customer.account_name, customer.email,
            customer.donation, customer.donate_all, account.user_tag_id, tag.uid as user_tag_uid
          from customer
            join account on account.event_id = customer.event_id and account.id = customer.account_id
            left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
          where customer.event_id = ${eventId} and customer.has_entered_info and customer.payout_export
            and account.balance > 0 and (${ids}::bigint[] is null or account.id = any(${ids}::bigint[]))
            and not exists (
              select from payout where payout.event_id = customer.event_id
                and payout.customer_account_id = customer.account_id and payout.status = 'reserved'
            )
          order by account.id`
    })
    const payouts = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id, id: Schema.NullOr(Id) }),
      Result: PayoutRow,
      execute: ({ eventId, id, runId }) =>
        sql`select id, customer_account_id, amount, donation, status from payout
          where event_id = ${eventId} and payout_run_id = ${runId} and (${id}::bigint is null or id = ${id}::bigint)
          order by id`
    })
    return {
      /** All whom a run may take up, or those of the accounts named who still qualify, by account id. */
      candidates: (eventId: bigint, ids: ReadonlyArray<bigint> | null) => candidates({ eventId, ids }),
      /** Locks accounts by ascending id, until the end of the transaction. */
      lockAccounts: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        sql`select from account where event_id = ${eventId} and id = any(${ids}::bigint[])
          order by id for no key update`,
      /** Locks what customers said, once their accounts are locked if they have to be. */
      lockCustomers: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        sql`select from customer where event_id = ${eventId} and account_id = any(${ids}::bigint[])
          order by account_id for no key update`,
      insert: (
        eventId: bigint,
        runId: bigint,
        chosen: ReadonlyArray<Chosen & { readonly remittance: string }>
      ) =>
        sql`insert into payout (
            event_id, payout_run_id, customer_account_id, iban, account_name, email, user_tag_id, remittance, amount, donation
          )
          select ${eventId}, ${runId}, account_id, nullif(iban, ''), nullif(account_name, ''), nullif(email, ''),
            nullif(user_tag_id, 0), remittance, amount, donation
          from unnest(
            ${chosen.map(({ candidate }) => candidate.account_id)}::bigint[],
            ${chosen.map(({ candidate }) => candidate.iban ?? "")}::text[],
            ${chosen.map(({ candidate }) => candidate.account_name ?? "")}::text[],
            ${chosen.map(({ candidate }) => candidate.email ?? "")}::text[],
            ${chosen.map(({ candidate }) => candidate.user_tag_id ?? 0n)}::bigint[],
            ${chosen.map(({ remittance }) => remittance)}::text[],
            ${chosen.map(({ amount }) => amount)}::bigint[],
            ${chosen.map(({ donation }) => donation)}::bigint[]
          ) with ordinality as chosen (
            account_id, iban, account_name, email, user_tag_id, remittance, amount, donation, n
          )
          order by n`,
      /** The money of a run's payouts, or of one of them, by id. */
      payouts: (eventId: bigint, runId: bigint, id: bigint | null = null) => payouts({ eventId, runId, id }),
      /** Says what became of the payouts of a run that are reserved. */
      settle: (eventId: bigint, runId: bigint, status: "paid" | "released") =>
        sql`update payout set status = ${status}
          where event_id = ${eventId} and payout_run_id = ${runId} and status = 'reserved'`,
      /** A donation is made once: what was given is no longer asked of the customers of a run that is being done. */
      deductDonations: (eventId: bigint, runId: bigint) =>
        sql`update customer set donation = greatest(0, customer.donation - payout.donation) from payout
          where payout.event_id = ${eventId} and payout.payout_run_id = ${runId} and payout.status = 'reserved'
            and payout.donation > 0 and customer.event_id = payout.event_id
            and customer.account_id = payout.customer_account_id and not customer.donate_all`,
      /** Says why a payout came back; its customer is paid again once he has entered his bank data anew. */
      markReturned: Effect.fnUntraced(
        function*(eventId: bigint, { customer_account_id, id }: PayoutRow, reason: string) {
          yield* sql`update payout set status = 'returned', returned_at = now(), return_reason = ${reason}
            where event_id = ${eventId} and id = ${id}`
          yield* sql`update customer set has_entered_info = false
            where event_id = ${eventId} and account_id = ${customer_account_id}`
        }
      ),
      /** Stores postings between customers, whose accounts are locked, and accounts of the system. */
      book: Effect.fnUntraced(function*({ description, eventId, postings, userId }: BulkBooking) {
        // The planner takes the lists for short ones, and loops over 100,000 rows for each of as many.
        yield* sql`set local enable_nestloop = off`
        yield* sql`with line as (
            select * from unnest(
              ${postings.map(({ source }) => source)}::bigint[],
              ${postings.map(({ target }) => target)}::bigint[],
              ${postings.map(({ amount }) => amount)}::bigint[]
            ) with ordinality as line (source, target, amount, n)
          ), moment as materialized (
            select clock_timestamp() as booked_at
          ), held as (
            update account set balance = balance + change.amount
            from (
              select id, sum(amount)::bigint as amount
              from (select source, -amount from line union all select target, amount from line) as leg (id, amount)
              group by id
            ) as change
            where account.event_id = ${eventId} and account.id = change.id and account.type = 'private'
            returning account.id, account.balance, account.vouchers
          )
          insert into posting (
            event_id, conducting_user_id, description, source_account, target_account, amount, vouchers, booked_at,
            source_balance, source_vouchers, target_balance, target_vouchers
          )
          select ${eventId}, ${userId}, ${description}, line.source, line.target, line.amount, 0, moment.booked_at,
            giver.balance, giver.vouchers, taker.balance, taker.vouchers
          from line cross join moment
            left join held giver on giver.id = line.source
            left join held taker on taker.id = line.target
          order by line.n`
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
