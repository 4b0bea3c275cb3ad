import { assert, describe, it } from "@effect/vitest"
import { languageOf, words } from "@wristbank/core/fiscal/ReceiptWords"

describe("the language of a printed receipt", () => {
  it.each(
    [
      [undefined, undefined, "de"],
      [undefined, "", "de"],
      [undefined, "fr-FR, ja;q=0.5", "de"],
      [undefined, "en-US,en;q=0.9,de;q=0.8", "en"],
      [undefined, "en;q=0.3, DE-AT;q=0.9", "de"],
      [undefined, "en;q=0, de;q=0.1", "de"],
      [undefined, "en;q=x, de;q=0.1", "de"],
      [undefined, "*", "de"],
      ["en", "de", "en"],
      ["de", "en", "de"]
    ] as const
  )("asked for %s by a browser that prefers %s is %s", (asked, accepted, expected) => {
    assert.strictEqual(languageOf(asked, accepted), expected)
  })

  it("has a word for everything in both", () => {
    assert.deepStrictEqual(Object.keys(words.de), Object.keys(words.en))
    assert.deepStrictEqual(Object.keys(words.de.untaxed), Object.keys(words.en.untaxed))
  })
})
