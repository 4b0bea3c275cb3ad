import { assert, it } from "@effect/vitest"
import { isNameable, sepaText } from "@wristbank/core/primitives/SepaText"
import fc from "fast-check"
import { anyText } from "../payout/SamplePayouts.ts"

it.each([
  ["Jörg Müßig", "Jorg Mussig"],
  ["Ægir Þór Łukasz Đặng Ğül", "Aegir Thor Lukasz Dang Gul"],
  ["Юлия Щербакова", "Yuliya Shcherbakova"],
  ["Γιώργος", "Giorgos"],
  ["e\u0301a\u0308", "ea"],
  ["A&B $ 5%", "A+B . 5."],
  ["Anna\u00a0\t\r\nMaria", "Anna Maria"],
  ["a_b [c] {d} e;f~g`h|i\\j", "a-b (c) (d) e,f-g'h/i/j"],
  ["„Wristbank“ – danke…", "\"Wristbank\" - danke...".replaceAll("\"", ".")],
  ["Ana 😀", "Ana ."],
  ["Zero\u200bwidth", "Zerowidth"],
  ["/a//b///c/", "a/b/c"],
  ["/ /", ""],
  ["-.,:()/?'+ 1A2B", "-.,:()/?'+ 1A2B"]
])("%j is written as %j", (text, written) => assert.strictEqual(sepaText(text, 140), written))

it("is cut without a slash or a space at its end", () => {
  assert.strictEqual(sepaText("abc def", 4), "abc")
  assert.strictEqual(sepaText("abc/def", 4), "abc")
  assert.strictEqual(sepaText("ß".repeat(100), 70), "s".repeat(70))
})

it("any text becomes one that banks take, and stays as it is from then on", () =>
  fc.assert(fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, length) => {
    const written = sepaText(text, length)
    assert.match(written, /^[A-Za-z0-9/?:().,'+ -]*$/)
    assert.isAtMost(written.length, length)
    assert.notMatch(written, /^[/ ]|[/ ]$|\/\/| {2}/)
    assert.strictEqual(sepaText(written, length), written)
  })))

it("tells names from what leaves no letter", () => {
  for (const name of ["Ana", "李小龍", "علي", "7"]) assert.isTrue(isNameable(name), name)
  for (const name of ["", " ", "😀", "...", "/", "\u200b", "&%"]) assert.isFalse(isNameable(name), name)
})
