import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout } from "node:timers/promises"
import { Festival, linesOf, sale } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { everythingAllowed } from "../../support/profile.ts"

const now = Effect.map(DateTime.now, (moment) => moment)
const inMinutes = (minutes: number) => Effect.map(now, (at) => DateTime.formatIso(DateTime.add(at, { minutes })))

/** A moment ahead counts as now. Without one a terminal gets the cheapest prices of the last two minutes. */
const atPresent = { priced_at: "2100-01-01T00:00:00Z" }

/** A product that is ready to sell, on a button of the till's layout. */
const newDrink = Effect.fnUntraced(function*(name: string, more: Body = {}) {
  const { office, taxes } = yield* Festival
  const product = yield* created(
    office("POST", "/products", { name, price: 3, tax_rate_id: taxes.vat, is_locked: true, ...more })
  )
  const button = yield* created(office("POST", "/till-buttons", { name, product_ids: [product] }))
  const { entities } = done(yield* office("GET", "/till-layouts")).body as {
    readonly entities: Readonly<Record<string, Body>>
  }
  const bar = Object.values(entities).find((one) => one.name === "Bar")!
  const button_ids = [...bar.button_ids as ReadonlyArray<number>, button]
  done(yield* office("POST", `/till-layouts/${String(bar.id)}`, { name: "Bar", button_ids }))
  return { product, button, path: `/products/${product}/versions` }
})

const tilePrice = (config: Body, button: number) =>
  ((config.till as Body).buttons as ReadonlyArray<Body>).find(({ id }) => id === button)!.price

