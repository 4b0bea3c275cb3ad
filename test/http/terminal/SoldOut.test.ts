import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, linesOf, sale } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { caller, created, done, listOf } from "../../support/FestivalServer.ts"

/** A place with two tills, and a third till elsewhere at the same event. */
const places = Effect.gen(function*() {
  const { admin, at, event, tills } = yield* Festival
  const name = randomUUID()
  const place = (named: string) =>
    created(admin("POST", `/tree/nodes/${event}/create-node`, { name: named, description: "" }))
  const node = yield* place(name)
  const elsewhere = yield* place(randomUUID())
  return {
    name,
    node,
    office: at(node),
    one: yield* tills.open({ node }),
    other: yield* tills.open({ node }),
    elsewhere: yield* tills.open({ node: elsewhere })
  }
})

layer(Festival.layer, { excludeTestServices: true })("what is sold out", (it) => {
  it.effect("is refused at all tills of the place and nowhere else, from the next sale on, until it is back", () =>
    Effect.gen(function*() {
      const { guest, press, products } = yield* Festival
      const { elsewhere, name, node, office, one, other } = yield* places
      const buyer = yield* guest()
      const request = () => sale([press("beer")], buyer)
      const mark = (is_sold_out: boolean) => one.post("/availability", { product_id: products.beer, is_sold_out })
      done(yield* other.post("/order/book-sale", request()))
      const booked = request()
      const { text } = done(yield* other.post("/order/book-sale", booked))

      const sold_out = [{ id: products.beer, name: "Beer", at: [name], can_come_back: true }]
      assert.deepStrictEqual(done(yield* mark(true)).body, { sold_out })
      assert.deepStrictEqual(done(yield* mark(true)).body, { sold_out }, "repeated")
      yield* refused(other.post("/order/check-sale", request()), "order.product_sold_out")
      yield* refused(other.post("/order/book-sale", request()), "order.product_sold_out")
      assert.strictEqual(done(yield* other.post("/order/book-sale", booked)).text, text, "a repeat is answered")
      done(yield* elsewhere.post("/order/book-sale", request()))
      done(yield* other.post("/order/book-sale", sale([press("meal")], buyer)))
      const [listed] = listOf(yield* office("GET", "/sold-out"))
      assert.deepInclude(listed, { product_id: products.beer, node_id: node, by: one.cashier.id })

      assert.deepStrictEqual(done(yield* mark(false)).body, { sold_out: [] })
      done(yield* other.post("/order/book-sale", request()))
      assert.deepStrictEqual(listOf(yield* office("GET", "/sold-out")), [])
    }))

  it.effect("is greyed on each button with it, and can still be returned", () =>
    Effect.gen(function*() {
      const { buttons, guest, press, products } = yield* Festival
      const { office, one } = yield* places
      const buyer = yield* guest()
      done(yield* office("POST", `/products/${products.deposit}/sold-out`))
      const till = done(yield* one.get("/config")).body.till as {
        readonly buttons: ReadonlyArray<{ readonly id: number; readonly is_sold_out: boolean }>
      }
      const marked = till.buttons.flatMap(({ id, is_sold_out }) => is_sold_out ? id : [])
      const { beer, crate, deposit, large, mixed } = buttons
      assert.sameMembers(marked, [beer, crate, deposit, large, mixed])
      yield* refused(one.post("/order/book-sale", sale([press("beer")], buyer)), "order.product_sold_out")
      const back = sale([press("deposit", -2), press("deposit", 1)], buyer)
      assert.deepStrictEqual(linesOf(done(yield* one.post("/order/book-sale", back)).body), [["Deposit", -1, 2, -2]])
      const kept = sale([press("deposit", 2), press("deposit", -1)], buyer)
      yield* refused(one.post("/order/book-sale", kept), "order.product_sold_out")
    }))

  it.effect("at a place further up is marked as back there", () =>
    Effect.gen(function*() {
      const { at, event, products } = yield* Festival
      const { office, one } = yield* places
      done(yield* at(event)("POST", `/products/${products.food}/sold-out`))
      const back = { product_id: products.food, is_sold_out: false }
      yield* refused(one.post("/availability", back), "catalogue.sold_out_above")
      yield* refused(office("DELETE", `/products/${products.food}/sold-out`), "catalogue.sold_out_above")
      const { sold_out } = done(yield* one.post("/availability", { ...back, is_sold_out: true })).body
      assert.deepStrictEqual(sold_out, [
        { id: products.food, name: "Food", at: ["Festival"], can_come_back: false }
      ])
      done(yield* at(event)("DELETE", `/products/${products.food}/sold-out`))
      assert.deepStrictEqual(done(yield* one.post("/availability", back)).body, { sold_out: [] })
    }))

  it.effect("is marked at tills whose profile allows it, for products of their buttons", () =>
    Effect.gen(function*() {
      const { otherLayout, products, tills } = yield* Festival
      const body = { product_id: products.beer, is_sold_out: true }
      const forbidden = yield* tills.open({ flags: { allow_sold_out: false } })
      yield* refused(forbidden.post("/availability", body), "TillPermission", { permission: "allow_sold_out" })
      const sellsBeer = yield* tills.open({ profileId: yield* tills.profile({}, otherLayout) })
      const missing = { element_type: "product", element_id: products.meal }
      const meal = { ...body, product_id: products.meal }
      yield* refused(sellsBeer.post("/availability", meal), "NotFound", missing, 404)
    }))

  it.effect("counts for a sale in the order of commits", () =>
    Effect.gen(function*() {
      const { event, guest, press, products } = yield* Festival
      const { node, one } = yield* places
      const sql = yield* SqlClient.SqlClient
      const buyer = yield* guest()
      const book = Effect.suspend(() => one.post("/order/book-sale", sale([press("meal")], buyer)))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`select from event where event_id = ${event} for no key update`
        yield* sql`insert into sold_out (event_id, product_id, node_id) values (${event}, ${products.meal}, ${node})`
        yield* sql`update event set version = version + 1 where event_id = ${event}`
        done(yield* book)
      }))
      yield* refused(book, "order.product_sold_out")
    }))

  it.effect("of many sales at once none is booked after the mark, and the others are refused for it", () =>
    Effect.gen(function*() {
      const { guest, has, press, products } = yield* Festival
      const { one, other } = yield* places
      const buyer = yield* guest({ balance: 150 })
      const mark = one.post("/availability", { product_id: products.food, is_sold_out: true })
      const answers = yield* Effect.forEach(
        Array.from({ length: 24 }, (_, n) => n),
        (n) => n === 8 ? mark : other.post("/order/book-sale", sale([press("food")], buyer)),
        { concurrency: "unbounded" }
      )
      done(answers[8]!)
      const booked = answers.filter(({ body, status }) => status === 200 && body.sold_out === undefined).length
      const missing = answers.filter(({ body }) => body.rule === "order.product_sold_out").length
      assert.strictEqual(booked + missing, 23)
      assert.strictEqual((yield* has(buyer)).balance, 150 - 4 * booked)
      yield* refused(other.post("/order/book-sale", sale([press("food")], buyer)), "order.product_sold_out")
    }))

  it.effect("does not keep a sale from being booked that was registered and paid by card before", () =>
    Effect.gen(function*() {
      const { press, products } = yield* Festival
      const { one } = yield* places
      yield* takeCards
      const request = sale([press("beer")], null, { payment_method: "sumup" })
      done(yield* one.post("/order/register-pending-sale", request))
      done(yield* one.post("/availability", { product_id: products.beer, is_sold_out: true }))
      assert.strictEqual(done(yield* one.post("/order/book-sale", request)).body.total_price, 5)
    }))

  it.effect("is shown with an entity tag, so that a till that knows it gets no body", () =>
    Effect.gen(function*() {
      const { address, products } = yield* Festival
      const { office, one, other } = yield* places
      const ask = (known?: string) =>
        Effect.promise(() =>
          fetch(`${address}/terminal/availability`, {
            headers: {
              authorization: `Bearer ${other.token}`,
              ...(known === undefined ? {} : { "if-none-match": known })
            }
          })
        )
      const first = yield* ask()
      assert.strictEqual(yield* Effect.promise(() => first.text()), "{\"sold_out\":[]}")
      const etag = first.headers.get("etag")!
      assert.strictEqual((yield* ask(etag)).status, 304)
      done(yield* one.post("/availability", { product_id: products.beer, is_sold_out: true }))
      const changed = yield* Effect.repeat(ask(etag), { until: ({ status }) => status === 200 })
      assert.include(yield* Effect.promise(() => changed.text()), "\"Beer\"")
      done(yield* office("DELETE", `/products/${products.beer}/sold-out`))
      const signedOut = caller(`${address}/terminal`, "unknown")
      assert.strictEqual((yield* signedOut("GET", "/availability")).status, 401)
    }))
})
