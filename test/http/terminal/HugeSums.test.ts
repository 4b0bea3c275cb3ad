import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival, sale } from "../../support/Festival.ts"
import { sound } from "../../support/FestivalPayments.ts"
import { created, done } from "../../support/FestivalServer.ts"

/** The highest allowed price. */
const price = 10_000_000

layer(Festival.layer, { excludeTestServices: true })("sales that sum up to more than any amount may be", (it) => {
  it.effect("are booked, and whatever shows their sums goes on working", () =>
    Effect.gen(function*() {
      const { holdings, moved, office, productBody, tills } = yield* Festival
      const gold = yield* created(office("POST", "/products", { ...productBody("beer"), name: "Gold", price }))
      const till_button_id = yield* created(office("POST", "/till-buttons", { name: "Gold", product_ids: [gold] }))
      const layout = yield* created(office("POST", "/till-layouts", { name: "Gold", button_ids: [till_button_id] }))
      const till = yield* tills.open({ profileId: yield* tills.profile({}, layout), float: 100 })
      const sales = ["cash", "cash", "cash", "sumup", "sumup", "sumup"].map((payment_method) =>
        till.post("/order/book-sale", sale([{ till_button_id, quantity: 1000 }], null, { payment_method }))
      )
      const { answer: answers, moved: changed } = yield* moved(Effect.all(sales))
      for (const answer of answers) done(answer)
      assert.strictEqual(changed[till.register], 3 * 1000 * price)
      assert.strictEqual(changed.sale_exit, 6 * 1000 * price)
      for (const path of ["/money-overview", "/system-accounts", "/till-registers", "/cashiers"]) {
        done(yield* office("GET", path))
      }
      done(yield* till.get("/order"))
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
      const counted = { comment: "", actual_cash_drawer_balance: 1000 * price, closing_out_user_id: till.cashier.id }
      done(yield* office("POST", `/cashiers/${till.cashier.id}/close-out`, counted))
      assert.notProperty(yield* holdings, till.register)
      yield* sound
    }))
})
