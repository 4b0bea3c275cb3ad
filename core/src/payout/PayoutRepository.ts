import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { chunksOf } from "../base/SlicedWork.ts"
import { PayoutStatus } from "./Payout.ts"
import { Candidate, type Chosen } from "./PayoutSelection.ts"

const PayoutRow = Schema.Struct({
  id: Id,
  customer_account_id: Id,
  amount: Money.Cents,
  donation: Money.Cents,
  status: PayoutStatus
})
type PayoutRow = typeof PayoutRow.Type

/** A payout to be stored, with the remittance text that the bank prints. */
interface PayoutDraft extends Chosen {
  readonly remittance: string
}

/**
 * Rows stored by one statement. With batches no statement nears its time limit, however many customers a run has, and the
 * server answers other requests in between.
 */
const rowsAtOnce = 5000

/** Stores payouts. */
export class PayoutRepository extends Context.Service<PayoutRepository>()("core/PayoutRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const versionNow = sql`concat(account.xmin, '.', customer.xmin)`
    const candidates = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, ids: nullOr(Schema.Array(Id)) }),
      Result: Candidate,
      execute: ({ eventId, ids }) =>
        sql`select account.id as account_id, account.balance, customer.iban, customer.account_name, customer.email,
            customer.donation, customer.donate_all, account.user_tag_id, tag.uid as user_tag_uid,
            tag.pin as user_tag_pin,
            not customer.payout_export as is_blocked, coalesce(nullif(usr.display_name, ''), usr.login) as blocked_by,
            customer.payout_blocked_at as blocked_at, ${versionNow} as version
          from customer
            join account on account.event_id = customer.event_id and account.id = customer.account_id
            left join user_tag tag on tag.event_id = account.event_id and tag.id = account.user_tag_id
            left join usr on usr.id = customer.payout_blocked_by
          where customer.event_id = ${eventId}
            and ((customer.has_entered_info and customer.payout_export) or not customer.payout_export)
            and account.balance > 0 and (${ids}::bigint[] is null or account.id = any(${ids}::bigint[]))
            and not exists (
              select from payout where payout.event_id = customer.event_id
                and payout.customer_account_id = customer.account_id and payout.status = 'reserved'
            )
          order by account.id`
    })
    const privateSum = SqlSchema.findOne({
      Request: Id,
      Result: Schema.Struct({ sum: Money.Cents }),
      execute: (eventId) =>
        sql`select coalesce(sum(balance), 0)::bigint as sum from account where event_id = ${eventId} and type = 'private'`
    })
    const payouts = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id, id: nullOr(Id) }),
      Result: PayoutRow,
      execute: ({ eventId, id, runId }) =>
        sql`select id, customer_account_id, amount, donation, status from payout
          where event_id = ${eventId} and payout_run_id = ${runId} and (${id}::bigint is null or id = ${id}::bigint)
          order by id`
    })
    const versions = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, ids: Schema.Array(Id) }),
      Result: Schema.Struct({ account_id: Id, version: Schema.String }),
      execute: ({ eventId, ids }) =>
        sql`select account.id as account_id, ${versionNow} as version
          from account
            join customer on customer.event_id = account.event_id and customer.account_id = account.id
          where account.event_id = ${eventId} and account.id = any(${ids}::bigint[])`
    })
    const insert = (eventId: bigint, runId: bigint, drafts: ReadonlyArray<PayoutDraft>) =>
      sql`insert into payout (
          event_id, payout_run_id, customer_account_id, iban, account_name, email, user_tag_id, remittance, amount, donation
        )
        select ${eventId}, ${runId}, account_id, nullif(iban, ''), nullif(account_name, ''), nullif(email, ''),
          nullif(user_tag_id, 0), remittance, amount, donation
        from unnest(
          ${drafts.map(({ candidate }) => candidate.account_id)}::bigint[],
          ${drafts.map(({ candidate }) => candidate.iban ?? "")}::text[],
          ${drafts.map(({ candidate }) => candidate.account_name ?? "")}::text[],
          ${drafts.map(({ candidate }) => candidate.email ?? "")}::text[],
          ${drafts.map(({ candidate }) => candidate.user_tag_id ?? 0n)}::bigint[],
          ${drafts.map(({ remittance }) => remittance)}::text[],
          ${drafts.map(({ amount }) => amount)}::bigint[],
          ${drafts.map(({ donation }) => donation)}::bigint[]
        ) with ordinality as draft (
          account_id, iban, account_name, email, user_tag_id, remittance, amount, donation, n
        )
        order by n`

    return {
      /** All candidates for a run, or those of the given accounts that still qualify, by account id. */
      candidates: (eventId: bigint, ids: ReadonlyArray<bigint> | null) => candidates({ eventId, ids }),
      /** The sum of the balances of all guests and users of an event, in cents. */
      balances: (eventId: bigint) => Effect.map(privateSum(eventId), ({ sum }) => sum),
      /** Locks accounts by ascending id, until the end of the transaction. */
      lockAccounts: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        sql`select from account where event_id = ${eventId} and id = any(${ids}::bigint[])
          order by id for no key update`,
      /** Locks the customers' payout data. Accounts that need a lock must be locked before. */
      lockCustomers: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        sql`select from customer where event_id = ${eventId} and account_id = any(${ids}::bigint[])
          order by account_id for no key update`,
      /** The versions of candidates by account id. Once accounts and customers are locked they can't change any more. */
      versions: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
        Effect.map(
          versions({ eventId, ids }),
          (rows) => new Map(rows.map(({ account_id, version }) => [account_id, version]))
        ),
      insert: (eventId: bigint, runId: bigint, drafts: ReadonlyArray<PayoutDraft>) =>
        Effect.forEach(chunksOf(drafts, rowsAtOnce), (some) => insert(eventId, runId, some), { discard: true }),
      /** Amounts and status of a run's payouts, or of one of them, by id. */
      payouts: (eventId: bigint, runId: bigint, id: bigint | null = null) => payouts({ eventId, runId, id }),
      /** Sets the status of the reserved payouts of a run. */
      settle: (eventId: bigint, runId: bigint, status: "paid" | "released") =>
        sql`update payout set status = ${status}
          where event_id = ${eventId} and payout_run_id = ${runId} and status = 'reserved'`,
      /**
       * Deducts donations of a run that is set as done from what its customers want to donate, because a donation is made
       * once.
       */
      deductDonations: (eventId: bigint, runId: bigint) =>
        sql`update customer set donation = greatest(0, customer.donation - payout.donation) from payout
          where payout.event_id = ${eventId} and payout.payout_run_id = ${runId} and payout.status = 'reserved'
            and payout.donation > 0 and customer.event_id = payout.event_id
            and customer.account_id = payout.customer_account_id and not customer.donate_all`,
      /** Records why a payout came back. Its customer is paid again after entering their bank data anew. */
      markReturned: Effect.fnUntraced(
        function*(eventId: bigint, { customer_account_id, id }: PayoutRow, reason: string) {
          yield* sql`update payout set status = 'returned', returned_at = now(), return_reason = ${reason}
            where event_id = ${eventId} and id = ${id}`
          yield* sql`update customer set has_entered_info = false
            where event_id = ${eventId} and account_id = ${customer_account_id}`
        }
      ),
      /**
       * Notes for each payout of a run which posting reserved its money: the newest from its customer's account, which is locked since.
       */
      noteReservations: Effect.fnUntraced(
        function*(eventId: bigint, runId: bigint, drafts: ReadonlyArray<PayoutDraft>) {
          // A plan made while the tables were small would scan whole tables for each of these many rows.
          yield* sql`set local enable_seqscan = off`
          for (const some of chunksOf(drafts, rowsAtOnce)) {
            yield* sql`update payout set reserving_posting_id = reserving.id
            from unnest(${some.map(({ candidate }) => candidate.account_id)}::bigint[]) as customer (id)
              cross join lateral (
                select posting.id from posting
                where posting.event_id = ${eventId} and posting.source_account = customer.id
                order by posting.id desc limit 1
              ) as reserving
            where payout.event_id = ${eventId} and payout.payout_run_id = ${runId}
              and payout.customer_account_id = customer.id`
          }
        }
      )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
