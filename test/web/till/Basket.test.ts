import fc from "fast-check"
import { assert, test } from "vitest"
import { type Amount, fromCents, toCents, zero } from "../../../web/kit/Amount.ts"
import * as Basket from "../../../web/till/sale/Basket.ts"
import { shortened, typed } from "../../../web/till/sale/Keypad.tsx"
import { buttonsAt, listsIn, nextChange } from "../../../web/till/sale/PricesNow.ts"
import { button } from "./Buttons.ts"

const buttons = [button(1), button(2, { is_returnable: true }), button(3, { fixed_price: false, price: zero })]

type Step = (basket: Basket.Basket) => Basket.Basket

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.constantFrom(...buttons.slice(0, 2)), fc.constantFrom(1, -1 as const)).map(
    ([one, pieces]): Step => (basket) => Basket.press(basket, one, pieces)
  ),
  fc.integer({ min: 1, max: 5_000 }).map(
    (cents): Step => (basket) => Basket.pressPriced(basket, buttons[2]!, fromCents(cents))
  ),
  fc.nat(5).map((at): Step => (basket) => Basket.without(basket, at)),
  fc.constant<Step>(Basket.cleared)
)

test("a basket costs what its lines cost, in whole cents, and gives back returnable goods alone", () =>
  fc.assert(fc.property(fc.array(steps), (course) => {
    const basket = course.reduce((before, step) => step(before), Basket.emptyBasket)
    const lines = Basket.linesOf(basket, buttons)
    const cents = basket.presses.reduce(
      (sum, press) => sum + ("price" in press ? toCents(press.price) : press.button * 110 * press.quantity),
      0
    )
    assert.strictEqual(toCents(Basket.totalOf(lines)), cents)
    assert.isAtLeast(Basket.countOf(basket, 1), 0)
    for (const press of basket.presses) assert.notStrictEqual("quantity" in press && press.quantity, 0)
  })))

test("undo brings back what was there before each step", () =>
  fc.assert(fc.property(fc.array(steps, { maxLength: 20 }), steps, (course, step) => {
    const before = course.reduce((basket, one) => one(basket), Basket.emptyBasket)
    const after = step(before)
    if (after === before) return
    assert.deepStrictEqual(Basket.undo(after).presses, before.presses)
  })))

test("digits move in from the right, and the last one goes first", () =>
  fc.assert(fc.property(fc.integer({ min: 0, max: 99_999 }), fc.constantFrom("0", "7"), (cents, digit) => {
    const amount: Amount = fromCents(cents)
    assert.strictEqual(toCents(typed(amount, digit)), cents * 10 + Number(digit))
    assert.strictEqual(shortened(typed(amount, digit)), amount)
    assert.strictEqual(typed(fromCents(1_000_000), digit), fromCents(1_000_000))
  })))

test("buttons cost what their price lists say at a moment, and say until when", () => {
  const [opens, ends] = [Date.UTC(2026, 6, 10, 18), Date.UTC(2026, 6, 10, 19)]
  const [from, until] = [new Date(opens).toISOString(), new Date(ends).toISOString()]
  const [usual, happy] = [fromCents(500), fromCents(350)]
  const beer = button(1, {
    price: usual,
    prices: [
      { from: null, until: from, price: usual, price_in_vouchers: 1, list_name: null },
      { from, until, price: happy, price_in_vouchers: 1, list_name: "Happy hour" },
      { from: until, until: null, price: usual, price_in_vouchers: 1, list_name: null }
    ]
  })
  const water = button(2)
  const at = (moment: number) => {
    const [one, other] = buttonsAt([beer, water], moment)
    assert.strictEqual(other, water)
    const lists = one!.until === undefined ? [] : [{ name: "Happy hour", until: one!.until }]
    assert.deepStrictEqual(listsIn([one!, other!]), lists)
    return [one!.price, one!.until]
  }
  assert.deepStrictEqual(at(opens - 1), [usual, undefined])
  assert.deepStrictEqual(at(opens), [happy, until])
  assert.deepStrictEqual(at(ends - 1), [happy, until])
  assert.deepStrictEqual(at(ends), [usual, undefined])
  assert.deepStrictEqual([opens - 1, opens, ends].map((moment) => nextChange([beer, water], moment)), [
    opens,
    ends,
    Infinity
  ])
})
