import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { systemAccounts } from "../base/Account.ts"
import type { ProductType } from "./Product.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { UserTagVariantRepository } from "./UserTagVariantRepository.ts"

/** Products of line items in orders that sell no goods; the price is that of the order. */
const systemProducts: ReadonlyArray<{ readonly type: ProductType; readonly name: string }> = [
  { type: "discount", name: "Rabatt" },
  { type: "topup", name: "Aufladen" },
  { type: "payout", name: "Auszahlen" },
  { type: "money_transfer", name: "Geldtransit" },
  { type: "imbalance", name: "DifferenzSollIst" }
]

/**
 * Creates the objects that every event needs from the start, so that the ledger always finds its accounts, products and
 * virtual till.
 */
export class EventDefaults extends Context.Service<EventDefaults>()("core/EventDefaults", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const products = yield* ProductRepository
    const variants = yield* UserTagVariantRepository

    const addAccounts = (eventId: bigint) =>
      sql`insert into account (event_id, node_id, type, name, comment)
        select ${eventId}, ${eventId}, type, name, comment from unnest(
          ${systemAccounts.map((account) => account.type)}::text[],
          ${systemAccounts.map((account) => account.name)}::text[],
          ${systemAccounts.map((account) => account.comment)}::text[]
        ) with ordinality as account (type, name, comment, n) order by n`

    const addProducts = (eventId: bigint) =>
      sql`with none as (
          insert into tax_rate (event_id, node_id, name, rate, description, tax_type, is_system)
          values (${eventId}, ${eventId}, 'none', 0, 'No Tax', 'no_tax', true) returning id
        )
        insert into product (event_id, node_id, type, name, price, fixed_price, tax_rate_id, is_locked)
        select ${eventId}, ${eventId}, type, name, null, false, none.id, true from none, unnest(
          ${systemProducts.map((product) => product.type)}::text[],
          ${systemProducts.map((product) => product.name)}::text[]
        ) with ordinality as product (type, name, n) order by n`

    /**
     * Internal cash movements are booked at the virtual till. Cashiers can't sign in there, so its profile allows
     * nothing.
     */
    const addVirtualTill = (eventId: bigint) =>
      sql`with layout as (
          insert into till_layout (event_id, node_id, name) values (${eventId}, ${eventId}, 'Virtual Till layout')
          returning id
        ), profile as (
          insert into till_profile (
            event_id, node_id, name, layout_id, allow_top_up, allow_cash_out, allow_ticket_sale, allow_ticket_vouchers,
            enable_ssp_payment, enable_cash_payment, enable_card_payment
          )
          select ${eventId}, ${eventId}, 'Virtual Till layout', id, false, false, false, false, false, false, false
          from layout returning id
        )
        insert into till (event_id, node_id, name, active_profile_id, is_virtual)
        select ${eventId}, ${eventId}, 'Virtual Till', id, true from profile`

    /** Creates accounts, kinds of wristbands, tax rate, products and virtual till of a new event. */
    const run = Effect.fn("EventDefaults.run")(function*(eventId: bigint) {
      yield* addAccounts(eventId)
      yield* variants.addStandard(eventId)
      yield* addProducts(eventId)
      yield* products.refreshRevisions(eventId)
      yield* addVirtualTill(eventId)
    })

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ProductRepository.layer, UserTagVariantRepository.layer])
  )
}
