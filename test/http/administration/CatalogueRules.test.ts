import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { eventSettings } from "../../support/eventSettings.ts"
import { each, Festival, linesOf, sale } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"

/** The catalogue of the festival, with the objects of these tests. */
const catalogue = Effect.gen(function*() {
  const festival = yield* Festival
  const { office, taxes } = festival
  const body = (more: Body = {}) => ({
    name: randomUUID(),
    price: 3.5,
    fixed_price: true,
    is_locked: true,
    tax_rate_id: taxes.vat,
    ...more
  })
  const product = (more: Body = {}) => office("POST", "/products", body(more))
  const ticket = (restrictions: ReadonlyArray<string>) =>
    office("POST", "/tickets", { ...body({ price: 12 }), initial_top_up_amount: 5, restrictions })
  const button = (...product_ids: ReadonlyArray<number>) =>
    office("POST", "/till-buttons", { name: randomUUID(), product_ids })
  const layoutBody = (more: Body) => ({ name: randomUUID(), ...more })
  const newLayout = (more: Body) => office("POST", "/till-layouts", layoutBody(more))
  return { ...festival, body, button, layoutBody, newLayout, product, ticket }
})

layer(Festival.layer, { excludeTestServices: true })("the catalogue", (it) => {
  it.effect("has no tickets of ticket shops as long as no presale is imported", () =>
    Effect.gen(function*() {
      const { event, office } = yield* catalogue
      const answer = done(yield* office("GET", "/tickets/external-tickets"))
      assert.strictEqual(JSON.stringify(answer.body), "[]")
      const helper = yield* clerk(event, event, ["terminal_login"])
      yield* refused(helper("GET", "/tickets/external-tickets"), "organisation.privilege_missing", {}, 403)
      assert.strictEqual((yield* office("GET", "/tickets/external")).status, 422)
    }))

  it.effect("knows what a voucher is worth, and which prices make no sense", () =>
    Effect.gen(function*() {
      const { product } = yield* catalogue
      assert.deepInclude(done(yield* product({ price_in_vouchers: 2 })).body, { price: 3.5, price_per_voucher: 1.75 })
      const senseless = [
        ["fixed_price_missing", { price: null }],
        ["free_price_given", { price: 3, fixed_price: false }],
        ["voucher_price_of_free", { price: null, fixed_price: false, price_in_vouchers: 1 }]
      ] as const
      for (const [rule, price] of senseless) yield* refused(product(price), `catalogue.${rule}`)
    }))

  it.effect("puts products into categories, also when they are sold, and keeps a category that is used", () =>
    Effect.gen(function*() {
      const { admin, at, body, event, office, product } = yield* catalogue
      const stall = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stall", description: "" })
      )
      const drinks = yield* created(office("POST", "/product-categories", { name: "Drinks", colour: "blue" }))
      const elsewhere = yield* created(
        at(stall)("POST", "/product-categories", { name: "Cocktails", colour: "red" })
      )
      const path = `/products/${yield* created(product({ name: "Cola" }))}`
      const save = (more: Body) => office("POST", path, body({ name: "Cola", ...more }))
      assert.isNull(done(yield* office("GET", path)).body.category_id)
      assert.strictEqual(done(yield* save({ category_id: drinks })).body.category_id, drinks)
      // As an older application sends it.
      assert.strictEqual(done(yield* save({})).body.category_id, drinks)
      yield* refused(save({ category_id: elsewhere }), "catalogue.category_unknown")
      yield* refused(product({ category_id: 999_999 }), "catalogue.category_unknown")
      const used = yield* office("DELETE", `/product-categories/${drinks}`)
      assert.deepInclude(used.body, {
        rule: "catalogue.category_used",
        message: "The category Drinks is still used: products Cola"
      })
      assert.isNull(done(yield* save({ category_id: null })).body.category_id)
      done(yield* office("DELETE", `/product-categories/${drinks}`))
      for (let n = 2; n <= 50; n++) {
        yield* created(office("POST", "/product-categories", { name: `Category ${n}`, colour: "grey" }))
      }
      yield* refused(
        office("POST", "/product-categories", { name: "One more", colour: "grey" }),
        "catalogue.categories_too_many"
      )
    }))

  it.effect("changes nothing but the name of what is locked, and never unlocks it", () =>
    Effect.gen(function*() {
      const { body, button, newLayout, office, product, tills } = yield* catalogue
      const beer = yield* created(product())
      const press = yield* created(button(beer))
      const profileId = yield* tills.profile({}, yield* created(newLayout({ button_ids: [press] })))
      const till = yield* tills.open({ profileId })
      const sell = () =>
        till.post("/order/book-sale", sale([{ till_button_id: press, quantity: 1 }], null, { payment_method: "sumup" }))
      const sold = done(yield* sell()).body
      const path = `/products/${beer}`
      assert.deepInclude(done(yield* office("POST", path, body({ name: "Light" }))).body, { name: "Light", price: 3.5 })
      for (
        const change of [{ price: 4 }, { is_locked: false }, { restrictions: ["under_16"] }, { is_returnable: true }]
      ) {
        yield* refused(office("POST", path, body({ name: "Light", ...change })), "catalogue.product_locked")
      }
      const open = yield* created(product({ is_locked: false }))
      assert.deepInclude(done(yield* office("POST", `/products/${open}`, body({ price: 4 }))).body, { price: 4 })
      assert.deepStrictEqual(linesOf(done(yield* sell()).body), [["Light", 1, 3.5, 3.5]])
      const order = done(yield* office("GET", `/orders/${Number(sold.id)}`)).body
      assert.strictEqual(order.total_price, 3.5)
    }))

  it.effect("puts locked products on buttons, one deposit at most", () =>
    Effect.gen(function*() {
      const { bar, button, buttons, newLayout, office, product, layoutBody } = yield* catalogue
      const deposit = { price: 2, is_returnable: true }
      const [beer, cup, crate] = [
        yield* created(product()),
        yield* created(product(deposit)),
        yield* created(product(deposit))
      ]
      assert.deepInclude(done(yield* button(beer, cup)).body, { price: 5.5, product_ids: [beer, cup] })
      yield* refused(button(beer, cup, crate), "catalogue.button_returnables")
      yield* refused(button(yield* created(product({ is_locked: false }))), "catalogue.button_product_unlocked")
      const till = done(yield* bar.get("/config")).body.till as Body
      const shown = (till.buttons as ReadonlyArray<Body>).find(({ id }) => id === buttons.beer)
      assert.deepInclude(shown, { price: 5, is_returnable: false, fixed_price: true, default_price: null })

      const placed = yield* created(button(beer))
      const layout = yield* created(newLayout({ button_ids: [placed] }))
      yield* refused(office("DELETE", `/till-buttons/${placed}`), "catalogue.button_used")
      done(yield* office("POST", `/till-layouts/${layout}`, layoutBody({ button_ids: [] })))
      done(yield* office("DELETE", `/till-buttons/${placed}`))
    }))

  it.effect("shows one ticket for each age in a layout, with what comes on the tag", () =>
    Effect.gen(function*() {
      const { newLayout, ticket } = yield* catalogue
      const adult = done(yield* ticket([])).body
      assert.deepInclude(adult, { price: 12, initial_top_up_amount: 5, total_price: 17 })
      const other = yield* created(ticket([]))
      const child = yield* created(ticket(["under_16"]))
      yield* refused(newLayout({ ticket_ids: [adult.id, other] }), "catalogue.tickets_alike")
      assert.deepInclude(done(yield* newLayout({ ticket_ids: [adult.id, child] })).body, {
        ticket_ids: [adult.id, child]
      })
    }))
})

