import fc from "fast-check"
import { assert, describe, test } from "vitest"
import { fromCents, toCents } from "../../../web/kit/Amount.ts"
import * as Basket from "../../../web/till/sale/Basket.ts"
import * as HeldPrices from "../../../web/till/sale/HeldPrices.ts"
import { button } from "./Buttons.ts"

const hold = 10

/** The price of one press of each button at a moment, in cents. Each has a few prices in turn. */
type Schedule = ReadonlyArray<ReadonlyArray<number>>

const priceAt = (prices: ReadonlyArray<number>, moment: number) => prices[Math.floor(moment / 7) % prices.length]!

const buttonsAt = (schedule: Schedule, moment: number) =>
  schedule.map((prices, id) => button(id, { price: fromCents(priceAt(prices, moment)) }))

const schedules: fc.Arbitrary<Schedule> = fc.array(
  fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 4 }),
  { minLength: 3, maxLength: 3 }
)

type Step = "agree" | "clear" | "less" | "press" | "remove" | "undo"

const steps = fc.array(
  fc.record({
    step: fc.constantFrom<Step>("agree", "clear", "less", "press", "press", "press", "remove", "undo"),
    wait: fc.nat(8),
    of: fc.nat(2)
  }),
  { maxLength: 25 }
)

const afterStep = (basket: Basket.Basket, step: Step, of: number, schedule: Schedule, now: number) => {
  const buttons = buttonsAt(schedule, now)
  switch (step) {
    case "press":
      return Basket.press(HeldPrices.begun(basket, buttons, now), buttons[of]!)
    case "less":
      return Basket.press(HeldPrices.begun(basket, buttons, now), buttons[of]!, -1)
    case "remove":
      return Basket.without(basket, of)
    case "clear":
      return Basket.cleared(basket)
    case "undo":
      return Basket.undo(basket)
    case "agree":
      return HeldPrices.agreed(basket)
  }
}

describe("the prices of a basket", () => {
  test("are all of the moment that its request names, no longer ago than they hold", () =>
    fc.assert(
      fc.property(schedules, steps, (schedule, course) => {
        let now = 100
        let basket = Basket.emptyBasket
        for (const { of, step, wait } of course) {
          now += wait
          basket = HeldPrices.keptOrPriced(basket, buttonsAt(schedule, now), now, hold)
          basket = afterStep(basket, step, of, schedule, now)
          const lines = Basket.linesOf(basket, HeldPrices.buttonsFor(basket, buttonsAt(schedule, now)))
          const moment = HeldPrices.momentOf(basket, now, hold)
          assert.isTrue(moment <= now && now - moment < hold)
          for (const { press, total } of lines) {
            assert.isTrue("quantity" in press)
            const pieces = "quantity" in press ? press.quantity : 0
            assert.strictEqual(toCents(total), pieces * priceAt(schedule[press.button]!, moment))
          }
        }
      }),
      { numRuns: 2_000 }
    ))

  test("never become others without a mark, until someone agrees", () =>
    fc.assert(
      fc.property(
        schedules,
        fc.array(fc.nat(2), { minLength: 1 }),
        fc.array(fc.nat(12)),
        (schedule, presses, waits) => {
          let now = 100
          let basket = presses.reduce((before, of) => afterStep(before, "press", of, schedule, now), Basket.emptyBasket)
          const linesNow = () => Basket.linesOf(basket, HeldPrices.buttonsFor(basket, buttonsAt(schedule, now)))
          const shown = linesNow().map(({ total }) => total)
          for (const wait of waits) {
            now += wait
            basket = HeldPrices.keptOrPriced(basket, buttonsAt(schedule, now), now, hold)
          }
          const lines = linesNow()
          for (const [at, { former, total }] of lines.entries()) {
            assert.strictEqual(former, total === shown[at] ? undefined : shown[at])
          }
          assert.strictEqual(HeldPrices.needsAgreement(lines), lines.some(({ total }, at) => total !== shown[at]))
          basket = HeldPrices.agreed(basket)
          assert.isFalse(HeldPrices.needsAgreement(linesNow()))
          assert.deepStrictEqual(linesNow().map(({ total }) => total), lines.map(({ total }) => total))
        }
      ),
      { numRuns: 1_000 }
    ))
})
