import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { each, Festival, linesOf, sale } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { done } from "../../support/FestivalServer.ts"

layer(Festival.layer, { excludeTestServices: true })("prices and who may buy", (it) => {
  it.effect("free prices of one product add up exactly, in one line", () =>
    Effect.gen(function*() {
      const { bar, guest, moved, priced } = yield* Festival
      const payer = yield* guest()
      const request = sale([priced("open", 1.1), priced("open", 2.2)], payer)
      const check = yield* untouched(bar.post("/order/check-sale", request))
      assert.include(done(check).text, "\"total_price\":3.3,")
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Open", 1, 3.3, 3.3]])
      assert.deepInclude(body, { item_count: 1, total_price: 3.3, new_balance: 96.7 })
      assert.deepStrictEqual(change, { [payer.label]: -3.3, sale_exit: 3.3 })
      const order = done(yield* bar.get(`/order/${String(body.id)}`)).body
      assert.deepStrictEqual(each(order.line_items, "total_tax"), [0.53])
    }))

  it.effect("a free price is above 0 and in whole cents", () =>
    Effect.gen(function*() {
      const { bar, buttons, guest, priced } = yield* Festival
      const payer = yield* guest()
      for (const price of [-5, 0, 10_000.01]) {
        yield* refused(bar.post("/order/check-sale", sale([priced("open", price)], payer)), "order.price_out_of_range")
        yield* refused(bar.post("/order/book-sale", sale([priced("open", price)], payer)), "order.price_out_of_range")
      }
      const request = (price: string) =>
        `{"uuid":"${randomUUID()}","payment_method":"tag","customer_tag_uid":${payer.uid},` +
        `"buttons":[{"till_button_id":${buttons.open},"price":${price}}]}`
      for (const price of ["1.005", "NaN", "Infinity", "1e400", "\"NaN\"", "true", "[1]"]) {
        yield* malformed(bar.post("/order/book-sale", request(price)))
      }
      assert.strictEqual(done(yield* bar.post("/order/book-sale", request("\"1.50\""))).body.total_price, 1.5)
    }))

  it.effect("a sale of nothing is refused", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const payer = yield* guest()
      const nothing = [[], [press("beer", 0)], [press("deposit", 2), press("deposit", -2)]]
      for (const buttons of nothing) {
        yield* refused(bar.post("/order/check-sale", sale(buttons, payer)), "order.sale_empty")
        yield* refused(bar.post("/order/book-sale", sale(buttons, payer)), "order.sale_empty")
      }
    }))

  it.effect("quantities are whole and within bounds", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const payer = yield* guest()
      yield* malformed(bar.post("/order/book-sale", sale([press("beer", 1.5)], payer)))
      for (const quantity of [1001, -1001]) {
        const request = sale([press("deposit", quantity)], payer)
        yield* refused(bar.post("/order/book-sale", request), "order.quantity_out_of_range")
      }
      const cash = sale([press("deposit", 1001)], null, { payment_method: "cash" })
      yield* refused(bar.post("/order/book-sale", cash), "order.quantity_out_of_range")
    }))

  it.effect("a payment by tag needs a customer's tag", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const fresh = yield* tills.tag()
      const { uid } = yield* guest()
      const stranger = { ...fresh, accountId: 0, label: "" }
      const hex = fresh.uid.toString(16).toUpperCase()
      for (const path of ["/order/check-sale", "/order/book-sale"]) {
        yield* refused(bar.post(path, sale([press("beer")], stranger)), "CustomerNotFound", { user_tag_uid_hex: hex })
        yield* refused(bar.post(path, sale([press("beer")], null)), "order.tag_needed")
        const methods = [["cash", "tag_not_expected"], ["sumup", "tag_not_expected"], ["sumup_online", "sale_online"]]
        for (const [payment_method, rule] of methods) {
          const request = sale([press("beer")], null, { payment_method, customer_tag_uid: uid })
          yield* refused(bar.post(path, request), `order.${rule}`)
        }
        const online = sale([press("beer")], null, { payment_method: "sumup_online" })
        yield* refused(bar.post(path, online), "order.sale_online")
        yield* malformed(bar.post(path, sale([press("beer")], null, { payment_method: "cheque" })))
      }
    }))

  it.effect("young guests don't get what their age forbids, neither at 17 nor at 15", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const young18 = { products: ["Spirit"], variants: ["under_18"] }
      for (const restriction of ["under_18", "under_16"] as const) {
        const young = yield* guest({ restriction })
        const request = sale([press("beer"), press("spirit")], young)
        yield* refused(bar.post("/order/check-sale", request), "AgeRestriction", young18)
        const { body } = yield* refused(bar.post("/order/book-sale", request), "AgeRestriction", young18)
        assert.include(body.message, "Spirit")
        const returned = sale([press("beer"), press("spirit", 0)], young)
        yield* refused(bar.post("/order/book-sale", returned), "AgeRestriction", young18)
        done(yield* bar.post("/order/book-sale", sale([press("beer")], young)))
        assert.deepStrictEqual(yield* has(young), { balance: 95, vouchers: 0 })
      }
      const adult = yield* guest()
      assert.strictEqual(done(yield* bar.post("/order/book-sale", sale([press("spirit")], adult))).body.total_price, 2)
      const byCard = sale([press("spirit")], null, { payment_method: "sumup" })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", byCard))
      assert.strictEqual(done(answer).body.total_price, 2)
      assert.deepStrictEqual(change, { sumup_entry: -2, sale_exit: 2 })
    }))

  it.effect("vouchers reduce what a product earns on its own account", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings, press } = yield* Festival
      const payer = yield* guest({ balance: 2, vouchers: 1 })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", sale([press("crate")], payer)))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Deposit", 1, 2, 2], ["Crate", 1, 3, 3], ["Rabatt", 1, -3, -3]])
      assert.deepInclude(body, { total_price: 2, used_vouchers: 1, new_balance: 0, new_voucher_balance: 0 })
      assert.deepStrictEqual(change, {
        [payer.label]: -2,
        [`${payer.label} vouchers`]: -1,
        sale_exit: 2,
        "sale_exit vouchers": 1
      })
      assert.sameDeepMembers([...(yield* postings(body.id))], [
        [payer.label, "sale_exit", 2, 0],
        [payer.label, "sale_exit", 0, 1]
      ])
      assert.deepStrictEqual(yield* has(payer), { balance: 0, vouchers: 0 })

      const short = yield* guest({ balance: 1.99, vouchers: 1 })
      yield* refused(bar.post("/order/book-sale", sale([press("crate")], short)), "NotEnoughFunds", {
        needed: 2,
        available: 1.99
      })
      assert.deepStrictEqual(yield* has(short), { balance: 1.99, vouchers: 1 })
    }))
})
