import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import * as Money from "@wristbank/core/base/Money"
import { taxesOf } from "@wristbank/core/journal/LineItem"
import fc from "fast-check"
import { priceRuns } from "../../support/PriceRuns.ts"
import { product } from "../sale/OrderWorld.ts"

interface Sold {
  readonly id: number
  /** In cents, with its sign. */
  readonly gross: number
  /** In ten-thousandths. */
  readonly rate: number
}

const taxesIn = (lines: ReadonlyArray<Sold>) =>
  taxesOf(lines.map(({ gross, id, rate }) => ({
    product: product(BigInt(id), `Product ${id}`, null).product,
    tax_rate: rate,
    total_price: Cents.make(BigInt(gross))
  }))).map(Number)

const at = (rate: number, ...gross: ReadonlyArray<number>) => gross.map((one, i) => ({ id: i + 1, gross: one, rate }))

const total = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, one) => sum + one, 0)

const line = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  gross: fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.constantFrom(111, 250, -250, 1)),
  rate: fc.constantFrom(0, 700, 1900, 1070, 2000, 9999)
})

const lines = fc.array(line, { maxLength: 12 })

const rates = (of: ReadonlyArray<Sold>) => new Set(of.map(({ rate }) => rate))

describe("the tax of a receipt", () => {
  it.each<[what: string, lines: ReadonlyArray<Sold>, taxes: ReadonlyArray<number>]>([
    ["ten lines of 0.10 at 19 %", at(1900, ...Array<number>(10).fill(10)), [2, 2, 2, 2, 2, 2, 1, 1, 1, 1]],
    ["three lines of 2.50 at 7 %", at(700, 250, 250, 250), [17, 16, 16]],
    ["four drinks at 19 %", at(1900, 390, 290, 250, 120), [62, 47, 40, 19]],
    ["drinks that vouchers pay", at(1900, 900, -900), [144, -144]],
    ["a return beside a sale", [...at(700, 250, 250, 250), { id: 9, gross: -250, rate: 700 }], [17, 16, 16, -16]],
    ["lines of other rates for themselves", [...at(1900, 10), ...at(700, 250), ...at(1900, 10)], [2, 16, 1]],
    ["one line", at(700, 250), [16]],
    ["no line", [], []]
  ])("has the right figures: %s", (_, sold, taxes) => assert.deepStrictEqual(taxesIn(sold), taxes))

  it("of sixteen products for 1.11 each at 7 % is 1.16, not sixteen times 0.07", () => {
    const taxes = taxesIn(at(700, ...Array<number>(16).fill(111)))
    assert.strictEqual(total(taxes), 116)
    assert.sameMembers(taxes, [...Array<number>(12).fill(7), ...Array<number>(4).fill(8)])
  })

  it("is rounded once for each rate, and its lines add up to it", () =>
    fc.assert(
      fc.property(lines, (sold) => {
        const taxes = taxesIn(sold)
        for (const rate of rates(sold)) {
          const gross = total(sold.filter((one) => one.rate === rate).map((one) => one.gross))
          const due = Math.sign(gross) *
            Math.floor((2 * Math.abs(gross) * rate + 10_000 + rate) / (2 * (10_000 + rate)))
          assert.strictEqual(total(taxes.filter((_, i) => sold[i]!.rate === rate)), due + 0)
        }
      }),
      priceRuns
    ))

  it("is in each line less than a cent from the exact one, and exact where that is whole", () =>
    fc.assert(
      fc.property(lines, (sold) => {
        for (const [i, tax] of taxesIn(sold).entries()) {
          const { gross, rate } = sold[i]!
          assert.isBelow(Math.abs(tax * (10_000 + rate) - gross * rate), 10_000 + rate)
        }
      }),
      priceRuns
    ))

  it("of a receipt with all signs changed is the same with its sign changed", () =>
    fc.assert(
      fc.property(lines, (sold) => {
        const back = taxesIn(sold.map((one) => ({ ...one, gross: -one.gross })))
        assert.strictEqual(total(taxesIn(sold)) + total(back), 0)
      }),
      priceRuns
    ))

  it("does not depend on the order of the presses", () =>
    fc.assert(
      fc.property(lines, fc.func(fc.integer()), (sold, draw) => {
        const shuffled = sold.toSorted((a, b) => draw(a.id) - draw(b.id))
        const byLine = (some: ReadonlyArray<Sold>) => {
          const taxes = taxesIn(some)
          return some.map(({ gross, id, rate }, i) => `${rate} ${id} ${gross} ${taxes[i]}`).toSorted()
        }
        assert.deepStrictEqual(byLine(shuffled), byLine(sold))
      }),
      priceRuns
    ))
})

describe("parts of amounts", () => {
  it("give the missing cents to the largest remainders, then the larger amounts, then the earlier ones", () => {
    const thirds = (...amounts: ReadonlyArray<number>) =>
      Money.proportions(amounts.map((one) => Cents.make(BigInt(one))), 1n, 3n).map(Number)
    assert.deepStrictEqual(thirds(1, 1, 1), [1, 0, 0])
    assert.deepStrictEqual(thirds(1, 4, 1), [0, 2, 0])
    assert.deepStrictEqual(thirds(1, 2), [0, 1])
    assert.deepStrictEqual(thirds(-1, -1, -1), [0, 0, -1])
    assert.deepStrictEqual(thirds(3, 2), [1, 1])
  })

  it("of an amount that is shared by weights add up to it, and none is more than its weight or a cent from its share", () =>
    fc.assert(
      fc.property(fc.array(fc.nat(2_000), { minLength: 1, maxLength: 12 }), fc.nat(10_000), (weights, drawn) => {
        const all = total(weights)
        if (all === 0) return
        const amount = drawn % (all + 1)
        const shares = Money.proportions(weights.map((one) => Cents.make(BigInt(one))), BigInt(amount), BigInt(all))
          .map(Number)
        assert.strictEqual(total(shares), amount)
        for (const [i, share] of shares.entries()) {
          assert.isTrue(share >= 0 && share <= weights[i]!)
          assert.isBelow(Math.abs(share * all - amount * weights[i]!), all)
        }
      }),
      priceRuns
    ))
})
