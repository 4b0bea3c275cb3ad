import { Effect, Schema, Struct } from "effect"
import type { SystemAccounts } from "../base/Account.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { roleColumns, UserRole } from "../organisation/Role.ts"
import { PersonRow } from "../organisation/User.ts"
import * as Configuration from "./EventConfiguration.ts"
import { KnownPriceList } from "./PriceList.ts"
import { priceListColumns } from "./PriceListSql.ts"
import { complete, computedFields, Product } from "./Product.ts"
import { ProductCategory } from "./ProductCategory.ts"
import { isOver, isPlanned, isPlannedRate, rateAt, versionContent } from "./ProductVersionSql.ts"
import { UserTagVariant } from "./UserTagVariant.ts"
import { productVariants } from "./UserTagVariantRepository.ts"

/** The parts of a configuration that are read from the database. */
export type PartName = Exclude<
  keyof Configuration.EventConfiguration,
  "eventId" | "priceChanges" | "pricing" | "systemProducts" | "version"
>

/** A part, as it is read. */
export interface Part<A> {
  /** A query of its rows, in a fixed order, for the row `event` of an outer query. */
  readonly query: string
  /** Reads these rows as a JSON array. */
  readonly read: (json: string) => Effect.Effect<A, Schema.SchemaError>
}

const part = <Row, Encoded, A>(
  row: Schema.Codec<Row, Encoded>,
  query: string,
  toPart: (rows: ReadonlyArray<Row>) => A
): Part<A> => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(row))))
  return { query, read: (json) => Effect.map(decode(json), toPart) }
}

const byId = <A extends { readonly id: bigint }>(rows: ReadonlyArray<A>): ReadonlyMap<bigint, A> =>
  new Map(rows.map((row) => [row.id, row]))

/** The rows of a table that have the event's id, with the fields of a schema as their columns. */
const ofEvent = <Row extends { readonly id: bigint }, Encoded>(
  row: Schema.Codec<Row, Encoded> & { readonly fields: object },
  table: string
) =>
  part(
    row,
    `select ${Object.keys(row.fields).join(", ")} from ${table} where event_id = event.event_id order by id`,
    byId
  )

/** An amount in the JSON form that `Money.Cents` reads. */
const amount = (cents: string) => `round(${cents} / 100.0, 2)`

const setting = (name: string) => `event.settings->>'${name}'`
const enabled = (name: string) => `coalesce((${setting(name)})::boolean, false) as ${name}`

const pathToEvent = "select unnest(event_node.parent_ids) from node event_node where event_node.id = event.event_id"

// Of a deleted event all nodes stay known: a terminal that it had must learn that it is no longer registered.
const isDeleted = "exists (select from node home where home.id = event.event_id and home.deleted)"

/** Whether a row is at a node of the event or above it. */
const onPaths = (alias: "usr" | "role" | "link") =>
  `${alias}.node_id in (
    select node.id from node where node.event_id = event.event_id and not node.deleted union all ${pathToEvent}
  )`

const AccountRow = Schema.Struct({ type: Schema.String, id: Id })

/** What may change of a product while it is sold. */
const changing = Struct.pick(Product.fields, [
  "price",
  "price_in_vouchers",
  "tax_rate_id",
  "tax_name",
  "tax_rate",
  "target_account_id",
  "user_tag_variant_ids",
  "restrictions"
])

const ProductRow = Schema.Struct({
  ...Struct.omit(Product.fields, computedFields),
  revision_id: Id,
  initial_top_up_amount: Money.Cents,
  former: Schema.Array(
    Schema.Struct({ ...changing, until: Schema.Number, revision_id: Id, is_held: Schema.Boolean })
  ),
  planned: Schema.Array(Schema.Struct({ ...changing, from: Schema.Number, revision_id: Id }))
})

const toCatalogued = ({ former, initial_top_up_amount, planned, revision_id, ...product }: typeof ProductRow.Type) =>
  new Configuration.CataloguedProduct({
    product: complete(product),
    type: product.type,
    revisionId: revision_id,
    initialTopUp: initial_top_up_amount,
    former: former.map(({ is_held: isHeld, revision_id: revisionId, until, ...changed }) =>
      new Configuration.FormerProduct({ until, revisionId, isHeld, product: complete({ ...product, ...changed }) })
    ),
    planned: planned.map(({ from, revision_id: revisionId, ...changed }) =>
      new Configuration.PlannedProduct({ from, revisionId, product: complete({ ...product, ...changed }) })
    )
  })

