import { assert, it } from "@effect/vitest"
import { countryOf, parse } from "@wristbank/core/primitives/Iban"
import fc from "fast-check"

const valid = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "BE68539007547034",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606"
]

it("reads account numbers however they are typed", () => {
  for (const iban of valid) {
    assert.strictEqual(parse(iban), iban)
    assert.strictEqual(parse(` ${iban.toLowerCase().replaceAll(/.{4}/g, "$& ")}`), iban)
    assert.strictEqual(countryOf(iban), iban.slice(0, 2))
  }
})

it("refuses what is too long, too short, of no country or no number at all", () => {
  for (
    const text of ["", " ", "DE", "DE8937040044053201300", "DE893704004405320130000", "XX89370400440532013000", "🤑"]
  ) {
    assert.isUndefined(parse(text), text)
  }
})

it("refuses a number with any one digit wrong", () =>
  fc.assert(fc.property(
    fc.constantFrom(...valid),
    fc.integer({ min: 2, max: 15 }),
    fc.integer({ min: 1, max: 9 }),
    (iban, place, more) => {
      fc.pre(/\d/.test(iban.charAt(place)))
      const wrong = `${iban.slice(0, place)}${(Number(iban.charAt(place)) + more) % 10}${iban.slice(place + 1)}`
      assert.isUndefined(parse(wrong), wrong)
    }
  )))
