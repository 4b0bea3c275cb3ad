import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { add, type Amount, fromCents, negate, parse, subtract, times, toCents, zero } from "../../../web/kit/Amount.ts"

const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
const amount = cents.map(fromCents)

describe("amounts of money", () => {
  test("keep every cent of the largest amounts, there and back", () =>
    fc.assert(fc.property(cents, (some) => {
      expect(toCents(fromCents(some))).toBe(some)
    })))

  test("are exact as JSON", () =>
    fc.assert(
      fc.property(amount, (some) => {
        expect(toCents(JSON.parse(JSON.stringify(some)) as Amount)).toBe(toCents(some))
      })
    ))

  test("add up in cents, where adding numbers does not", () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(add(fromCents(10), fromCents(20))).toBe(fromCents(30))
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -100_000_000, max: 100_000_000 })),
        (all) => {
          expect(toCents(add(...all.map(fromCents)))).toBe(all.reduce((sum, one) => sum + one, 0))
        }
      )
    )
  })

  test("subtract, negate and multiply without a rest", () =>
    fc.assert(fc.property(amount, amount, fc.integer({ min: 0, max: 50 }), (one, other, count) => {
      expect(add(subtract(one, other), other)).toBe(one)
      expect(add(one, negate(one))).toBe(zero)
      expect(toCents(times(one, count))).toBe(toCents(one) * count)
    })))

  test("read back as people write them, in English and in German", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000_000 }),
        fc.constantFrom("en-GB", "de-DE", "de-CH"),
        (some, locale) => {
          const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(some / 100)
          const read = parse(written)
          expect({ written, cents: read === undefined ? undefined : toCents(read) }).toEqual({ written, cents: some })
        }
      )
    ))

  test.each([
    ["5", 500],
    ["5,5", 550],
    ["5.50", 550],
    [" 1 234,50 ", 123_450],
    ["0,00", 0],
    ["-3,20", -320],
    ["-0", 0],
    ["5.", 500]
  ])(
    "%s is read",
    (text, expected) => {
      expect(toCents(parse(text)!)).toBe(expected)
    }
  )

  test.each([
    "",
    "-",
    ",50",
    "1,234",
    "1.234",
    "5.001",
    "1e3",
    "abc",
    "1.2.3",
    "10000000000.01",
    "99999999999999",
    "٣"
  ])(
    "%s is refused, not rounded",
    (text) => {
      expect(parse(text)).toBeUndefined()
    }
  )
})
