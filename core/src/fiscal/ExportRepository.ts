import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { nullOr } from "../base/OptionalField.ts"
import { TaxType } from "../base/TaxType.ts"
import { ProductType } from "../event/Product.ts"
import type { Closing } from "./ExportedOrder.ts"
import { isBusiness, ordersOfTill } from "./OrderRows.ts"

const ClosedRow = Schema.Struct({ tillId: Id, zNr: Schema.Int, closedAt: Schema.DateTimeUtc })
const ClosingRow = Schema.Struct({ ...ClosedRow.fields, open: Schema.Boolean })
const OpenClosingRow = Schema.Struct({ ...ClosingRow.fields, receipts: Schema.Int })

const TseRow = Schema.Struct({
  id: Id,
  serial: Schema.String,
  algorithm: Schema.String,
  timeFormat: Schema.String,
  processDataEncoding: Schema.String,
  publicKey: Schema.String,
  certificate: Schema.String
})

const TillRow = Schema.Struct({
  id: Id,
  brand: nullOr(Schema.String),
  model: nullOr(Schema.String),
  softwareBrand: nullOr(Schema.String),
  terminalId: nullOr(Id)
})

const RevisionRow = Schema.Struct({ id: Id, name: Schema.String, type: ProductType, isReturnable: Schema.Boolean })

const RateVersionRow = Schema.Struct({
  id: Id,
  validFrom: Schema.DateTimeUtc,
  rate: Schema.Int,
  taxType: nullOr(TaxType)
})

const RateRow = Schema.Struct({
  id: Id,
  name: Schema.String,
  rate: Schema.Int,
  description: Schema.String,
  taxType: nullOr(TaxType),
  /** Orders up to this id were booked before the rate had a type. */
  typedAfter: nullOr(Id),
  /** Whether it is the percentage that the rate has now. */
  isPresent: Schema.Boolean
})

const RegistrationRow = Schema.Struct({ tillId: Id, tseId: Id, zNr: Schema.Int })

const OrphanRow = Schema.Struct({ orderId: Id, tseId: Id, transactionNumber: Id })

/** Selects closings that ended from one moment up to another, which is not included. */
const ExportScope = Schema.Struct({
  eventId: Id,
  from: nullOr(Schema.DateTimeUtcFromDate),
  to: nullOr(Schema.DateTimeUtcFromDate)
})
export type ExportScope = typeof ExportScope.Type

/** All rows of an event. */
const all = <A, I>(
  Result: Schema.Codec<A, I>,
  statement: (eventId: bigint) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
) => SqlSchema.findAll({ Request: Id, Result, execute: statement })

