import { assert, it } from "@effect/vitest"
import { say, text } from "@wristbank/core/base/Sentence"

const both = (sentence: (language: "en" | "de") => string) => [sentence("en"), sentence("de")]

it("a text needs every language, with the same placeholders of known kinds", () => {
  text({ en: "{needed:amount} of {till}", de: "{till}: {needed:amount}" })
  // @ts-expect-error a missing translation
  text({ en: "Please sign in again" })
  // @ts-expect-error a placeholder that is missing in German
  text({ en: "{till} has orders", de: "Die Kasse hat Bestellungen" })
  // @ts-expect-error a placeholder that is missing in English
  text({ en: "The till has orders", de: "{till} hat Bestellungen" })
  // @ts-expect-error another kind
  text({ en: "{needed:amount}", de: "{needed}" })
  // @ts-expect-error no such kind
  text({ en: "{needed:money}", de: "{needed:money}" })
  // @ts-expect-error put together, so no one sees its placeholders
  text({ en: "{till} " + String(1), de: "{till}" })
})

it("a sentence needs the values of its placeholders and no others", () => {
  const sold = text({ en: "{count} sold at {till}", de: "{till}: {count} verkauft" })
  assert.deepStrictEqual(both(say(sold, { count: 2, till: "Bar {count}" })), [
    "2 sold at Bar {count}",
    "Bar {count}: 2 verkauft"
  ])
  // @ts-expect-error a value that is missing
  say(sold, { count: 2 })
  // @ts-expect-error a value that is not in the sentence
  say(text({ en: "Sold", de: "Verkauft" }), { count: 2 })
  // @ts-expect-error a value of another type
  say(text({ en: "{sum:amount}", de: "{sum:amount}" }), { sum: 1.5 })
})

it("amounts and lists are written as their language does", () => {
  const amounts = text({ en: "{a:amount}, {b:amount}", de: "{a:amount}; {b:amount}" })
  assert.deepStrictEqual(both(say(amounts, { a: 650n, b: -5n })), ["6.50, -0.05", "6,50; -0,05"])
  const names = text({ en: "{all:list} / {one:or}", de: "{all:list} / {one:or}" })
  assert.deepStrictEqual(both(say(names, { all: ["a", "b"], one: ["c", "d"] })), ["a, b / c or d", "a, b / c oder d"])
  const first = text({ en: "{names:first_ten}", de: "{names:first_ten}" })
  const ten = Array.from({ length: 10 }, (_, n) => `${n}`)
  assert.strictEqual(say(first, { names: ten })("de"), ten.join(", "))
  assert.deepStrictEqual(both(say(first, { names: [...ten, "x", "y"] })), [
    `${ten.join(", ")} and 2 more`,
    `${ten.join(", ")} und 2 weitere`
  ])
})

it("parts of a sentence follow its language", () => {
  const beer = say(text({ en: "beer", de: "Bier" }))
  const wine = say(text({ en: "wine", de: "Wein" }))
  const none = text({ en: "There is no {what:sentence}", de: "Nicht da: {what:sentence}" })
  assert.deepStrictEqual(both(say(none, { what: beer })), ["There is no beer", "Nicht da: Bier"])
  const several = text({ en: "{what:sentences}", de: "{what:sentences}" })
  assert.deepStrictEqual(both(say(several, { what: [beer, wine] })), ["beer; wine", "Bier; Wein"])
  const lines = text({ en: "{what:lines}", de: "{what:lines}" })
  assert.deepStrictEqual(both(say(lines, { what: [beer, wine] })), ["- beer\n- wine", "- Bier\n- Wein"])
})
