import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type Amount, fromCents, toCents } from "../../../web/kit/Amount.ts"
import { parseHex } from "../../../web/kit/Chip.ts"
import { amountIn, asText } from "../../../web/till/amounts/AmountText.ts"
import { payOutSuggestions } from "../../../web/till/amounts/Suggestions.ts"
import { contentOf, freeRegisters } from "../../../web/till/cash/Registers.ts"
import { countIn } from "../../../web/till/guest/Count.ts"
import { cancelOf, cancelProblem, goodsOf } from "../../../web/till/history/Orders.ts"
import { isChanged, roleChoices, rolesAfter, toggled } from "../../../web/till/people/Roles.ts"
import { axisOf, barsOf, latestHours } from "../../../web/till/statistics/Bars.ts"
import { missingOf, noSwitch } from "../../../web/till/switchTag/Switch.ts"
import {
  added,
  additionProblem,
  asTags,
  newWristband,
  removed,
  type Wristband,
  type Wristbands
} from "../../../web/till/tickets/Wristbands.ts"

const cents = fc.integer({ min: 0, max: 100_000_000 })
const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }).map(fromCents), {
  minLength: 1,
  maxLength: 30
})

describe("amounts", () => {
  test("an amount that was suggested reads back as it was, with either decimal sign", () =>
    fc.assert(fc.property(cents, fc.constantFrom("," as const, "." as const), (whole, decimal) => {
      expect(toCents(amountIn(asText(fromCents(whole), decimal))!)).toBe(whole)
    })))

  test("no amount below zero and none with a third decimal is read", () =>
    fc.assert(fc.property(fc.integer({ min: 1, max: 100_000 }), (whole) => {
      expect(amountIn(`-${whole / 100}`)).toBeUndefined()
      expect(amountIn(`${whole}.001`)).toBeUndefined()
    })))

  test("no suggested pay-out takes the whole balance or more", () =>
    fc.assert(fc.property(cents, (whole) => {
      expect(payOutSuggestions(fromCents(whole)).every((amount) => toCents(amount) < whole)).toBe(true)
    })))

  test("a count is a whole number that is large enough", () =>
    fc.assert(fc.property(fc.nat(9_999_999), fc.nat(10), (count, least) => {
      expect(countIn(` ${count} `, least)).toBe(count >= least ? count : undefined)
      expect(countIn(`${count}.5`, least)).toBeUndefined()
    })))
})

describe("the wristbands of a ticket sale", () => {
  const wristband: fc.Arbitrary<Wristband> = fc.record({
    chip: fc.integer({ min: 1, max: 9 }).map((uid) => parseHex(String(uid))!),
    pin: fc.constantFrom("A", "B", "C", "D ", " "),
    token: fc.constantFrom(null, "t1", "t2")
  }).map(({ chip, pin, token }) => newWristband(chip, pin, token))

  test("have no chip, PIN or presale code twice, whatever is scanned", () =>
    fc.assert(fc.property(fc.array(wristband, { maxLength: 20 }), (scanned) => {
      const list = scanned.reduce<Wristbands>(added, [])
      for (
        const values of [
          list.map(({ chip }) => chip),
          list.map(({ pin }) => pin),
          list.flatMap(({ token }) => token ?? [])
        ]
      ) {
        expect(new Set(values).size).toBe(values.length)
      }
      expect(asTags(list).every(({ tag_pin }) => tag_pin.trim() !== "")).toBe(true)
    })))

  test("lose one that is removed, which can then be added again", () =>
    fc.assert(fc.property(fc.array(wristband, { minLength: 1, maxLength: 10 }), (scanned) => {
      const list = scanned.reduce<Wristbands>(added, [])
      const [first] = list
      fc.pre(first !== undefined)
      const without = removed(list, first.chip)
      expect(without).toHaveLength(list.length - 1)
      expect(additionProblem(without, first)).toBeUndefined()
    })))
})

describe("orders", () => {
  const order = fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    cancels_order: fc.option(fc.integer({ min: 1, max: 5 })),
    order_type: fc.constantFrom("sale" as const, "top_up" as const, "cancel_sale" as const),
    payment_method: fc.constantFrom("tag" as const, "cash" as const)
  })

  test("only sales by wristband that no other order cancels can be cancelled", () =>
    fc.assert(fc.property(order, fc.array(order), (one, orders) => {
      expect(cancelProblem(one, orders) === undefined).toBe(
        one.order_type === "sale" && one.payment_method === "tag" && cancelOf(one, orders) === undefined
      )
    })))
})

