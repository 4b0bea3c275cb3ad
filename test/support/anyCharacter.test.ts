import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { anyCharacter } from "./anyCharacter.ts"

it("any character is one of Unicode, also at the ends of the ranges", () => {
  fc.assert(fc.property(anyCharacter, (character) => {
    assert.strictEqual(Array.from(character).length, 1)
    assert.isTrue(character.isWellFormed())
  }))
  for (const character of ["\u0000", "a", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"]) {
    assert.isTrue(anyCharacter.canShrinkWithoutContext(character), JSON.stringify(character))
  }
  for (const none of ["", "ab", "\ud800", "\udfff", 7]) {
    assert.isFalse(anyCharacter.canShrinkWithoutContext(none), JSON.stringify(none))
  }
})

it("strings of it are those of the unit that it replaces, texts that break programs included", () => {
  const all = fc.sample(fc.string({ unit: anyCharacter }), { numRuns: 5_000, seed: 4 })
  assert.include(all, "__proto__")
  assert.isTrue(all.some((text) => /[\u0000-\u001f]/.test(text)))
  assert.isTrue(all.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text)))
})
