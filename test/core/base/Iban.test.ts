import { assert, it } from "@effect/vitest"
import { compact, countryOf, lengthIn, parse } from "@wristbank/core/base/Iban"
import fc from "fast-check"

const valid = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "BE68539007547034",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606"
]

/** What a person sees as nothing or as a gap between the groups. */
const gaps = [
  "",
  " ",
  "\t",
  "\n",
  "\u00a0",
  "\u00ad",
  "\u200b",
  "\u202a",
  "\u202c",
  "\u202f",
  "\u2060",
  "\ufeff",
  "-",
  "\u2011",
  "\u2013",
  "."
]

it("reads account numbers however they are typed or pasted", () =>
  fc.assert(fc.property(
    fc.constantFrom(...valid),
    fc.constantFrom("", "IBAN ", "iban:", "IBAN: ", "Iban\uff1a\u00a0"),
    fc.array(fc.constantFrom(...gaps), { minLength: 34, maxLength: 34 }),
    (iban, word, between) => {
      const typed = word + Array.from(iban, (character, n) => between[n]! + character).join("") + between.at(-1)!
      assert.strictEqual(parse(typed), iban)
      assert.strictEqual(parse(typed.toLowerCase()), iban)
      assert.strictEqual(compact(compact(typed)), compact(typed))
      assert.strictEqual(countryOf(iban), iban.slice(0, 2))
      assert.strictEqual(lengthIn(countryOf(iban)), iban.length)
    }
  )))

it("reads digits of a wide script, but no word beside the number", () => {
  assert.strictEqual(parse("ＤＥ８９３７０４００４４０５３２０１３０００"), "DE89370400440532013000")
  assert.isUndefined(parse("Konto DE89370400440532013000"))
  assert.isUndefined(parse("DE89370400440532013000 IBAN"))
  assert.isUndefined(parse("IBAN"))
})

it("refuses what is too long, too short, of no country or no number at all", () => {
  for (
    const text of ["", " ", "DE", "DE8937040044053201300", "DE893704004405320130000", "XX89370400440532013000", "🤑"]
  ) {
    assert.isUndefined(parse(text), text)
  }
})

it("refuses check digits that ISO 7064 never gives, although their remainder fits", () => {
  // 02 and 99 have the same remainder by 97, as have 97 and 00, and 98 and 01.
  for (
    const [digits, never, account] of [
      ["02", "99", "370400440532010007"],
      ["97", "00", "370400440532010043"],
      ["98", "01", "370400440532010025"]
    ]
  ) {
    assert.strictEqual(parse(`DE${digits}${account}`), `DE${digits}${account}`)
    assert.isUndefined(parse(`DE${never}${account}`), never)
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
