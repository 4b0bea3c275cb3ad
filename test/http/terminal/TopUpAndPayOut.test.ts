import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival, linesOf, payOut, topUp } from "../../support/Festival.ts"
import { malformed, refused, untouched } from "../../support/FestivalLedger.ts"
import { done, listOf } from "../../support/FestivalServer.ts"
import type { FestivalTill } from "../../support/FestivalTill.ts"

/** The booked order with this uuid: answers to top-ups and pay-outs contain no order id. */
const orderWith = Effect.fnUntraced(function*(till: FestivalTill, uuid: string) {
  const listed = listOf(yield* till.get("/order"))
  return listed.find((order) => order.uuid === uuid)!
})

layer(Festival.layer, { excludeTestServices: true })("topping up and paying out", (it) => {
  it.effect("a card payment raises the balance", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings } = yield* Festival
      const payer = yield* guest()
      const request = topUp(payer, 20, { payment_method: "sumup" })
      const outcome = {
        uuid: request.uuid,
        payment_method: "sumup",
        amount: 20,
        customer_account_id: payer.accountId,
        old_balance: 100,
        new_balance: 120
      }
      const check = yield* untouched(bar.post("/order/check-topup", request))
      assert.deepInclude(done(check).body, outcome)
      assert.include(check.text, `"customer_tag_uid":${payer.uid},`)
      const { answer, moved: change } = yield* moved(bar.post("/order/book-topup", request))
      const bon_url = `https://portal.example/bon/${request.uuid}`
      assert.deepInclude(done(answer).body, { ...outcome, cashier_id: bar.cashier.id, till_id: bar.id, bon_url })
      assert.deepStrictEqual(done(yield* bar.post("/order/book-topup", request)).text, answer.text)
      assert.deepStrictEqual(change, { [payer.label]: 20, sumup_entry: -20 })
      const order = yield* orderWith(bar, request.uuid)
      assert.deepStrictEqual(linesOf(order), [["Aufladen", 1, 20, 20]])
      assert.deepInclude(order, { order_type: "top_up", total_price: 20, total_tax: 0, cash_register_id: null })
      assert.deepStrictEqual(yield* postings(order.id), [["sumup_entry", payer.label, 20, 0]])
      assert.deepStrictEqual(yield* has(payer), { balance: 120, vouchers: 0 })
    }))

  it.effect("cash goes into the register and its value to the guest", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings } = yield* Festival
      const payer = yield* guest()
      const request = topUp(payer, 20)
      const { answer, moved: change } = yield* moved(bar.post("/order/book-topup", request))
      assert.deepInclude(done(answer).body, { old_balance: 100, new_balance: 120, payment_method: "cash" })
      assert.deepStrictEqual(change, {
        cash_topup_source: -20,
        [payer.label]: 20,
        cash_entry: -20,
        [bar.register]: 20
      })
      const order = yield* orderWith(bar, request.uuid)
      assert.strictEqual(order.cash_register_id, bar.registerId)
      assert.deepStrictEqual(yield* postings(order.id), [
        ["cash_topup_source", payer.label, 20, 0],
        ["cash_entry", bar.register, 20, 0]
      ])
      assert.deepStrictEqual(yield* has(payer), { balance: 120, vouchers: 0 })
    }))

  it.effect("a till without a register tops up by card only", () =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const till = yield* tills.open()
      const payer = yield* guest()
      done(yield* untouched(till.post("/order/check-topup", topUp(payer, 20))))
      yield* refused(till.post("/order/book-topup", topUp(payer, 20)), "order.register_missing")
      done(yield* till.post("/order/book-topup", topUp(payer, 20, { payment_method: "sumup" })))
    }))

  it.effect("a top-up is at least 1 and never raises a balance above the maximum", () =>
    Effect.gen(function*() {
      const { bar, guest, has } = yield* Festival
      const payer = yield* guest()
      for (const path of ["/order/check-topup", "/order/book-topup"]) {
        const refusals = { top_up_not_positive: [0, -1], top_up_too_small: [0.5, 0.99], maximum_exceeded: [50.01, 51] }
        for (const [rule, amounts] of Object.entries(refusals)) {
          for (const amount of amounts) yield* refused(bar.post(path, topUp(payer, amount)), `order.${rule}`)
        }
        yield* refused(
          bar.post(path, topUp(payer, 10, { payment_method: "sumup_online" })),
          "order.top_up_online_at_till"
        )
        yield* malformed(bar.post(path, topUp(payer, 10, { payment_method: "tag" })))
        for (const amount of [1.005, "NaN", null, true]) yield* malformed(bar.post(path, topUp(payer, amount)))
        const unknown = { ...payer, uid: 77n }
        yield* refused(bar.post(path, topUp(unknown, 10)), "CustomerNotFound", { user_tag_uid_hex: "4D" })
      }
      assert.strictEqual(done(yield* bar.post("/order/book-topup", topUp(payer, 50))).body.new_balance, 150)
      assert.deepStrictEqual(yield* has(payer), { balance: 150, vouchers: 0 })
      yield* refused(bar.post("/order/book-topup", topUp(payer, 1)), "order.maximum_exceeded")
    }))

  it.effect("of two top-ups at once that reach the maximum together only one is booked", () =>
    Effect.gen(function*() {
      const { bar, guest, has } = yield* Festival
      const payer = yield* guest({ balance: 140 })
      const answers = yield* Effect.all(
        [1, 2, 3].map(() => bar.post("/order/book-topup", topUp(payer, 10, { payment_method: "sumup" }))),
        { concurrency: 3 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 400, 400])
      assert.deepStrictEqual(yield* has(payer), { balance: 150, vouchers: 0 })
    }))

  it.effect("a till tops up and pays out only when its profile says so", () =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const payer = yield* guest()
      const till = yield* tills.open({ float: 100, flags: { allow_top_up: false, allow_cash_out: false } })
      for (const step of ["check", "book"]) {
        yield* refused(till.post(`/order/${step}-topup`, topUp(payer, 10)), "TillPermission", {
          permission: "allow_top_up"
        })
        yield* refused(till.post(`/order/${step}-payout`, payOut(payer, -10)), "TillPermission", {
          permission: "allow_cash_out"
        })
      }
    }))

  it.effect("cash paid out leaves the register and the balance", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, postings } = yield* Festival
      const payer = yield* guest()
      const request = payOut(payer, -20)
      const outcome = {
        uuid: request.uuid,
        amount: -20,
        customer_account_id: payer.accountId,
        old_balance: 100,
        new_balance: 80
      }
      assert.deepInclude(done(yield* untouched(bar.post("/order/check-payout", request))).body, outcome)
      const { answer, moved: change } = yield* moved(bar.post("/order/book-payout", request))
      const bon_url = `https://portal.example/bon/${request.uuid}`
      assert.deepInclude(done(answer).body, { ...outcome, cashier_id: bar.cashier.id, till_id: bar.id, bon_url })
      assert.deepStrictEqual(done(yield* bar.post("/order/book-payout", request)).text, answer.text)
      assert.deepStrictEqual(change, {
        [payer.label]: -20,
        cash_topup_source: 20,
        [bar.register]: -20,
        cash_exit: 20
      })
      const order = yield* orderWith(bar, request.uuid)
      assert.deepStrictEqual(linesOf(order), [["Auszahlen", 1, -20, -20]])
      assert.deepInclude(order, { order_type: "pay_out", payment_method: "cash", cash_register_id: bar.registerId })
      assert.deepStrictEqual(yield* postings(order.id), [
        [payer.label, "cash_topup_source", 20, 0],
        [bar.register, "cash_exit", 20, 0]
      ])
      assert.deepStrictEqual(yield* has(payer), { balance: 80, vouchers: 0 })
    }))

  it.effect("without an amount the whole balance is paid out, vouchers stay", () =>
    Effect.gen(function*() {
      const { bar, guest, has } = yield* Festival
      for (const more of [{}, { amount: null }]) {
        const payer = yield* guest({ vouchers: 2 })
        const { body } = done(yield* bar.post("/order/book-payout", { ...payOut(payer), ...more }))
        assert.deepInclude(body, { amount: -100, old_balance: 100, new_balance: 0 })
        assert.deepStrictEqual(yield* has(payer), { balance: 0, vouchers: 2 })
      }
    }))

  it.effect("only what is there is paid out, and never nothing", () =>
    Effect.gen(function*() {
      const { bar, guest, has, tills } = yield* Festival
      const payer = yield* guest()
      const empty = yield* guest({ balance: 0 })
      const noRegister = yield* tills.open()
      for (const path of ["/order/check-payout", "/order/book-payout"]) {
        yield* refused(bar.post(path, payOut(payer, -200)), "NotEnoughFunds", { needed: 200, available: 100 })
        yield* refused(bar.post(path, payOut(payer, -100.01)), "NotEnoughFunds", { needed: 100.01, available: 100 })
        for (const amount of [5, 0]) yield* refused(bar.post(path, payOut(payer, amount)), "order.pay_out_not_negative")
        yield* refused(bar.post(path, payOut(empty)), "order.pay_out_empty")
        yield* malformed(bar.post(path, payOut(payer, -1.005)))
        yield* refused(noRegister.post(path, payOut(payer, -5)), "order.register_missing")
        yield* refused(bar.post(path, { uuid: randomUUID(), customer_tag_uid: 77 }), "CustomerNotFound", {
          user_tag_uid_hex: "4D"
        })
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 0 })
    }))

  it.effect("a register pays out no more than it holds", () =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const payer = yield* guest()
      for (const float of [0, 84.99]) {
        const till = yield* tills.open({ float })
        for (const path of ["/order/check-payout", "/order/book-payout"]) {
          yield* refused(till.post(path, payOut(payer, -85)), "InsufficientCash", { needed: 85, available: float })
        }
      }
      const till = yield* tills.open({ float: 85 })
      assert.strictEqual(done(yield* till.post("/order/book-payout", payOut(payer, -85))).body.new_balance, 15)
    }))
})
