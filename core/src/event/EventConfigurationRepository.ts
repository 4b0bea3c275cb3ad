import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { complete, computedFields, Product, ProductType } from "../catalogue/Product.ts"
import { productVariants, UserTagVariantRepository } from "../catalogue/UserTagVariantRepository.ts"
import type { SystemAccounts } from "../ledger/Account.ts"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { roleColumns, UserRole } from "../organisation/Role.ts"
import { PersonRow } from "../organisation/User.ts"
import { inSnapshot } from "../sql/Snapshot.ts"
import * as Configuration from "./EventConfiguration.ts"

const VersionRow = Schema.Struct({
  version: Id,
  card: Configuration.CardSettings,
  ...Configuration.BookingSettings.fields
})

const ProductRow = Schema.Struct({
  ...Struct.omit(Product.fields, computedFields),
  revision_id: Id,
  initial_top_up_amount: Money.Cents
})

const AccountRow = Schema.Struct({ type: Schema.String, id: Id })

const SecretRow = Schema.Struct({ key0: Schema.String, key1: Schema.String })

const cardSettingsJson = `jsonb_build_object(
  'merchantCode', coalesce(event.settings->>'sumup_merchant_code', ''),
  'oauthClientId', coalesce(event.settings->>'sumup_oauth_client_id', ''),
  'apiKey', event.secrets->>'sumup_api_key',
  'affiliateKey', event.secrets->>'sumup_affiliate_key',
  'oauthClientSecret', event.secrets->>'sumup_oauth_client_secret'
)`

const list = <S extends Schema.Constraint>(
  Result: S,
  execute: (eventId: bigint) => Effect.Effect<ReadonlyArray<unknown>, unknown>
) => SqlSchema.findAll({ Request: Id, Result, execute })