/** Of the versions after a version. */
const ofNext = (value: string) =>
  `(
    select ${value} from catalogue_version next
    where next.event_id = version.event_id and next.kind = version.kind and next.object_id = version.object_id
      and (next.valid_from, next.id) > (version.valid_from, version.id)
  )`

/** When a version begins and, for one that has ended, when that was and whether open baskets keep it. */
const moments = `version.valid_from, ${ofNext("min(next.valid_from)")} as valid_until,
  ${ofNext("bool_and(next.holds)")} as is_held`

/** Versions of a product as a column, in their order: with the moment that one of their columns has. */
const versionsOf = (
  name: string,
  moment: { readonly column: string; readonly as: string },
  condition: string,
  since = "true"
) =>
  `coalesce((
    select json_agg(shown order by shown.valid_from, shown.id) from (
      select version.id, version.valid_from, extract(epoch from version.${moment.column})::float8 * 1000 as ${moment.as},
        version.is_held, version.revision_id, ${
    amount("version.price")
  } as price, version.price_in_vouchers, version.tax_rate_id,
        rate.name as tax_name, rate.rate / 10000.0 as tax_rate, version.target_account_id, ${productVariants("version")}
      from (
        select event_id, id, valid_from, valid_until, is_held, revision_id, price, price_in_vouchers, tax_rate_id, target_account_id,
          user_tag_variant_ids as variant_ids
        from (
          select version.event_id, version.id, ${moments}, version.revision_id, ${versionContent("version", "product")}
          from catalogue_version version where ${condition}
        ) content
      ) version ${rateAt("version", "version.valid_from")}
      where ${since}
    ) shown
  ), '[]') as ${name}`

/** The versions of a product after the one that its row shows: still to begin, or begun while no worker has written the row, however long ago. */
const plannedVersions = versionsOf("planned", { column: "valid_from", as: "from" }, isPlanned("version", "product"))

/** Those that ended in the last half hour. */
const formerVersions = versionsOf(
  "former",
  { column: "valid_until", as: "until" },
  isOver("version", "product"),
  "version.valid_until > clock_timestamp() - interval '31 minutes'"
)

/** The price lists that were in force in the last half hour. */
const recentLists = `select ${priceListColumns.replace("list.round_to", `${amount("list.round_to")} as round_to`)},
    extract(epoch from list.begun_at)::float8 * 1000 as begun, extract(epoch from list.ended_at)::float8 * 1000 as ended
  from price_list list where list.event_id = event.event_id
    and coalesce(list.ended_at > clock_timestamp() - interval '31 minutes', true)
  order by list.id, list.version_id`

const SecretRow = Schema.Struct({ key0: Schema.String, key1: Schema.String })

