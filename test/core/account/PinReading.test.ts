import { assert, describe, it } from "@effect/vitest"
import { ambiguousCharacters, mayBeMisread, readPin } from "@wristbank/core/account/PinReading"
import fc from "fast-check"

const used = fc.subarray([...ambiguousCharacters]).map((characters) => new Set(characters))
const texts = fc.array(fc.constantFrom(..."01OIoiAx7"), { maxLength: 8 }).map((characters) => characters.join(""))
const canBePin = (text: string, characters: ReadonlySet<string>) =>
  ambiguousCharacters.every((character) => characters.has(character) || !text.toUpperCase().includes(character))

describe("a typed PIN", () => {
  it("is read as typed if it can be a PIN of the event", () =>
    fc.assert(fc.property(texts, used, (text, characters) => {
      fc.pre(canBePin(text, characters))
      assert.strictEqual(readPin(text, characters), text)
    })))

  it("is read with the look-alike that the event's PINs use, where they use one of the two", () =>
    fc.assert(fc.property(texts, fc.constantFrom("0", "O"), fc.constantFrom("1", "I"), (text, zero, one) => {
      const read = readPin(text, new Set([zero, one]))
      assert.strictEqual(read.length, text.length)
      assert.isTrue(canBePin(read, new Set([zero, one])), read)
    })))

  it("is only read anew if it has a character that may be taken for another", () => {
    assert.deepStrictEqual(["AB0", "abo", "1x", "i"].map(mayBeMisread), [true, true, true, true])
    assert.deepStrictEqual(["ABC", "", "$ab0O1I"].map(mayBeMisread), [false, false, false])
  })
})
