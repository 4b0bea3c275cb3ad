import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival, linesOf, sale } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { done } from "../../support/FestivalServer.ts"

/** The customer fields of a sale that no tag pays. */
const nobody = {
  old_balance: 0,
  new_balance: 0,
  old_voucher_balance: 0,
  new_voucher_balance: 0,
  used_vouchers: 0,
  customer_account_id: null
}

layer(Festival.layer, { excludeTestServices: true })("selling for cash and by card", (it) => {
  it.effect("cash goes into the register, what it bought into the sales", () =>
    Effect.gen(function*() {
      const { bar, moved, postings, press } = yield* Festival
      const request = sale([press("beer", 2), press("deposit", -1)], null, { payment_method: "cash" })
      const check = done(yield* untouched(bar.post("/order/check-sale", request))).body
      assert.deepInclude(check, { ...nobody, total_price: 8, item_count: 2, payment_method: "cash" })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepStrictEqual(linesOf(body), [["Beer", 2, 3, 6], ["Deposit", 1, 2, 2]])
      assert.deepInclude(body, { ...nobody, total_price: 8, item_count: 2, payment_method: "cash" })
      assert.deepStrictEqual(change, { cash_entry: -8, [bar.register]: 8, cash_topup_source: -8, sale_exit: 8 })
      assert.deepStrictEqual(yield* postings(body.id), [
        ["cash_entry", bar.register, 8, 0],
        ["cash_topup_source", "sale_exit", 8, 0]
      ])
      const order = done(yield* bar.get(`/order/${String(body.id)}`)).body
      assert.deepInclude(order, {
        cash_register_id: bar.registerId,
        cashier_id: bar.cashier.id,
        customer_account_id: null,
        customer_tag_uid: null,
        total_price: 8
      })
    }))

  it.effect("a till without a register sells nothing for cash, though it can show the price", () =>
    Effect.gen(function*() {
      const { press, tills } = yield* Festival
      const till = yield* tills.open()
      const request = sale([press("beer", 2)], null, { payment_method: "cash" })
      assert.strictEqual(done(yield* untouched(till.post("/order/check-sale", request))).body.total_price, 10)
      yield* refused(till.post("/order/book-sale", request), "order.register_missing")
    }))

  it.effect("cash for returned deposits leaves the register", () =>
    Effect.gen(function*() {
      const { bar, moved, postings, press } = yield* Festival
      const request = sale([press("deposit", -2)], null, { payment_method: "cash" })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepInclude(body, { ...nobody, total_price: -4 })
      assert.deepStrictEqual(change, { [bar.register]: -4, cash_entry: 4, sale_exit: -4, cash_topup_source: 4 })
      assert.deepStrictEqual(yield* postings(body.id), [
        [bar.register, "cash_entry", 4, 0],
        ["sale_exit", "cash_topup_source", 4, 0]
      ])
    }))

  it.effect("more cash for returned deposits than the register holds is refused", () =>
    Effect.gen(function*() {
      const { press, tills } = yield* Festival
      const till = yield* tills.open({ float: 3 })
      const request = sale([press("deposit", -2)], null, { payment_method: "cash" })
      const fields = { needed: 4, available: 3 }
      yield* refused(till.post("/order/check-sale", request), "InsufficientCash", fields)
      yield* refused(till.post("/order/book-sale", request), "InsufficientCash", fields)
    }))

  it.effect("a card payment is booked on the terminal's word", () =>
    Effect.gen(function*() {
      const { bar, moved, postings, press } = yield* Festival
      const request = sale([press("beer")], null, { payment_method: "sumup" })
      const check = done(yield* untouched(bar.post("/order/check-sale", request))).body
      assert.deepInclude(check, { ...nobody, total_price: 5, payment_method: "sumup" })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
      const { body } = done(answer)
      assert.deepInclude(body, { ...nobody, total_price: 5, payment_method: "sumup" })
      assert.deepStrictEqual(change, { sumup_entry: -5, sale_exit: 5 })
      assert.deepStrictEqual(yield* postings(body.id), [["sumup_entry", "sale_exit", 5, 0]])
      const order = done(yield* bar.get(`/order/${String(body.id)}`)).body
      assert.deepInclude(order, { cash_register_id: null, customer_account_id: null, payment_method: "sumup" })
    }))

  it.effect("a till takes only the payments that its profile allows", () =>
    Effect.gen(function*() {
      const { guest, press, tills } = yield* Festival
      const payer = yield* guest()
      const methods = [
        ["tag", "enable_ssp_payment"],
        ["cash", "enable_cash_payment"],
        ["sumup", "enable_card_payment"]
      ] as const
      for (const [payment_method, permission] of methods) {
        // Without the permission for cash no register is put into the till.
        const till = yield* tills.open({ flags: { [permission]: false } })
        const request = sale([press("beer")], payment_method === "tag" ? payer : null, { payment_method })
        yield* refused(till.post("/order/check-sale", request), "TillPermission", { permission })
        yield* refused(till.post("/order/book-sale", request), "TillPermission", { permission })
      }
    }))
})
