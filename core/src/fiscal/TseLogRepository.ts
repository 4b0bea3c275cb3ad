import { Context, type DateTime, Effect, Layer, Option, Schema, Stream } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { RecordedSignature, RecordedTransaction } from "../tse/LogComparison.ts"
import { TimeFormat } from "../tse/SignedMessage.ts"

/** A record of the device; each event that used it has one. */
const RecordRow = Schema.Struct({
  eventId: Id,
  tseId: Id,
  clients: Schema.Array(Schema.String),
  first: nullOr(Id),
  last: nullOr(Id)
})
type DeviceRecord = Pick<typeof RecordRow.Type, "eventId" | "tseId">

const TransactionRow = Schema.Struct({
  eventId: Id,
  number: Id,
  clientId: Schema.String,
  timeFormat: TimeFormat,
  processType: nullOr(Schema.String),
  processData: nullOr(Schema.String),
  startedAt: nullOr(Moment),
  startCounter: nullOr(Id),
  startSignature: nullOr(Schema.Uint8Array),
  finishedAt: nullOr(Moment),
  counter: nullOr(Id),
  signature: nullOr(Schema.Uint8Array)
})

const OrphanRow = Schema.Struct({ number: Id, clientId: nullOr(Schema.String) })

const CountersRow = Schema.Struct({
  orderId: Id,
  number: Id,
  startCounter: nullOr(Id),
  counter: nullOr(Id)
})

/** Signatures that are read at a time. */
const pageSize = 10_000

/**
 * The records of a device at all events that used it, one after the other. A device is identified by its serial number.
 */
export class TseLogRepository extends Context.Service<TseLogRepository>()("core/TseLogRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const ofDevice = (serial: string) =>
      sql`select job.event_id as "eventId", job.transaction_number as number, job.till_id::text as "clientId",
          coalesce(tse.time_format, 'unixTime') as "timeFormat", job.process_type as "processType",
          job.process_data as "processData", job.started_at as "startedAt", job.start_counter as "startCounter",
          job.start_signature as "startSignature", job.finished_at as "finishedAt", job.signature_counter as counter,
          job.signature
        from tse join signing_job job on job.event_id = tse.event_id and job.tse_id = tse.id
        where lower(tse.serial) = lower(${serial})`

    const signed = SqlSchema.findAll({
      Request: Schema.Struct({ serial: Schema.String, numbers: Schema.Array(Id) }),
      Result: TransactionRow,
      execute: ({ numbers, serial }) =>
        sql`${ofDevice(serial)} and job.status = 'done' and job.transaction_number = any(${numbers}::bigint[])`
    })

    const unsigned = SqlSchema.findAll({
      Request: Schema.String,
      Result: TransactionRow,
      execute: (serial) => sql`${ofDevice(serial)} and job.status <> 'done' and job.transaction_number is not null`
    })

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, tseId: Id, number: Id, orderId: Id }),
      Result: CountersRow,
      execute: ({ eventId, number, orderId, tseId }) =>
        sql`select order_id as "orderId", transaction_number as number, start_counter as "startCounter",
            signature_counter as counter
          from signing_job
          where event_id = ${eventId} and tse_id = ${tseId} and status = 'done'
            and (transaction_number, order_id) > (${number}, ${orderId})
          order by transaction_number, order_id limit ${pageSize}`
    })

    return {
      /** How events of this installation used the device. */
      records: SqlSchema.findAll({
        Request: Schema.String,
        Result: RecordRow,
        execute: (serial) =>
          sql`select tse.event_id as "eventId", tse.id as "tseId", used.first,
              case when tse.status = 'disabled' then greatest(used.last, tse.last_transaction) end as last,
              array(
                select distinct client_id from till_tse_history history
                where history.event_id = tse.event_id and history.tse_id = tse.id and history.what = 'register'
              ) as clients
            from tse cross join lateral (
              select min(transaction_number) as first, max(transaction_number) as last from signing_job
              where event_id = tse.event_id and tse_id = tse.id and status = 'done'
            ) as used
            where lower(tse.serial) = lower(${serial})
            order by tse.event_id`
      }),

      /** Transactions of signed orders, by number. */
      signed: (eventId: bigint, serial: string, numbers: ReadonlyArray<bigint>) =>
        Effect.map(signed({ serial, numbers }), (rows) => rows.map((row) => transactionOf(row, eventId))),

      /** Transactions of orders that failed or are being signed. */
      unsigned: (eventId: bigint, serial: string) =>
        Effect.map(unsigned(serial), (rows) => rows.map((row) => transactionOf(row, eventId))),

      /** Orphans with a number, except those that unknown clients started. */
      givenUp: SqlSchema.findAll({
        Request: Schema.String,
        Result: OrphanRow,
        execute: (serial) =>
          sql`select orphan.transaction_number as number, orphan.client_id as "clientId"
            from tse join tse_orphan orphan on orphan.event_id = tse.event_id and orphan.tse_id = tse.id
            where lower(tse.serial) = lower(${serial}) and orphan.transaction_number is not null
              and orphan.closed_as is distinct from 'stranger'`
      }),

      /** Clients of starts without an answer, including a start that is under way. */
      lostStarts: SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ clientId: Schema.String }),
        execute: (serial) =>
          sql`select orphan.client_id as "clientId"
            from tse join tse_orphan orphan on orphan.event_id = tse.event_id and orphan.tse_id = tse.id
            where lower(tse.serial) = lower(${serial}) and orphan.transaction_number is null
            union all
            select job.till_id::text
            from tse join signing_job job on job.event_id = tse.event_id and job.tse_id = tse.id
            where lower(tse.serial) = lower(${serial}) and job.status = 'pending' and job.stage = 'start_sent'`
      }),

      /** The signature counters of one record, in pages. */
      counters: ({ eventId, tseId }: DeviceRecord) =>
        Stream.paginate(
          { number: 0n, orderId: 0n },
          ({ number, orderId }) =>
            Effect.map(page({ eventId, tseId, number, orderId }), (rows) => {
              const last = rows.at(-1)
              return [rows, last === undefined || rows.length < pageSize ? Option.none() : Option.some(last)] as const
            })
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const transactionOf = (row: typeof TransactionRow.Type, eventId: bigint): RecordedTransaction => ({
  number: row.number,
  clientId: row.clientId,
  timeFormat: row.timeFormat,
  processType: row.processType,
  processData: row.processData,
  start: signatureOf(row.startCounter, row.startSignature, row.startedAt),
  finish: signatureOf(row.counter, row.signature, row.finishedAt),
  isOwn: row.eventId === eventId
})

const signatureOf = (
  counter: bigint | null,
  signature: Uint8Array | null,
  time: DateTime.Utc | null
): RecordedSignature | null =>
  counter === null || signature === null || time === null ? null : { counter, signature, time }
