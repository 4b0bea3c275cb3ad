import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import type { Place } from "../organisation/Place.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { ListedVersion, ProductVersion } from "./ProductVersion.ts"
import { rateAt, versionContent } from "./ProductVersionSql.ts"

export class ProductVersionRepository
  extends Context.Service<ProductVersionRepository>()("core/ProductVersionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => readings(sql))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}

const readings = (sql: SqlClient.SqlClient) => {
  /** The versions of a product, the last to begin first. */
  const list = SqlSchema.findAll({
    Request: unencoded<{ readonly eventId: bigint; readonly productId: bigint }>(),
    Result: ProductVersion,
    execute: ({ eventId, productId }) =>
      sql`select version.id, version.valid_from, version.holds, ${
        sql.literal(versionContent("version", "product"))
      }, rate.name as tax_name,
          version.tax_rate_version_id, case when version.valid_from > clock_timestamp() then 'planned'
            when version.id = (
              select begun.id from catalogue_version begun
              where begun.event_id = version.event_id and begun.object_id = version.object_id and begun.kind = version.kind
                and begun.valid_from <= clock_timestamp()
              order by begun.valid_from desc, begun.id desc limit 1
            ) then 'present' else 'past' end as state,
          version.created_at, version.created_by
        from product join catalogue_version version
            on version.event_id = product.event_id and version.object_id = product.id and version.kind = 'product'
          left join lateral (select (version.content->>'tax_rate_id')::bigint as tax_rate_id, version.event_id) taxed on true
          left ${sql.literal(rateAt("taxed", "version.valid_from"))}
        where product.event_id = ${eventId} and product.id = ${productId}
        order by version.valid_from desc, version.id desc`
  })

  /** The products of the path by name as they are at a moment; with a till only those on its buttons. */
  const pricesAt = SqlSchema.findAll({
    Request: unencoded<{ readonly place: Place; readonly at: string | null; readonly tillId: bigint | null }>(),
    Result: ListedVersion,
    execute: ({ at, place, tillId }) =>
      sql`select product.id, product.node_id, product.name, ${
        sql.literal(versionContent("version", "product"))
      }, rate.name as tax_name,
          case when product.is_returnable then null else product.category_id end as category_id,
          rate.rate as tax_rate, version.id as version_id, version.valid_from, next.valid_from as next_from,
          (next.content->>'price')::bigint as next_price,
          (next.content->>'price_in_vouchers')::integer as next_price_in_vouchers
        from product
          cross join lateral (select coalesce(${at}::timestamptz, clock_timestamp()) as moment offset 0) wanted
          join lateral (
            select * from catalogue_version version
            where version.event_id = product.event_id and version.object_id = product.id and version.kind = 'product'
              and version.valid_from <= moment
            order by version.valid_from desc, version.id desc limit 1
          ) version on true
          left join lateral (
            select * from catalogue_version version
            where version.event_id = product.event_id and version.object_id = product.id and version.kind = 'product'
              and version.valid_from > moment
            order by version.valid_from, version.id limit 1
          ) next on true
          left join lateral (select (version.content->>'tax_rate_id')::bigint as tax_rate_id, version.event_id) taxed on true
          left ${sql.literal(rateAt("taxed", "moment"))}
        where product.event_id = ${place.eventId} and product.node_id = any(${place.pathIds}::bigint[])
          and product.type = 'user_defined' and (${tillId}::bigint is null or exists (
            select from till
              join till_profile profile on profile.event_id = till.event_id and profile.id = till.active_profile_id
              join till_layout_button shown on shown.event_id = till.event_id and shown.layout_id = profile.layout_id
              join till_button_product pressed on pressed.event_id = till.event_id and pressed.button_id = shown.button_id
            where till.event_id = product.event_id and till.id = ${tillId} and pressed.product_id = product.id
          ))
        order by product.name, product.id`
  })

  /** For each button with the product the other products on it. */
  const besides = SqlSchema.findAll({
    Request: unencoded<{ readonly eventId: bigint; readonly productId: bigint }>(),
    Result: Schema.Struct({ product_ids: Schema.Array(Id) }),
    execute: ({ eventId, productId }) =>
      sql`select array_agg(other.product_id order by other.product_id) as product_ids from till_button_product own
          join till_button_product other on other.event_id = own.event_id and other.button_id = own.button_id
        where own.event_id = ${eventId} and own.product_id = ${productId} and other.product_id <> ${productId}
        group by own.button_id order by own.button_id`
  })

  return { besides, list, pricesAt }
}