/** All queries of an event's export; inside one transaction they are consistent. */
export class ExportRepository extends Context.Service<ExportRepository>()("core/DsfinvkExportRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    return {
      /** Removes the time limits of the transaction. */
      takeTime: sql`select set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`,
      /** By till and number. */
      closings: SqlSchema.findAll({
        Request: ExportScope,
        Result: ClosingRow,
        execute: ({ eventId, from, to }) =>
          sql`select till_id as "tillId", z_nr as "zNr", closed_at as "closedAt", false as open from till_closing
            where event_id = ${eventId} and closed_at >= coalesce(${from}::timestamptz, '-infinity')
              and closed_at < coalesce(${to}::timestamptz, 'infinity')
            order by till_id, z_nr`
      }),
      /** Open closings with receipts, as if each ended with its last order. */
      openClosings: all(
        OpenClosingRow,
        (eventId) =>
          sql`select till.id as "tillId", till.z_nr as "zNr", max(ordr.booked_at) as "closedAt", true as open,
            count(*)::integer as receipts
          from till join ordr on ordr.event_id = till.event_id and ordr.till_id = till.id and ordr.z_nr = till.z_nr
          where till.event_id = ${eventId} and ${isBusiness(sql)} group by till.id, till.z_nr order by till.id`
      ),
      /** Closing numbers of tills with orders for which no closing was recorded. */
      unrecorded: all(
        Schema.Struct({ tillId: Id, zNr: Schema.Int }),
        (eventId) =>
          sql`select numbered.till_id as "tillId", numbered.z_nr as "zNr"
          from (select distinct till_id, z_nr from ordr where event_id = ${eventId}) numbered
          where not exists (
              select from till where event_id = ${eventId} and id = numbered.till_id and z_nr = numbered.z_nr
            )
            and not exists (
              select from till_closing where event_id = ${eventId} and till_id = numbered.till_id
                and z_nr = numbered.z_nr
            )
          order by 1, 2`
      ),
      /** The time of every closing, selected or not: cancellations refer to old ones. */
      closedAt: all(
        ClosedRow,
        (eventId) =>
          sql`select till_id as "tillId", z_nr as "zNr", closed_at as "closedAt" from till_closing
          where event_id = ${eventId} order by till_id, z_nr`
      ),
      /** Devices that have reported their properties. */
      tses: all(TseRow, (eventId) =>
        sql`select id, serial, hashalgo as algorithm, time_format as "timeFormat",
            coalesce(process_data_encoding, 'UTF-8') as "processDataEncoding", public_key as "publicKey",
            coalesce(certificate, '') as certificate
          from tse
          where event_id = ${eventId} and serial is not null and hashalgo is not null and time_format is not null
            and public_key is not null
          order by id`),
      tills: all(
        TillRow,
        (eventId) =>
          sql`select id, brand, model, software_brand as "softwareBrand", terminal_id as "terminalId" from till
          where event_id = ${eventId} order by id`
      ),
      revisions: all(RevisionRow, (eventId) =>
        sql`select id, data->>'name' as name, data->>'type' as type,
            coalesce((data->>'is_returnable')::boolean, false) as "isReturnable"
          from product_revision where event_id = ${eventId}`),
      rates: all(
        RateRow,
        (eventId) =>
          sql`select tax_rate_id as id, known.name, known.rate, known.description, known.tax_type as "taxType",
            known.typed_after as "typedAfter", known.rate = present.rate as "isPresent"
          from rate_types() known join tax_rate present on present.event_id = known.event_id and present.id = known.tax_rate_id
          where known.event_id = ${eventId} order by known.rate <> present.rate, known.tax_rate_id, known.rate`
      ),
      /** The percentages that rates had, in the order in which they began. */
      rateVersions: all(
        RateVersionRow,
        (eventId) =>
          sql`select object_id as id, valid_from as "validFrom", (content->>'rate')::integer as rate,
            content->>'tax_type' as "taxType"
          from catalogue_version where event_id = ${eventId} and kind = 'tax_rate' order by valid_from, catalogue_version.id`
      ),
      /** When the first receipt of each closing was booked. */
      begun: all(
        Schema.Struct({ tillId: Id, zNr: Schema.Int, at: Schema.DateTimeUtc }),
        (eventId) =>
          sql`select till_id as "tillId", z_nr as "zNr", min(booked_at) as at from ordr
          where event_id = ${eventId} and ${isBusiness(sql)} group by till_id, z_nr order by till_id, z_nr`
      ),
      /** Names of rates that something was sold at and that have no tax type. */
      untypedRates: all(Schema.Struct({ name: Schema.String }), (eventId) =>
        sql`select name from rate_types() known
          where event_id = ${eventId} and tax_type is null and exists (
            select from line_item line
            where line.event_id = ${eventId} and line.tax_rate_id = known.tax_rate_id and line.tax_rate = known.rate
          )
          order by tax_rate_id, rate`),
      /** Registrations of tills at devices, oldest first. */
      registrations: all(
        RegistrationRow,
        (eventId) =>
          sql`select till_id as "tillId", tse_id as "tseId", z_nr as "zNr" from till_tse_history
          where event_id = ${eventId} and what = 'register' and till_id is not null order by id`
      ),
      /** Transactions that were begun for an order and aborted. */
      abandoned: all(
        OrphanRow,
        (eventId) =>
          sql`select order_id as "orderId", tse_id as "tseId", transaction_number as "transactionNumber" from tse_orphan
          where event_id = ${eventId} and transaction_number is not null and order_id is not null
            and closed_as is distinct from 'never'
          order by id`
      ),
      /** The orders of a till in these closings, by closing and id, as a stream. */
      orders: (eventId: bigint, tillId: bigint, zNrs: ReadonlyArray<number>) =>
        ordersOfTill(sql, { eventId, tillId, zNrs }).stream,
      /** Orders of selected closings that wait for their signature; the first hundred of them. */
      unsigned: (eventId: bigint, closings: ReadonlyArray<Closing>) =>
        Effect.map(
          sql<{ id: bigint; count: bigint }>`
            with chosen as (
              select * from unnest(
                ${closings.map(({ tillId }) => tillId)}::bigint[], ${closings.map(({ zNr }) => zNr)}::int[]
              ) as chosen (till_id, z_nr)
            )
            select job.order_id as id, count(*) over () as count
            from signing_job job
              join fiscal_settings fiscal on fiscal.event_id = job.event_id and job.order_id > fiscal.signing_from
              join ordr on ordr.event_id = job.event_id and ordr.id = job.order_id
            where job.event_id = ${eventId} and job.status in ('new', 'pending')
              and (ordr.till_id, ordr.z_nr) in (select till_id, z_nr from chosen)
            order by job.order_id limit 100`,
          (rows) => ({ count: Number(rows[0]?.count ?? 0n), ids: rows.map(({ id }) => id) })
        )
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
