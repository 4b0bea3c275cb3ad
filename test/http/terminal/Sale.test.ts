import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { each, Festival, linesOf, sale } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { done } from "../../support/FestivalServer.ts"

const festival = { excludeTestServices: true } as const

layer(Festival.layer, festival)("selling by tag", (it) => {
  it.effect("a press sells all products of its button, and the guest pays the sum", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings, press } = yield* Festival
      const payer = yield* guest()
      const request = sale([press("beer", 2)], payer)
      const outcome = {
        uuid: request.uuid,
        old_balance: 100,
        new_balance: 90,
        old_voucher_balance: 0,
        new_voucher_balance: 0,
        customer_account_id: payer.accountId,
        payment_method: "tag",
        used_vouchers: 0,
        item_count: 2,
        total_price: 10,
        list_total: 10,
        reductions: [],
        buttons: [{ ...press("beer", 2), price: null }]
      }
      const lines = [["Beer", 2, 3, 6], ["Deposit", 2, 2, 4]]
      const check = done(yield* untouched(bar.post("/order/check-sale", request))).body
      assert.match(String(check.priced_at), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      assert.deepStrictEqual({ ...check, line_items: linesOf(check) }, {
        ...outcome,
        line_items: lines,
        priced_at: check.priced_at
      })

      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(
        { ...body, line_items: linesOf(body) },
        {
          ...outcome,
          line_items: lines,
          id: body.id,
          booked_at: body.booked_at,
          priced_at: body.booked_at,
          cashier_id: bar.cashier.id,
          till_id: bar.id,
          bon_url: `https://portal.example/bon/${request.uuid}`
        }
      )
      assert.match(String(body.booked_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/)
      assert.deepStrictEqual(change, { [payer.label]: -10, sale_exit: 10 })
      assert.deepStrictEqual(yield* postings(body.id), [[payer.label, "sale_exit", 10, 0]])
      assert.deepStrictEqual(yield* has(payer), { balance: 90, vouchers: 0 })

      const order = done(yield* bar.get(`/order/${String(body.id)}`)).body
      assert.deepStrictEqual(each(order.line_items, "total_tax"), [0.96, 0])
      assert.deepStrictEqual(each(order.line_items, "tax_name"), ["19 %", "none"])
      assert.deepStrictEqual(each(order.line_items, "tax_rate"), [0.19, 0])
      assert.deepInclude(order, {
        uuid: request.uuid,
        order_type: "sale",
        total_price: 10,
        total_tax: 0.96,
        total_no_tax: 9.04,
        cash_register_id: null,
        customer_account_id: payer.accountId,
        customer_tag_uid_hex: payer.uid.toString(16).toUpperCase(),
        bon_url: `https://portal.example/bon/${request.uuid}`
      })
    }))

  it.effect("a sale that costs more than the guest has is refused with both amounts", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest({ balance: 90 })
      const request = sale([press("beer", 200)], payer)
      const fields = { needed: 1000, available: 90 }
      yield* refused(bar.post("/order/check-sale", request), "NotEnoughFunds", fields)
      yield* refused(bar.post("/order/book-sale", request), "NotEnoughFunds", fields)
      assert.deepStrictEqual(yield* has(payer), { balance: 90, vouchers: 0 })
    }))

  it.effect("a balance is spent to the last cent, and one cent too few is too few", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const exact = yield* guest({ balance: 3 })
      const sold = yield* moved(bar.post("/order/book-sale", sale([press("beerOnly")], exact)))
      assert.strictEqual(done(sold.answer).body.new_balance, 0)
      assert.deepStrictEqual(sold.moved, { [exact.label]: -3, sale_exit: 3 })
      assert.deepStrictEqual(yield* has(exact), { balance: 0, vouchers: 0 })
      const short = yield* guest({ balance: 2.99 })
      yield* refused(bar.post("/order/book-sale", sale([press("beerOnly")], short)), "NotEnoughFunds", {
        needed: 3,
        available: 2.99
      })
    }))

  it.effect("presses of the same product become one line, returns count against it", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const payer = yield* guest({ balance: 14 })
      const request = sale([press("beer", 3), press("beer", 2), press("deposit", -1), press("deposit", -5)], payer)
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Beer", 5, 3, 15], ["Deposit", -1, 2, -2]])
      assert.deepInclude(body, { item_count: 2, total_price: 13, old_balance: 14, new_balance: 1 })
      assert.deepStrictEqual(change, { [payer.label]: -13, sale_exit: 13 })
      assert.deepStrictEqual(yield* has(payer), { balance: 1, vouchers: 0 })
    }))

  it.effect("returned deposits are paid back", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings, press } = yield* Festival
      const payer = yield* guest()
      const request = sale([press("deposit", -1), press("deposit", -2)], payer)
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Deposit", -3, 2, -6]])
      assert.deepInclude(body, { item_count: 1, total_price: -6, new_balance: 106 })
      assert.deepStrictEqual(change, { [payer.label]: 6, sale_exit: -6 })
      assert.deepStrictEqual(yield* postings(body.id), [["sale_exit", payer.label, 6, 0]])
      assert.deepStrictEqual(yield* has(payer), { balance: 106, vouchers: 0 })
    }))

  it.effect("what is not returnable can't be taken back", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const request = sale([press("beer", -1)], yield* guest())
      yield* refused(bar.post("/order/check-sale", request), "order.not_returnable")
      yield* refused(bar.post("/order/book-sale", request), "order.not_returnable")
    }))

  it.effect("returns can't raise a balance above the maximum", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest()
      yield* refused(bar.post("/order/book-sale", sale([press("deposit", -78)], payer)), "order.maximum_exceeded")
      done(yield* bar.post("/order/book-sale", sale([press("deposit", -25)], payer)))
      assert.deepStrictEqual(yield* has(payer), { balance: 150, vouchers: 0 })
      yield* refused(bar.post("/order/book-sale", sale([press("deposit", -1)], payer)), "order.maximum_exceeded")
    }))

  it.effect("a guest above the maximum can still spend", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press, setMaximum } = yield* Festival
      yield* setMaximum(200)
      const payer = yield* guest({ balance: 200 })
      yield* setMaximum(150)
      const request = sale([press("beerOnly")], payer)
      assert.strictEqual(done(yield* bar.post("/order/check-sale", request)).body.new_balance, 197)
      assert.strictEqual(done(yield* bar.post("/order/book-sale", request)).body.new_balance, 197)
      assert.deepStrictEqual(yield* has(payer), { balance: 197, vouchers: 0 })
    }))

  it.effect("only buttons of the till's layout that sell something can be pressed", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const payer = yield* guest()
      for (const button of [press("elsewhere"), press("empty"), { till_button_id: 999_999, quantity: 1 }]) {
        const request = sale([press("beer"), button], payer)
        yield* refused(bar.post("/order/check-sale", request), "order.button_unknown")
        yield* refused(bar.post("/order/book-sale", request), "order.button_unknown")
      }
    }))

  it.effect("a press has either a quantity or a price", () =>
    Effect.gen(function*() {
      const { bar, buttons, guest, press } = yield* Festival
      const payer = yield* guest()
      for (const button of [{ ...press("beer"), price: 3 }, { till_button_id: buttons.beer }]) {
        yield* malformed(bar.post("/order/check-sale", sale([button], payer)))
        yield* malformed(bar.post("/order/book-sale", sale([button], payer)))
      }
    }))

  it.effect("fixed prices take a quantity, free prices a price, and a button with both kinds sells nothing", () =>
    Effect.gen(function*() {
      const { bar, guest, press, priced } = yield* Festival
      const payer = yield* guest()
      const wrong = [
        [priced("beerOnly", 3), "order.quantity_needed"],
        [press("open", 1), "order.price_needed"],
        [press("mixed", 1), "order.price_needed"],
        [priced("mixed", 1), "order.quantity_needed"]
      ] as const
      for (const [button, rule] of wrong) {
        yield* refused(bar.post("/order/check-sale", sale([button], payer)), rule)
        yield* refused(bar.post("/order/book-sale", sale([button], payer)), rule)
      }
    }))
})