/** Every part by its name. */
export const parts: { readonly [Name in PartName]: Part<Configuration.EventConfiguration[Name]> } = {
  settings: part(
    Configuration.BookingSettings,
    `select node.name, ${setting("currency_identifier")} as currency_identifier,
      coalesce(${setting("time_zone")}, 'Europe/Berlin') as time_zone,
      ${amount(`(${setting("max_account_balance")})::bigint`)} as max_account_balance,
      ${setting("customer_portal_url")} as customer_portal_url, ${enabled("sumup_topup_enabled")},
      ${enabled("sumup_payment_enabled")}, ${enabled("allow_register_overdraft")},
      coalesce((${setting("basket_hold_minutes")})::integer, 10) as basket_hold_minutes
    from node where node.id = event.event_id`,
    ([row]) => row!
  ),
  card: part(
    Configuration.CardSettings,
    `select coalesce(${setting("sumup_merchant_code")}, '') as "merchantCode",
      coalesce(${setting("sumup_oauth_client_id")}, '') as "oauthClientId",
      event.secrets->>'sumup_api_key' as "apiKey", event.secrets->>'sumup_affiliate_key' as "affiliateKey",
      event.secrets->>'sumup_oauth_client_secret' as "oauthClientSecret"`,
    ([row]) => row!
  ),
  nodes: part(
    Configuration.TreeNode,
    `select node.id, node.name, node.parent_ids, node.read_only from node
    where (node.event_id = event.event_id and (not node.deleted or ${isDeleted})) or node.id in (${pathToEvent})
    order by node.id`,
    byId
  ),
  systemAccounts: part(
    AccountRow,
    `select type, id from account
    where event_id = event.event_id and type not in ('private', 'transport', 'cash_register') order by id`,
    (rows) => Object.fromEntries(rows.map((row) => [row.type, row.id])) as SystemAccounts
  ),
  products: part(
    ProductRow,
    `select product.id, product.node_id, product.name, ${amount("product.price")} as price, product.fixed_price,
      product.price_in_vouchers, product.tax_rate_id, ${productVariants("product")}, product.is_locked,
      product.is_returnable, product.target_account_id, product.category_id, product.type, product.revision_id,
      ${amount("product.initial_top_up_amount")} as initial_top_up_amount, tax_rate.name as tax_name,
      tax_rate.rate / 10000.0 as tax_rate, ${formerVersions}, ${plannedVersions}
    from product join tax_rate on tax_rate.event_id = product.event_id and tax_rate.id = product.tax_rate_id
    where product.event_id = event.event_id and product.revision_id is not null order by product.id`,
    (rows) => new Map(rows.map((row) => [row.id, toCatalogued(row)]))
  ),
  priceLists: part(KnownPriceList, recentLists, (rows) => rows),
  rateChanges: part(
    Configuration.RateChangeRow,
    `select version.id, extract(epoch from version.valid_from)::float8 * 1000 as from
    from tax_rate rate join catalogue_version version on ${isPlannedRate("version", "rate")}
    where rate.event_id = event.event_id order by version.valid_from, version.id`,
    (rows) => rows
  ),
  variants: part(
    UserTagVariant,
    `select id, event_id as node_id, variant_name, description, priority from user_tag_variant
    where event_id = event.event_id order by priority, variant_name`,
    (rows) => rows
  ),
  buttons: part(
    Configuration.ButtonRow,
    `select button.id, button.name, button.short_name, button.colour, button.picture_hash, button.category_id, array(
      select link.product_id from till_button_product link
      where link.event_id = button.event_id and link.button_id = button.id order by link.product_id
    ) as product_ids from till_button button where button.event_id = event.event_id order by button.id`,
    byId
  ),
  categories: part(
    ProductCategory,
    `select id, node_id, name, colour, sequence from product_category
    where event_id = event.event_id order by sequence, name, id`,
    byId
  ),
  soldOut: part(
    Configuration.SoldOutRow,
    "select product_id, node_id from sold_out where event_id = event.event_id order by product_id, node_id",
    (rows) => rows
  ),
  layouts: part(
    Configuration.LayoutRow,
    `select layout.id, array(
      select link.button_id from till_layout_button link
      where link.event_id = layout.event_id and link.layout_id = layout.id order by link.sequence
    ) as button_ids, array(
      select link.ticket_id from till_layout_ticket link
      where link.event_id = layout.event_id and link.layout_id = layout.id order by link.sequence
    ) as ticket_ids from till_layout layout where layout.event_id = event.event_id order by layout.id`,
    byId
  ),
  profiles: ofEvent(Configuration.ProfileRow, "till_profile"),
  tills: ofEvent(Configuration.TillRow, "till"),
  terminals: part(
    Configuration.TerminalRow,
    `select id, node_id, name, description, encode(session_hash, 'hex') as session_hash, active_user_id,
      active_user_role_id
    from terminal where event_id = event.event_id order by id`,
    byId
  ),
  registers: ofEvent(Configuration.RegisterRow, "cash_register"),
  people: part(
    PersonRow,
    // JSON has no exact chip numbers of 64 bits.
    `select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
      tag.uid::text as user_tag_uid, usr.transport_account_id, usr.cash_register_id
    from usr left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id
    where ${onPaths("usr")} order by usr.id`,
    byId
  ),
  roles: part(UserRole, `select ${roleColumns} from user_role role where ${onPaths("role")} order by role.id`, byId),
  assignments: part(
    Configuration.AssignmentRow,
    `select link.node_id, link.user_id, link.role_id from user_to_role link
    where ${onPaths("link")} order by link.node_id, link.user_id, link.role_id`,
    (rows) => rows
  ),
  tagSecret: part(
    SecretRow,
    "select key0, key1 from user_tag_secret where event_id = event.event_id",
    ([row]) => row ?? null
  )
}