layer(Festival.layer, { excludeTestServices: true })("the configuration of a terminal", (it) => {
  it.effect("sells tickets only where its layout has some", () =>
    Effect.gen(function*() {
      const { newLayout, ticket, tills } = yield* catalogue
      const tickets = { allow_ticket_sale: true, allow_ticket_vouchers: true }
      const none = yield* created(newLayout({}))
      const some = yield* created(newLayout({ ticket_ids: [yield* created(ticket([]))] }))
      for (const [layout, sells] of [[none, false], [some, true]] as const) {
        const { get } = yield* tills.open({ profileId: yield* tills.profile(tickets, layout) })
        const till = done(yield* get("/config")).body.till
        assert.deepInclude(till, { allow_ticket_sale: sells, allow_ticket_vouchers: sells })
      }
    }))

  it.effect("has the categories of its buttons in their order, and says whether they are on one page", () =>
    Effect.gen(function*() {
      const { newLayout, office, product, tills } = yield* catalogue
      const category = (name: string, sequence: number, colour = "blue") =>
        created(office("POST", "/product-categories", { name, colour, sequence }))
      const snacks = yield* category("Snacks", 3, "orange")
      const cold = yield* category("Cold", 2)
      yield* category("Unused", 1)
      const goods = [
        yield* created(product({ is_returnable: true })),
        yield* created(product({ category_id: cold })),
        yield* created(product({ category_id: snacks }))
      ]
      const press = (products: ReadonlyArray<number>, more: Body = {}) =>
        created(office("POST", "/till-buttons", { name: randomUUID(), product_ids: products, ...more }))
      const buttons = [
        yield* press([goods[2]!]),
        yield* press([goods[0]!, goods[1]!]),
        yield* press([goods[1]!], { category_id: snacks }),
        yield* press([goods[0]!])
      ]
      const profileId = yield* tills.profile({}, yield* created(newLayout({ button_ids: buttons })))
      const till = yield* tills.open({ profileId })
      const shown = Effect.map(till.get("/config"), (answer) => done(answer).body.till as Body)
      const config = yield* shown
      assert.isFalse(config.one_page)
      assert.deepStrictEqual(config.categories, [
        { id: cold, name: "Cold", colour: "blue", sequence: 2 },
        { id: snacks, name: "Snacks", colour: "orange", sequence: 3 }
      ])
      assert.deepStrictEqual(each(config.buttons, "category_id"), [snacks, cold, snacks, null])

      yield* refused(office("DELETE", `/product-categories/${snacks}`), "catalogue.category_used")
      const path = `/till-buttons/${buttons[2]}`
      const body = { name: "Own", product_ids: [goods[1]] }
      yield* refused(office("POST", path, { ...body, category_id: 999_999 }), "catalogue.category_unknown")
      assert.strictEqual(done(yield* office("POST", path, body)).body.category_id, snacks)
      assert.isNull(done(yield* office("POST", path, { ...body, category_id: null })).body.category_id)
      assert.deepStrictEqual(each((yield* shown).buttons, "category_id"), [snacks, cold, cold, null])

      const profile = done(yield* office("GET", `/till-profiles/${profileId}`)).body
      done(yield* office("POST", `/till-profiles/${profileId}`, { ...profile, one_page: true }))
      assert.isTrue((yield* shown).one_page)
      const { one_page: _, ...older } = profile
      assert.isTrue(done(yield* office("POST", `/till-profiles/${profileId}`, older)).body.one_page)
    }))

  it.effect("takes nothing back that vouchers pay for, though it was made so once", () =>
    Effect.gen(function*() {
      const { bar, buttons, event, products } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const priced = (vouchers: number | null) =>
        Effect.andThen(
          sql`update product set price_in_vouchers = ${vouchers}::integer where id = ${products.cup}`,
          sql`update event set version = version + 1 where event_id = ${event}`
        )
      const isReturnable = Effect.map(bar.get("/config"), (answer) =>
        ((done(answer).body.till as Body).buttons as ReadonlyArray<Body>).find(({ id }) =>
          id === buttons.cup
        )
          ?.is_returnable)
      assert.isTrue(yield* isReturnable)
      yield* priced(1)
      assert.isFalse(yield* isReturnable)
      yield* priced(null)
    }))

  it.effect("has no keys of the chips while the event has none", () =>
    Effect.gen(function*() {
      const { address, admin, at, bar } = yield* Festival
      const settings = { ...eventSettings, name: randomUUID(), description: "" }
      const event = yield* created(admin("POST", "/tree/nodes/0/create-event", settings))
      const { registration_uuid } = done(yield* at(event)("POST", "/terminal", { name: "T" })).body
      const stranger = caller(`${address}/terminal`, null)
      const { token } = done(yield* stranger("POST", "/auth/register_terminal", { registration_uuid })).body
      const config = done(yield* caller(`${address}/terminal`, String(token))("GET", "/config")).body
      assert.deepInclude(config, { secrets: null, till: null, event_name: settings.name })
      assert.isNotNull(done(yield* bar.get("/config")).body.secrets)
    }))
})
