import { assert, it } from "@effect/vitest"
import { isUntypable } from "@wristbank/core/base/SpoiltCell"
import { visible } from "@wristbank/core/base/VisibleText"
import { searchFor } from "@wristbank/core/wristband/SearchTerm"
import { hasGuessablePins, importable, NewUserTag, NewUserTags, pinsTaken } from "@wristbank/core/wristband/UserTag"
import { NewUserTagSecret } from "@wristbank/core/wristband/UserTagSecret"
import { Result, Schema } from "effect"

const tags = (...pins: ReadonlyArray<string>) =>
  pins.map((pin) => new NewUserTag({ pin, restriction: null, secret_id: 1n }))

it("an import needs tags and names what it has twice", () => {
  assert.isTrue(Result.isFailure(importable([])))
  const refused = importable(tags("A", "B", "A", "C", "C", "C"))
  assert.strictEqual(Result.isFailure(refused) && refused.failure.message, "These PINs are in the list twice: A, C")
})

it("an import has no PIN that a spreadsheet has spoilt, or that no one can type", () => {
  const ruleOf = (pin: string) =>
    Result.match(importable(tags("A", pin)), { onFailure: ({ rule }) => rule, onSuccess: () => null })
  assert.deepStrictEqual(
    ["1,23457E+11", "#NAME?", "3.Mrz", "2026-03-01 00:00:00", "12.0"].map(ruleOf),
    Array(5).fill("tag.import_pins_spoilt")
  )
  assert.deepStrictEqual(["a\u200bb", "a\u0007b", "a\ufffd"].map(ruleOf), Array(3).fill("tag.import_pins_untypable"))
  assert.deepStrictEqual(["1E5", "12E45", "#12", "MARCH1", "12.5", "1.2.3", "a b"].map(ruleOf), Array(7).fill(null))
})

it("PINs that differ in case are the same to who types them", () => {
  const refused = importable(tags("AbC", "X", "aBc"))
  assert.strictEqual(Result.isFailure(refused) && refused.failure.message, "These PINs are in the list twice: aBc")
})

it.prop("an import is refused exactly when a PIN repeats", [NewUserTags], ([drawn]) => {
  const list = drawn.filter(({ pin }) => !isUntypable(pin) && visible(pin) === pin.trim())
  const unique = list.length > 0 && new Set(list.map((tag) => tag.pin.toLowerCase())).size === list.length
  assert.strictEqual(Result.isSuccess(importable(list)), unique)
})

it("a long list of taken PINs is cut", () =>
  assert.strictEqual(
    pinsTaken(Array.from({ length: 12 }, (_, n) => String(n))).message,
    "These PINs belong to other tags: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more"
  ))

it("a search needs one character and knows which may be part of a chip number", () => {
  assert.isUndefined(searchFor(" "))
  assert.deepInclude(searchFor(" G "), { text: "g", uidHex: null })
  assert.isUndefined(searchFor("a\u0000b"))
  assert.deepStrictEqual(searchFor(" 04aB "), {
    text: "04ab",
    code: "04ab",
    uidHex: "04AB",
    uidDecimal: null,
    iban: "04AB"
  })
  assert.deepStrictEqual(searchFor("00"), { text: "00", code: "00", uidHex: null, uidDecimal: null, iban: "00" })
  assert.deepInclude(searchFor("04:1a-2B 3c"), { uidHex: "041A2B3C", uidDecimal: null })
  assert.deepInclude(searchFor("002001"), { uidHex: "002001", uidDecimal: "002001" })
  assert.strictEqual(searchFor(" AbO 1i")?.code, "ab011")
  assert.deepInclude(searchFor("beer"), { uidHex: null, uidDecimal: null })
  assert.deepStrictEqual(searchFor("de89 3704")?.iban, "DE893704")
})

it.prop("a term has a character or more and is part of a chip number or not", [Schema.String], ([text]) => {
  const term = searchFor(text)
  assert.strictEqual(term === undefined, text.trim() === "" || text.trim().includes("\u0000"))
  for (const part of [term?.uidHex, term?.uidDecimal]) if (typeof part === "string") assert.match(part, /^[0-9A-F]+$/)
})

it("keys are 16 bytes, blanks don't matter", () => {
  const read = Schema.decodeUnknownSync(NewUserTagSecret)
  const key0 = "00112233 44556677 8899AABB CCDDEEFF"
  assert.strictEqual(read({ key0, key1: key0, description: "" }).key0, "00112233445566778899aabbccddeeff")
  for (const key of ["", "00", `${key0}0`, key0.replace("F", "G")]) {
    assert.throws(() => read({ key0, key1: key, description: "" }))
  }
})

it("PINs can be guessed when they are short for their number, whichever is the shortest", () => {
  const some = (count: number, length: number) => Array.from({ length: count }, () => ({ pin: "X".repeat(length) }))
  assert.deepStrictEqual([some(1, 7), some(1, 8), some(2, 8), some(500, 9), some(500, 10)].map(hasGuessablePins), [
    true,
    false,
    true,
    true,
    false
  ])
  assert.isTrue(hasGuessablePins([...some(500, 12), { pin: "7" }]))
  assert.isFalse(hasGuessablePins([]))
})
