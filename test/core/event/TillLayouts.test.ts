import { assert, layer } from "@effect/vitest"
import { Products } from "@wristbank/core/event/Products"
import { Tickets } from "@wristbank/core/event/Tickets"
import { TillButtons } from "@wristbank/core/event/TillButtons"
import { TillLayouts } from "@wristbank/core/event/TillLayouts"
import { TillProfiles } from "@wristbank/core/event/TillProfiles"
import type { RuleName } from "@wristbank/core/Rules"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  assertIncludes,
  button,
  layoutOf,
  newProduct,
  newProfile,
  newTicket,
  noneOf,
  refused
} from "./CatalogueCalls.ts"
import { catalogueLayer, festival } from "./Festival.ts"

layer(catalogueLayer)("buttons, tickets, layouts and profiles on PostgreSQL", (it) => {
  it.effect("buttons sell locked products, which keep all but their name", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, atOtherBar, event } = yield* festival
      const products = yield* Products
      const buttons = yield* TillButtons
      const none = yield* noneOf(atEvent)
      const create = (fields: object) => products.create(atEvent, newProduct({ tax_rate_id: none, ...fields }))
      const beer = yield* create({})
      const deposit = yield* create({ name: "Pfand", price: 2, is_returnable: true })
      const crate = yield* create({ name: "Kasten", price: 3, is_returnable: true })
      const open = yield* create({ name: "Offen", is_locked: false })
      const made = yield* buttons.create(atEvent, button("Bier", deposit.id, beer.id))
      assertIncludes({ ...made }, { price: 550n, product_ids: [beer.id, deposit.id], node_id: event })
      assert.strictEqual((yield* buttons.create(atEvent, button("Leer"))).price, 0n)
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("X", deposit.id, crate.id))),
        "catalogue.button_returnables"
      )
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("X", open.id))),
        "catalogue.button_product_unlocked"
      )
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("X", beer.id, beer.id))),
        "catalogue.button_repeats"
      )
      assert.strictEqual(
        yield* refused(event, buttons.create(atBar, button("Bier", beer.id))),
        "catalogue.button_name_taken"
      )
      const [system] = yield* products.list(atEvent, true)
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("X", system!.id))),
        "catalogue.button_product_unknown"
      )
      const bars = yield* products.create(atBar, newProduct({ name: "Wein", tax_rate_id: none }))
      assert.strictEqual(
        yield* refused(event, buttons.create(atEvent, button("X", bars.id))),
        "catalogue.button_product_unknown"
      )
      assert.strictEqual(
        yield* refused(event, buttons.create(atOtherBar, button("X", bars.id))),
        "catalogue.button_product_unknown"
      )
      assert.strictEqual((yield* buttons.create(atBar, button("Wein", bars.id, beer.id))).price, 700n)

      const returnable = newProduct({ tax_rate_id: none, is_returnable: true })
      assert.strictEqual(
        yield* refused(event, products.update(atEvent, beer.id, returnable)),
        "catalogue.product_locked"
      )
      const kept = yield* buttons.update(atEvent, made.id, button("Bier + Pfand", beer.id, deposit.id))
      assertIncludes({ ...kept }, { price: 550n, name: "Bier + Pfand" })
      yield* products.remove(atEvent, deposit.id)
      assert.deepStrictEqual((yield* buttons.get(atEvent, made.id)).product_ids, [beer.id])
    }))

  it.effect("tickets, layouts and profiles keep their rules, and what is in use stays", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, event } = yield* festival
      const tickets = yield* Tickets
      const layouts = yield* TillLayouts
      const buttons = yield* TillButtons
      const profiles = yield* TillProfiles
      const none = yield* noneOf(atEvent)
      const create = (name: string, ...restrictions: ReadonlyArray<string>) =>
        tickets.create(atEvent, newTicket({ name, tax_rate_id: none, restrictions }))
      const adult = yield* create("T1")
      const second = yield* create("T2")
      const child = yield* create("T3", "under_16")
      const both = yield* create("T4", "under_18", "under_16")
      assert.strictEqual(adult.total_price, 1700n)
      assert.deepStrictEqual(both.restrictions, ["under_16", "under_18"])
      const first = yield* buttons.create(atEvent, button("B1"))
      const other = yield* buttons.create(atEvent, button("B2"))
      const bars = yield* buttons.create(atBar, button("B3"))

      const entry = yield* layouts.create(atEvent, layoutOf("Einlass", [other.id, first.id], [child.id, adult.id]))
      assertIncludes({ ...entry }, { button_ids: [other.id, first.id], ticket_ids: [child.id, adult.id] })
      const badTickets: ReadonlyArray<readonly [RuleName, ReadonlyArray<bigint>]> = [
        ["catalogue.tickets_alike", [adult.id, second.id]],
        ["catalogue.ticket_with_restrictions", [both.id]],
        ["catalogue.layout_repeats", [adult.id, adult.id]],
        ["catalogue.layout_ticket_unknown", [first.id + 1000n]]
      ]
      for (const [rule, wrong] of badTickets) {
        assert.strictEqual(yield* refused(event, layouts.create(atEvent, layoutOf("X", [], wrong))), rule)
      }
      assert.strictEqual(
        yield* refused(event, layouts.create(atEvent, layoutOf("X", [bars.id]))),
        "catalogue.layout_button_unknown"
      )
      assert.strictEqual(
        yield* refused(event, layouts.create(atEvent, layoutOf("X", [first.id, first.id]))),
        "catalogue.layout_repeats"
      )
      assert.strictEqual(
        yield* refused(event, layouts.create(atBar, layoutOf("Einlass", []))),
        "catalogue.layout_name_taken"
      )
      const asAdult = newTicket({ name: "T3", tax_rate_id: none })
      assert.strictEqual(yield* refused(event, tickets.update(atEvent, child.id, asAdult)), "catalogue.tickets_alike")
      const locked = newTicket({ name: "T3 neu", tax_rate_id: none, restrictions: ["under_16"], is_locked: false })
      assert.strictEqual((yield* tickets.update(atEvent, child.id, locked)).name, "T3 neu")

      const profile = yield* profiles.create(atEvent, newProfile(entry.id))
      assertIncludes({ ...profile }, { layout_id: entry.id, description: null, enable_ssp_payment: true })
      const barLayout = yield* layouts.create(atBar, layoutOf("Bar", [bars.id, first.id]))
      assert.strictEqual(
        yield* refused(event, profiles.create(atEvent, newProfile(barLayout.id, "X"))),
        "catalogue.layout_unknown"
      )
      assert.strictEqual(
        yield* refused(event, profiles.create(atBar, newProfile(entry.id))),
        "catalogue.profile_name_taken"
      )
      assert.strictEqual((yield* profiles.update(atBar, profile.id, newProfile(entry.id, "Theke"))).name, "Theke")

      assert.strictEqual(yield* refused(event, layouts.remove(atEvent, entry.id)), "catalogue.layout_used")
      assert.strictEqual(yield* refused(event, buttons.remove(atEvent, first.id)), "catalogue.button_used")
      assert.strictEqual(yield* refused(event, tickets.remove(atEvent, adult.id)), "catalogue.product_in_layout")
      const till = yield* SqlClient.SqlClient.use((sql) =>
        sql`select active_profile_id as id from till where event_id = ${event}`
      )
      assert.strictEqual(
        yield* refused(event, profiles.remove(atEvent, till[0]!.id as bigint)),
        "catalogue.profile_used"
      )
      yield* layouts.update(atEvent, entry.id, layoutOf("Einlass", [first.id]))
      yield* tickets.remove(atEvent, adult.id)
      yield* buttons.remove(atEvent, other.id)
      yield* profiles.remove(atEvent, profile.id)
      yield* layouts.remove(atEvent, entry.id)
      assert.deepStrictEqual((yield* layouts.list(atEvent)).map(({ name }) => name), ["Virtual Till layout"])
    }))
})
