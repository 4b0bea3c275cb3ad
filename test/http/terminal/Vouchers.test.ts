import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { each, Festival, linesOf, sale } from "../../support/Festival.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { type Body, done } from "../../support/FestivalServer.ts"

/** Checks and books a sale by tag; asserts that both answers and the ledger agree. */
const sold = Effect.fnUntraced(function*(
  buttons: ReadonlyArray<Body>,
  { balance = 100, used_vouchers, vouchers }: {
    readonly vouchers: number
    readonly balance?: number
    readonly used_vouchers?: number
  }
) {
  const { bar, guest, has, moved } = yield* Festival
  const payer = yield* guest({ balance, vouchers })
  const request = sale(buttons, payer, used_vouchers === undefined ? {} : { used_vouchers })
  const { priced_at: checkedAt, ...check } = done(yield* bar.post("/order/check-sale", request)).body
  const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", request))
  const { body } = done(answer)
  for (const [field, value] of Object.entries(check)) assert.deepStrictEqual(body[field], value, field)
  assert.isAtMost(Date.parse(String(checkedAt)), Date.parse(String(body.priced_at)))
  const used = Number(body.used_vouchers)
  const total = Number(body.total_price)
  assert.deepStrictEqual(
    change,
    Object.fromEntries(
      Object.entries({
        [payer.label]: 0 - total,
        sale_exit: total,
        [`${payer.label} vouchers`]: 0 - used,
        "sale_exit vouchers": used
      }).filter(([, value]) => value !== 0)
    )
  )
  assert.deepInclude(body, { old_balance: balance, old_voucher_balance: vouchers })
  const after = yield* has(payer)
  assert.deepStrictEqual(after, { balance: body.new_balance, vouchers: body.new_voucher_balance })
  const order = done(yield* bar.get(`/order/${String(body.id)}`)).body
  return { body, lines: linesOf(body), order, payer, postings: yield* (yield* Festival).postings(body.id), after }
})

