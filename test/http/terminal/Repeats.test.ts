import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { refused, untouched } from "../../support/FestivalLedger.ts"
import { type Answer, done } from "../../support/FestivalServer.ts"

const statuses = (answers: ReadonlyArray<Answer>) => answers.map(({ status }) => status).toSorted()

layer(Festival.layer, { excludeTestServices: true })("the same request again", (it) => {
  it.effect("a repeated sale gets the first answer to the byte and books nothing", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest({ vouchers: 1 })
      for (const method of ["tag", "cash", "sumup"]) {
        const request = sale([press("beer", 2)], method === "tag" ? payer : null, { payment_method: method })
        const first = done(yield* bar.post("/order/book-sale", request))
        const again = yield* untouched(bar.post("/order/book-sale", request))
        assert.strictEqual(done(again).text, first.text)
        yield* refused(bar.post("/order/check-sale", request), "AlreadyProcessed", { uuid: request.uuid })
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 93, vouchers: 0 })
    }))

  it.effect("a repeated sale gets the first answer also when the balance no longer suffices", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const payer = yield* guest({ balance: 10 })
      const request = sale([press("beer", 2)], payer)
      const first = done(yield* bar.post("/order/book-sale", request))
      assert.deepStrictEqual(yield* has(payer), { balance: 0, vouchers: 0 })
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-sale", request))).text, first.text)
      done(yield* bar.post(`/order/${String(first.body.id)}/cancel`))
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-sale", request))).text, first.text)
      assert.deepStrictEqual(yield* has(payer), { balance: 10, vouchers: 0 })
    }))

  it.effect("a repeated sale gets the first answer also when the product has another name and price by then", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press, productBody, products } = yield* Festival
      const payer = yield* guest({ vouchers: 1 })
      const request = sale([press("large", 2)], payer)
      const first = done(yield* bar.post("/order/book-sale", request))
      const change = (more: object) => office("POST", `/products/${products.large}`, productBody("large", { ...more }))
      const renamed = done(yield* change({ name: "Maß" }))
      assert.strictEqual(renamed.body.name, "Maß")
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-sale", request))).text, first.text)
      const next = done(yield* bar.post("/order/book-sale", sale([press("large", 2)], payer)))
      assert.include(next.text, "\"Maß\"")
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-sale", request))).text, first.text)
      done(yield* change({}))
    }))

  it.effect("other spellings of the same content are the same request", () =>
    Effect.gen(function*() {
      const { bar, buttons, guest, has, press } = yield* Festival
      const payer = yield* guest()
      const request = sale([press("beer", 2)], payer)
      const first = done(yield* bar.post("/order/book-sale", request))
      const spelled = {
        buttons: [{ price: null, quantity: 2.0, till_button_id: buttons.beer }],
        used_vouchers: null,
        customer_tag_uid: payer.uid.toString(16),
        payment_method: "tag",
        uuid: request.uuid.toUpperCase()
      }
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-sale", spelled))).text, first.text)
      assert.deepStrictEqual(yield* has(payer), { balance: 90, vouchers: 0 })
    }))

  it.effect("other content with a uuid that has been booked is refused", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const payer = yield* guest()
      const other = yield* guest()
      const request = sale([press("beer", 2)], payer)
      const { uuid } = request
      done(yield* bar.post("/order/book-sale", request))
      const changes = [
        { buttons: [press("beer", 3)] },
        { buttons: [press("beer", 1), press("beer", 1)] },
        { customer_tag_uid: other.uid },
        { used_vouchers: 0 },
        { payment_method: "sumup", customer_tag_uid: null }
      ]
      for (const change of changes) {
        yield* refused(bar.post("/order/book-sale", { ...request, ...change }), "AlreadyProcessed", { uuid })
        yield* refused(bar.post("/order/check-sale", { ...request, ...change }), "AlreadyProcessed", { uuid })
      }
      for (const step of ["check", "book"]) {
        const raise = { ...topUp(payer, 10), uuid }
        yield* refused(bar.post(`/order/${step}-topup`, raise), "AlreadyProcessed", { uuid })
        yield* refused(bar.post(`/order/${step}-payout`, { ...payOut(payer, -10), uuid }), "AlreadyProcessed", { uuid })
      }
      const till = yield* tills.open({ float: 0 })
      const elsewhere = { ...request, buttons: [press("beer", 3)] }
      yield* refused(till.post("/order/book-sale", elsewhere), "AlreadyProcessed", { uuid })
    }))

  it.effect("a repeated top-up gets the first answer to the byte and books nothing", () =>
    Effect.gen(function*() {
      const { guest, has, office, tills } = yield* Festival
      const profileId = yield* tills.profile({})
      const till = yield* tills.open({ float: 0, profileId })
      const payer = yield* guest()
      for (const payment_method of ["cash", "sumup"]) {
        const request = topUp(payer, 20, { payment_method })
        const { uuid } = request
        const first = done(yield* till.post("/order/book-topup", request))
        assert.strictEqual(done(yield* untouched(till.post("/order/book-topup", request))).text, first.text)
        yield* refused(till.post("/order/check-topup", request), "AlreadyProcessed", { uuid })
        yield* refused(till.post("/order/book-topup", { ...request, amount: 21 }), "AlreadyProcessed", { uuid })
        if (payment_method === "sumup") {
          const profile = done(yield* office("GET", `/till-profiles/${profileId}`)).body
          done(yield* office("POST", `/till-profiles/${profileId}`, { ...profile, allow_top_up: false }))
          yield* refused(till.post("/order/book-topup", topUp(payer, 1)), "TillPermission", {
            permission: "allow_top_up"
          })
          assert.strictEqual(done(yield* untouched(till.post("/order/book-topup", request))).text, first.text)
        }
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 140, vouchers: 0 })
    }))

  it.effect("a repeated pay-out gets the first answer to the byte, also when nothing is left to pay out", () =>
    Effect.gen(function*() {
      const { bar, guest, has } = yield* Festival
      const payer = yield* guest()
      const part = payOut(payer, -60)
      const first = done(yield* bar.post("/order/book-payout", part))
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-payout", part))).text, first.text)
      const rest = payOut(payer)
      const last = done(yield* bar.post("/order/book-payout", rest))
      assert.deepInclude(last.body, { amount: -40, new_balance: 0 })
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-payout", rest))).text, last.text)
      assert.strictEqual(done(yield* untouched(bar.post("/order/book-payout", part))).text, first.text)
      for (const request of [part, rest]) {
        const { uuid } = request
        yield* refused(bar.post("/order/check-payout", request), "AlreadyProcessed", { uuid })
        yield* refused(bar.post("/order/book-payout", { ...request, amount: -1 }), "AlreadyProcessed", { uuid })
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 0, vouchers: 0 })
    }))

  it.effect("one sale that comes four times at once is booked once and answered four times alike", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const payer = yield* guest({ balance: 50 })
      const book = bar.post("/order/book-sale", sale([press("largeOnly")], payer))
      const { answer, moved: change } = yield* moved(Effect.all([book, book, book, book], { concurrency: 4 }))
      assert.deepStrictEqual(statuses(answer), [200, 200, 200, 200])
      assert.strictEqual(new Set(answer.map(({ text }) => text)).size, 1)
      assert.strictEqual(answer[0]?.body.new_balance, 45)
      assert.deepStrictEqual(change, { [payer.label]: -5, sale_exit: 5 })
      assert.deepStrictEqual(yield* has(payer), { balance: 45, vouchers: 0 })
    }))

  it.effect("four requests of different content with one uuid at once: one is booked, three are refused", () =>
    Effect.gen(function*() {
      const { bar, guest, moved, press } = yield* Festival
      const payer = yield* guest()
      const request = sale([], payer)
      const { answer, moved: change } = yield* moved(Effect.all(
        [1, 2, 3, 4].map((n) => bar.post("/order/book-sale", { ...request, buttons: [press("beerOnly", n)] })),
        { concurrency: 4 }
      ))
      assert.deepStrictEqual(statuses(answer), [200, 400, 400, 400])
      const total = Number(answer.find(({ status }) => status === 200)?.body.total_price)
      assert.deepStrictEqual(change, { [payer.label]: -total, sale_exit: total })
      for (const { body, status } of answer) if (status === 400) assert.strictEqual(body.id, "AlreadyProcessed")
    }))

  it.effect("four sales at once of all that is left: one is booked, three guests lack the money", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const payer = yield* guest({ balance: 5 })
      const { answer, moved: change } = yield* moved(Effect.all(
        [1, 2, 3, 4].map(() => bar.post("/order/book-sale", sale([press("largeOnly")], payer))),
        { concurrency: 4 }
      ))
      assert.deepStrictEqual(statuses(answer), [200, 400, 400, 400])
      for (const { body, status } of answer) {
        if (status === 400) assert.deepInclude(body, { id: "NotEnoughFunds", needed: 5, available: 0 })
      }
      assert.deepStrictEqual(change, { [payer.label]: -5, sale_exit: 5 })
      assert.deepStrictEqual(yield* has(payer), { balance: 0, vouchers: 0 })
    }))
})