/** Reads an event's configuration in one consistent snapshot. */
export class EventConfigurationRepository
  extends Context.Service<EventConfigurationRepository>()("core/EventConfigurationRepository", {
    make: Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const variants = yield* UserTagVariantRepository
      const cardSettings = sql.literal(cardSettingsJson)

      const event = list(
        VersionRow,
        (eventId) =>
          sql`select event.version, node.name, event.settings->>'currency_identifier' as currency_identifier,
            coalesce(event.settings->>'time_zone', 'Europe/Berlin') as time_zone,
            (event.settings->>'max_account_balance')::bigint as max_account_balance,
            event.settings->>'customer_portal_url' as customer_portal_url,
            ${cardSettings} as card,
            coalesce((event.settings->>'sumup_topup_enabled')::boolean, false) as sumup_topup_enabled,
            coalesce((event.settings->>'sumup_payment_enabled')::boolean, false) as sumup_payment_enabled,
            coalesce((event.settings->>'allow_register_overdraft')::boolean, false) as allow_register_overdraft
          from event join node on node.id = event.event_id where event.event_id = ${eventId}`
      )
      const nodes = list(
        Configuration.TreeNode,
        (eventId) =>
          sql`select node.id, node.name, node.parent_ids, node.read_only from node
          where (node.event_id = ${eventId} and not node.deleted) or node.id in (
            select unnest(event_node.parent_ids) from node event_node where event_node.id = ${eventId}
          )`
      )
      const accounts = list(
        AccountRow,
        (eventId) =>
          sql`select type, id from account
          where event_id = ${eventId} and type not in ('private', 'transport', 'cash_register')`
      )
      const products = list(
        ProductRow,
        (eventId) =>
          sql`select product.id, product.node_id, product.name, product.price, product.fixed_price,
            product.price_in_vouchers, product.tax_rate_id, ${
            sql.literal(productVariants("product"))
          }, product.is_locked,
            product.is_returnable, product.target_account_id, product.type, product.revision_id,
            product.initial_top_up_amount, tax_rate.name as tax_name, tax_rate.rate as tax_rate
          from product join tax_rate on tax_rate.event_id = product.event_id and tax_rate.id = product.tax_rate_id
          where product.event_id = ${eventId} and product.revision_id is not null`
      )
      const buttons = list(
        Configuration.ButtonRow,
        (eventId) =>
          sql`select button.id, button.name, array(
            select link.product_id from till_button_product link
            where link.event_id = button.event_id and link.button_id = button.id order by link.product_id
          ) as product_ids from till_button button where button.event_id = ${eventId}`
      )
      const layouts = list(
        Configuration.LayoutRow,
        (eventId) =>
          sql`select layout.id, array(
            select link.button_id from till_layout_button link
            where link.event_id = layout.event_id and link.layout_id = layout.id order by link.sequence
          ) as button_ids, array(
            select link.ticket_id from till_layout_ticket link
            where link.event_id = layout.event_id and link.layout_id = layout.id order by link.sequence
          ) as ticket_ids from till_layout layout where layout.event_id = ${eventId}`
      )
      const profiles = list(
        Configuration.ProfileRow,
        (eventId) => sql`select * from till_profile where event_id = ${eventId}`
      )
      const tills = list(Configuration.TillRow, (eventId) => sql`select * from till where event_id = ${eventId}`)
      const terminals = list(
        Configuration.TerminalRow,
        (eventId) =>
          sql`select id, node_id, name, description, encode(session_hash, 'hex') as session_hash, active_user_id,
            active_user_role_id from terminal where event_id = ${eventId}`
      )
      const registers = list(
        Configuration.RegisterRow,
        (eventId) => sql`select id, node_id, name, account_id from cash_register where event_id = ${eventId}`
      )
      const people = list(
        PersonRow,
        (eventId) =>
          sql`select usr.id, usr.node_id, usr.login, usr.display_name, usr.description, usr.user_tag_id,
            tag.uid as user_tag_uid, usr.transport_account_id, usr.cash_register_id
          from usr left join user_tag tag on tag.event_id = usr.event_id and tag.id = usr.user_tag_id
          where ${onPathsOf(eventId, "usr")}`
      )
      const roles = list(
        UserRole,
        (eventId) =>
          sql`select ${sql.literal(roleColumns)} from user_role role
          where ${onPathsOf(eventId, "role")}`
      )
      const assignments = list(
        Configuration.AssignmentRow,
        (eventId) =>
          sql`select link.node_id, link.user_id, link.role_id from user_to_role link
          where ${onPathsOf(eventId, "link")}`
      )
      const secrets = list(
        SecretRow,
        (eventId) => sql`select key0, key1 from user_tag_secret where event_id = ${eventId}`
      )

      /** Rows of the event's nodes and of the nodes above it. */
      const onPathsOf = (eventId: bigint, alias: "usr" | "role" | "link") =>
        sql`(${sql(alias)}.node_id in (
          select node.id from node where node.event_id = ${eventId} and not node.deleted
          union all
          select unnest(event_node.parent_ids) from node event_node where event_node.id = ${eventId}
        ))`

      /** The current configuration, or `undefined` if the event does not exist. */
      const load = Effect.fn("EventConfigurationRepository.load")(
        function*(eventId: bigint) {
          const [found] = yield* event(eventId)
          if (found === undefined) return undefined
          const { card, version, ...settings } = found
          const catalogued = (yield* products(eventId)).map((row) => {
            const { initial_top_up_amount, revision_id, ...product } = row
            return new Configuration.CataloguedProduct({
              product: complete(product),
              type: row.type,
              revisionId: revision_id,
              initialTopUp: initial_top_up_amount
            })
          })
          const [secret] = yield* secrets(eventId)
          const loaded: Configuration.EventConfiguration = {
            eventId,
            version,
            settings: new Configuration.BookingSettings(settings),
            card,
            nodes: byId(yield* nodes(eventId)),
            systemAccounts: accountsByType(yield* accounts(eventId)),
            products: new Map(catalogued.map((entry) => [entry.product.id, entry])),
            variants: yield* variants.list(eventId),
            systemProducts: new Map(
              catalogued.filter((entry) => !ordinary.has(entry.type)).map((entry) => [entry.type, entry])
            ),
            buttons: byId(yield* buttons(eventId)),
            layouts: byId(yield* layouts(eventId)),
            profiles: byId(yield* profiles(eventId)),
            tills: byId(yield* tills(eventId)),
            terminals: byId(yield* terminals(eventId)),
            registers: byId(yield* registers(eventId)),
            people: byId(yield* people(eventId)),
            roles: byId(yield* roles(eventId)),
            assignments: yield* assignments(eventId),
            tagSecret: secret ?? null
          }
          return loaded
        },
        (reading) => inSnapshot(sql, reading)
      )

      /** The current version of an event's configuration, or `undefined` if the event does not exist. */
      const version = Effect.fnUntraced(function*(eventId: bigint) {
        const [row] = yield* sql<{ version: bigint }>`select version from event where event_id = ${eventId}`
        return row?.version
      })

      return { load, version }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(UserTagVariantRepository.layer))
}

const ordinary: ReadonlySet<ProductType> = new Set(["user_defined", "ticket"])

const byId = <A extends { readonly id: bigint }>(rows: ReadonlyArray<A>): ReadonlyMap<bigint, A> =>
  new Map(rows.map((row) => [row.id, row]))

const accountsByType = (rows: ReadonlyArray<typeof AccountRow.Type>): SystemAccounts =>
  Object.fromEntries(rows.map((row) => [row.type, row.id])) as SystemAccounts