test("an order's goods are named once each, without discounts and money", () => {
  const line = (name: string, quantity: number, type: "discount" | "ticket" | "topup" | "user_defined") => ({
    quantity,
    product: { name, type }
  })
  expect(goodsOf([
    line("Adult", 1, "ticket"),
    line("Top-up", 1, "topup"),
    line("Adult", 1, "ticket"),
    line("Beer", 1, "user_defined"),
    line("Discount", 1, "discount")
  ])).toBe("2 × Adult, Beer")
})

describe("roles", () => {
  const role = (id: number) => ({ id, name: `Role ${id}` })
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 8 }))

  test("that can't be given here are kept, whatever is ticked", () =>
    fc.assert(fc.property(ids, ids, ids, (available, held, ticked) => {
      const choices = roleChoices(available.map(role), held.map((id) => ({ ...role(id), is_at_current_node: true })))
      const after = rolesAfter(choices, new Set(ticked))
      expect(held.filter((id) => !available.includes(id)).every((id) => after.includes(id))).toBe(true)
      expect(after.filter((id) => !held.includes(id)).every((id) => available.includes(id) && ticked.includes(id)))
        .toBe(
          true
        )
    })))

  test("ticked and unticked again are no change", () =>
    fc.assert(fc.property(ids, ids, fc.integer({ min: 1, max: 8 }), (available, held, id) => {
      const choices = roleChoices(available.map(role), held.map((one) => ({ ...role(one), is_at_current_node: true })))
      const chosen = new Set(held)
      expect(isChanged(choices, chosen)).toBe(false)
      expect(isChanged(choices, toggled(toggled(chosen, id), id))).toBe(false)
      expect(isChanged(choices, toggled(chosen, id))).toBe(available.includes(id))
    })))
})

describe("statistics", () => {
  test("every bar stays inside the picture and is as high as its amount", () =>
    fc.assert(fc.property(amounts, (list) => {
      const { high, low } = axisOf(list)
      for (const [at, { height, width, x, y }] of barsOf(list).entries()) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(1)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + height).toBeLessThanOrEqual(1 + 1e-9)
        expect(height * (high - low)).toBeCloseTo(Math.abs(toCents(list[at]!)), 3)
      }
    })))

  test("hours without bookings are zeros, and none that had some within a day is lost", () =>
    fc.assert(fc.property(fc.uniqueArray(fc.nat(20), { minLength: 1 }), (hours) => {
      const at = (hour: number) => new Date(Date.UTC(2026, 6, 1, hour)).toISOString()
      const sorted = hours.toSorted((a, b) => a - b)
      const intervals = sorted.map((hour) => ({
        from_time: at(hour),
        to_time: at(hour + 1),
        count: 1,
        revenue: 4.5 as Amount
      }))
      const shown = latestHours(intervals)
      expect(shown).toHaveLength(sorted.at(-1)! - sorted[0]! + 1)
      expect(shown.filter(({ count }) => count > 0).map(({ from_time }) => from_time)).toEqual(sorted.map(at))
    })))
})

test("a stocking's content is worth what its notes and rolls are", () => {
  const content = contentOf({ euro20: 2, euro2: 1, cent1: 3 })
  expect(content.reduce((sum, { count, pieces, value }) => sum + count * pieces * value, 0)).toBe(4_000 + 5_000 + 150)
})

test("only registers that lie in the office can be handed out", () => {
  const registers = [
    { current_cashier_id: null, current_till_id: null },
    { current_cashier_id: 1, current_till_id: null },
    { current_cashier_id: 1, current_till_id: 2 }
  ]
  expect(freeRegisters(registers)).toEqual([registers[0]])
})

test("a wristband is switched only with both PINs, another chip and a reason", () => {
  const chip = parseHex("A1")!
  const whole = { oldPin: "A", newPin: "B", reason: "lost", isAgeChecked: false }
  expect(missingOf(whole, chip)).toBeUndefined()
  expect(missingOf(noSwitch, chip)).toBe("oldPinMissing")
  expect(missingOf(whole, undefined)).toBe("newTagMissing")
  expect(missingOf({ ...whole, newPin: "A " }, chip)).toBe("samePin")
  expect(missingOf({ ...whole, reason: " " }, chip)).toBe("reasonMissing")
})
