import { assert, it } from "@effect/vitest"
import { preferredLanguage } from "@wristbank/core/base/Language"

it.each(
  [
    [undefined, "en"],
    ["", "en"],
    ["en", "en"],
    ["de", "de"],
    ["DE-AT", "de"],
    ["de-DE,de;q=0.9,en;q=0.5", "de"],
    ["en-US,en;q=0.9,de;q=0.8", "en"],
    ["en;q=0.3, de ; q=0.9", "de"],
    ["de;q=0.3, en;q=0.3", "de"],
    ["en;q=0.3, de;q=0.3", "en"],
    ["fr, de;q=0.1", "de"],
    ["fr-FR, ja;q=0.5", "en"],
    ["de;q=0", "en"],
    ["de;q=0, *", "en"],
    ["*", "en"],
    ["de;q=0.5, *", "en"],
    ["de, *;q=0.5", "de"],
    ["en;q=0, *", "en"],
    ["en;q=0, de;q=0.1", "de"],
    ["de;q=x", "en"],
    ["de;q=2", "en"],
    ["de;q=0.9999", "en"],
    ["de;level=1", "en"],
    ["german", "en"],
    ["deu", "en"],
    [",,;q=,de;q=0.5,", "de"],
    ["\u0000;;;==", "en"],
    [`${"fr,".repeat(5000)}de`, "en"]
  ] as const
)("of those who accept %j the language is %s", (accepted, language) => {
  assert.strictEqual(preferredLanguage(accepted, "en"), language)
})

it("another default holds where nothing is said", () => {
  assert.strictEqual(preferredLanguage(undefined, "de"), "de")
  assert.strictEqual(preferredLanguage("fr", "de"), "de")
  assert.strictEqual(preferredLanguage("en;q=0.5, *", "de"), "de")
  assert.strictEqual(preferredLanguage("en", "de"), "en")
})
