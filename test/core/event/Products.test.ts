import { assert, layer } from "@effect/vitest"
import { Products } from "@wristbank/core/event/Products"
import { NewTaxRate } from "@wristbank/core/event/TaxRate"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { Tickets } from "@wristbank/core/event/Tickets"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  assertIncludes,
  audited,
  newProduct,
  newTaxRate,
  newTicket,
  noneOf,
  refusal,
  refused
} from "./CatalogueCalls.ts"
import { catalogueLayer, festival } from "./Festival.ts"

layer(catalogueLayer)("products and tax rates on PostgreSQL", (it) => {
  it.effect("products are created, listed, read and changed, each change audited in major units", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* festival
      const products = yield* Products
      const none = yield* noneOf(atEvent)
      const beer = yield* products.create(
        atEvent,
        newProduct({
          tax_rate_id: none,
          is_locked: false,
          price_in_vouchers: 2,
          restrictions: ["under_18", "under_16", "under_18"]
        })
      )
      assertIncludes({ ...beer }, {
        price: 350n,
        price_in_vouchers: 2,
        price_per_voucher: 175n,
        restrictions: ["under_16", "under_18"],
        type: "user_defined",
        tax_name: "none",
        tax_rate: 0,
        node_id: event
      })
      assert.deepStrictEqual(yield* products.get(atEvent, beer.id), beer)
      const limo = yield* products.create(atEvent, newProduct({ name: "Apfelschorle", tax_rate_id: none }))
      assert.deepStrictEqual((yield* products.list(atEvent, false)).map(({ name }) => name), ["Apfelschorle", "Bier"])
      assert.lengthOf(yield* products.list(atEvent, true), 7)
      const changed = yield* products.update(
        atEvent,
        beer.id,
        newProduct({ name: "Helles", price: 4, tax_rate_id: none, is_locked: false, price_in_vouchers: 0 })
      )
      assertIncludes({ ...changed }, { name: "Helles", price: 400n, is_locked: false, price_in_vouchers: null })
      yield* products.remove(atEvent, limo.id)
      const log = yield* audited(event)
      assert.deepStrictEqual(log.map((entry) => entry.log_type), [
        "product_created",
        "product_created",
        "product_updated",
        "product_deleted"
      ])
      assertIncludes(log[0]!.content, { id: Number(beer.id), price: 3.5, price_per_voucher: 1.75 })
      assert.deepStrictEqual(log[3]!.content, { id: Number(limo.id), name: limo.name })
    }))

  it.effect("names are unique along a path and free among siblings", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, atOtherBar, event } = yield* festival
      const products = yield* Products
      const none = yield* noneOf(atEvent)
      const beer = newProduct({ tax_rate_id: none })
      yield* products.create(atBar, beer)
      yield* products.create(atOtherBar, beer)
      assert.strictEqual(yield* refused(event, products.create(atEvent, beer)), "catalogue.product_name_taken")
      assert.strictEqual(
        yield* refused(event, products.create(atBar, newProduct({ name: "Rabatt", tax_rate_id: none }))),
        "catalogue.product_name_taken"
      )
      const ticket = newTicket({ name: "Bier", tax_rate_id: none })
      assert.strictEqual(
        yield* refused(event, Tickets.use((tickets) => tickets.create(atEvent, ticket))),
        "catalogue.product_name_taken"
      )
      const own = yield* products.create(atEvent, newProduct({ name: "bier", tax_rate_id: none }))
      assert.strictEqual(yield* refused(event, products.update(atEvent, own.id, beer)), "catalogue.product_name_taken")
      assert.strictEqual(
        (yield* products.update(atEvent, own.id, newProduct({ name: "bier", tax_rate_id: none }))).id,
        own.id
      )
    }))

  it.effect("two who take one name at once get one product", () =>
    Effect.gen(function*() {
      const { atBar, atEvent } = yield* festival
      const products = yield* Products
      const beer = newProduct({ tax_rate_id: yield* noneOf(atEvent) })
      const outcomes = yield* Effect.all(
        [atEvent, atBar, atEvent, atBar].map((caller) => Effect.result(products.create(caller, beer))),
        { concurrency: 4 }
      )
      assert.lengthOf(outcomes.filter((outcome) => outcome._tag === "Success"), 1)
      assert.lengthOf(yield* products.list(atBar, false), 1)
    }))

  it.effect("objects are seen from below, changed by who administers their node, and unknown elsewhere", () =>
    Effect.gen(function*() {
      const { at, atBar, atEvent, atOtherBar, barkeeper, event } = yield* festival
      const other = yield* festival
      const products = yield* Products
      const none = yield* noneOf(atEvent)
      const beer = yield* products.create(atEvent, newProduct({ tax_rate_id: none }))
      const wine = yield* products.create(barkeeper, newProduct({ name: "Wein", tax_rate_id: none }))
      assert.strictEqual((yield* products.get(barkeeper, beer.id)).id, beer.id)
      const changed = newProduct({ name: "Helles", tax_rate_id: none })
      assert.strictEqual(
        yield* refused(event, products.update(barkeeper, beer.id, changed)),
        "organisation.privilege_missing"
      )
      assert.strictEqual(yield* refused(event, products.remove(barkeeper, beer.id)), "organisation.privilege_missing")
      assert.strictEqual((yield* products.update(atBar, beer.id, changed)).node_id, event)
      for (const caller of [atEvent, atOtherBar, other.atEvent]) {
        assert.strictEqual(yield* refusal(products.get(caller, wine.id)), "NotFound")
        assert.strictEqual(yield* refused(event, products.update(caller, wine.id, changed)), "NotFound")
        assert.strictEqual(yield* refused(event, products.remove(caller, wine.id)), "NotFound")
      }
      assert.lengthOf(yield* products.list(atOtherBar, false), 1)
      assert.deepStrictEqual(yield* products.list(other.atEvent, false), [])
      const foreignRate = newProduct({ name: "Cola", tax_rate_id: none })
      assert.strictEqual(
        yield* refused(other.event, products.create(other.atEvent, foreignRate)),
        "catalogue.tax_rate_unknown"
      )
      assert.strictEqual(
        yield* refused(event, products.update(yield* at(other.people.cashier, other.event), beer.id, changed)),
        "NotFound"
      )
    }))

  it.effect("a target account is one of the event that takes sales; a product that has another is shown and renamed", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* festival
      const other = yield* festival
      const products = yield* Products
      const sql = yield* SqlClient.SqlClient
      const none = yield* noneOf(atEvent)
      const accountOf = (eventId: bigint, type = "donation_exit") =>
        Effect.map(
          sql<{ id: bigint }>`select id from account where event_id = ${eventId} and type = ${type}`,
          ([row]) => Number(row!.id)
        )
      const own = newProduct({ name: "Spende", tax_rate_id: none, target_account_id: yield* accountOf(event) })
      assert.strictEqual((yield* products.create(atEvent, own)).target_account_id, own.target_account_id)
      const foreign = newProduct({ tax_rate_id: none, target_account_id: yield* accountOf(other.event) })
      assert.strictEqual(yield* refused(event, products.create(atEvent, foreign)), "catalogue.target_account_unknown")
      const fields = { tax_rate_id: none, name: "Chipgeld", target_account_id: yield* accountOf(event, "cash_entry") }
      const cash = newProduct(fields)
      assert.strictEqual(yield* refused(event, products.create(atEvent, cash)), "catalogue.target_account_forbidden")
      const { id } = yield* products.create(
        atEvent,
        newProduct({ ...fields, is_locked: false, target_account_id: null })
      )
      assert.strictEqual(
        yield* refused(event, products.update(atEvent, id, cash)),
        "catalogue.target_account_forbidden"
      )
      // It may be so from before that was refused.
      yield* sql`update product set is_locked = true, target_account_id = ${fields.target_account_id} where id = ${id}`
      assert.strictEqual((yield* products.get(atEvent, id)).target_account_id, cash.target_account_id)
      const renamed = yield* products.update(atEvent, id, newProduct({ ...fields, name: "Pfand" }))
      assertIncludes({ ...renamed }, { name: "Pfand", target_account_id: cash.target_account_id })
    }))

  it.effect("tax rates change until they are the system's or in use", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, event } = yield* festival
      const rates = yield* TaxRates
      const products = yield* Products
      const vat = yield* rates.create(atEvent, newTaxRate("USt", 0.19))
      assertIncludes({ ...vat }, { rate: 1900, is_system: false, node_id: event, tax_type: "regular_vat" })
      assert.deepStrictEqual((yield* rates.list(atBar)).map(({ name }) => name), ["USt", "none"])
      const again = newTaxRate("none", 0.07)
      assert.strictEqual(yield* refused(event, rates.create(atEvent, again)), "catalogue.tax_rate_name_taken")
      const none = BigInt(yield* noneOf(atEvent))
      assert.strictEqual(yield* refused(event, rates.update(atEvent, none, again)), "catalogue.tax_rate_of_system")
      assert.strictEqual(yield* refused(event, rates.remove(atEvent, none)), "catalogue.tax_rate_of_system")
      const beer = yield* products.create(atEvent, newProduct({ tax_rate_id: Number(vat.id), is_locked: false }))
      assert.strictEqual(yield* refused(event, rates.remove(atEvent, vat.id)), "catalogue.tax_rate_used")
      const reduced = newTaxRate("USt 7", 0.07)
      assert.strictEqual((yield* rates.update(atEvent, vat.id, reduced)).rate, 700)
      assertIncludes({ ...yield* products.get(atEvent, beer.id) }, { tax_name: "USt 7", tax_rate: 700 })
      yield* products.remove(atEvent, beer.id)
      yield* rates.remove(atEvent, vat.id)
      assert.strictEqual(yield* refusal(rates.get(atEvent, vat.id)), "NotFound")
    }))

  it.effect("what was sold stays, and so does its tax rate", () =>
    Effect.gen(function*() {
      const { atEvent, event } = yield* festival
      const products = yield* Products
      const rates = yield* TaxRates
      const sql = yield* SqlClient.SqlClient
      const vat = yield* rates.create(atEvent, newTaxRate("USt", 0.19))
      const beer = yield* products.create(atEvent, newProduct({ tax_rate_id: Number(vat.id), is_locked: false }))
      yield* sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
          tax_rate_id, tax_name, tax_rate, total_price, total_tax)
        select ${event}, 1, 0, 1, id, revision_id, price, tax_rate_id, 'USt', 1900, price, 56 from product
        where event_id = ${event} and id = ${beer.id}`
      assert.strictEqual(yield* refused(event, products.remove(atEvent, beer.id)), "catalogue.product_sold")
      const none = yield* noneOf(atEvent)
      yield* products.update(atEvent, beer.id, newProduct({ tax_rate_id: none }))
      assert.strictEqual(yield* refused(event, rates.remove(atEvent, vat.id)), "catalogue.tax_rate_used")
      const exempt = new NewTaxRate({ name: "USt", rate: 0, description: "", tax_type: "exempt" })
      assert.strictEqual(yield* refused(event, rates.update(atEvent, vat.id, exempt)), "catalogue.tax_type_fixed")
      assertIncludes(
        { ...yield* rates.update(atEvent, vat.id, newTaxRate("USt 2020", 0.07)) },
        { rate: 700, tax_type: "regular_vat" }
      )
    }))
})
