import { assert, it } from "@effect/vitest"
import { isNameable, sepaText, unwritable, visibleText } from "@wristbank/core/base/SepaText"
import fc from "fast-check"
import { anyText } from "../payout/SamplePayouts.ts"

it.each([
  ["Jörg Müßig", "Joerg Muessig"],
  ["JÖRG MÜSSIG, Ünal, ÜNAL, MÜ Ä", "JOERG MUESSIG, Uenal, UENAL, MUE Ae"],
  ["Mu\u0308ller", "Mueller"],
  ["Ægir Þór Łukasz Đặng Ğül", "Aegir Thor Lukasz Dang Guel"],
  ["Юлия Щербакова", "Yuliya Shcherbakova"],
  ["Γιώργος", "Giorgos"],
  ["e\u0301n\u0303m\u0304", "enm"],
  ["Zoë Nuñez, Çağla", "Zoe Nunez, Cagla"],
  ["A&B $ 5%", "A+B . 5."],
  ["Anna\u00a0\t\r\nMaria", "Anna Maria"],
  ["a_b [c] {d} e;f~g`h|i\\j", "a-b (c) (d) e,f-g'h/i/j"],
  ["„Wristbank“ – danke…", "'Wristbank' - danke..."],
  ["Ana 😀", "Ana ."],
  ["Zero\u200bwidth\u3164", "Zerowidth"],
  ["O\u2019Hara, O\u00b4Hara, O`Hara", "O'Hara, O'Hara, O'Hara"],
  ["Anna\u2013Lena Ana\u2011Maria 1\u22122", "Anna-Lena Ana-Maria 1-2"],
  ["Verein_Mitte «Nord» \"Süd\"", "Verein-Mitte 'Nord' 'Sued'"],
  ["/a//b///c/", "a/b/c"],
  ["/ /", ""],
  ["-.,:()/?'+ 1A2B", "-.,:()/?'+ 1A2B"]
])("%j is written as %j", (text, written) => assert.strictEqual(sepaText(text, 140), written))

it.each([
  ["DE", "Joerg Muessig"],
  ["AT", "Joerg Muessig"],
  ["CH", "Joerg Muessig"],
  ["LI", "Joerg Muessig"],
  ["SE", "Jorg Mussig"],
  ["NL", "Jorg Mussig"],
  ["TR", "Jorg Mussig"]
])(
  "umlauts are written as banks in %s write them",
  (country, written) => assert.strictEqual(sepaText("Jörg Müßig", 70, { country }), written)
)

it("files of a run that was begun before are written as they were", () => {
  const writing = { country: "DE", spelling: "plain" } as const
  assert.strictEqual(
    sepaText("Jörg Müßig „Süd“ O´Hara e\u0302\u0304 1\u22122", 70, writing),
    "Jorg Mussig .Sud. O.Hara e. 1.2"
  )
})

it("is cut without a slash or a space at its end", () => {
  assert.strictEqual(sepaText("abc def", 4), "abc")
  assert.strictEqual(sepaText("abc/def", 4), "abc")
  assert.strictEqual(sepaText("ß".repeat(100), 70), "s".repeat(70))
})

const writings = fc.record({
  country: fc.constantFrom("DE", "NL"),
  spelling: fc.constantFrom("national" as const, "plain" as const)
})

it("any text becomes one that banks take, and stays as it is from then on", () =>
  fc.assert(fc.property(anyText, fc.integer({ min: 1, max: 140 }), writings, (text, length, writing) => {
    const written = sepaText(text, length, writing)
    assert.match(written, /^[A-Za-z0-9/?:().,'+ -]*$/)
    assert.isAtMost(written.length, length)
    assert.notMatch(written, /^[/ ]|[/ ]$|\/\/| {2}/)
    assert.strictEqual(sepaText(written, length, writing), written)
  })))

it("tells names from what leaves no letter", () => {
  for (const name of ["Ana", "李小龍", "علي", "7"]) assert.isTrue(isNameable(name), name)
  for (const name of ["", " ", "😀", "...", "/", "\u200b", "&%"]) assert.isFalse(isNameable(name), name)
})

it.each([
  ["Jörg Müßig", undefined],
  ["Γιώργος, Юлия, 李小龍, علي", undefined],
  ["O\u2019Hara \u2013 „Mitte“_x, M+M GbR, A&B [c] {d}~e`f|g\\h", undefined],
  ["A $ 5 %", undefined],
  ["Ana\u00a0\t\nMaria\u200b m\u0304", undefined],
  ["Ana 💶 €", "💶"],
  ["a\u2603b", "\u2603"],
  ["<b>", "<"],
  ["=1+1", "="],
  ["@home", "@"],
  ["no 1 #2", "#"],
  ["Ana • Ben", "•"],
  ["\ud83d", "\ud83d"]
])(
  "the first character of %j that banks can't write is %j",
  (text, character) => assert.strictEqual(unwritable(text), character)
)

it("a text without what is named, one character after the other, is one that banks can write", () =>
  fc.assert(fc.property(anyText, (text) => {
    let rest = text.normalize("NFC")
    for (let named = unwritable(rest); named !== undefined; named = unwritable(rest)) {
      assert.include(rest, named)
      rest = rest.replaceAll(named, "")
    }
    assert.isUndefined(unwritable(visibleText(rest)))
  })))

it("a name is kept as it was typed, without what no one sees", () => {
  assert.strictEqual(visibleText("\u202a Jo\u0308rg\u00a0\t\n O\u2019Hara\u200b\u3164 "), "Jörg O\u2019Hara")
})
