import { compact } from "@wristbank/core/base/Iban"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { zero } from "../../../web/kit/Amount.ts"
import { grouped } from "../../../web/kit/IbanGroups.ts"
import { bankMistakes } from "../../../web/portal/BankEntries.ts"
import { countryOf, cursorAfter, isUnfinished } from "../../../web/portal/Iban.ts"
import { ibanExamples } from "../../support/ibans.ts"

const typed = fc.array(fc.constantFrom(..."DE89 .-aZIBAN:\u00a0\u200b0123456789"), { maxLength: 40 }).map((
  characters
) => characters.join(""))

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

  it("of every country is unfinished until it is complete, and then has no mistake", () => {
    const entries = { account_name: "Ana", email: "a@b.de", donation: zero, privacy: true }
    for (const [country, iban] of Object.entries(ibanExamples)) {
      const pasted = `IBAN: ${grouped(iban).toLowerCase()}`
      expect({
        country,
        begun: isUnfinished(iban.slice(0, -1)),
        complete: isUnfinished(pasted),
        allowed: bankMistakes({ ...entries, iban: pasted }, zero, [country]),
        elsewhere: bankMistakes({ ...entries, iban }, zero, [])
      }).toEqual({
        country,
        begun: true,
        complete: false,
        allowed: {},
        elsewhere: { iban: "country_not_allowed" }
      })
    }
  })

  it("shows its country as soon as two letters are typed", () => {
    expect([countryOf("d"), countryOf(" de"), countryOf("1E"), countryOf("")]).toEqual([
      undefined,
      "DE",
      undefined,
      undefined
    ])
  })
})
