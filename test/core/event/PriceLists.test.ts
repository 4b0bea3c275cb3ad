import { assert, layer } from "@effect/vitest"
import { productAt } from "@wristbank/core/event/EventConfiguration"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { NewPriceList } from "@wristbank/core/event/PriceList"
import { PriceLists } from "@wristbank/core/event/PriceLists"
import { unitPrice } from "@wristbank/core/event/pricing/Pricing"
import { ProductCategories } from "@wristbank/core/event/ProductCategories"
import { NewProductCategory } from "@wristbank/core/event/ProductCategory"
import { Products } from "@wristbank/core/event/Products"
import { NewProductVersion } from "@wristbank/core/event/ProductVersion"
import { ProductVersions } from "@wristbank/core/event/ProductVersions"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { audited, newProduct, noneOf, refusal } from "./CatalogueCalls.ts"
import { catalogueLayer, festival } from "./Festival.ts"

const list = Schema.decodeUnknownSync(Schema.toCodecJson(NewPriceList))
const version = Schema.decodeUnknownSync(Schema.toCodecJson(NewProductVersion))

const selling = Effect.gen(function*() {
  const place = yield* festival
  const sql = yield* SqlClient.SqlClient
  yield* sql`update event set settings
    = '{"currency_identifier": "EUR", "max_account_balance": 15000, "customer_portal_url": ""}'
    where event_id = ${place.event}`
  const product = Effect.fnUntraced(function*(caller: AtEvent, fields: object) {
    const products = yield* Products
    return yield* products.create(caller, newProduct({ tax_rate_id: yield* noneOf(caller), ...fields }))
  })
  const beer = yield* product(place.atEvent, { name: "Beer", price: 5 })
  return { ...place, beer, product }
})

const everything = Layer.mergeAll(
  catalogueLayer,
  PriceLists.layer.pipe(Layer.provide(catalogueLayer)),
  ProductCategories.layer.pipe(Layer.provide(catalogueLayer)),
  EventConfigurations.layer.pipe(Layer.provide(catalogueLayer))
)

layer(everything, { excludeTestServices: true })("price lists", (it) => {
  const happyHour = (product: bigint, fields: object = {}) =>
    list({
      name: "Happy hour",
      rank: 10,
      entries: [{ product_id: Number(product), kind: "price", value: 3.5 }],
      ...fields
    })

  it.effect("are read with the configuration, and what was in force stays known for half an hour", () =>
    Effect.gen(function*() {
      const { atEvent, bar, beer, event, otherBar } = yield* selling
      const lists = yield* PriceLists
      const configurations = yield* EventConfigurations
      const priceAt = Effect.fnUntraced(function*(millis: number, node: bigint) {
        const { pricing, products } = yield* configurations.current(event)
        const { product } = productAt(products.get(beer.id)!, millis)
        const asked = { id: product.id, price: product.price! }
        return Number(unitPrice(pricing, asked, millis, { path: [event, node], profileId: 1n }, []).price)
      })
      const before = Date.now() - 60_000
      const created = yield* lists.create(atEvent, happyHour(beer.id, { node_ids: [Number(bar)] }))
      const after = Date.now() + 60_000
      assert.strictEqual(yield* priceAt(before, bar), 500)
      assert.strictEqual(yield* priceAt(after, bar), 350)
      assert.strictEqual(yield* priceAt(after, otherBar), 500)

      yield* lists.update(
        atEvent,
        created.id,
        happyHour(beer.id, { entries: [{ product_id: Number(beer.id), kind: "percent", value: 50 }] })
      )
      assert.strictEqual(yield* priceAt(after, otherBar), 250)
      yield* ProductVersions.use((versions) => versions.create(atEvent, beer.id, version({ price: 6 })))
      assert.strictEqual(yield* priceAt(after, otherBar), 300)
      yield* lists.remove(atEvent, created.id)
      assert.strictEqual(yield* priceAt(after, otherBar), 600)
      assert.strictEqual(yield* priceAt(before, otherBar), 500)
      const history = yield* SqlClient.SqlClient.use((sql) =>
        sql<{ ended: boolean; gapless: boolean | null }>`select ended_at is not null as ended,
            begun_at = lag(ended_at) over (order by version_id) as gapless
          from price_list where event_id = ${event} order by version_id`
      )
      assert.deepStrictEqual(history, [{ ended: true, gapless: null }, { ended: true, gapless: true }])
      assert.includeMembers((yield* audited(event)).map(({ log_type }) => log_type), [
        "price_list_created",
        "price_list_updated",
        "price_list_deleted"
      ])
    }))

  it.effect("are refused for what they can't hold", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, beer, otherBar, product } = yield* selling
      const lists = yield* PriceLists
      const cup = yield* product(atEvent, { name: "Cup", price: 2, is_returnable: true })
      const tip = yield* product(atEvent, { name: "Tip", price: null, fixed_price: false })
      const soup = yield* product(atBar, { name: "Soup", price: 4 })
      yield* lists.create(atEvent, happyHour(beer.id))
      const entry = (id: bigint, more: object = {}) => ({ product_id: Number(id), kind: "price", value: 1, ...more })
      const ofCategory = (category_id: number) => ({ category_id, kind: "percent", value: 10 })
      const drinks = yield* ProductCategories.use((all) =>
        all.create(atEvent, new NewProductCategory({ name: "Drinks", colour: "blue" }))
      )
      const refusals: ReadonlyArray<readonly [string, object]> = [
        ["pricing.list_name_taken", { rank: 11 }],
        ["pricing.rank_taken", { name: "Late" }],
        ["pricing.window_empty", { valid_from: "2026-07-02T00:00:00Z", valid_until: "2026-07-01T00:00:00Z" }],
        ["pricing.node_unknown", { node_ids: [999_999_999] }],
        ["pricing.profile_unknown", { profile_ids: [999_999_999] }],
        ["catalogue.variant_unknown", { user_tag_variant_ids: [999_999_999] }],
        ["pricing.entry_unknown", { entries: [entry(999_999_999n)] }],
        ["pricing.entry_unknown", { entries: [entry(soup.id)] }],
        ["pricing.entry_free_price", { entries: [entry(tip.id)] }],
        ["pricing.entry_returnable", { entries: [entry(cup.id)] }],
        ["pricing.entry_repeats", { entries: [entry(beer.id), entry(beer.id)] }],
        ["pricing.entry_names_one", { entries: [{ kind: "price", value: 1 }] }],
        ["pricing.entry_names_one", { entries: [entry(beer.id, { category_id: Number(drinks.id) })] }],
        ["catalogue.category_unknown", { entries: [ofCategory(999_999_999)] }],
        ["pricing.entry_repeats", { entries: [ofCategory(Number(drinks.id)), ofCategory(Number(drinks.id))] }],
        ["pricing.entry_above_all", { entries: [entry(beer.id, { kind: "percent", value: 100.01 })] }]
      ]
      for (const [rule, fields] of refusals) {
        const free = rule.endsWith("_taken") ? {} : { name: "Late", rank: 11 }
        assert.strictEqual(yield* refusal(lists.create(atEvent, happyHour(beer.id, { ...free, ...fields }))), rule)
      }
      const late = { name: "Late", rank: 11, node_ids: [Number(otherBar)] }
      assert.strictEqual(yield* refusal(lists.create(atBar, happyHour(beer.id, late))), "pricing.node_unknown")
      assert.lengthOf(yield* lists.list(atEvent), 1)
    }))
})