layer(Festival.layer, { excludeTestServices: true })("paying with vouchers", (it) => {
  it.effect("vouchers pay for drinks, not for deposits, and reduce the tax of what they pay for", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const { after, body, lines, order } = yield* sold([press("beer", 3)], { vouchers: 3 })
      assert.deepStrictEqual(lines, [["Beer", 3, 3, 9], ["Deposit", 3, 2, 6], ["Rabatt", 1, -9, -9]])
      assert.deepInclude(body, { total_price: 6, used_vouchers: 3, item_count: 3 })
      for (const { line_items } of [body, order]) {
        assert.deepStrictEqual(each(line_items, "vouchers_redeemed"), [3, 0, 0])
      }
      assert.deepStrictEqual(each(order.line_items, "total_tax"), [1.44, 0, -1.44])
      assert.deepStrictEqual(each(order.line_items, "tax_name"), ["19 %", "none", "19 %"])
      assert.deepStrictEqual(after, { balance: 94, vouchers: 0 })
    }))

  it.effect("vouchers go where one is worth most", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const { after, body, lines } = yield* sold([press("beer", 3), press("large")], { vouchers: 3 })
      assert.deepStrictEqual(lines.at(-1), ["Rabatt", 1, -9, -9])
      assert.deepInclude(body, { total_price: 13, used_vouchers: 3 })
      assert.deepStrictEqual(after, { balance: 87, vouchers: 0 })
    }))

  it.effect("a guest may use fewer vouchers than there are, or none", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const buttons = [press("beer", 3), press("large")]
      const two = yield* sold(buttons, { vouchers: 3, used_vouchers: 2 })
      assert.deepInclude(two.body, { total_price: 16, used_vouchers: 2 })
      assert.deepStrictEqual(two.after, { balance: 84, vouchers: 1 })
      for (const used_vouchers of [0, -1]) {
        const none = yield* sold(buttons, { vouchers: 3, used_vouchers })
        assert.deepInclude(none.body, { total_price: 22, used_vouchers: 0, item_count: 3 })
        assert.deepStrictEqual(none.after, { balance: 78, vouchers: 3 })
      }
    }))

  it.effect("more vouchers than the guest has are refused, and a card payment knows no vouchers", () =>
    Effect.gen(function*() {
      const { bar, guest, has, moved, press } = yield* Festival
      const payer = yield* guest({ vouchers: 3 })
      const buttons = [press("beer", 3), press("large")]
      for (const path of ["/order/check-sale", "/order/book-sale"]) {
        const request = sale(buttons, payer, { used_vouchers: 4 })
        yield* refused(bar.post(path, request), "NotEnoughVouchers", { needed: 4, available: 3 })
      }
      assert.deepStrictEqual(yield* has(payer), { balance: 100, vouchers: 3 })
      const byCard = sale(buttons, null, { payment_method: "sumup", used_vouchers: 4 })
      const { answer, moved: change } = yield* moved(bar.post("/order/book-sale", byCard))
      assert.deepInclude(done(answer).body, { total_price: 22, used_vouchers: 0, new_voucher_balance: 0 })
      assert.deepStrictEqual(change, { sumup_entry: -22, sale_exit: 22 })
    }))

  it.effect("a drink that costs two vouchers can be paid with one and money", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const { after, body, lines } = yield* sold([press("largeOnly"), press("beerOnly", 3)], { vouchers: 4 })
      assert.deepStrictEqual(lines, [["Large", 1, 5, 5], ["Beer", 3, 3, 9], ["Rabatt", 1, -11.5, -11.5]])
      assert.deepInclude(body, { total_price: 2.5, used_vouchers: 4 })
      assert.deepStrictEqual(after, { balance: 97.5, vouchers: 0 })
    }))

  it.effect("a part of a price is rounded to the cent, all of it is exact", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const part = yield* sold([press("meal")], { vouchers: 2 })
      assert.deepStrictEqual(part.lines, [["Meal", 1, 5, 5], ["Rabatt", 1, -3.33, -3.33]])
      assert.deepInclude(part.body, { total_price: 1.67, used_vouchers: 2, new_balance: 98.33 })
      const whole = yield* sold([press("meal")], { vouchers: 3 })
      assert.deepStrictEqual(whole.lines, [["Meal", 1, 5, 5], ["Rabatt", 1, -5, -5]])
      assert.deepInclude(whole.body, { total_price: 0, used_vouchers: 3, new_balance: 100 })
      assert.deepStrictEqual(whole.postings, [[whole.payer.label, "sale_exit", 0, 3]])
    }))

  it.effect("every tax that vouchers pay for has its discount", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const buttons = [press("beerOnly", 2), press("food", 2), press("deposit")]
      const { after, body, lines, order } = yield* sold(buttons, { vouchers: 5 })
      assert.deepStrictEqual(lines, [
        ["Beer", 2, 3, 6],
        ["Food", 2, 4, 8],
        ["Deposit", 1, 2, 2],
        ["Rabatt", 1, -8, -8],
        ["Rabatt", 1, -6, -6]
      ])
      assert.deepStrictEqual(each(order.line_items, "tax_name"), ["19 %", "none", "none", "none", "19 %"])
      assert.deepStrictEqual(each(order.line_items, "total_tax"), [0.96, 0, 0, 0, -0.96])
      assert.deepInclude(body, { total_price: 2, used_vouchers: 4 })
      assert.deepStrictEqual(after, { balance: 98, vouchers: 1 })
    }))

  it.effect("no more vouchers are used than the goods take", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      const { after, body } = yield* sold([press("beer")], { vouchers: 3, used_vouchers: 3 })
      assert.deepInclude(body, { total_price: 2, used_vouchers: 1, new_voucher_balance: 2 })
      assert.deepStrictEqual(after, { balance: 98, vouchers: 2 })
    }))

  it.effect("goods taken back are paid in money and touch no vouchers", () =>
    Effect.gen(function*() {
      const { press } = yield* Festival
      for (const vouchers of [0, 2]) {
        const { after, body, lines } = yield* sold([press("cup", -1)], { vouchers })
        assert.deepStrictEqual(lines, [["Cup", -1, 3, -3]])
        assert.deepInclude(body, { total_price: -3, used_vouchers: 0 })
        assert.deepStrictEqual(after, { balance: 103, vouchers })
      }
    }))
})
