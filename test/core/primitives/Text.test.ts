import { assert, it } from "@effect/vitest"
import { oneLine } from "@wristbank/core/primitives/LineText"
import { Name, Text } from "@wristbank/core/primitives/Text"
import { Result, Schema } from "effect"

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
