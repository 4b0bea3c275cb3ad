import { assert, it } from "@effect/vitest"
import { escaped } from "@wristbank/core/base/MarkupText"
import { Schema } from "effect"
import { SaxesParser } from "saxes"

/** A text and an attribute in both kinds of quotation marks, as a parser reads them. */
const readBack = (text: string) => {
  const read = new Array<string>()
  const parser = new SaxesParser()
  parser.on("error", (error) => assert.fail(String(error)))
  parser.on("attribute", ({ value }) => read.push(value))
  parser.on("text", (content) => read.push(content))
  parser.write(`<a b="${escaped(text)}" c='${escaped(text)}'>${escaped(text)}</a>`).close()
  return read
}

it("markup and both quotation marks are escaped", () =>
  assert.strictEqual(escaped(`<b a="1" c='2'>&amp;`), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"))

it.prop("a text stays what it is as an element's text and in attributes", [Schema.String], ([given]) => {
  // XML has no control characters, and parsers replace line breaks.
  const text = `x${given.toWellFormed().replaceAll(/[\p{Cc}\ufffe\uffff]/gu, "")}<&>"'`
  assert.deepStrictEqual(readBack(text), [text, text, text])
})
