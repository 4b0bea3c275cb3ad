import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TagUid, toHex } from "../base/TagUid.ts"
import { StoredCents } from "../event/ProductRevision.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { Payout } from "./Payout.ts"
import { type NewPayoutRun, PayoutRunWithStats } from "./PayoutRun.ts"
import { LeftOut } from "./PayoutSelection.ts"

const LeftOutJson = Schema.toCodecJson(
  Schema.Array(Schema.Struct({ ...LeftOut.fields, payout_amount: Money.StoredSum }))
)
const RunRow = Schema.Struct({ ...PayoutRunWithStats.fields, left_out: LeftOutJson })
const PayoutRow = Schema.Struct({
  ...Struct.omit(Payout.fields, ["user_tag_uid_hex"]),
  user_tag_id: nullOr(Id),
  user_tag_uid: nullOr(TagUid)
})

/** The column `newestPayout`. */
export const NewestPayout = nullOr(
  Schema.toCodecJson(Schema.Struct({ ...PayoutRow.fields, amount: StoredCents, donation: StoredCents }))
)

/**
 * The tag is that of the run's creation, so a customer who lost it since is shown and paid like all others.
 */
const payoutWithTag = "payout left join user_tag tag on tag.event_id = payout.event_id and tag.id = payout.user_tag_id"

/** The newest payout of `account` that money was set aside for and not given back, as JSON whose numbers are text. */
export const newestPayout = `(
    select jsonb_build_object(
      'id', payout.id::text, 'customer_account_id', payout.customer_account_id::text, 'iban', payout.iban,
      'account_name', payout.account_name, 'email', payout.email, 'user_tag_id', payout.user_tag_id::text,
      'user_tag_uid', tag.uid::text, 'user_tag_pin', tag.pin, 'amount', payout.amount::text, 'donation', payout.donation::text,
      'payout_run_id', payout.payout_run_id::text, 'status', payout.status
    ) from ${payoutWithTag}
    where payout.event_id = account.event_id and payout.customer_account_id = account.id
      and payout.status in ('reserved', 'paid')
    order by payout.id desc limit 1
  ) as payout`

const encodeLeftOut = Schema.encodeSync(Schema.fromJsonString(LeftOutJson))

/** A run to be stored. */
interface RunDraft {
  readonly eventId: bigint
  readonly userId: bigint
  readonly input: NewPayoutRun
  readonly leftOut: ReadonlyArray<LeftOut>
}

export class PayoutRunRepository extends Context.Service<PayoutRunRepository>()("core/PayoutRunRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const runs = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, id: nullOr(Id) }),
      Result: RunRow,
      execute: ({ eventId, id }) =>
        sql`select run.id, run.event_id as node_id, run.created_by, run.created_at,
            case run.status when 'done' then run.ended_by end as set_done_by,
            case run.status when 'done' then run.ended_at end as set_done_at,
            run.status = 'done' as done, run.status = 'revoked' as revoked,
            run.exported_at is not null as sepa_was_generated, run.left_out,
            coalesce(total.donation, 0)::bigint as total_donation_amount,
            coalesce(total.amount, 0)::bigint as total_payout_amount, coalesce(total.n, 0)::integer as n_payouts
          from payout_run run left join (
            select payout_run_id, sum(amount) as amount, sum(donation) as donation, count(*) as n from payout
            where event_id = ${eventId} and status in ('reserved', 'paid')
              and (${id}::bigint is null or payout_run_id = ${id}::bigint)
            group by payout_run_id
          ) as total on total.payout_run_id = run.id
          where run.event_id = ${eventId} and (${id}::bigint is null or run.id = ${id}::bigint)
          order by run.created_at desc, run.id desc`
    })
    const columns = sql`payout.id, payout.customer_account_id, payout.iban, payout.account_name, payout.email,
        payout.user_tag_id, tag.uid as user_tag_uid, tag.pin as user_tag_pin, payout.amount, payout.donation, payout.payout_run_id, payout.status
      from ${sql.literal(payoutWithTag)}`
    const payouts = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, runId: Id }),
      Result: PayoutRow,
      execute: ({ eventId, runId }) =>
        sql`select ${columns}
          where payout.event_id = ${eventId} and payout.payout_run_id = ${runId} and payout.status <> 'released'
          order by payout.account_name, payout.id`
    })
    const insert = SqlSchema.findOne({
      Request: unencoded<RunDraft>(),
      Result: Schema.Struct({ id: Id }),
      execute: ({ eventId, input, leftOut, userId }) =>
        sql`insert into payout_run (event_id, created_by, max_payout_sum, max_num_payouts, left_out)
          values (
            ${eventId}, ${userId}, ${input.max_payout_sum}, ${input.max_num_payouts}, ${encodeLeftOut(leftOut)}::jsonb
          )
          returning id`
    })
    return {
      /** The runs of an event with their totals, newest first. */
      list: (eventId: bigint) => Effect.map(runs({ eventId, id: null }), withAmounts),
      find: (eventId: bigint, id: bigint) => Effect.map(runs({ eventId, id }), (rows) => withAmounts(rows)[0]),
      /** Locks the run until the end of the transaction. */
      lock: (eventId: bigint, id: bigint) =>
        sql`select from payout_run where event_id = ${eventId} and id = ${id} for no key update`,
      insert: (draft: RunDraft) => Effect.map(insert(draft), ({ id }) => id),
      end: (eventId: bigint, id: bigint, status: "done" | "revoked", userId: bigint) =>
        sql`update payout_run set status = ${status}, ended_at = now(), ended_by = ${userId}
          where event_id = ${eventId} and id = ${id}`,
      /** The payouts of a run without released ones, by account holder. */
      payouts: (eventId: bigint, runId: bigint) =>
        Effect.map(payouts({ eventId, runId }), (rows) => rows.map(shownPayout))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const withAmounts = (rows: ReadonlyArray<typeof RunRow.Type>): ReadonlyArray<PayoutRunWithStats> =>
  rows.map((row) => new PayoutRunWithStats(row))

/** A row with the chip number in hexadecimal as well, which alone is null without a wristband. */
export const shownPayout = ({ user_tag_id, user_tag_uid, ...row }: typeof PayoutRow.Type): Payout =>
  new Payout({
    ...row,
    user_tag_id: user_tag_id ?? 0n,
    user_tag_uid: user_tag_uid ?? 0n,
    user_tag_uid_hex: user_tag_uid === null ? null : toHex(user_tag_uid)
  })
