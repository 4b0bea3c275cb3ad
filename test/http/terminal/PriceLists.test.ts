import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { each, Festival, sale } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"

let rank = 0

/** Has a price list at the event until the end of an effect. */
const withList = Effect.fnUntraced(function*(entries: ReadonlyArray<Body>, more: Body = {}) {
  const { office } = yield* Festival
  rank += 1
  const body = { name: `List ${rank}`, rank, entries, ...more }
  const id = yield* Effect.acquireRelease(
    created(office("POST", "/price-lists", body)),
    (list) => Effect.map(office("DELETE", `/price-lists/${list}`), done)
  )
  return { id, body }
})

const inMinutes = (minutes: number) => DateTime.formatIso(DateTime.makeUnsafe(Date.now() + minutes * 60_000))

interface Line extends Body {
  readonly product: Body
}
const pricesIn = ({ line_items }: Body) =>
  (line_items as ReadonlyArray<Line>).map((line) => [line.product.name, line.product_price, line.list_price])

layer(Festival.layer, { excludeTestServices: true })("sales with price lists", (it) => {
  it.effect("cost what the list says, whatever the terminal knows, and are repeated as they were", () =>
    Effect.gen(function*() {
      const { bar, guest, press, products } = yield* Festival
      const payer = yield* guest()
      yield* withList([{ product_id: products.beer, kind: "minus", value: 0.5 }])
      const request = sale([press("beer", 2)], payer, { used_vouchers: 0 })
      assert.strictEqual(done(yield* bar.post("/order/check-sale", request)).body.total_price, 9)
      const booked = done(yield* bar.post("/order/book-sale", request)).body
      assert.deepStrictEqual(pricesIn(booked), [["Beer", 2.5, 3], ["Deposit", 2, null]])
      assert.deepInclude(booked, { total_price: 9, new_balance: 91, priced_at: booked.booked_at })
      assert.deepStrictEqual(done(yield* bar.post("/order/book-sale", request)).body, booked)
      const order = done(yield* bar.get(`/order/${String(booked.id)}`)).body
      assert.deepStrictEqual(each(order.line_items, "list_price"), [3, null])
      done(yield* bar.post(`/order/${String(booked.id)}/cancel`))
      assert.strictEqual(done(yield* bar.get(`/customer/${payer.uid}`)).body.balance, 100)
    }).pipe(Effect.scoped))

  it.effect("keep the price of the basket's first press, and are never dearer than was shown", () =>
    Effect.gen(function*() {
      const { bar, configure, guest, press, products } = yield* Festival
      const payer = yield* guest()
      const asked = (more: Body) => sale([press("largeOnly", 2)], payer, { used_vouchers: 0, ...more })
      const before = inMinutes(-5)
      yield* withList([{ product_id: products.large, kind: "price", value: 7 }])
      assert.strictEqual(
        done(yield* bar.post("/order/check-sale", asked({ priced_at: inMinutes(0) }))).body.total_price,
        14
      )
      yield* refused(
        bar.post("/order/book-sale", asked({ priced_at: inMinutes(0), shown_total: 13.99 })),
        "order.price_changed"
      )
      const held = asked({ priced_at: before, shown_total: 10 })
      const booked = done(yield* bar.post("/order/book-sale", held)).body
      assert.deepInclude(booked, { total_price: 10, priced_at: before })
      // A terminal of an earlier version sends no moment: what it showed two minutes ago still holds.
      assert.strictEqual(done(yield* bar.post("/order/book-sale", asked({}))).body.total_price, 10)
      yield* configure({ basket_hold_minutes: 4 })
      yield* refused(
        bar.post("/order/book-sale", asked({ priced_at: before, shown_total: 10 })),
        "order.price_changed"
      )
      // What was booked is answered as it was booked, also when its prices hold no longer.
      assert.deepStrictEqual(done(yield* bar.post("/order/book-sale", held)).body, booked)
      yield* configure({ basket_hold_minutes: 10 })
    }).pipe(Effect.scoped))

  it.effect("are cheaper for wearers of a kind of wristband alone", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press, products } = yield* Festival
      const { entities } = done(yield* office("GET", "/user-tag-variants")).body
      const young = Object.values(entities as Record<string, Body>).find(({ variant_name }) =>
        variant_name === "under_16"
      )!
      const { body: { name } } = yield* withList([{ product_id: products.meal, kind: "percent", value: 50 }], {
        user_tag_variant_ids: [young.id]
      })
      const total = (buttons: ReadonlyArray<Body>, payer: Parameters<typeof sale>[1], more: Body = {}) =>
        Effect.map(
          bar.post("/order/book-sale", sale(buttons, payer, { used_vouchers: 0, priced_at: inMinutes(0), ...more })),
          (answer) => done(answer).body.total_price
        )
      const cheaper = sale([press("meal", 2)], yield* guest({ restriction: "under_16" }), { used_vouchers: 0 })
      const booked = done(yield* bar.post("/order/book-sale", cheaper)).body
      assert.deepInclude(booked, {
        total_price: 5,
        list_total: 10,
        reductions: [{ kind: "price_list", name, amount: 5 }]
      })
      assert.deepStrictEqual(done(yield* bar.post("/order/book-sale", cheaper)).body, booked)
      assert.strictEqual(yield* total([press("meal")], yield* guest()), 5)
      assert.strictEqual(yield* total([press("meal")], null, { payment_method: "cash", used_vouchers: null }), 5)
    }).pipe(Effect.scoped))

  it.effect("are shown by buttons beforehand, at the tills of the list alone", () =>
    Effect.gen(function*() {
      const { bar, buttons, products } = yield* Festival
      const [from, until] = [inMinutes(60), inMinutes(120)]
      const { body: usual } = yield* withList([{ product_id: products.food, kind: "price", value: 3 }])
      const { body: happyHour } = yield* withList([{ product_id: products.food, kind: "price", value: 2 }], {
        valid_from: from,
        valid_until: until
      })
      yield* withList([{ product_id: products.large, kind: "price", value: 1 }])
      const { till } = done(yield* bar.get("/config")).body as {
        readonly till: { readonly buttons: ReadonlyArray<Body> }
      }
      const shown = (id: number) => till.buttons.find((button) => button.id === id)!
      assert.deepInclude(shown(buttons.food), {
        price: 3,
        list_price: 4,
        prices: [
          { from: null, until: from, price: 3, price_in_vouchers: 1, list_name: usual.name },
          { from, until, price: 2, price_in_vouchers: 1, list_name: happyHour.name },
          { from: until, until: null, price: 3, price_in_vouchers: 1, list_name: usual.name }
        ]
      })
      assert.deepInclude(shown(buttons.crate), { price: 5, list_price: null, prices: [] })
      assert.deepInclude(shown(buttons.meal), { price: 5, list_price: null, prices: [] })
    }).pipe(Effect.scoped))

  it.effect("have the prices of one moment and cost no more than shown, while prices change", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press, products } = yield* Festival
      const entries = (value: number) => [
        { product_id: products.beer, kind: "price", value },
        { product_id: products.spirit, kind: "price", value }
      ]
      const { body, id } = yield* withList(entries(1))
      const outcomes = new Map<string, number>()
      const sell = Effect.gen(function*() {
        const payer = yield* guest()
        const request = (more: Body) =>
          sale([press("beerOnly", 3), press("spirit", 2)], payer, { used_vouchers: 0, ...more })
        const check = done(yield* bar.post("/order/check-sale", request({ priced_at: inMinutes(0) }))).body
        const { status, body: answer } = yield* bar.post(
          "/order/book-sale",
          request({ priced_at: inMinutes(0), shown_total: check.total_price })
        )
        const outcome = status === 200 ? "booked" : String(answer.rule)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (status !== 200) return assert.strictEqual(outcome, "order.price_changed")
        assert.isAtMost(Number(answer.total_price), Number(check.total_price))
        const [beer, spirit] = pricesIn(answer)
        assert.strictEqual(beer![1], spirit![1], "two moments in one sale")
      })
      const change = Effect.forEach(
        Array.from({ length: 20 }, (_, n) => 1 + (n * 7) % 5),
        (value) => Effect.map(office("POST", `/price-lists/${id}`, { ...body, entries: entries(value) }), done)
      )
      yield* Effect.all([change, Effect.all(Array.from({ length: 64 }, () => sell), { concurrency: "unbounded" })], {
        concurrency: 2
      })
      assert.isAbove(outcomes.get("booked") ?? 0, 0)
    }).pipe(Effect.scoped))

  // Last, as terminals that name no moment get the cheapest prices of the last two minutes.
  it.effect("go by a category where the list does not name the product itself", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press, products } = yield* Festival
      const payer = yield* guest()
      const drinks = yield* created(office("POST", "/product-categories", { name: "Drinks", colour: "blue" }))
      const putInto = Effect.fnUntraced(function*(category_id: number | null) {
        for (const id of [products.beer, products.large, products.deposit]) {
          const { body: product } = done(yield* office("GET", `/products/${id}`))
          done(yield* office("POST", `/products/${id}`, { ...product, category_id }))
        }
      })
      yield* putInto(drinks)
      const total = Effect.map(
        bar.post(
          "/order/check-sale",
          sale([press("beer", 1), press("largeOnly", 1)], payer, {
            used_vouchers: 0,
            priced_at: "2100-01-01T00:00:00Z"
          })
        ),
        (answer) => pricesIn(done(answer).body)
      )
      const { body, id } = yield* withList([
        { category_id: drinks, kind: "percent", value: 100 },
        { product_id: products.large, kind: "price", value: 1.5 }
      ])
      assert.deepStrictEqual((yield* total).map(([name, price]) => [name, price]), [
        ["Beer", 0],
        ["Deposit", 2],
        ["Large", 1.5]
      ])
      const listed = done(yield* office("GET", "/price-list")).body.entities as Readonly<Record<string, Body>>
      assert.deepStrictEqual(each(listed[products.beer]!.offers, "price"), [0])
      assert.deepStrictEqual(listed[products.deposit]!.offers, [])
      const wrong = (entries: ReadonlyArray<Body>) => office("POST", `/price-lists/${id}`, { ...body, entries })
      const entry = { kind: "price", value: 1 }
      yield* refused(wrong([entry]), "pricing.entry_names_one")
      yield* refused(wrong([{ ...entry, category_id: drinks, product_id: products.beer }]), "pricing.entry_names_one")
      yield* refused(wrong([{ ...entry, category_id: 999_999 }]), "catalogue.category_unknown")
      yield* putInto(null)
      const used = yield* office("DELETE", `/product-categories/${drinks}`)
      assert.deepInclude(used.body, {
        rule: "catalogue.category_used",
        message: `The category Drinks is still used: price lists ${String(body.name)}`
      })
      assert.deepStrictEqual((yield* total).map(([name, price]) => [name, price]), [
        ["Beer", 3],
        ["Deposit", 2],
        ["Large", 1.5]
      ])
    }).pipe(Effect.scoped))
})
