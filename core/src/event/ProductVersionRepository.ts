import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import type { Place } from "../organisation/Place.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { ListedPrice, ProductVersion, type VersionContent } from "./ProductVersion.ts"
import { isPlanned, versionContent, versionMoment } from "./ProductVersionSql.ts"

/** A version that is to be stored. */
interface NewRow {
  readonly eventId: bigint
  readonly productId: bigint
  /** Null for now. */
  readonly validFrom: Parameters<typeof instant>[0]
  readonly content: VersionContent
  readonly userId: bigint | null
}

export class ProductVersionRepository
  extends Context.Service<ProductVersionRepository>()("core/ProductVersionRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({ ...readings(sql), ...changes(sql) }))
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
      sql`select version.id, version.valid_from, ${sql.literal(versionContent("version"))}, rate.name as tax_name,
          case when version.valid_from > clock_timestamp() then 'planned'
            when version.id = (
              select begun.id from catalogue_version begun
              where begun.event_id = version.event_id and begun.object_id = version.object_id
                and begun.valid_from <= clock_timestamp()
              order by begun.valid_from desc, begun.id desc limit 1
            ) then 'present' else 'past' end as state,
          version.created_at, version.created_by
        from catalogue_version version left join tax_rate rate on rate.event_id = version.event_id
          and rate.id = (version.content->>'tax_rate_id')::bigint
        where version.event_id = ${eventId} and version.object_id = ${productId}
        order by version.valid_from desc, version.id desc`
  })

  /** The products of the path by name as they are at a moment; with a till only those on its buttons. */
  const pricesAt = SqlSchema.findAll({
    Request: unencoded<{ readonly place: Place; readonly at: string | null; readonly tillId: bigint | null }>(),
    Result: ListedPrice,
    execute: ({ at, place, tillId }) =>
      sql`select product.id, product.name, ${sql.literal(versionContent("version"))}, rate.name as tax_name,
          rate.rate as tax_rate, version.id as version_id, version.valid_from, next.valid_from as next_from,
          (next.content->>'price')::bigint as next_price,
          (next.content->>'price_in_vouchers')::integer as next_price_in_vouchers
        from product
          cross join lateral (select coalesce(${at}::timestamptz, clock_timestamp()) as moment offset 0) wanted
          join lateral (
            select * from catalogue_version version
            where version.event_id = product.event_id and version.object_id = product.id and version.valid_from <= moment
            order by version.valid_from desc, version.id desc limit 1
          ) version on true
          left join lateral (
            select * from catalogue_version version
            where version.event_id = product.event_id and version.object_id = product.id and version.valid_from > moment
            order by version.valid_from, version.id limit 1
          ) next on true
          left join tax_rate rate on rate.event_id = product.event_id
            and rate.id = (version.content->>'tax_rate_id')::bigint
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

  /** The events in which a version has begun that the rows of products don't show yet. */
  const behind = Effect.map(
    sql<{ event_id: bigint }>`select distinct product.event_id from product join catalogue_version version
      on ${sql.literal(isPlanned("version", "product"))} where version.valid_from <= clock_timestamp() order by 1`,
    (rows) => rows.map(({ event_id }) => event_id)
  )

  return { behind, besides, list, pricesAt }
}

const changes = (sql: SqlClient.SqlClient) => {
  /** Returns its id. */
  const insert = ({ content, eventId, productId, userId, validFrom }: NewRow) =>
    Effect.map(
      sql<{ id: bigint }>`insert into catalogue_version (event_id, kind, object_id, valid_from, content, created_by)
        values (${eventId}, 'product', ${productId},
          coalesce(${instant(validFrom)}::timestamptz, ${sql.literal(versionMoment)}),
          jsonb_build_object(
            'price', ${content.price}::bigint::text, 'price_in_vouchers', ${content.price_in_vouchers}::integer,
            'tax_rate_id', ${content.tax_rate_id}::bigint::text,
            'target_account_id', ${content.target_account_id}::bigint::text,
            'variant_ids', to_jsonb(${content.user_tag_variant_ids}::bigint[]::text[])
          ), ${userId}) returning id`,
      ([row]) => row!.id
    )

  const remove = (eventId: bigint, id: bigint) =>
    sql`delete from catalogue_version where event_id = ${eventId} and id = ${id}`

  /** Has the rows of products show the versions that have begun. */
  const begin = (eventId: bigint) =>
    sql`update product set price = begun.price, price_in_vouchers = begun.price_in_vouchers,
        tax_rate_id = begun.tax_rate_id, target_account_id = begun.target_account_id, variant_ids = begun.user_tag_variant_ids,
        revision_id = begun.revision_id, version_id = begun.id
      from (
        select distinct on (product.id) product.id as product_id, version.id, version.revision_id,
          ${sql.literal(versionContent("version"))}
        from product join catalogue_version version on ${sql.literal(isPlanned("version", "product"))}
        where product.event_id = ${eventId} and version.valid_from <= clock_timestamp()
        order by product.id, version.valid_from desc, version.id desc
      ) begun where product.event_id = ${eventId} and product.id = begun.product_id`

  const raiseVersion = (eventId: bigint) => sql`update event set version = version + 1 where event_id = ${eventId}`

  return { begin, insert, raiseVersion, remove }
}
