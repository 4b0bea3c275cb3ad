import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { CatalogueVersions } from "@wristbank/core/event/CatalogueVersions"
import { EventConfigurationRepository } from "@wristbank/core/event/EventConfigurationRepository"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { ListedPrices } from "@wristbank/core/event/ListedPrices"
import { Products } from "@wristbank/core/event/Products"
import { NewProductVersion } from "@wristbank/core/event/ProductVersion"
import { ProductVersions } from "@wristbank/core/event/ProductVersions"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { NewTaxRateVersion } from "@wristbank/core/event/TaxRateVersion"
import { TaxRateVersions } from "@wristbank/core/event/TaxRateVersions"
import { Tickets } from "@wristbank/core/event/Tickets"
import { NewTicketVersion } from "@wristbank/core/event/TicketVersion"
import { TicketVersions } from "@wristbank/core/event/TicketVersions"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { UserTagVariants } from "@wristbank/core/event/UserTagVariants"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { placeOf } from "@wristbank/core/organisation/Place"
import { Clock, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { audited, button, newProduct, newTaxRate, newTicket, noneOf, refused } from "./CatalogueCalls.ts"
import { catalogueLayer, festival } from "./Festival.ts"

const read = Schema.decodeUnknownSync(Schema.toCodecJson(NewProductVersion))
const version = (fields: object) => read(fields)
const ticketVersion = Schema.decodeUnknownSync(Schema.toCodecJson(NewTicketVersion))
const rateVersion = Schema.decodeUnknownSync(Schema.toCodecJson(NewTaxRateVersion))

/** A moment that is to come in some minutes. */
const inMinutes = (minutes: number) => DateTime.formatIso(DateTime.makeUnsafe(Date.now() + minutes * 60_000))

const readyBeer = Effect.fnUntraced(function*(caller: AtEvent, fields: object = {}) {
  return yield* Products.use((products) =>
    Effect.flatMap(noneOf(caller), (tax_rate_id) => products.create(caller, newProduct({ tax_rate_id, ...fields })))
  )
})

/** A festival with the settings that sales need. */
const sellingFestival = Effect.gen(function*() {
  const place = yield* festival
  const sql = yield* SqlClient.SqlClient
  yield* sql`update event set settings
    = '{"currency_identifier": "EUR", "max_account_balance": 15000, "customer_portal_url": ""}'
    where event_id = ${place.event}`
  return place
})

/** Has a planned version begin, as if its moment had come. */
const letBegin = (id: bigint, minutesAgo = 0) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.gen(function*() {
      yield* sql`alter table catalogue_version disable trigger catalogue_version_keeps_begun`
      yield* sql`update catalogue_version 
        set valid_from = clock_timestamp() - interval '1 millisecond' - ${minutesAgo} * interval '1 minute' where id = ${id}`
      yield* sql`alter table catalogue_version enable trigger catalogue_version_keeps_begun`
    })
  )

const shownPrice = (caller: AtEvent, id: bigint) =>
  Products.use((products) => Effect.map(products.get(caller, id), ({ price }) => Number(price)))

/** The price that a sale at a moment would pick from the configuration. */
const soldAt = (event: bigint, id: bigint, millis: number) =>
  EventConfigurations.use((configurations) => configurations.current(event)).pipe(
    Effect.map((configuration) => configuration.products.get(id)!),
    Effect.provideServiceEffect(
      Clock.Clock,
      Effect.map(Clock.Clock, (clock): Clock.Clock => {
        const moved: { currentTimeMillisUnsafe: Clock.Clock["currentTimeMillisUnsafe"] } = Object.create(clock)
        moved.currentTimeMillisUnsafe = () => millis
        return moved as Clock.Clock
      })
    )
  )

const everything = Layer.mergeAll(
  catalogueLayer,
  UserTagVariants.layer.pipe(Layer.provide(catalogueLayer)),
  EventConfigurations.layer.pipe(Layer.provide(catalogueLayer)),
  EventConfigurationRepository.layer.pipe(Layer.provide(catalogueLayer))
)

