import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compact, countryOf, cursorAfter, grouped, isUnfinished, isValid } from "../../../web/portal/Iban.ts"

const typed = fc.array(fc.constantFrom(..."DE89 .-aZ0123456789"), { maxLength: 40 }).map((characters) =>
  characters.join("")
)
const known = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606",
  "NO9386011117947"
]

describe("an IBAN", () => {
  it("is grouped by four whatever separators were typed, and grouping again changes nothing", () =>
    fc.assert(fc.property(typed, (text) => {
      expect(compact(grouped(text))).toBe(compact(text))
      expect(grouped(grouped(text))).toBe(grouped(text))
      expect(grouped(text)).toMatch(/^(?:\S{4} )*\S{0,4}$/)
    })))

  it("keeps the cursor behind the same character when it is grouped", () =>
    fc.assert(fc.property(typed, fc.nat(40), (text, at) => {
      const cursor = Math.min(at, text.length)
      expect(compact(grouped(text).slice(0, cursorAfter(text, cursor)))).toBe(compact(text.slice(0, cursor)))
    })))

  it("is valid in any spelling, and never with one digit changed", () =>
    fc.assert(fc.property(fc.constantFrom(...known), fc.nat(60), fc.integer({ min: 1, max: 9 }), (iban, at, by) => {
      expect(isValid(grouped(iban).toLowerCase())).toBe(true)
      expect(isUnfinished(iban.slice(0, -1))).toBe(true)
      const index = at % iban.length
      const digit = iban[index]!
      fc.pre(/\d/.test(digit))
      expect(isValid(iban.slice(0, index) + String((Number(digit) + by) % 10) + iban.slice(index + 1))).toBe(false)
    })))

  it("shows its country as soon as two letters are typed", () => {
    expect([countryOf("d"), countryOf(" de"), countryOf("1E"), countryOf("")]).toEqual([
      undefined,
      "DE",
      undefined,
      undefined
    ])
  })
})
