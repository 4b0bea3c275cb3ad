import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { each, Festival, type Guest, linesOf, sale, topUp } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** Sells by tag at the bar; returns the id of the order. */
const soldTo = Effect.fnUntraced(function*(guest: Guest, buttons: ReadonlyArray<Body>) {
  const { bar } = yield* Festival
  return Number(done(yield* bar.post("/order/book-sale", sale(buttons, guest))).body.id)
})

/** The order that cancels another, in the till's list. */
const cancelOf = Effect.fnUntraced(function*(orderId: number) {
  const { bar } = yield* Festival
  const listed = listOf(yield* bar.get("/order"))
  const found = listed.filter((order) => order.cancels_order === orderId)
  assert.lengthOf(found, 1)
  return found[0]!
})

layer(Festival.layer, { excludeTestServices: true })("cancelling and changing sales", (it) => {
  it.effect("a cancelled sale gives money and vouchers back, line by line", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings, press } = yield* Festival
      const payer = yield* guest({ vouchers: 2 })
      const orderId = yield* soldTo(payer, [press("beer", 3)])
      assert.deepStrictEqual(yield* has(payer), { balance: 91, vouchers: 0 })
      const { answer, moved: change } = yield* moved(bar.post(`/order/${orderId}/cancel`))
      assert.strictEqual(done(answer).text, "null")
      assert.deepStrictEqual(change, {
        [payer.label]: 9,
        [`${payer.label} vouchers`]: 2,
        sale_exit: -9,
        "sale_exit vouchers": -2
      })
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 2 })
      const cancel = yield* cancelOf(orderId)
      assert.deepInclude(cancel, {
        order_type: "cancel_sale",
        payment_method: "tag",
        total_price: -9,
        customer_account_id: payer.accountId,
        cash_register_id: null,
        cashier_id: bar.cashier.id,
        till_id: bar.id
      })
      assert.deepStrictEqual(linesOf(cancel), [["Beer", -3, 3, -9], ["Deposit", -3, 2, -6], ["Rabatt", -1, -6, 6]])
      assert.deepStrictEqual(each(cancel.line_items, "item_id"), [0, 1, 2])
      assert.deepStrictEqual(each(cancel.line_items, "total_tax"), [-1.44, 0, 0.96])
      assert.deepStrictEqual(yield* postings(cancel.id), [
        ["sale_exit", payer.label, 9, 0],
        ["sale_exit", payer.label, 0, 2]
      ])
    }))

  it.effect("only a sale by tag can be cancelled, and only once", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const payer = yield* guest()
      const cancel = (orderId: unknown) => bar.post(`/order/${String(orderId)}/cancel`)
      const orderId = yield* soldTo(payer, [press("beer")])
      const { text } = done(yield* cancel(orderId))
      const sentAgain = yield* untouched(cancel(orderId))
      assert.strictEqual(done(sentAgain).text, text)
      yield* refused(cancel((yield* cancelOf(orderId)).id), "order.only_sales_cancelled")
      yield* refused(cancel(999_999), "order.order_unknown")
      yield* malformed(cancel("beer"))
      for (const payment_method of ["sumup", "cash"]) {
        const request = sale([press("beer")], null, { payment_method })
        yield* refused(
          cancel(done(yield* bar.post("/order/book-sale", request)).body.id),
          "order.only_tag_sales_cancelled"
        )
      }
      const raise = topUp(payer, 5)
      done(yield* bar.post("/order/book-topup", raise))
      const listed = listOf(yield* bar.get("/order"))
      const booked = listed.find((order) => order.uuid === raise.uuid)!
      assert.strictEqual(booked.order_type, "top_up")
      yield* refused(cancel(booked.id), "order.only_sales_cancelled")
    }))

  it.effect("a cancel sent again is answered to its cashier at its till, for a minute", () =>
    Effect.gen(function*() {
      const { guest, office, press, tills } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const payer = yield* guest()
      const till = yield* tills.open()
      const elsewhere = yield* tills.open()
      const orderId = done(yield* till.post("/order/book-sale", sale([press("beer")], payer))).body.id
      const cancel = (at: typeof till) => at.post(`/order/${String(orderId)}/cancel`)
      done(yield* cancel(till))
      yield* refused(cancel(elsewhere), "order.order_cancelled")
      yield* refused(office("DELETE", `/orders/${String(orderId)}`), "order.order_cancelled")
      assert.strictEqual((yield* untouched(cancel(till))).status, 200)
      const colleague = yield* tills.colleague()
      yield* till.post("/user/logout")
      done(yield* till.post("/user/login", login(colleague)))
      yield* refused(cancel(till), "order.order_cancelled")
      yield* till.post("/user/logout")
      done(yield* till.post("/user/login", login(till.cashier)))
      assert.strictEqual((yield* untouched(cancel(till))).status, 200)
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`set local session_replication_role = replica`
        yield* sql`update ordr set booked_at = booked_at - interval '61 seconds' where cancels_order = ${
          Number(orderId)
        }`
      }))
      yield* refused(cancel(till), "order.order_cancelled")
    }))

  it.effect("of two cancels at once one is booked", () =>
    Effect.gen(function*() {
      const { bar, guest, moved, press } = yield* Festival
      const payer = yield* guest()
      const orderId = yield* soldTo(payer, [press("beer")])
      const cancel = bar.post(`/order/${orderId}/cancel`)
      const { answer, moved: change } = yield* moved(Effect.all([cancel, cancel, cancel], { concurrency: 3 }))
      assert.deepStrictEqual(answer.map(({ status }) => status), [200, 200, 200])
      assert.deepStrictEqual(change, { [payer.label]: 5, sale_exit: -5 })
    }))

  it.effect("a return can't be cancelled once the money is spent", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest({ balance: 0 })
      const returned = yield* soldTo(payer, [press("deposit", -5)])
      assert.deepStrictEqual(yield* has(payer), { balance: 10, vouchers: 0 })
      yield* soldTo(payer, [press("beerOnly", 3)])
      yield* refused(bar.post(`/order/${returned}/cancel`), "NotEnoughFunds", { needed: 10, available: 1 })
      assert.deepStrictEqual(yield* has(payer), { balance: 1, vouchers: 0 })
    }))

  it.effect("a cancel may raise a balance above the maximum: the guest gets back what was paid", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest({ balance: 150 })
      const orderId = yield* soldTo(payer, [press("beer", 2)])
      done(yield* bar.post("/order/book-topup", topUp(payer, 10)))
      done(yield* bar.post(`/order/${orderId}/cancel`))
      assert.deepStrictEqual(yield* has(payer), { balance: 160, vouchers: 0 })
    }))

  it.effect("a sale is cancelled at its own till only, or by the office of its node", () =>
    Effect.gen(function*() {
      const { admin, at, event, guest, has, neighbour, office, press, products, tills } = yield* Festival
      const payer = yield* guest()
      const orderId = yield* soldTo(payer, [press("beer")])
      const other = yield* tills.open({ float: 0 })
      yield* refused(other.post(`/order/${orderId}/cancel`), "order.cancelled_elsewhere")

      const elsewhere = yield* neighbour
      yield* refused(elsewhere.till.post(`/order/${orderId}/cancel`), "order.order_unknown")
      const stage = yield* created(
        admin("POST", `/tree/nodes/${event}/create-node`, { name: "Stage", description: "" })
      )
      const edit = { uuid: randomUUID(), products: [{ product_id: products.beer, quantity: 1 }] }
      for (const [call, id] of [[at(elsewhere.event), orderId], [at(stage), orderId], [office, 999_999]] as const) {
        const missing = { element_type: "order", element_id: id }
        yield* refused(call("DELETE", `/orders/${id}`), "NotFound", missing, 404)
        yield* refused(call("POST", `/orders/${id}/edit`, edit), "NotFound", missing, 404)
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 95, vouchers: 0 })
      assert.strictEqual(done(yield* office("DELETE", `/orders/${orderId}`)).text, "null")
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 0 })
      const seen = done(yield* office("GET", `/orders?customer_account_id=${payer.accountId}`)).body
      assert.lengthOf(seen.ids as ReadonlyArray<unknown>, 3)
    }))

  it.effect("a sale is changed by the office: the old one is cancelled and a new one sold", () =>
    Effect.gen(function*() {
      const { admin, at, bar, event, guest, has, moved, office, postings, press, products } = yield* Festival
      const payer = yield* guest()
      const orderId = yield* soldTo(payer, [press("beer", 2)])
      assert.deepStrictEqual(yield* has(payer), { balance: 90, vouchers: 0 })
      const request = {
        uuid: randomUUID(),
        products: [{ product_id: products.beer, quantity: 1 }, { product_id: products.deposit, quantity: 1 }]
      }
      const same = {
        uuid: randomUUID(),
        products: [{ product_id: products.deposit, quantity: 2 }, { product_id: products.beer, quantity: 2 }]
      }
      const unchanged = yield* untouched(office("POST", `/orders/${orderId}/edit`, same))
      assert.deepInclude(unchanged.body, { id: "InvalidArgument", rule: "order.correction_unchanged" })
      const { answer, moved: change } = yield* moved(office("POST", `/orders/${orderId}/edit`, request))
      const { body } = done(answer)
      assert.notStrictEqual(body.id, orderId)
      assert.deepStrictEqual(linesOf(body), [["Beer", 1, 3, 3], ["Deposit", 1, 2, 2]])
      assert.deepInclude(body, {
        uuid: request.uuid,
        old_balance: 100,
        new_balance: 95,
        total_price: 5,
        payment_method: "tag",
        customer_account_id: payer.accountId,
        till_id: bar.id
      })
      assert.deepStrictEqual(change, { [payer.label]: 5, sale_exit: -5 })
      assert.deepStrictEqual(yield* postings((yield* orderOf(orderId)).id), [["sale_exit", payer.label, 10, 0]])
      assert.deepStrictEqual(yield* postings(body.id), [[payer.label, "sale_exit", 5, 0]])
      assert.deepStrictEqual(yield* has(payer), { balance: 95, vouchers: 0 })

      yield* refused(bar.post(`/order/${orderId}/cancel`), "order.order_cancelled")
      yield* refused(office("DELETE", `/orders/${orderId}`), "order.order_cancelled")
      const again = { ...request, uuid: randomUUID() }
      yield* refused(office("POST", `/orders/${orderId}/edit`, again), "order.order_cancelled")
      const repeated = yield* untouched(office("POST", `/orders/${orderId}/edit`, request))
      assert.strictEqual(done(repeated).text, answer.text)
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Gate", description: "" }))
      yield* refused(at(part)("POST", `/orders/${orderId}/edit`, request), "NotFound", {
        element_type: "order",
        element_id: orderId
      }, 404)
    }))

  it.effect("a change that can't be sold leaves the sale as it was", () =>
    Effect.gen(function*() {
      const { guest, has, office, press, products } = yield* Festival
      const payer = yield* guest()
      const orderId = yield* soldTo(payer, [press("beer", 2)])
      const edit = (product: Body) =>
        office("POST", `/orders/${orderId}/edit`, { uuid: randomUUID(), products: [product] })
      yield* refused(edit({ product_id: products.beer, quantity: 100 }), "NotEnoughFunds", {
        needed: 300,
        available: 100
      })
      yield* refused(edit({ product_id: products.beer, quantity: -1 }), "order.not_returnable")
      yield* refused(edit({ product_id: products.open, price: -50 }), "order.price_out_of_range")
      yield* refused(edit({ product_id: 999_999, quantity: 1 }), "order.product_unknown")
      const shown = done(yield* office("GET", "/products?show_all=true")).body.entities as Record<string, Body>
      const system = Object.values(shown).find(({ type }) => type === "topup")!
      yield* refused(edit({ product_id: system.id, price: 50 }), "order.product_unknown")
      yield* malformed(edit({ product_id: products.beer }))
      assert.deepStrictEqual(yield* has(payer), { balance: 90, vouchers: 0 })
    }))
})

/** The cancel order of a sale that the office edited. Its cashier is an operator, so no till lists it. */
const orderOf = Effect.fnUntraced(function*(orderId: number) {
  const { bar, office } = yield* Festival
  const listed = done(yield* office("GET", `/orders/by-till/${bar.id}`)).body.entities as Record<string, Body>
  const found = Object.values(listed).filter((order) => order.cancels_order === orderId)
  assert.lengthOf(found, 1)
  return found[0]!
})
