import { Context, Effect, Layer, Schema, SchemaTransformation, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { StoredCents, StoredId } from "./ProductRevision.ts"
import { isPlannedRate, rateContent, versionMoment } from "./ProductVersionSql.ts"
import { type PriceChange, type RateContent, TaxRateVersion } from "./TaxRateVersion.ts"

/** A version that is to be stored. */
interface NewRow {
  readonly eventId: bigint
  readonly rateId: bigint
  /** Null for now. */
  readonly validFrom: Parameters<typeof instant>[0]
  readonly content: RateContent
  readonly prices: ReadonlyArray<PriceChange>
  readonly userId: bigint | null
}

const StoredPrices = Schema.Array(Schema.Struct({ product_id: StoredId, price: StoredCents }))

const PlannedRow = Schema.Struct({
  tax_rate_id: Id,
  ...Struct.pick(TaxRateVersion.fields, ["id", "valid_from", "name", "rate", "tax_type"]),
  price_changes: StoredPrices
})

const VersionRow = Schema.Struct({
  ...Struct.omit(TaxRateVersion.fields, ["price_changes"]),
  price_changes: StoredPrices
}).pipe(
  Schema.decodeTo(
    Schema.toType(TaxRateVersion),
    SchemaTransformation.transform({
      decode: (row): TaxRateVersion => new TaxRateVersion(row),
      encode: (version: TaxRateVersion) => version
    })
  )
)

export class TaxRateVersionRepository
  extends Context.Service<TaxRateVersionRepository>()("core/TaxRateVersionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /** The versions of a rate, the last to begin first. */
      list: SqlSchema.findAll({
        Request: unencoded<{ readonly eventId: bigint; readonly rateId: bigint }>(),
        Result: VersionRow,
        execute: ({ eventId, rateId }) =>
          sql`select version.id, version.valid_from, ${sql.literal(rateContent("version"))},
              version.content->'prices' as price_changes, version.created_at, version.created_by, (
                select count(*)::integer from catalogue_version follows
                where follows.event_id = version.event_id and follows.tax_rate_version_id = version.id
              ) as products, case when version.valid_from > clock_timestamp() then 'planned'
                when version.id = (
                  select begun.id from catalogue_version begun
                  where begun.event_id = version.event_id and begun.object_id = version.object_id
                    and begun.kind = version.kind and begun.valid_from <= clock_timestamp()
                  order by begun.valid_from desc, begun.id desc limit 1
                ) then 'present' else 'past' end as state
            from catalogue_version version
            where version.event_id = ${eventId} and version.object_id = ${rateId} and version.kind = 'tax_rate'
            order by version.valid_from desc, version.id desc`
      }),

      /** The versions of an event's tax rates that their rows don't show yet, in the order in which they begin. */
      planned: SqlSchema.findAll({
        Request: unencoded<bigint>(),
        Result: PlannedRow,
        execute: (eventId) =>
          sql`select rate.id as tax_rate_id, version.id, version.valid_from, ${sql.literal(rateContent("version"))},
              version.content->'prices' as price_changes
            from tax_rate rate join catalogue_version version on ${sql.literal(isPlannedRate("version", "rate"))}
            where rate.event_id = ${eventId} order by version.valid_from, version.id`
      }),

      /** Returns its id. */
      insert: ({ content, eventId, prices, rateId, userId, validFrom }: NewRow) =>
        Effect.map(
          sql<{ id: bigint }>`insert into catalogue_version (event_id, kind, object_id, valid_from, content, created_by)
            values (${eventId}, 'tax_rate', ${rateId},
              coalesce(${instant(validFrom)}::timestamptz, ${sql.literal(versionMoment)}),
              jsonb_build_object('name', ${content.name}::text, 'rate', ${content.rate}::integer,
                'tax_type', ${content.tax_type}::text, 'prices', coalesce((
                  select jsonb_agg(jsonb_build_object('product_id', product_id::text, 'price', price::text) order by product_id)
                  from unnest(
                    ${prices.map((one) => one.product_id)}::bigint[], ${prices.map((one) => one.price)}::bigint[]
                  ) as changed (product_id, price)
                ), '[]')), ${userId}) returning id`,
          ([row]) => row!.id
        ),

      remove: (eventId: bigint, id: bigint) =>
        sql`delete from catalogue_version where event_id = ${eventId} and id = ${id}`
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
