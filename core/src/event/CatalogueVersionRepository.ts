import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { StoredCents, StoredId } from "./ProductRevision.ts"
import { ProductVersion, type VersionContent } from "./ProductVersion.ts"
import { isPlanned, isPlannedRate, rateContent, versionContent, versionMoment } from "./ProductVersionSql.ts"

/** A version of a product or ticket that is to be stored. */
interface NewRow {
  readonly eventId: bigint
  readonly productId: bigint
  /** Null for now. */
  readonly validFrom: Parameters<typeof instant>[0]
  readonly content: VersionContent
  /** Absent for true. */
  readonly holds?: boolean
  readonly userId: bigint | null
  readonly taxRateVersionId?: bigint
}

const { price, price_in_vouchers, target_account_id, tax_rate_id, user_tag_variant_ids } = ProductVersion.fields

/** A product as its row shows it, with null as `id`, or a planned version of it. */
const PlannedRow = Schema.Struct({
  product_id: Id,
  id: nullOr(Id),
  valid_from: nullOr(Schema.DateTimeUtc),
  tax_rate_version_id: nullOr(Id),
  price,
  price_in_vouchers,
  tax_rate_id,
  target_account_id,
  user_tag_variant_ids
})

const RateChangeRow = Schema.Struct({
  id: Id,
  tax_rate_id: Id,
  valid_from: Schema.DateTimeUtc,
  prices: Schema.Array(Schema.Struct({ product_id: StoredId, price: StoredCents }))
})