layer(everything, { excludeTestServices: true })("versions of products on PostgreSQL", (it) => {
  it.effect("a product that is ready to sell changes its price at once, and its history says from when on", () =>
    Effect.gen(function*() {
      const { atEvent, event, people } = yield* sellingFestival
      const versions = yield* ProductVersions
      const { id } = yield* readyBeer(atEvent)
      const before = (yield* soldAt(event, id, Date.now())).revisionId
      const changed = yield* versions.create(atEvent, id, version({ price: 4.8 }))
      assert.deepInclude({ ...changed }, { state: "present", price: Money.Cents.make(480n), created_by: people.head })
      assert.strictEqual(yield* shownPrice(atEvent, id), 480)
      const sold = yield* soldAt(event, id, Date.now())
      assert.strictEqual(sold.product.price, 480n)
      assert.isTrue(sold.revisionId > before)
      const history = yield* versions.list(atEvent, id)
      assert.deepStrictEqual(
        history.map(({ created_by, price, state }) => [Number(price), state, created_by]),
        [[480, "present", people.head], [350, "past", null]]
      )
      const { content, log_type } = (yield* audited(event)).at(-1)!
      assert.strictEqual(log_type, "product_version_created")
      assert.deepInclude(content, { id: Number(id), name: "Bier", price: 4.8 })
      assert.deepInclude(content["old"] as object, { price: 3.5 })
    }))

  it.effect("a planned price is sold from its moment on, before and after the row of the product shows it", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const { id } = yield* readyBeer(atEvent)
      const planned = yield* versions.create(atEvent, id, version({ price: 5, valid_from: inMinutes(60) }))
      const from = planned.valid_from.epochMilliseconds
      assert.strictEqual(planned.state, "planned")
      assert.strictEqual(yield* shownPrice(atEvent, id), 350)
      assert.strictEqual((yield* soldAt(event, id, from - 1)).product.price, 350n)
      const sold = yield* soldAt(event, id, from)
      assert.strictEqual(sold.product.price, 500n)
      yield* CatalogueVersions.use(({ begin }) => begin())
      assert.strictEqual(yield* shownPrice(atEvent, id), 350, "it has not begun")
      yield* letBegin(planned.id)
      yield* CatalogueVersions.use(({ begin }) => begin())
      assert.strictEqual(yield* shownPrice(atEvent, id), 500)
      const shown = yield* soldAt(event, id, Date.now())
      assert.deepStrictEqual([shown.revisionId, shown.planned], [sold.revisionId, []])
    }))

  it.effect("a price that began hours ago is sold by a process that reads it now, though no worker has written the product's row", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const { id } = yield* readyBeer(atEvent)
      const planned = yield* ProductVersions.use((versions) =>
        versions.create(atEvent, id, version({ price: 5, valid_from: inMinutes(60) }))
      )
      for (const first of yield* ProductVersions.use((versions) => versions.list(atEvent, id))) {
        if (first.id !== planned.id) yield* letBegin(first.id, 600)
      }
      yield* letBegin(planned.id, 300)
      yield* SqlClient.SqlClient.use((sql) => sql`update event set version = version + 1 where event_id = ${event}`)
      assert.strictEqual(yield* shownPrice(atEvent, id), 350)
      assert.strictEqual((yield* soldAt(event, id, Date.now())).product.price, 500n)
    }))

  it.effect("a product that is renamed, or whose tax rate changes, keeps what is planned and shows it so", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const rates = yield* TaxRates
      const vat = yield* rates.create(atEvent, newTaxRate("USt", 0.19))
      const { id } = yield* readyBeer(atEvent)
      const planned = yield* versions.create(
        atEvent,
        id,
        version({ tax_rate_id: Number(vat.id), valid_from: inMinutes(60) })
      )
      yield* Products.use((products) =>
        Effect.flatMap(
          noneOf(atEvent),
          (tax_rate_id) => products.update(atEvent, id, newProduct({ tax_rate_id, name: "Pils" }))
        )
      )
      yield* rates.update(atEvent, vat.id, newTaxRate("USt", 0.16))
      const { product } = yield* soldAt(event, id, planned.valid_from.epochMilliseconds)
      assert.deepInclude({ ...product }, { name: "Pils", tax_name: "USt", tax_rate: 1600 })
      assert.strictEqual(yield* refused(event, rates.remove(atEvent, vat.id)), "catalogue.tax_rate_used")
    }))

  it.effect("what is planned can be deleted, what has begun stays, and the database holds it", () =>
    Effect.gen(function*() {
      const { atEvent, barkeeper, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* readyBeer(atEvent)
      const planned = yield* versions.create(atEvent, id, version({ price: 5, valid_from: inMinutes(60) }))
      const [, begun] = yield* versions.list(atEvent, id)
      assert.strictEqual(yield* refused(event, versions.remove(atEvent, id, begun!.id)), "catalogue.version_begun")
      assert.strictEqual(
        yield* refused(event, versions.remove(barkeeper, id, planned.id)),
        "organisation.privilege_missing"
      )
      for (const change of ["delete from catalogue_version", "update catalogue_version set content = '{}'"]) {
        const failed = yield* Effect.exit(sql.unsafe(`${change} where id = ${begun!.id}`))
        assert.strictEqual(failed._tag, "Failure")
      }
      yield* versions.remove(atEvent, id, planned.id)
      assert.lengthOf(yield* versions.list(atEvent, id), 1)
      assert.strictEqual((yield* soldAt(event, id, planned.valid_from.epochMilliseconds)).product.price, 350n)
      assert.strictEqual((yield* audited(event)).at(-1)!.log_type, "product_version_deleted")
      assert.strictEqual(yield* refused(event, versions.remove(atEvent, id, planned.id)), "NotFound")
    }))

  it.effect("a refused change changes nothing, and neither does one of a product that is elsewhere", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, atOtherBar, barkeeper, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const { id } = yield* readyBeer(atBar)
      const change = (caller: AtEvent, fields: object) => refused(event, versions.create(caller, id, version(fields)))
      assert.strictEqual(yield* change(atEvent, { price: 4 }), "NotFound")
      assert.strictEqual(yield* change(atOtherBar, { price: 4 }), "NotFound")
      assert.strictEqual(yield* change(barkeeper, { price: 3.5 }), "catalogue.version_unchanged")
      assert.strictEqual(yield* change(barkeeper, { price: 4, valid_from: inMinutes(-1) }), "catalogue.version_past")
      assert.strictEqual(yield* change(barkeeper, { tax_rate_id: 999_999 }), "catalogue.tax_rate_unknown")
      assert.strictEqual(yield* change(barkeeper, { target_account_id: 999_999 }), "catalogue.target_account_unknown")
      const waiting = yield* readyBeer(atBar, { name: "Wein", is_locked: false })
      assert.strictEqual(
        yield* refused(event, versions.create(barkeeper, waiting.id, version({ price: 4 }))),
        "catalogue.version_not_ready"
      )
      assert.deepStrictEqual(yield* versions.list(barkeeper, waiting.id), [])
    }))

  it.effect("buttons stay unambiguous: no two products with a price in vouchers, now or later", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const buttons = yield* TillButtons
      const one = yield* readyBeer(atEvent)
      const two = yield* readyBeer(atEvent, { name: "Wein" })
      const three = yield* readyBeer(atEvent, { name: "Sekt", price_in_vouchers: 2 })
      yield* buttons.create(atEvent, button("Both", one.id, two.id))
      const vouchers = version({ price_in_vouchers: 1, valid_from: inMinutes(60) })
      yield* versions.create(atEvent, one.id, vouchers)
      assert.strictEqual(
        yield* refused(event, versions.create(atEvent, two.id, vouchers)),
        "catalogue.button_voucher_prices"
      )
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("Other", one.id, three.id))),
        "catalogue.button_voucher_prices"
      )
    }))

  it.effect("a price list has the products of a moment, with what comes next", () =>
    Effect.gen(function*() {
      const { atBar, atEvent } = yield* sellingFestival
      const listings = yield* ListedPrices
      const versions = yield* ProductVersions
      const { id } = yield* readyBeer(atEvent)
      yield* readyBeer(atEvent, { name: "Wein", is_locked: false })
      yield* versions.create(atEvent, id, version({ price: 4 }))
      const planned = yield* versions.create(atEvent, id, version({ price: 5, valid_from: inMinutes(60) }))
      const prices = (at: DateTime.Utc | null) =>
        Effect.map(listings.at(placeOf(atBar), at, null), (listed) =>
          listed.map((
            one
          ) => [one.name, Money.format(one.price ?? 0n), one.next_price === null ? null : Number(one.next_price)]))
      assert.deepStrictEqual(yield* prices(null), [["Bier", "4.00", 500]])
      assert.deepStrictEqual(yield* prices(planned.valid_from), [["Bier", "5.00", null]])
      assert.deepStrictEqual(yield* prices(DateTime.makeUnsafe(0)), [])
      assert.deepStrictEqual(yield* listings.at(placeOf(atBar), null, 1n), [])
    }))

  it.effect("forty changes of one product at once all stand, one after the other", () =>
    Effect.gen(function*() {
      const { atEvent } = yield* sellingFestival
      const versions = yield* ProductVersions
      const { id } = yield* readyBeer(atEvent)
      yield* Effect.forEach(
        Array.from({ length: 40 }, (_, n) => n),
        (n) => versions.create(atEvent, id, version({ price: 10 + n })),
        { concurrency: 8, discard: true }
      )
      const history = yield* versions.list(atEvent, id)
      assert.lengthOf(history, 41)
      assert.lengthOf(history.filter(({ state }) => state === "present"), 1)
      assert.strictEqual(Number(history[0]!.price), yield* shownPrice(atEvent, id))
    }))

  it.effect("a tax rate that changes takes its products along at that moment, with the prices that were saved with it", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const versions = yield* ProductVersions
      const rates = yield* TaxRateVersions
      const food = yield* TaxRates.use((all) => all.create(atEvent, newTaxRate("Speisen", 0.19)))
      const drinks = yield* TaxRates.use((all) => all.create(atEvent, newTaxRate("Getränke", 0.19)))
      const tax_rate_id = Number(food.id)
      const soup = yield* readyBeer(atEvent, { name: "Suppe", tax_rate_id })
      const bread = yield* readyBeer(atEvent, { name: "Brot", tax_rate_id })
      const wine = yield* readyBeer(atEvent, { name: "Wein", tax_rate_id: Number(drinks.id) })
      yield* versions.create(atEvent, wine.id, version({ tax_rate_id, valid_from: inMinutes(90) }))
      yield* versions.create(
        atEvent,
        bread.id,
        version({ tax_rate_id: Number(drinks.id), price: 2, valid_from: inMinutes(30) })
      )
      const planned = yield* rates.create(
        atEvent,
        food.id,
        rateVersion({
          rate: 0.07,
          valid_from: inMinutes(60),
          price_changes: [{ product_id: Number(soup.id), price: 3.2 }]
        })
      )
      assert.deepInclude({ ...planned }, { state: "planned", rate: 700, tax_type: "reduced_vat", products: 1 })
      const from = planned.valid_from.epochMilliseconds
      const line = (id: bigint, millis: number) =>
        Effect.map(soldAt(event, id, millis), ({ product }) => [Number(product.price), product.tax_rate])
      const lines = (millis: number) => Effect.forEach([soup, bread, wine], ({ id }) => line(id, millis))
      assert.deepStrictEqual(yield* lines(from - 1), [[350, 1900], [200, 1900], [350, 1900]])
      assert.deepStrictEqual(yield* lines(from), [[320, 700], [200, 1900], [350, 1900]])
      assert.deepStrictEqual(yield* lines(from + 3_600_000), [[320, 700], [200, 1900], [350, 700]])
      // Bread stays at the rate after all, so it changes as well.
      const [moved] = yield* versions.list(atEvent, bread.id)
      yield* versions.remove(atEvent, bread.id, moved!.id)
      assert.deepStrictEqual(yield* lines(from), [[320, 700], [350, 700], [350, 1900]])
      const [follows] = yield* versions.list(atEvent, soup.id)
      assert.strictEqual(follows!.tax_rate_version_id, planned.id)
      assert.strictEqual(
        yield* refused(event, versions.remove(atEvent, soup.id, follows!.id)),
        "catalogue.version_follows"
      )
      yield* rates.remove(atEvent, food.id, planned.id)
      assert.deepStrictEqual(yield* lines(from + 3_600_000), [[350, 1900], [350, 1900], [350, 1900]])
      assert.lengthOf(yield* versions.list(atEvent, soup.id), 1)
      const entries = yield* audited(event)
      const created = entries.find(({ log_type }) => log_type === "tax_rate_version_created")!
      assert.deepInclude(created.content, {
        id: tax_rate_id,
        rate: 0.07,
        price_changes: [{ product_id: Number(soup.id), price: 3.2 }]
      })
      assert.deepInclude(created.content["old"] as object, { rate: 0.19, tax_type: "regular_vat" })
      assert.strictEqual(entries.at(-1)!.log_type, "tax_rate_version_deleted")
    }))

  it.effect("a tax rate that has begun is shown by its row and products, and a new change at once begins at once", () =>
    Effect.gen(function*() {
      const { atEvent, barkeeper, event } = yield* sellingFestival
      const rates = yield* TaxRateVersions
      const food = yield* TaxRates.use((all) => all.create(atEvent, newTaxRate("Speisen", 0.19)))
      const tax_rate_id = Number(food.id)
      const soup = yield* readyBeer(atEvent, { name: "Suppe", tax_rate_id })
      const draft = yield* readyBeer(atEvent, { name: "Salat", tax_rate_id, is_locked: false })
      const shown = Effect.gen(function*() {
        const row = yield* TaxRates.use((all) => all.get(atEvent, food.id))
        const goods = yield* Products.use((all) => Effect.forEach([soup, draft], ({ id }) => all.get(atEvent, id)))
        return [row.rate, ...goods.map((one) => one.tax_rate)]
      })
      const planned = yield* rates.create(atEvent, food.id, rateVersion({ rate: 0.07, valid_from: inMinutes(60) }))
      assert.deepStrictEqual(yield* shown, [1900, 1900, 1900])
      const [, follows] = (yield* ProductVersions.use((all) => all.list(atEvent, soup.id))).toReversed()
      yield* Effect.forEach([planned.id, follows!.id], letBegin)
      yield* CatalogueVersions.use(({ begin }) => begin())
      assert.deepStrictEqual(yield* shown, [700, 700, 700])
      yield* rates.create(atEvent, food.id, rateVersion({ rate: 0.05, name: "Speisen 5 %" }))
      assert.deepStrictEqual(yield* shown, [500, 500, 500])
      yield* TaxRates.use((all) => all.update(atEvent, food.id, newTaxRate("Speisen", 0.19)))
      const history = yield* rates.list(atEvent, food.id)
      assert.deepStrictEqual(history.map(({ rate, state }) => [rate, state]), [
        [1900, "present"],
        [500, "past"],
        [700, "past"],
        [1900, "past"]
      ])
      assert.deepStrictEqual(yield* rates.list(atEvent, BigInt(yield* noneOf(atEvent))), [])
      assert.strictEqual(
        yield* refused(event, rates.create(barkeeper, food.id, rateVersion({ rate: 0.07 }))),
        "organisation.privilege_missing"
      )
      assert.strictEqual(
        yield* refused(
          event,
          rates.create(
            atEvent,
            food.id,
            rateVersion({
              rate: 0.07,
              price_changes: [{ product_id: 999_999, price: 1 }]
            })
          )
        ),
        "catalogue.button_product_unknown"
      )
    }))

  it.effect("a ticket changes its price from a moment on, with its tax rate, and on its own page from now on", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* sellingFestival
      const versions = yield* TicketVersions
      const vat = yield* TaxRates.use((all) => all.create(atEvent, newTaxRate("USt", 0.19)))
      const input = (price: number) => newTicket({ tax_rate_id: Number(vat.id), price })
      const { id } = yield* Tickets.use((tickets) => tickets.create(atEvent, input(12)))
      const planned = yield* versions.create(atEvent, id, ticketVersion({ price: 15, valid_from: inMinutes(60) }))
      const from = planned.valid_from.epochMilliseconds
      yield* TaxRateVersions.use((rates) =>
        rates.create(atEvent, vat.id, rateVersion({ rate: 0.07, valid_from: inMinutes(120) }))
      )
      yield* Tickets.use((tickets) => tickets.update(atEvent, id, input(13)))
      const sold = (millis: number) =>
        Effect.map(
          soldAt(event, id, millis),
          ({ initialTopUp, product }) => [Number(product.price), product.tax_rate, Number(initialTopUp)]
        )
      assert.deepStrictEqual(
        yield* Effect.forEach([from - 1, from, from + 3_700_000], sold),
        [[1300, 1900, 500], [1500, 1900, 500], [1500, 700, 500]]
      )
      assert.deepStrictEqual((yield* versions.list(atEvent, id)).map(({ price, state }) => [Number(price), state]), [
        [1500, "planned"],
        [1500, "planned"],
        [1300, "present"],
        [1200, "past"]
      ])
      yield* versions.remove(atEvent, id, planned.id)
      assert.deepStrictEqual(yield* sold(from + 3_700_000), [1300, 700, 500])
      assert.strictEqual(
        yield* refused(event, versions.create(atEvent, id, ticketVersion({ price: 13 }))),
        "catalogue.version_unchanged"
      )
      const { content, log_type } = (yield* audited(event)).findLast((one) =>
        one.log_type === "ticket_version_created"
      )!
      assert.strictEqual(log_type, "ticket_version_created")
      assert.deepStrictEqual(content["old"], { price: 12, tax_rate_id: Number(vat.id) })
    }))
})
