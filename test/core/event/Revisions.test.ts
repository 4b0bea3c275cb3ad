import { assert, layer } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { NewProduct, type Product } from "@wristbank/core/event/Product"
import { ProductRepository } from "@wristbank/core/event/ProductRepository"
import { decodeRevision } from "@wristbank/core/event/ProductRevision"
import { Products } from "@wristbank/core/event/Products"
import { NewTaxRate } from "@wristbank/core/event/TaxRate"
import { TaxRates } from "@wristbank/core/event/TaxRates"
import { NewTicket } from "@wristbank/core/event/Ticket"
import { Tickets } from "@wristbank/core/event/Tickets"
import { Arbitrary, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { catalogueLayer, type Festival, festival } from "./Festival.ts"

interface Revision {
  readonly id: bigint
  readonly product: Product
  readonly current: boolean
}

/** The decoded revisions of an event's products, oldest first; those of its system products come first. */
const revisions = (eventId: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.flatMap(
      sql<
        { id: bigint; data: unknown; current: boolean }
      >`select r.id, r.data, p.revision_id is not distinct from r.id as current
        from product_revision r left join product p on p.event_id = r.event_id and p.id = r.product_id
        where r.event_id = ${eventId} order by r.id`,
      Effect.forEach(({ current, data, id }) =>
        Effect.map(decodeRevision(data), (product): Revision => ({ id, product, current }))
      )
    )
  )

/** Asserts that the current revisions equal the products of the event. */
const assertCurrent = Effect.fnUntraced(function*({ atEvent, event }: Festival) {
  const products = yield* Products.use((service) => service.list(atEvent, true))
  const shown = (yield* revisions(event)).filter(({ current }) => current).map(({ product }) => product)
  const byId = (a: Product, b: Product) => Number(a.id - b.id)
  assert.deepStrictEqual(shown.toSorted(byId), products.toSorted(byId))
})

const makeRate = (name: string, rate: number) =>
  new NewTaxRate({ name, rate, description: "", tax_type: "regular_vat" })

layer(catalogueLayer)("product revisions", (it) => {
  it.effect("a new event has one of each system product, and repeating makes none", () =>
    Effect.gen(function*() {
      const place = yield* festival
      const first = yield* revisions(place.event)
      assert.sameMembers(first.map(({ product }) => product.type), [
        "discount",
        "topup",
        "payout",
        "money_transfer",
        "imbalance"
      ])
      yield* ProductRepository.use((products) => products.refreshRevisions(place.event))
      assert.deepStrictEqual(yield* revisions(place.event), first)
      yield* assertCurrent(place)
    }))

  it.effect("a change of a product or its tax rate makes one, saving it unchanged none", () =>
    Effect.gen(function*() {
      const place = yield* festival
      const other = yield* festival
      const products = yield* Products
      const rates = yield* TaxRates
      const vat = yield* rates.create(place.atEvent, makeRate("USt", 1900))
      const make = (name: string, price: bigint) =>
        NewProduct.make({
          name,
          price: Money.Cents.make(price),
          fixed_price: true,
          price_in_vouchers: null,
          tax_rate_id: vat.id,
          restrictions: [],
          is_locked: false,
          is_returnable: false,
          target_account_id: null
        })
      const count = Effect.map(revisions(place.event), (all) => all.length - 5)
      const foreign = yield* revisions(other.event)
      const beer = yield* products.create(place.atEvent, make("Bier", 350n))
      yield* products.create(place.atEvent, make("Wein", 500n))
      assert.strictEqual(yield* count, 2)
      yield* products.update(place.atEvent, beer.id, make("Bier", 350n))
      assert.strictEqual(yield* count, 2)
      yield* products.update(place.atEvent, beer.id, make("Bier", 400n))
      assert.strictEqual(yield* count, 3)
      yield* rates.update(place.atEvent, vat.id, makeRate("USt", 700))
      assert.strictEqual(yield* count, 5)
      const of = (yield* revisions(place.event)).filter(({ product }) => product.id === beer.id)
      assert.deepStrictEqual(
        of.map((
          { current, product }
        ) => [product.price === null ? null : Money.format(product.price), product.tax_rate, current]),
        [
          ["3.50", 1900, false],
          ["4.00", 1900, false],
          ["4.00", 700, true]
        ]
      )
      yield* assertCurrent(place)
      yield* products.remove(place.atEvent, beer.id)
      assert.strictEqual(yield* count, 5, "what was sold is shown after the product has gone")
      assert.deepStrictEqual(yield* revisions(other.event), foreign)
    }))

  it.effect("tickets have them too", () =>
    Effect.gen(function*() {
      const place = yield* festival
      const none = (yield* TaxRates.use((rates) => rates.list(place.atEvent)))[0]!
      const ticket = yield* Tickets.use((tickets) =>
        tickets.create(
          place.atEvent,
          new NewTicket({
            name: "Erwachsen",
            price: Money.Cents.make(1200n),
            tax_rate_id: none.id,
            restrictions: ["under_18"],
            is_locked: true,
            initial_top_up_amount: Money.Cents.make(800n)
          })
        )
      )
      const shown = (yield* revisions(place.event)).at(-1)!
      assert.strictEqual(shown.product.id, ticket.id)
      assert.strictEqual(shown.product.type, "ticket")
      yield* assertCurrent(place)
    }))

  it.effect("any accepted product is shown exactly as it was stored", () =>
    Effect.gen(function*() {
      const place = yield* festival
      const products = yield* Products
      const none = (yield* TaxRates.use((rates) => rates.list(place.atEvent)))[0]!
      const drawn = yield* Arbitrary.sampleEffect(Arbitrary.schema(NewProduct), { count: 60, seed: 1 })
      for (const [index, input] of drawn.entries()) {
        const outcome = yield* Effect.result(products.create(
          place.atEvent,
          new NewProduct({
            ...input,
            user_tag_variant_ids: null,
            name: `${input.name} ${index}`.slice(-255).trim(),
            tax_rate_id: none.id,
            target_account_id: null,
            category_id: null
          })
        ))
        if (outcome._tag === "Failure") {
          assert.match(
            refusalName(outcome.failure),
            /^catalogue\.(product_name_taken|fixed_price_missing|free_price_given|voucher_price_of_)/
          )
        }
      }
      assert.isAbove((yield* products.list(place.atEvent, false)).length, 10)
      yield* assertCurrent(place)
    }))
})
