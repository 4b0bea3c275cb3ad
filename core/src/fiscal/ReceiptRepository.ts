import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Currency } from "../base/Currency.ts"
import { Id } from "../base/Id.ts"
import { TimeZone } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TaxType } from "../base/TaxType.ts"
import { isSigned } from "../sale/OrderRepository.ts"
import { BonConfig, SignatureStatus, type Signing, signingStatus } from "./Receipt.ts"
import { rateKey, type TaxTypes } from "./TaxKey.ts"

const Place = Schema.Struct({ event_id: Id, id: Id })

const FactsRow = Schema.Struct({
  ...BonConfig.fields,
  is_signed: Schema.Boolean,
  signing_status: nullOr(SignatureStatus),
  currency_identifier: Currency,
  time_zone: TimeZone,
  result_message: nullOr(Schema.String)
})

const SignatureRow = Schema.Struct({
  clientId: Schema.String,
  processType: Schema.String,
  processData: Schema.String,
  transactionNumber: Schema.BigInt,
  signatureCounter: Schema.BigInt,
  startTime: Schema.DateTimeUtc,
  logTime: Schema.DateTimeUtc,
  signature: Schema.Uint8Array,
  serial: Schema.String,
  algorithm: Schema.String,
  timeFormat: Schema.String,
  publicKey: Schema.Uint8ArrayFromBase64
})

/** Facts of a receipt other than its order, its signature and its tax types. */
export interface IssuingRow {
  readonly config: BonConfig
  readonly currency: string
  readonly timeZone: string
  readonly status: Signing["status"]
  /** How the signature ended. */
  readonly message: string
}

export class ReceiptRepository extends Context.Service<ReceiptRepository>()("core/ReceiptRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const facts = SqlSchema.findAll({
      Request: Place,
      Result: FactsRow,
      execute: ({ event_id, id }) =>
        sql`select header.title, header.issuer, header.address, header.ust_id,
            event.settings->>'currency_identifier' as currency_identifier, event.settings->>'time_zone' as time_zone,
            coalesce(${sql.literal(isSigned)}, false) as is_signed, job.status as signing_status,
            job.result_message
          from ordr
            join event on event.event_id = ordr.event_id
            left join fiscal_settings fiscal on fiscal.event_id = ordr.event_id
            left join signing_job job on job.event_id = ordr.event_id and job.order_id = ordr.id
            left join lateral (
              select title, issuer, address, ust_id from receipt_header
              where event_id = ordr.event_id and valid_from <= ordr.booked_at order by valid_from desc limit 1
            ) header on true
          where ordr.event_id = ${event_id} and ordr.id = ${id}`
    })

    const taxTypes = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, rateIds: Schema.Array(Id) }),
      Result: Schema.Struct({ id: Id, rate: Schema.Int, tax_type: nullOr(TaxType) }),
      execute: ({ eventId, rateIds }) =>
        sql`select tax_rate_id as id, rate, tax_type from rate_types() rate_type
          where event_id = ${eventId} and tax_rate_id = any(${rateIds}::bigint[])`
    })

    return {
      /** The order with this uuid. Two events may have orders with the same uuid: the older one is returned. */
      placeOf: SqlSchema.findAll({
        Request: Schema.Struct({ uuid: Schema.String }),
        Result: Place,
        execute: ({ uuid }) =>
          sql`select event_id, id from ordr where uuid = ${uuid}::uuid order by booked_at, event_id limit 1`
      }),
      /** The order with this number, looked up in each event by its key. */
      placeAt: SqlSchema.findAll({
        Request: Schema.Struct({ id: Id }),
        Result: Place,
        execute: ({ id }) =>
          sql`select ordr.event_id, ordr.id from event
              join ordr on ordr.event_id = event.event_id and ordr.id = ${id}
            order by ordr.booked_at, ordr.event_id limit 1`
      }),
      facts: (place: typeof Place.Type) => Effect.map(facts(place), ([row]) => row && issuing(row)),
      /** The signature of a signed order. */
      signature: SqlSchema.findOne({
        Request: Place,
        Result: SignatureRow,
        execute: ({ event_id, id }) =>
          sql`select job.till_id::text as "clientId", job.process_type as "processType", job.process_data as "processData",
              job.transaction_number as "transactionNumber", job.signature_counter as "signatureCounter",
              job.started_at as "startTime", job.finished_at as "logTime", job.signature, tse.serial,
              tse.hashalgo as algorithm, tse.time_format as "timeFormat", tse.public_key as "publicKey"
            from signing_job job join tse on tse.event_id = job.event_id and tse.id = job.tse_id
            where job.event_id = ${event_id} and job.order_id = ${id} and job.status = 'done'`
      }),
      taxTypes: (eventId: bigint, rateIds: ReadonlyArray<bigint>) =>
        Effect.map(
          taxTypes({ eventId, rateIds }),
          (rows): TaxTypes => new Map(rows.map((row) => [rateKey(row.id, row.rate), row.tax_type]))
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const issuing = (row: typeof FactsRow.Type): IssuingRow => ({
  config: new BonConfig({ title: row.title, issuer: row.issuer, address: row.address, ust_id: row.ust_id }),
  currency: row.currency_identifier,
  timeZone: row.time_zone,
  status: signingStatus(row),
  message: row.result_message ?? ""
})
