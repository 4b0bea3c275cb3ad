import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"
import { proxiedFestival } from "../../support/Servers.ts"
import { atOnce, ordersWith, tally, watched } from "./Rush.ts"

const eight = Array.from({ length: 8 }, (_, n) => n)

layer(proxiedFestival, { excludeTestServices: true })("many clients at once", (it) => {
  it.effect("one uuid with one content is booked once and answered alike", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      const bookings = [
        ["/order/book-sale", sale([press("beer", 2), press("food")], buyer)],
        ["/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })],
        ["/order/book-topup", topUp(buyer, 10)],
        ["/order/book-payout", payOut(buyer, -5)]
      ] as const
      for (const [path, body] of bookings) {
        const answers = yield* atOnce(eight.map(() => bar.post(path, body)))
        for (const answer of answers) assert.deepStrictEqual(done(answer).body, answers[0]!.body)
        assert.strictEqual(yield* ordersWith([body]), 1)
      }
      assert.deepStrictEqual(yield* has(buyer), { balance: 50 - 14 + 10 - 5, vouchers: 0 })
    }))

  it.effect("one uuid with different contents is booked once, the others are refused", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 100 })
      const first = sale([press("deposit", 1)], buyer)
      const sales = eight.map((n) => ({ ...first, buttons: [press("deposit", n + 1)] }))
      const answers = yield* atOnce(sales.map((body) => bar.post("/order/book-sale", body)))
      assert.deepStrictEqual(tally(answers), { 200: 1, AlreadyProcessed: 7 })
      const won = answers.find(({ status }) => status === 200)!
      assert.deepStrictEqual(yield* has(buyer), { balance: 100 - Number(won.body.total_price), vouchers: 0 })
      assert.strictEqual(yield* ordersWith([first]), 1)
    }))

  it.effect("a uuid used by two flows at once is booked by one", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      const body = sale([press("beer")], buyer)
      const answers = yield* atOnce(
        eight.map((n) =>
          n % 2 === 0
            ? bar.post("/order/book-sale", body)
            : bar.post("/order/book-topup", { ...topUp(buyer, 10), uuid: body.uuid })
        )
      )
      assert.deepStrictEqual(tally(answers), { 200: 4, AlreadyProcessed: 4 })
      assert.strictEqual(yield* ordersWith([body]), 1)
    }))

  it.effect("a balance spent at eight tills at once buys what it is enough for", () =>
    Effect.gen(function*() {
      const { guest, has, press, tills } = yield* Festival
      const open = yield* Effect.forEach(eight, () => tills.open())
      const [once, often] = [yield* guest({ balance: 11 }), yield* guest({ balance: 51 })]
      const sell = (till: typeof open[number], buyer: typeof once) =>
        till.post("/order/book-sale", sale([press("deposit")], buyer))
      assert.deepStrictEqual(tally(yield* atOnce(open.map((till) => sell(till, once)))), { 200: 5, NotEnoughFunds: 3 })
      assert.deepStrictEqual(yield* has(once), { balance: 1, vouchers: 0 })
      const five = eight.slice(0, 5).flatMap(() => open.map((till) => sell(till, often)))
      assert.deepStrictEqual(tally(yield* atOnce(five)), { 200: 25, NotEnoughFunds: 15 })
      assert.deepStrictEqual(yield* has(often), { balance: 1, vouchers: 0 })
    }))

  it.effect("vouchers spent at once are spent once, the rest is paid with money", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 100, vouchers: 10 })
      const sales = Array.from({ length: 16 }, () => bar.post("/order/book-sale", sale([press("beerOnly")], buyer)))
      assert.deepStrictEqual(tally(yield* atOnce(sales)), { 200: 16 })
      assert.deepStrictEqual(yield* has(buyer), { balance: 100 - 6 * 3, vouchers: 0 })
    }))

  it.effect("a register is emptied by pay-outs at once, never below nothing", () =>
    Effect.gen(function*() {
      const { guest, moved, tills } = yield* Festival
      const till = yield* tills.open({ float: 50 })
      const guests = yield* Effect.forEach(eight, () => guest({ balance: 20 }))
      const { answer, moved: changed } = yield* moved(
        atOnce(guests.map((one) => till.post("/order/book-payout", payOut(one, -20))))
      )
      assert.deepStrictEqual(tally(answer), { 200: 2, InsufficientCash: 6 })
      assert.strictEqual(changed[till.register], -40)
    }))

  it.effect("a sale is cancelled once", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press } = yield* Festival
      const buyer = yield* guest({ balance: 50 })
      const { body } = done(yield* bar.post("/order/book-sale", sale([press("beer", 3)], buyer)))
      const answers = yield* atOnce(eight.map(() => bar.post(`/order/${Number(body.id)}/cancel`)))
      assert.deepStrictEqual(tally(answers), { 200: 8 })
      assert.deepStrictEqual(yield* has(buyer), { balance: 50, vouchers: 0 })
    }))

  it.effect("one tag is given to one guest", () =>
    Effect.gen(function*() {
      const { bar, tills: { tag } } = yield* Festival
      const { pin, uid } = yield* tag()
      const grants = eight.map((n) =>
        bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid + BigInt(n) * 2n ** 40n })
      )
      assert.deepStrictEqual(tally(yield* atOnce(grants)), { 200: 1, "order.free_tag_used": 7 })
      const tags = yield* Effect.forEach(eight, () => tag())
      const chip = uid + 9n * 2n ** 40n
      const same = tags.map((one) => bar.post("/user/grant-free-ticket", { user_tag_pin: one.pin, user_tag_uid: chip }))
      assert.deepStrictEqual(tally(yield* atOnce(same)), { 200: 1, "order.chip_taken": 7 })
    }))

  it.effect("guests who come in and vouchers handed out don't disturb sales", () =>
    Effect.gen(function*() {
      const { bar, guest, has, press, tills: { tag } } = yield* Festival
      const buyers = yield* Effect.forEach(eight, () => guest({ balance: 30 }))
      const tags = yield* Effect.forEach(Array.from({ length: 24 }), () => tag())
      const sales = buyers.flatMap((one) =>
        [1, 2, 3].map(() => bar.post("/order/book-sale", sale([press("beer")], one)))
      )
      const grants = tags.map(({ pin, uid }) =>
        bar.post("/user/grant-free-ticket", { user_tag_pin: pin, user_tag_uid: uid, initial_voucher_amount: 2 })
      )
      const vouchers = buyers.map(({ uid }) => bar.post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: uid }))
      const { answer, triedAgain } = yield* watched(
        atOnce([...grants, ...vouchers].flatMap((grant, n) => [grant, ...sales.slice(n, n + 1)]))
      )
      assert.deepStrictEqual(tally(answer), { 200: 24 + 8 + 24 })
      assert.isAtMost(triedAgain, 2 * 8, "only sales that saw a voucher which another of the guest's three took")
      for (const one of buyers) {
        const held = yield* has(one)
        assert.include([[15, 1], [18, 0]].map(String), String([held.balance, held.vouchers]))
      }
    }))

  it.effect("tills that open and close meanwhile don't turn a sale away", () =>
    Effect.gen(function*() {
      const { bar, guest, press, tills } = yield* Festival
      const others = yield* Effect.forEach(eight, () => tills.open())
      const buyers = yield* Effect.forEach(eight, () => guest({ balance: 100 }))
      const signIns = others.map((till) =>
        Effect.andThen(till.post("/user/logout"), till.post("/user/login", login(till.cashier)))
      )
      const sales = buyers.flatMap((one) =>
        [1, 2, 3, 4].map((n) => Effect.delay(bar.post("/order/book-sale", sale([press("beer")], one)), n * 20))
      )
      const answers = yield* atOnce([...signIns, ...sales])
      assert.deepStrictEqual(tally(answers), { 200: 8 + 32 })
    }))

  it.effect("64 sales on different tags: none is tried again", () =>
    Effect.gen(function*() {
      const { bar, guest, has, holdings, press } = yield* Festival
      const guests = yield* Effect.forEach(Array.from({ length: 64 }), () => guest({ balance: 20 }), { concurrency: 8 })
      const { answer, booked, triedAgain, undone } = yield* watched(
        atOnce(
          guests.map((one) => bar.post("/order/book-sale", sale([press("beer"), press("food"), press("crate")], one)))
        )
      )
      assert.deepStrictEqual(tally(answer), { 200: 64 })
      assert.deepStrictEqual({ booked, triedAgain, undone }, { booked: 64, triedAgain: 0, undone: 0 })
      for (const one of guests) assert.deepStrictEqual(yield* has(one), { balance: 20 - 14, vouchers: 0 })
      yield* holdings
    }))
})