layer(Festival.layer, { excludeTestServices: true })("versions of products over HTTP", (it) => {
  it.effect("a till sells at the new price from its next order on, and what was sold stays", () =>
    Effect.gen(function*() {
      const { bar, guest, office, taxes } = yield* Festival
      const { button, path, product } = yield* newDrink("Tonic")
      const buyer = yield* guest({ balance: 100 })
      const sell = Effect.map(
        Effect.suspend(() =>
          bar.post("/order/book-sale", sale([{ till_button_id: button, quantity: 2, price: null }], buyer, atPresent))
        ),
        done
      )
      const before = (yield* sell).body
      done(yield* office("POST", path, { price: 4.8 }))
      const after = (yield* sell).body
      assert.deepStrictEqual([linesOf(before), linesOf(after)], [[["Tonic", 2, 3, 6]], [["Tonic", 2, 4.8, 9.6]]])
      assert.strictEqual(tilePrice(done(yield* bar.get("/config")).body, button), 4.8)
      assert.deepStrictEqual(linesOf(done(yield* bar.get(`/order/${String(before.id)}`)).body), linesOf(before))
      const { entities } = done(yield* office("GET", "/price-list")).body as {
        readonly entities: Readonly<Record<string, Body>>
      }
      assert.deepInclude(entities[product], { price: 4.8, next_from: null })
      yield* refused(
        office("POST", `/products/${product}`, {
          name: "Tonic",
          price: 5,
          tax_rate_id: taxes.vat,
          is_locked: true
        }),
        "catalogue.product_locked"
      )
    }))

  it.effect("a price that was wrong ends for open baskets too, and what changed before or after does not", () =>
    Effect.gen(function*() {
      const { bar, guest, office } = yield* Festival
      const { button, path } = yield* newDrink("Secco", { price: 0.4 })
      const buyer = yield* guest({ balance: 100 })
      const asked = (more: Body) => sale([{ till_button_id: button, quantity: 1, price: null }], buyer, more)
      const total = (more: Body) =>
        Effect.map(bar.post("/order/check-sale", asked(more)), (answer) => done(answer).body.total_price)
      const open = { priced_at: yield* inMinutes(-5), shown_total: 0.4 }
      done(yield* office("POST", path, { price: 0.5 }))
      assert.deepStrictEqual([yield* total(open), yield* total({})], [0.4, 0.4])
      const planned = { price: 5, valid_from: yield* inMinutes(60), holds: false }
      yield* refused(office("POST", path, planned), "catalogue.version_planned_holds")
      const { body: right } = done(yield* office("POST", path, { price: 5, holds: false }))
      assert.deepInclude(right, { price: 5, holds: false })
      yield* refused(bar.post("/order/book-sale", asked(open)), "order.price_changed")
      assert.strictEqual(yield* total({}), 5, "a terminal that names no moment")
      const next = { priced_at: yield* inMinutes(0), shown_total: 5 }
      done(yield* office("POST", path, { price: 5.5 }))
      yield* refused(bar.post("/order/book-sale", asked(open)), "order.price_changed")
      assert.deepStrictEqual([yield* total(next), yield* total({})], [5, 5])
      assert.strictEqual(done(yield* bar.post("/order/book-sale", asked(next))).body.total_price, 5)
    }))

  it.effect("a planned price begins by itself, at every till, in checks and on tiles", () =>
    Effect.gen(function*() {
      const { bar, guest, office } = yield* Festival
      const { button, path } = yield* newDrink("Sekt")
      const buyer = yield* guest({ balance: 100 })
      const valid_from = yield* Effect.map(now, (at) => DateTime.formatIso(DateTime.add(at, { seconds: 2 })))
      const { body: planned } = done(yield* office("POST", path, { price: 6, valid_from }))
      assert.deepInclude(planned, { state: "planned", price: 6 })
      const checked = Effect.gen(function*() {
        const { body } = done(
          yield* bar.post(
            "/order/check-sale",
            sale([{ till_button_id: button, quantity: 1, price: null }], buyer, atPresent)
          )
        )
        return [body.total_price, (yield* now).epochMilliseconds] as const
      })
      const begins = Date.parse(String(planned.valid_from))
      let [price, at] = yield* checked
      // Nothing is asked of the server meanwhile but what tills ask.
      while (price === 3) {
        assert.isBelow(at, begins + 60_000)
        ;[price, at] = yield* checked
      }
      assert.strictEqual(price, 6)
      assert.isAtLeast(at, begins)
      assert.strictEqual(tilePrice(done(yield* bar.get("/config")).body, button), 6)
    }))

  it.effect("orders of many tills are each of one price while it changes, and their sums add up", () =>
    Effect.gen(function*() {
      const { bar, guest, office } = yield* Festival
      const { button, path } = yield* newDrink("Mate")
      const prices = [4, 4.5, 5, 5.5, 6]
      const sales = Effect.forEach(
        Array.from({ length: 40 }),
        Effect.fnUntraced(function*() {
          const buyer = yield* guest({ balance: 100 })
          const press = { till_button_id: button, quantity: 1, price: null }
          const { body } = done(yield* bar.post("/order/book-sale", sale([press, press, press], buyer)))
          return body
        }),
        { concurrency: 8 }
      )
      const changes = Effect.forEach(prices, (price) => Effect.map(office("POST", path, { price }), done))
      const [booked] = yield* Effect.all([sales, changes], { concurrency: 2 })
      for (const body of booked) {
        const [line, ...others] = linesOf(body) as unknown as ReadonlyArray<readonly [string, number, number, number]>
        const [, quantity, price, total] = line!
        assert.deepStrictEqual(others, [])
        assert.include([3, ...prices], price)
        assert.deepStrictEqual([quantity, total, body.total_price], [3, 3 * price, 3 * price])
      }
    }))

  it.effect("each refusal has its name, and nothing changes", () =>
    Effect.gen(function*() {
      const { office, products, taxes } = yield* Festival
      const { path, product } = yield* newDrink("Brause")
      const waiting = yield* created(office("POST", "/products", { name: "Wartend", price: 3, tax_rate_id: taxes.vat }))
      const later = yield* inMinutes(60)
      yield* refused(office("POST", path, { price: 3 }), "catalogue.version_unchanged")
      yield* refused(office("POST", path, { price: 4, valid_from: yield* inMinutes(-1) }), "catalogue.version_past")
      yield* refused(
        office("POST", path, { price: 4, valid_from: yield* inMinutes(401 * 1440) }),
        "catalogue.version_too_far"
      )
      yield* refused(office("POST", `/products/${waiting}/versions`, { price: 4 }), "catalogue.version_not_ready")
      yield* refused(
        office("POST", `/products/${products.deposit}/versions`, { price: 4 }),
        "catalogue.version_returnable"
      )
      yield* refused(office("POST", path, { target_account_id: 999_999 }), "catalogue.target_account_unknown")
      const versions = done(yield* office("GET", path)).body.ids as ReadonlyArray<number>
      yield* refused(office("DELETE", `${path}/${versions[0]!}`), "catalogue.version_begun")
      for (let n = 0; n < 20; n++) {
        done(yield* office("POST", path, { price: 4 + n, valid_from: yield* inMinutes(60 + n) }))
      }
      yield* refused(office("POST", path, { price: 90, valid_from: later }), "catalogue.version_too_many")
      yield* refused(office("DELETE", `/products/${product}/versions/999999`), "NotFound", {
        element_type: "product_version",
        element_id: 999_999
      }, 404)
      assert.lengthOf(done(yield* office("GET", path)).body.ids as ReadonlyArray<number>, 21)
    }))

  it.effect("a tax rate that changes is that of the next sale, and what was sold keeps its own", () =>
    Effect.gen(function*() {
      const { bar, guest, office, products } = yield* Festival
      const rate = yield* created(office("POST", "/tax-rates", { name: "Food", rate: 0.19, description: "" }))
      const { button, path, product } = yield* newDrink("Soup", { tax_rate_id: rate, price: 11.9 })
      const versions = `/tax-rates/${rate}/versions`
      const buyer = yield* guest({ balance: 100 })
      const sell = Effect.map(
        Effect.suspend(() =>
          bar.post("/order/book-sale", sale([{ till_button_id: button, quantity: 1, price: null }], buyer))
        ),
        done
      )
      const taxOf = ({ line_items }: Body) =>
        (line_items as ReadonlyArray<Body>).map((line) => [line.product_price, line.tax_rate])
      const { body: before } = yield* sell
      done(yield* office("POST", versions, { rate: 0.07, price_changes: [{ product_id: product, price: 10.7 }] }))
      assert.deepStrictEqual(taxOf((yield* sell).body), [[10.7, 0.07]])
      assert.deepStrictEqual(taxOf(before), [[11.9, 0.19]])
      assert.deepStrictEqual(taxOf(done(yield* bar.get(`/order/${String(before.id)}`)).body), taxOf(before))
      const valid_from = yield* inMinutes(60)
      const planned = yield* created(office("POST", versions, { rate: 0.05, valid_from }))
      const follows = (done(yield* office("GET", path)).body.ids as ReadonlyArray<number>)[0]!
      yield* refused(office("DELETE", `${path}/${follows}`), "catalogue.version_follows")
      done(yield* office("DELETE", `${versions}/${planned}`))
      const prices = (...ids: ReadonlyArray<number>) =>
        office("POST", versions, {
          rate: 0.05,
          valid_from,
          price_changes: ids.map((product_id) => ({ product_id, price: 9 }))
        })
      yield* refused(prices(product, product), "catalogue.version_price_twice")
      yield* refused(prices(products.beer), "catalogue.version_other_rate")
      yield* refused(office("DELETE", `${versions}/999999`), "NotFound", {
        element_type: "tax_rate_version",
        element_id: 999_999
      }, 404)
    }))

  it.effect("a ticket that is ready to sell changes like a product", () =>
    Effect.gen(function*() {
      const { office, taxes } = yield* Festival
      const input = {
        name: "Late entry",
        price: 12,
        tax_rate_id: taxes.vat,
        initial_top_up_amount: 0,
        restrictions: ["under_16"]
      }
      const waiting = yield* created(office("POST", "/tickets", { ...input, name: "Unsold", is_locked: false }))
      const ticket = yield* created(office("POST", "/tickets", { ...input, is_locked: true }))
      const path = `/tickets/${ticket}/versions`
      done(yield* office("POST", path, { price: 10 }))
      assert.deepInclude(done(yield* office("GET", `/tickets/${ticket}`)).body, { price: 10 })
      done(yield* office("POST", `/tickets/${ticket}`, { ...input, is_locked: true, price: 11 }))
      yield* refused(office("POST", path, { price: 11 }), "catalogue.version_unchanged")
      yield* refused(office("POST", path, { price: 9, valid_from: yield* inMinutes(-1) }), "catalogue.version_past")
      yield* refused(office("POST", `/tickets/${waiting}/versions`, { price: 9 }), "catalogue.version_not_ready")
      const { entities, ids } = done(yield* office("GET", path)).body as {
        readonly entities: Readonly<Record<string, Body>>
        readonly ids: ReadonlyArray<number>
      }
      assert.deepStrictEqual(ids.map((id) => [entities[id]!.price, entities[id]!.state]), [
        [11, "present"],
        [10, "past"],
        [12, "past"]
      ])
      yield* refused(office("DELETE", `${path}/${ids[0]!}`), "catalogue.version_begun")
      yield* refused(office("DELETE", `${path}/999999`), "NotFound", {
        element_type: "ticket_version",
        element_id: 999_999
      }, 404)
    }))

  it.effect("no closing has two percentages of a rate that changes while tills sell", () =>
    Effect.gen(function*() {
      const { guest, office, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const rate = yield* created(office("POST", "/tax-rates", { name: "Snacks", rate: 0.19, description: "" }))
      const goods = { name: "Nuts", price: 1, tax_rate_id: rate, is_locked: true }
      const product = yield* created(office("POST", "/products", goods))
      const button = yield* created(office("POST", "/till-buttons", { name: "Nuts", product_ids: [product] }))
      const layout = yield* created(office("POST", "/till-layouts", { name: "Nuts", button_ids: [button] }))
      const profileId = yield* tills.profile({}, layout)
      const open = yield* Effect.forEach([1, 2, 3], () => tills.open({ profileId }))
      const valid_from = DateTime.formatIso(DateTime.add(yield* now, { seconds: 3 }))
      done(yield* office("POST", `/tax-rates/${rate}/versions`, { rate: 0.07, valid_from }))
      const seen = yield* Effect.forEach(open, (till) =>
        Effect.gen(function*() {
          const buyer = yield* guest({ balance: 140 })
          const rates: Array<unknown> = []
          while (rates.filter((one) => one === 0.07).length < 2) {
            const basket = sale([{ till_button_id: button, quantity: 1, price: null }], buyer)
            const { body } = done(yield* till.post("/order/book-sale", basket))
            rates.push((body.line_items as ReadonlyArray<Body>)[0]!.tax_rate)
            yield* Effect.promise(() => setTimeout(40))
          }
          return rates
        }), { concurrency: "unbounded" })
      for (const rates of seen) {
        assert.strictEqual(rates[0], 0.19)
        assert.deepStrictEqual(rates, rates.toSorted().toReversed())
      }
      const closings = yield* sql<{ z_nr: number; rates: ReadonlyArray<number> }>`
        select ordr.z_nr, array_agg(distinct line.tax_rate) as rates
        from ordr join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
        where ordr.till_id = any(${
        open.map(({ id }) => id)
      }::bigint[]) group by ordr.till_id, ordr.z_nr order by ordr.z_nr`
      assert.deepStrictEqual(
        closings.map(({ rates, z_nr }) => [z_nr, [...rates]]),
        [...open.map(() => [1, [1900]]), ...open.map(() => [2, [700]])]
      )
    }))

  it.effect("what a price list names is deleted once it is in no list any more", () =>
    Effect.gen(function*() {
      const { at, event, office, taxes } = yield* Festival
      const name = "Only in a list"
      const layouts = done(yield* office("GET", "/till-layouts")).body as { readonly entities: object }
      const [layout_id] = Object.keys(layouts.entities).map(Number)
      const part = yield* created(office("POST", `/tree/nodes/${event}/create-node`, { name, description: "" }))
      const profile = yield* created(office("POST", "/till-profiles", { ...everythingAllowed, name, layout_id }))
      const variant = yield* created(office("POST", "/user-tag-variants", { variant_name: name, priority: 9 }))
      const goods = { name, price: 3, tax_rate_id: taxes.vat, is_locked: true }
      const product = yield* created(office("POST", "/products", goods))
      const list = yield* created(
        office("POST", "/price-lists", {
          name: "Late",
          rank: 77,
          node_ids: [part],
          profile_ids: [profile],
          user_tag_variant_ids: [variant],
          entries: [{ product_id: product, kind: "price", value: 1 }]
        })
      )
      const deletions = [
        at(part)("DELETE", `/tree/nodes/${part}`),
        office("DELETE", `/till-profiles/${profile}`),
        office("DELETE", `/user-tag-variants/${variant}`),
        office("DELETE", `/products/${product}`)
      ]
      for (const deletion of deletions) yield* refused(deletion, "pricing.named_in_list")
      done(yield* office("DELETE", `/price-lists/${list}`))
      for (const deletion of deletions) done(yield* deletion)
    }))
})
