import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant, Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TaxType } from "../base/TaxType.ts"
import { OrderType, PaymentMethod } from "../journal/Order.ts"
import { unencoded } from "../sql/Unencoded.ts"
import type { StartedTransaction, TseSignature } from "../tse/TseDevice.ts"
import { FiscalSettings, undecided } from "./FiscalSettings.ts"
import {
  type FailureReason,
  messageOf,
  type OrderWait,
  type Orphan,
  type SigningJob,
  SigningStage,
  success,
  unlimited
} from "./Signature.ts"
import type { TseOwner } from "./TseOwner.ts"

/** The order that is signed next. */
export const WaitingOrder = Schema.Struct({
  order_id: Id,
  till_id: Id,
  attempts: Schema.Int,
  order_type: OrderType,
  payment_method: PaymentMethod,
  /** ISO 4217. */
  currency: Schema.String,
  settings: FiscalSettings,
  /** Gross cents of each line, and the tax type of its rate; null if the rate has none. */
  totals: Schema.Array(Money.Cents),
  tax_types: Schema.Array(nullOr(TaxType))
})
export type WaitingOrder = typeof WaitingOrder.Type

const PendingRow = Schema.Struct({
  order_id: Id,
  till_id: Id,
  attempts: Schema.Int,
  stage: SigningStage,
  process_type: Schema.String,
  process_data: Schema.String,
  transaction_number: nullOr(Id),
  started_at: nullOr(Moment),
  start_counter: nullOr(Id),
  start_signature: nullOr(Schema.Uint8Array)
})

