import { assert, it } from "@effect/vitest"
import { Email } from "@wristbank/core/base/Email"
import { oneLine } from "@wristbank/core/base/LineText"
import { Link } from "@wristbank/core/base/Link"
import { Name, PastedLine, SearchText, Text } from "@wristbank/core/base/Text"
import { visible } from "@wristbank/core/base/VisibleText"
import { Result, Schema } from "effect"
import fc from "fast-check"

const decodeName = Schema.decodeUnknownResult(Name)
const decodeText = Schema.decodeUnknownResult(Text)

it.prop("a name is trimmed, composed and stays what it is", [Schema.String], ([text]) => {
  const name = decodeName(text)
  if (Result.isFailure(name)) return
  assert.strictEqual(name.success, name.success.normalize("NFC").trim())
  assert.deepStrictEqual(decodeName(name.success), name)
})

it("two spellings of one name are the same", () => {
  assert.deepStrictEqual(decodeName(" Cafe\u0301 "), decodeName("Caf\u00e9"))
})

it("names have 1 to 255 characters, texts at most 10,000, neither holds U+0000", () => {
  assert.isTrue(Result.isSuccess(decodeName("x".repeat(255))))
  for (const text of ["", "   ", "x".repeat(256), "a\u0000"]) assert.isTrue(Result.isFailure(decodeName(text)), text)
  for (const text of ["", "x".repeat(10_000)]) assert.isTrue(Result.isSuccess(decodeText(text)))
  for (const text of ["x".repeat(10_001), "\u000012", "a\u0000"]) assert.isTrue(Result.isFailure(decodeText(text)))
})

it("one line of a text has no breaks, no control characters and no spaces around it", () => {
  assert.strictEqual(oneLine(" Re:\r\nBcc: x\u2028y\u0000\u0085z\t"), "Re: Bcc: x y z")
  assert.strictEqual(oneLine("\ud800"), "\ufffd")
})

/** A zero-width blank, a soft hyphen, a direction, a byte order mark and a joiner at its end, as they come along with a text. */
const pasted = (text: string) => `\ufeff\u202a${text.slice(0, 1)}\u200b\u00ad${text.slice(1)}\u200d\u00a0\u202c`

it("what can't be seen is no part of a name, an address, a key or a search", () => {
  for (
    const [schema, text] of [
      [Name, "anna"],
      [PastedLine, "smtp.example.org"],
      [SearchText, "GUEST003"],
      [Email, "help@example.org"],
      [Link, "https://example.org/portal"]
    ] as const
  ) assert.deepStrictEqual(Schema.decodeUnknownResult(schema)(pasted(text)), Result.succeed(text))
  for (const text of ["\u200b", "\u200b\u00ad ", "\u2060\u3164"]) {
    assert.isTrue(Result.isFailure(decodeName(text)), text)
  }
})

it("joiners stay where they mean something", () => {
  for (const name of ["👩‍🍳 Küche", "نام‌ها", "❤️"]) {
    assert.deepStrictEqual(decodeName(name), Result.succeed(name.normalize("NFC")))
  }
})

it("a text without what can't be seen stays what it is", () => {
  const characters = fc.constantFrom(..."aé \u00a0\u2028\u200b\u200c\u200d\ufe0f\u00ad\u034f\u0301\ufeff👩")
  fc.assert(fc.property(fc.string({ unit: characters }), (text) => {
    assert.strictEqual(visible(visible(text)), visible(text))
    const name = decodeName(text)
    if (Result.isSuccess(name)) assert.deepStrictEqual(decodeName(name.success), name)
  }))
})
