import { assert, it } from "@effect/vitest"
import { parse } from "@wristbank/core/base/Iban"
import { isSepaCode, sepaCodes, sepaCountries } from "@wristbank/core/base/SepaCountry"
import { ibanExamples } from "../../support/ibans.ts"

it("has the 41 countries, each with the day from which it belongs to SEPA", () => {
  assert.deepStrictEqual(sepaCountries.map(({ code, joined }) => `${code} ${joined}`), [
    "AD 2019-03-01",
    "AL 2024-11-21",
    "AT 2008-01-28",
    "BE 2008-01-28",
    "BG 2008-01-28",
    "CH 2008-01-28",
    "CY 2008-01-28",
    "CZ 2008-01-28",
    "DE 2008-01-28",
    "DK 2008-01-28",
    "EE 2008-01-28",
    "ES 2008-01-28",
    "FI 2008-01-28",
    "FR 2008-01-28",
    "GB 2008-01-28",
    "GR 2008-01-28",
    "HR 2013-07-01",
    "HU 2008-01-28",
    "IE 2008-01-28",
    "IS 2008-01-28",
    "IT 2008-01-28",
    "LI 2008-01-28",
    "LT 2008-01-28",
    "LU 2008-01-28",
    "LV 2008-01-28",
    "MC 2009-03-31",
    "MD 2025-03-06",
    "ME 2024-11-21",
    "MK 2025-03-06",
    "MT 2008-01-28",
    "NL 2008-01-28",
    "NO 2008-01-28",
    "PL 2008-01-28",
    "PT 2008-01-28",
    "RO 2008-01-28",
    "RS 2025-05-22",
    "SE 2008-01-28",
    "SI 2008-01-28",
    "SK 2008-01-28",
    "SM 2014-02-01",
    "VA 2019-03-01"
  ])
  assert.lengthOf(sepaCountries, 41)
})

it("reads an account of each, and of the territory with IBANs of its own", () => {
  assert.deepStrictEqual(sepaCodes, Object.keys(ibanExamples))
  for (const [code, iban] of Object.entries(ibanExamples)) {
    assert.isTrue(isSepaCode(code), code)
    assert.strictEqual(parse(iban), iban, code)
  }
  for (const code of ["US", "BA", "GG", "JE", "XK", "de", ""]) assert.isFalse(isSepaCode(code), code)
})