/** The orders that a device signs, and how far each has come. Only the owner of the device can store anything. */
export class SigningRepository extends Context.Service<SigningRepository>()("core/SigningRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const next = SqlSchema.findAll({
      Request: unencoded<NextOrder>(),
      Result: WaitingOrder,
      execute: ({ backedOff, owner, revision }) =>
        sql`select job.order_id, job.till_id, job.attempts, ordr.order_type, ordr.payment_method,
            event.settings->>'currency_identifier' as currency, fiscal.settings, line.totals, line.tax_types
          from tse
            join fiscal_settings fiscal on fiscal.event_id = tse.event_id and fiscal.signing_from is not null
            join event on event.event_id = tse.event_id
            join till on till.event_id = tse.event_id and till.tse_id = tse.id
              and till.id <> all(${backedOff}::bigint[])
            cross join lateral (
              select * from signing_job
              where event_id = till.event_id and till_id = till.id and status in ('new', 'pending')
                and order_id > fiscal.signing_from
              order by order_id limit 1
            ) as job
            join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
            cross join lateral (
              select coalesce(array_agg(item.total_price order by item_id), '{}') as totals,
                coalesce(array_agg(
                  case when item.order_id > coalesce(typed.typed_after, 0) then typed.tax_type end order by item_id
                ), '{}') as tax_types
              from line_item item
                left join lateral (
                  select tax_type, typed_after from rate_types() rate_type where rate_type.event_id = item.event_id
                    and rate_type.tax_rate_id = item.tax_rate_id and rate_type.rate = item.tax_rate
                ) typed on true
              where item.event_id = job.event_id and item.order_id = job.order_id
            ) as line
          where tse.event_id = ${owner.eventId} and tse.id = ${owner.tseId} and tse.epoch = ${owner.epoch}
            and tse.status = 'active' and tse.revision = ${revision} and job.status = 'new'
            and not exists (
              select from signing_job busy
              where busy.event_id = job.event_id and busy.till_id = job.till_id and busy.status = 'pending'
            )
          order by job.order_id limit 1`
    })

    const pending = SqlSchema.findAll({
      Request: unencoded<TseOwner>(),
      Result: PendingRow,
      execute: ({ epoch, eventId, tseId }) =>
        sql`select order_id, till_id, attempts, stage, process_type, process_data, transaction_number, started_at,
            start_counter, start_signature
          from signing_job
          where event_id = ${eventId} and tse_id = ${tseId} and status = 'pending' and tse_epoch = ${epoch}
          order by order_id`
    })

    /** Only the owner changes a job, and only if the job is still at the stage that the owner knows. */
    const isAtStage = (owner: TseOwner, { orderId, stage }: SigningJob) =>
      sql`event_id = ${owner.eventId} and order_id = ${orderId} and status = 'pending' and stage = ${stage}
        and tse_id = ${owner.tseId} and tse_epoch = ${owner.epoch}`

    /** An unclaimed order belongs to the owner of the device that its till has now, while that device is active. */
    const isOurs = ({ epoch, eventId, tseId }: TseOwner) =>
      sql`exists (
        select from tse join till on till.event_id = tse.event_id and till.tse_id = tse.id
        where tse.event_id = ${eventId} and tse.id = ${tseId} and tse.epoch = ${epoch} and tse.status = 'active'
          and till.id = signing_job.till_id
      )`

    const noteOrphan = (owner: TseOwner, job: SigningJob, orphan: Orphan | null) =>
      sql`insert into tse_orphan (event_id, tse_id, client_id, order_id, transaction_number, closed_at, closed_as)
        select ${owner.eventId}::bigint, ${owner.tseId}::bigint, ${job.clientId}::text, order_id,
          ${orphan?.number ?? null}::bigint, case when ${orphan?.gone ?? false} then now() end,
          case when ${orphan?.gone ?? false} then 'gone' end
        from moved where ${orphan !== null}`

    return {
      /** The lowest order of the device's tills. Tills that are backed off, or have a pending order, are passed over. */
      next: (request: NextOrder) => Effect.map(next(request), ([order]) => order),

      /** Jobs that the owner has claimed, or has taken over from the last one. */
      pending: (owner: TseOwner) => Effect.map(pending(owner), (rows) => rows.map((row) => jobOf(owner, row))),

      /** Claims an order; undefined if it no longer waits for this device. */
      claim: (owner: TseOwner, order: WaitingOrder, processType: string, processData: string) =>
        sql`update signing_job set status = 'pending', stage = 'claimed', tse_id = ${owner.tseId},
            tse_epoch = ${owner.epoch}, process_type = ${processType}, process_data = ${processData},
            last_update = now()
          where event_id = ${owner.eventId} and order_id = ${order.order_id} and status = 'new' and ${isOurs(owner)}
          returning order_id`.pipe(
          isStored,
          Effect.map((isMine): SigningJob | undefined =>
            isMine
              ? {
                eventId: owner.eventId,
                orderId: order.order_id,
                clientId: String(order.till_id),
                attempts: order.attempts,
                stage: "claimed",
                processType,
                processData,
                transaction: null
              }
              : undefined
          )
        ),

      /** Stores the next stage, before the request of that stage is sent. */
      advance: (owner: TseOwner, job: SigningJob, stage: SigningStage) =>
        isStored(sql`update signing_job set stage = ${stage}, last_update = now() where ${isAtStage(owner, job)}
          returning order_id`),

      /** Stores the answer to the start, with the newest numbers of the device. */
      storeStart: (owner: TseOwner, job: SigningJob, { counter, logTime, number, signature }: StartedTransaction) =>
        isStored(sql`with moved as (
            update signing_job set stage = 'started', transaction_number = ${number}, started_at = ${
          instant(logTime)
        }::timestamptz,
              start_counter = ${counter}, start_signature = ${signature}, last_update = now()
            where ${isAtStage(owner, job)} returning order_id
          ), seen as (
            update tse set last_transaction = ${number}, last_counter = ${counter}, last_contact = now()
            where event_id = ${owner.eventId} and id = ${owner.tseId} and exists (select from moved)
          )
          select order_id from moved`),

      storeSignature: (
        owner: TseOwner,
        job: SigningJob,
        { counter, logTime, signature }: TseSignature,
        durationSeconds: number
      ) =>
        isStored(sql`with moved as (
            update signing_job set status = 'done', stage = null, finished_at = ${instant(logTime)}::timestamptz,
              signature_counter = ${counter}, signature = ${signature}, duration = ${durationSeconds}::float8,
              result_message = ${success}, last_update = now()
            where ${isAtStage(owner, job)} returning order_id
          ), seen as (
            update tse set last_counter = ${counter}, last_contact = now()
            where event_id = ${owner.eventId} and id = ${owner.tseId} and exists (select from moved)
          )
          select order_id from moved`),

      /** Puts a job back into the queue; counts as an attempt unless nothing was sent. */
      requeue: (owner: TseOwner, job: SigningJob, orphan: Orphan | null) =>
        isStored(sql`with moved as (
            update signing_job set status = 'new', stage = null, tse_id = null, tse_epoch = null,
              attempts = attempts + ${job.stage === "claimed" ? 0 : 1}, process_type = null, process_data = null,
              transaction_number = null, started_at = null, start_counter = null, start_signature = null,
              last_update = now()
            where ${isAtStage(owner, job)} returning order_id
          ), noted as (${noteOrphan(owner, job, orphan)})
          select order_id from moved`),

      /** Fails an order whose signature is invalid, and keeps the signature. */
      storeInvalidSignature: (owner: TseOwner, job: SigningJob, { counter, logTime, signature }: TseSignature) =>
        isStored(sql`update signing_job set status = 'failure', stage = null, failure_reason = 'bad_signature',
            result_message = ${messageOf("bad_signature")}, finished_at = ${instant(logTime)}::timestamptz,
            signature_counter = ${counter}, signature = ${signature}, last_update = now()
          where ${isAtStage(owner, job)} returning order_id`),

      fail: (owner: TseOwner, job: SigningJob, reason: FailureReason, orphan: Orphan | null) =>
        isStored(sql`with moved as (
            update signing_job set status = 'failure', stage = null, failure_reason = ${reason},
              result_message = ${messageOf(reason)}, last_update = now()
            where ${isAtStage(owner, job)} returning order_id
          ), noted as (${noteOrphan(owner, job, orphan)})
          select order_id from moved`),

      /** Fails an unclaimed order, if it still waits for this device. */
      failUnclaimed: (owner: TseOwner, orderId: bigint, reason: FailureReason) =>
        isStored(sql`update signing_job set status = 'failure', failure_reason = ${reason}, tse_id = ${owner.tseId},
            result_message = ${messageOf(reason)}, last_update = now()
          where event_id = ${owner.eventId} and order_id = ${orderId} and status = 'new' and ${isOurs(owner)}
          returning order_id`),

      /** Time since the order was booked, by the database's clock, and the limit of the event's current settings. */
      waitOf: (owner: TseOwner, orderId: bigint) =>
        Effect.map(
          sql<OrderWait>`select extract(epoch from now() - job.created_at)::float8 as "waitedSeconds",
              coalesce((fiscal.settings->>'outage_limit')::integer, ${undecided.outage_limit}) as "limitSeconds"
            from signing_job job left join fiscal_settings fiscal on fiscal.event_id = job.event_id
            where job.event_id = ${owner.eventId} and job.order_id = ${orderId}`,
          ([row]) => row ?? unlimited
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

interface NextOrder {
  readonly owner: TseOwner
  /** Of the device's record, as the owner read it; no order is found if the record has changed. */
  readonly revision: number
  /** Tills whose orders wait for now. */
  readonly backedOff: ReadonlyArray<bigint>
}

const jobOf = ({ eventId }: TseOwner, row: typeof PendingRow.Type): SigningJob => ({
  eventId,
  orderId: row.order_id,
  clientId: String(row.till_id),
  attempts: row.attempts,
  stage: row.stage,
  processType: row.process_type,
  processData: row.process_data,
  transaction: row.transaction_number === null || row.started_at === null || row.start_counter === null ||
      row.start_signature === null
    ? null
    : {
      number: row.transaction_number,
      logTime: row.started_at,
      counter: row.start_counter,
      signature: row.start_signature
    }
})

const isStored = <E, R>(rows: Effect.Effect<ReadonlyArray<unknown>, E, R>) =>
  Effect.map(rows, ({ length }) => length > 0)