/** What versions of products and tickets and those of tax rates share: how they are stored and how they begin. */
export class CatalogueVersionRepository
  extends Context.Service<CatalogueVersionRepository>()("core/CatalogueVersionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({ ...readings(sql), ...changes(sql), ...beginnings(sql) }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}

const readings = (sql: SqlClient.SqlClient) => ({
  /** The planned versions of tax rates, in the order in which they begin, with the prices that change with them. */
  rateChanges: SqlSchema.findAll({
    Request: Id,
    Result: RateChangeRow,
    execute: (eventId) =>
      sql`select version.id, version.object_id as tax_rate_id, version.valid_from, version.content->'prices' as prices
        from tax_rate rate join catalogue_version version on ${sql.literal(isPlannedRate("version", "rate"))}
        where rate.event_id = ${eventId} order by version.valid_from, version.id`
  }),

  /** The products and tickets with versions, each as it is, and its planned versions in the order in which they begin. */
  plans: SqlSchema.findAll({
    Request: unencoded<bigint>(),
    Result: PlannedRow,
    execute: (eventId) =>
      sql`select product.id as product_id, version.id, version.valid_from, version.tax_rate_version_id,
          ${sql.literal(versionContent("version", "product"))}
        from product join catalogue_version version
          on ${sql.literal(isPlanned("version", "product"))} where product.event_id = ${eventId}
        union all
        select id, null, null, null, price, price_in_vouchers, tax_rate_id, target_account_id, variant_ids
        from product where event_id = ${eventId} and version_id is not null
        order by product_id, valid_from nulls first, id`
  })
})

const changes = (sql: SqlClient.SqlClient) => ({
  /** Returns its id. A version of a ticket has only what may change of one. */
  insert: ({ content, eventId, holds = true, productId, taxRateVersionId, userId, validFrom }: NewRow) =>
    Effect.map(
      sql<{ id: bigint }>`insert into catalogue_version (
          event_id, kind, object_id, valid_from, content, holds, tax_rate_version_id, created_by
        )
        select event_id, 'product', id, coalesce(${instant(validFrom)}::timestamptz, ${sql.literal(versionMoment)}),
          jsonb_build_object('price', ${content.price}::bigint::text, 'tax_rate_id', ${content.tax_rate_id}::bigint::text)
            || case type when 'ticket' then '{}' else jsonb_build_object(
              'price_in_vouchers', ${content.price_in_vouchers}::integer,
              'target_account_id', ${content.target_account_id}::bigint::text,
              'variant_ids', to_jsonb(${content.user_tag_variant_ids}::bigint[]::text[])
            ) end, ${holds}, ${taxRateVersionId ?? null}::bigint, ${userId}
        from product where event_id = ${eventId} and id = ${productId} returning id`,
      ([row]) => row!.id
    ),

  remove: (eventId: bigint, ids: ReadonlyArray<bigint>) =>
    sql`delete from catalogue_version where event_id = ${eventId} and id = any(${ids}::bigint[])`
})

/** What begins up to a moment in milliseconds, as the caller's clock has it; the database's clock decides if they differ by more. */
const begunBy = (sql: SqlClient.SqlClient, at: number) =>
  sql`version.valid_from <= greatest(
    clock_timestamp(), least(to_timestamp(${at}::float8 / 1000), clock_timestamp() + interval '1 second')
  )`

const beginnings = (sql: SqlClient.SqlClient) => ({
  /** The events in which a version has begun that no row of a product or tax rate shows yet. */
  behind: Effect.map(
    sql<{ event_id: bigint }>`
      select product.event_id from product join catalogue_version version
        on ${sql.literal(isPlanned("version", "product"))} where version.valid_from <= clock_timestamp()
      union select rate.event_id from tax_rate rate join catalogue_version version
        on ${sql.literal(isPlannedRate("version", "rate"))} where version.valid_from <= clock_timestamp()
      order by 1`,
    (rows) => rows.map(({ event_id }) => event_id)
  ),

  lock: (eventId: bigint) => sql`select from event where event_id = ${eventId} for no key update`,

  /** Has the rows of products show the versions that have begun; returns how many do so newly. */
  beginProducts: (eventId: bigint, at: number) =>
    Effect.map(
      sql`update product set price = begun.price, price_in_vouchers = begun.price_in_vouchers,
          tax_rate_id = begun.tax_rate_id, target_account_id = begun.target_account_id, variant_ids = begun.user_tag_variant_ids,
          revision_id = begun.revision_id, version_id = begun.id
        from (
          select distinct on (product.id) product.id as product_id, version.id, version.revision_id,
            ${sql.literal(versionContent("version", "product"))}
          from product join catalogue_version version on ${sql.literal(isPlanned("version", "product"))}
          where product.event_id = ${eventId} and ${begunBy(sql, at)}
          order by product.id, version.valid_from desc, version.id desc
        ) begun where product.event_id = ${eventId} and product.id = begun.product_id returning product.id`,
      (rows) => rows.length
    ),

  /** Has the rows of tax rates show the versions that have begun; of each that does so newly, whether its percentage changed. */
  beginRates: (eventId: bigint, at: number) =>
    Effect.map(
      sql<{ changed: boolean }>`update tax_rate set name = begun.name, rate = begun.rate, tax_type = begun.tax_type,
          version_id = begun.id, typed_after = case when tax_rate.tax_type is null and begun.tax_type is not null then (
            select max(id) from ordr
            where event_id = ${eventId} and exists (select from tse where tse.event_id = ${eventId})
          ) else typed_after end
        from (
          select distinct on (rate.id) rate.id as rate_id, rate.rate as rate_before, version.id,
            ${sql.literal(rateContent("version"))}
          from tax_rate rate join catalogue_version version on ${sql.literal(isPlannedRate("version", "rate"))}
          where rate.event_id = ${eventId} and ${begunBy(sql, at)}
          order by rate.id, version.valid_from desc, version.id desc
        ) begun where tax_rate.event_id = ${eventId} and tax_rate.id = begun.rate_id
        returning begun.rate <> begun.rate_before as changed`,
      (rows) => rows.map(({ changed }) => changed)
    ),

  /** Ends the closings of all tills with business in them; the event is locked. */
  endClosings: (eventId: bigint) => sql`select end_used_closings(${eventId}::bigint, 'tax_rate')`,

  raiseVersion: (eventId: bigint) => sql`update event set version = version + 1 where event_id = ${eventId}`
})
