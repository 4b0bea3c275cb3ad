import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { AccountType } from "../base/Account.ts"
import { type Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import type { ProductDraft } from "./Product.ts"
import { ProductRow } from "./ProductRevision.ts"
import { isPlanned, rateAt, versionContent, versionMoment } from "./ProductVersionSql.ts"
import { productVariants } from "./UserTagVariantRepository.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(ProductRow))

export class ProductRepository extends Context.Service<ProductRepository>()("core/ProductRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      ...queries(sql),
      ...changes(sql),
      ...uses(sql),
      refreshRevisions: refreshRevisions(sql),
      nameTaken: yield* nameTaken("product")
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const queries = (sql: SqlClient.SqlClient) => {
  const select = sql.literal(`
    select p.id, p.node_id, p.type, p.name, p.price, p.fixed_price, p.price_in_vouchers, p.tax_rate_id,
      ${
    productVariants("p")
  }, p.is_locked, p.is_returnable, p.target_account_id, p.category_id, t.name as tax_name, t.rate as tax_rate
    from product p join tax_rate t on t.event_id = p.event_id and t.id = p.tax_rate_id`)

  /** Products of the path by name: the operator's own and, with `showAll`, also tickets and system products. */
  const list = ({ eventId, pathIds }: Place, showAll: boolean) =>
    Effect.flatMap(
      sql`${select} where p.event_id = ${eventId} and p.node_id = any(${pathIds}::bigint[])
        and (p.type = 'user_defined' or ${showAll}) order by p.name, p.id`,
      decode
    )

  /** The operator's own product with this id, if it is on the path. */
  const find = ({ eventId, pathIds }: Place, id: bigint) =>
    Effect.flatMap(
      sql`${select} where p.event_id = ${eventId} and p.id = ${id} and p.node_id = any(${pathIds}::bigint[])
        and p.type = 'user_defined'`,
      decode
    )

  /** The ticket with this id as a product, if it is on the path. */
  const findTicket = ({ eventId, pathIds }: Place, id: bigint) =>
    Effect.flatMap(
      sql`${select} where p.event_id = ${eventId} and p.id = ${id} and p.node_id = any(${pathIds}::bigint[])
        and p.type = 'ticket'`,
      decode
    )

  const forButtons = sql.literal(`
    select p.id, p.node_id, p.type, p.name, p.price, p.fixed_price, coalesce(p.price_in_vouchers, (
        select max((version.content->>'price_in_vouchers')::integer) from catalogue_version version
        where ${isPlanned("version", "p")}
      )) as price_in_vouchers, p.tax_rate_id, ${
    productVariants("p")
  }, p.is_locked, p.is_returnable, p.target_account_id,
      p.category_id, t.name as tax_name, t.rate as tax_rate
    from product p join tax_rate t on t.event_id = p.event_id and t.id = p.tax_rate_id`)

  /**
   * The products of the event with these ids, of any type and at any node: with a price in vouchers if they have one or are going to,
   * as buttons must stay unambiguous when a version begins.
   */
  const onButtons = (eventId: bigint, ids: ReadonlyArray<bigint>) =>
    Effect.flatMap(
      sql`${forButtons} where p.event_id = ${eventId} and p.id = any(${ids}::bigint[]) order by p.id`,
      decode
    )

  return { list, find, findTicket, onButtons }
}

const changes = (sql: SqlClient.SqlClient) => {
  const insert = ({ eventId, nodeId }: Place, input: ProductDraft) =>
    Effect.map(
      sql<{ id: bigint }>`
        insert into product (
          event_id, node_id, type, name, price, fixed_price, price_in_vouchers, tax_rate_id, variant_ids, is_locked,
          is_returnable, target_account_id, category_id
        ) values (
          ${eventId}, ${nodeId}, 'user_defined', ${input.name}, ${input.price}, ${input.fixed_price},
          ${input.price_in_vouchers}, ${input.tax_rate_id}, ${input.variantIds}::bigint[], ${input.is_locked},
          ${input.is_returnable}, ${input.target_account_id}, ${input.category_id}
        ) returning id`,
      ([row]) => row!.id
    )

  const update = ({ eventId }: Place, id: bigint, input: ProductDraft) =>
    sql`
      update product set name = ${input.name}, price = ${input.price}, fixed_price = ${input.fixed_price},
        price_in_vouchers = ${input.price_in_vouchers}, tax_rate_id = ${input.tax_rate_id},
        variant_ids = ${input.variantIds}::bigint[], is_locked = ${input.is_locked},
        is_returnable = ${input.is_returnable}, target_account_id = ${input.target_account_id},
        category_id = ${input.category_id}
      where event_id = ${eventId} and id = ${id}`

  /** Also removes it from buttons. Its revisions stay, because line items show them. */
  const remove = ({ eventId }: Place, id: bigint) => sql`delete from product where event_id = ${eventId} and id = ${id}`

  return { insert, update, remove }
}

const uses = (sql: SqlClient.SqlClient) => {
  /** The type of an account of the event; undefined if it has no such account. */
  const accountType = ({ eventId }: Place, id: bigint) =>
    Effect.map(
      sql<{ type: AccountType }>`select type from account where event_id = ${eventId} and id = ${id}`,
      ([row]) => row?.type
    )

  /** Whether a product or ticket was ever sold, and whether a layout contains it. */
  const usage = ({ eventId }: Place, id: bigint) =>
    Effect.map(
      sql<{ sold: boolean; in_layout: boolean }>`select
        exists (select from line_item where event_id = ${eventId} and product_id = ${id}) as sold,
        exists (select from till_layout_ticket where event_id = ${eventId} and ticket_id = ${id}) as in_layout`,
      ([row]) => ({ sold: row?.sold === true, inLayout: row?.in_layout === true })
    )

  return { accountType, usage }
}

/**
 * Stores a revision of every product of the event that differs from its current revision, or of the given one alone, and of every
 * planned version of it. Every transaction that changes a product or a tax rate must call it: line items refer to the revision that
 * was sold. A product that has become ready to sell gets its first version.
 */
const refreshRevisions = (sql: SqlClient.SqlClient) => {
  const states = sql.literal(`(
    select event_id, id, node_id, type, name, fixed_price, is_locked, is_returnable, price, price_in_vouchers, tax_rate_id,
      target_account_id, category_id, variant_ids, revision_id, null::bigint as version_id, null::timestamptz as valid_from
    from product
    union all
    select p.event_id, p.id, p.node_id, p.type, p.name, p.fixed_price, p.is_locked, p.is_returnable,
      v.price, v.price_in_vouchers, v.tax_rate_id, v.target_account_id, p.category_id, v.user_tag_variant_ids, v.revision_id, v.id,
      v.valid_from
    from product p cross join lateral (
      select id, revision_id, valid_from, ${versionContent("version", "p")} from catalogue_version version where ${
    isPlanned("version", "p")
  }
    ) v
  )`)

  const revise = (eventId: bigint, productId: bigint | null) =>
    sql`
      with changed as materialized (
        select p.event_id, p.id as product_id, p.version_id, shown.data, nextval('product_revision_id_seq') as revision_id
        from (select state.*, ${sql.literal(productVariants("state"))} from ${states} state) p
          ${sql.literal(rateAt("p", "p.valid_from"))}
          cross join lateral (select jsonb_build_object(
            'id', p.id::text, 'node_id', p.node_id::text, 'type', p.type, 'name', p.name, 'price', p.price::text,
            'fixed_price', p.fixed_price, 'price_in_vouchers', p.price_in_vouchers, 'tax_rate_id', p.tax_rate_id::text,
            'user_tag_variant_ids', to_jsonb(p.user_tag_variant_ids::text[]),
            'restrictions', to_jsonb(p.restrictions), 'is_locked', p.is_locked, 'is_returnable', p.is_returnable,
            'target_account_id', p.target_account_id::text, 'category_id', p.category_id::text, 'tax_name', rate.name, 'tax_rate', rate.rate
          ) as data) as shown
          left join product_revision r on r.event_id = p.event_id and r.id = p.revision_id
        where p.event_id = ${eventId} and (${productId}::bigint is null or p.id = ${productId}::bigint)
          and r.data is distinct from shown.data
      ), revision as (
        insert into product_revision (event_id, id, product_id, data)
        select event_id, revision_id, product_id, data from changed order by revision_id
      ), version as (
        update catalogue_version set revision_id = changed.revision_id from changed
        where catalogue_version.event_id = changed.event_id and catalogue_version.id = changed.version_id
      )
      update product set revision_id = changed.revision_id from changed
      where product.event_id = changed.event_id and product.id = changed.product_id and changed.version_id is null`

  // A ticket changes on its own page as well, at once: then it has another version from now on.
  const beginHistory = (eventId: bigint, productId: bigint | null) =>
    sql`
      with ready as materialized (
        select product.*, nextval('catalogue_version_id_seq') as first_id,
          jsonb_build_object('price', product.price::text, 'tax_rate_id', product.tax_rate_id::text) as content
        from product left join catalogue_version shown on shown.event_id = product.event_id and shown.id = product.version_id
        where product.event_id = ${eventId} and (${productId}::bigint is null or product.id = ${productId}::bigint)
          and product.type in ('user_defined', 'ticket') and product.is_locked and (shown.id is null or (
            product.type = 'ticket' and (shown.content->>'price', shown.content->>'tax_rate_id')
              is distinct from (product.price::text, product.tax_rate_id::text)
          ))
      ), version as (
        insert into catalogue_version (event_id, id, kind, object_id, valid_from, content, revision_id)
        select event_id, first_id, 'product', id, ${sql.literal(versionMoment)}, case type when 'ticket' then content
          else content || jsonb_build_object('price_in_vouchers', price_in_vouchers,
            'target_account_id', target_account_id::text, 'variant_ids', to_jsonb(variant_ids::text[]))
          end, revision_id from ready
      )
      update product set version_id = ready.first_id from ready
      where product.event_id = ready.event_id and product.id = ready.id`

  return Effect.fn("ProductRepository.refreshRevisions")((eventId: bigint, productId: bigint | null = null) =>
    Effect.asVoid(Effect.andThen(revise(eventId, productId), beginHistory(eventId, productId)))
  )
}
