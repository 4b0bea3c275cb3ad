import { assert, describe, it } from "@effect/vitest"
import {
  ambiguousCharacters,
  mayBeMisread,
  meant,
  readCodes,
  searchedCode,
  typedCode
} from "@wristbank/core/base/PrintedCode"
import fc from "fast-check"

const used = fc.subarray([...ambiguousCharacters]).map((characters) => new Set(characters))
const texts = fc.array(fc.constantFrom(..."01OIoiAx7 -"), { maxLength: 8 }).map((characters) =>
  typedCode(characters.join(""))
)
const canBeCode = (text: string, characters: ReadonlySet<string>) =>
  ambiguousCharacters.every((character) => characters.has(character) || !text.toUpperCase().includes(character))

describe("a typed code", () => {
  it("is read as typed if it can be a code of the event", () =>
    fc.assert(fc.property(texts, used, (text, characters) => {
      fc.pre(canBeCode(text, characters))
      assert.strictEqual(readCodes(text, characters)[0], text)
    })))

  it("is read with the look-alike that the event's codes use, where they use one of the two, and without blanks and dashes", () =>
    fc.assert(fc.property(texts, fc.constantFrom("0", "O"), fc.constantFrom("1", "I"), (text, zero, one) => {
      const [read = "", ...others] = readCodes(text, new Set([zero, one]))
      assert.isEmpty(others)
      assert.strictEqual(read.length, text.replaceAll(/[ -]/g, "").length)
      assert.isTrue(canBeCode(read, new Set([zero, one])), read)
    })))

  it("is read without what can't be seen, which comes along when it is pasted", () => {
    assert.strictEqual(typedCode("\u200bGUEST\u00ad003\u202c "), "GUEST003")
    assert.strictEqual(typedCode("AB\u00a0 12"), "AB 12")
  })

  it.each(["-", "\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\uff0d"])(
    "is read without the dash %j where no code has one, and with the printed one where codes have it",
    (dash) => {
      const typed = typedCode(`GUEST${dash}003`)
      assert.isTrue(mayBeMisread(typed))
      assert.deepStrictEqual(readCodes(typed, new Set(["0"])), ["GUEST003"])
      // Staff may have codes with hyphens where guests have none.
      assert.deepStrictEqual(readCodes(typed, new Set(["0", "-"])), ["GUEST-003", "GUEST003"])
      assert.strictEqual(searchedCode(typed), searchedCode("GUEST003"))
      // Otherwise a search for a dash alone would find everything.
      assert.strictEqual(searchedCode(dash), dash)
    }
  )

  it("is only read anew if it has a character that may be taken for another", () => {
    assert.deepStrictEqual(["AB0", "abo", "1x", "i", "A B", "A-B"].map(mayBeMisread), [
      true,
      true,
      true,
      true,
      true,
      true
    ])
    assert.deepStrictEqual(["ABC", "", "$ab0O1I"].map(mayBeMisread), [false, false, false])
  })

  it("is searched for alike, however it is written", () =>
    fc.assert(fc.property(texts, (text) => {
      fc.pre(/[^ -]/.test(text))
      const code = searchedCode(text)
      const written = [
        text.toLowerCase(),
        ` ${text} `,
        text.replaceAll("0", "O").replaceAll("I", "1"),
        text.replaceAll(" ", ""),
        text.replaceAll("-", ""),
        text.replaceAll("-", "\u2013"),
        `\u200b${text.slice(0, 2)}\u00ad${text.slice(2)}\ufeff`
      ]
      for (const other of written) assert.strictEqual(searchedCode(other), code)
      assert.notMatch(code, /[oi\s-]/i)
    })))

  it("has no blanks around it, and one for several of any kind", () => {
    assert.strictEqual(typedCode(" \tAB\u00a0 12\n"), "AB 12")
  })

  it("is the stored one that is written so, before others that differ in case alone", () => {
    const stored = ["Ab", "aB"].map((code) => ({ typed: "Ab", code }))
    assert.strictEqual(meant("Ab", stored), "Ab")
    assert.isUndefined(meant("ab", ["Ab", "aB"].map((code) => ({ typed: "ab", code }))))
    assert.strictEqual(meant("ab", [{ typed: "ab", code: "Ab" }, { typed: "other", code: "aB" }]), "Ab")
    assert.isUndefined(meant("ab", []))
  })
})
