import { describe, expect, test } from "vitest"
import { fromCents } from "../../../web/kit/Amount.ts"
import { formatsOf } from "../../../web/kit/Formats.ts"
import { localeOf, preferred } from "../../../web/kit/Language.ts"

const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, " ")

describe("formats", () => {
  test("money has the currency of the event and the signs of the reader", () => {
    expect(plain(formatsOf("de-DE", "EUR", "Europe/Berlin").money(fromCents(123_450)))).toBe("1.234,50 €")
    expect(plain(formatsOf("en-GB", "CHF", "Europe/Zurich").money(fromCents(-5)))).toBe("−CHF 0.05")
  })

  test("numbers below zero have the same minus, whatever they count", () => {
    const { count, money, share } = formatsOf("en-GB", "EUR", "Europe/Berlin")
    expect([count(-1_234), share(-0.5), money(fromCents(-1_000))].map(plain)).toEqual(["−1,234", "−50%", "−€10.00"])
  })

  test("moments are in the zone of the event, also where the clocks change", () => {
    const { moment } = formatsOf("de-DE", "EUR", "Europe/Berlin")
    expect(moment("2026-10-25T00:30:00Z")).toBe("25.10.2026, 02:30")
    expect(moment("2026-10-25T01:30:00Z")).toBe("25.10.2026, 02:30")
    expect(formatsOf("en-GB", "EUR", "America/New_York").time("2026-07-01T00:10:00Z")).toBe("20:10")
  })

  test.each([
    [-1, "1 second ago"],
    [-59, "59 seconds ago"],
    [-60, "1 minute ago"],
    [-3_599, "59 minutes ago"],
    [-7_200, "2 hours ago"],
    [-86_400, "yesterday"],
    [90, "in 1 minute"]
  ])(
    "%i seconds from now are %s",
    (seconds, expected) => {
      const now = Date.parse("2026-07-01T12:00:00Z")
      expect(formatsOf("en-GB", "EUR", "Europe/Berlin").distance(new Date(now + seconds * 1000).toISOString(), now))
        .toBe(expected)
    }
  )
})

describe("the language", () => {
  test.each([[["de-AT", "en"], "de"], [["fr", "de"], "de"], [["fr"], "en"], [[], "en"], [["EN-us"], "en"]] as const)(
    "of a browser with %j is %s",
    (wanted, expected) => expect(preferred(wanted)).toBe(expected)
  )

  test("keeps the reader's own variant for dates", () => {
    expect(localeOf("de", ["en-GB", "de-AT"])).toBe("de-AT")
    expect(localeOf("de", ["en-GB"])).toBe("de")
    // What Chromium gives on a system without a language.
    expect(localeOf("en", ["en-US@posix", "en-GB"])).toBe("en-GB")
    expect(localeOf("en", ["en-US@posix"])).toBe("en")
  })
})
