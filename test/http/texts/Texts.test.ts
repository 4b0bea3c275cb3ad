import { assert, it } from "@effect/vitest"
import { sepaText } from "@wristbank/core/base/SepaText"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import { NewBlob, svgType } from "@wristbank/core/event/EventDesign"
import { drawLogo } from "@wristbank/core/event/Logo"
import { languageOf } from "@wristbank/core/fiscal/ReceiptWords"
import { searchFor } from "@wristbank/core/wristband/SearchTerm"
import { markExact } from "@wristbank/http/ExactJson"
import { Schema, SchemaAST } from "effect"
import { type Field, fieldsOf, type Part, parts } from "./Fields.ts"
import { allowance, plainText, shortest, worstTexts } from "./WorstTexts.ts"

const allFields = (wanted: (part: Part) => boolean): ReadonlyArray<Field> => {
  const seen = new Set<SchemaAST.AST>()
  return parts().filter(wanted).flatMap((part) => fieldsOf(part, seen))
}

it("every text of a request has a limit, which is checked first and ends its validation", () => {
  const texts = allFields(({ place }) => place === "body").filter(({ ast }) =>
    SchemaAST.isString(ast) && ast.encoding === undefined
  )
  const unlimited = texts.filter(({ ast }) => {
    const [first] = ast.checks ?? []
    const rule = first?.annotations?.representation as { readonly id: string } | undefined
    return first?._tag !== "Filter" || !first.aborted || rule?.id !== "effect/schema/isMaxLength"
  })
  assert.deepStrictEqual(unlimited.map(({ at }) => at), [])
  assert.isAbove(texts.length, 20)
})

it("1 MiB of the worst text takes no field of the three APIs longer than a plain one", () => {
  const slow: Array<string> = []
  const fields = allFields(() => true)
  const most = allowance()
  for (const { ast, at } of fields) {
    const decode = Schema.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(ast), { errors: "all" })
    const read = (text: string) => {
      decode(text)
      decode([text])
      decode({ [text]: text })
    }
    const plain = shortest(() => read(plainText), 2)
    for (const [what, text] of Object.entries(worstTexts)) {
      let taken = shortest(() => read(text), 1)
      if (taken > plain + most) taken = shortest(() => read(text))
      if (taken > plain + most) {
        slow.push(`${at}: ${what} took ${taken.toFixed(0)} ms, a plain text ${plain.toFixed(0)}`)
      }
    }
  }
  assert.deepStrictEqual(slow, [])
  assert.isAbove(fields.length, 300)
})

/** Node's limit for the headers of a request, in characters, and the longest text that people enter. */
const longestHeader = 16_384
const longestText = 10_000

/** The limit of most bodies. */
const body = (text: string) => text.slice(0, 65_536)

const svg = (inner: string) => {
  const data = new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)
  return drawLogo(new NewBlob({ data, mime_type: svgType }))
}
const half = (text: string) => text.slice(0, 480_000).replaceAll("<", "&lt;").replaceAll("\"", "&quot;").toWellFormed()

it.each<readonly [reader: string, read: (text: string) => unknown]>([
  ["style sheets of logos", (text) => svg(`<style>${half(text)}</style>`)],
  [
    "style sheets of logos without a word to refer to",
    (text) => svg(`<style>g{fill:url(#a)}${half(text)}</style><g id="a"/>`)
  ],
  ["attributes of logos", (text) => svg(`<g style="${half(text)}"/>`)],
  ["classes of logos", (text) => svg(`<g class="${half(text)}"/>`)],
  ["texts of logos", (text) => svg(`<text>${half(text)}</text>`)],
  ["what lies beside elements of logos", (text) => svg(text.slice(0, 480_000))],
  ["JSON of bodies", (text) => markExact(`{"a":${JSON.stringify(body(text).toWellFormed())},"b":[1e2]}`)],
  ["bodies that are no JSON", (text) => markExact(body(text))],
  ["the languages of a browser", (text) => languageOf(undefined, text.slice(0, longestHeader))],
  ["names for banks", (text) => sepaText(text.slice(0, longestText), 70)],
  ["what is looked for", (text) => searchFor(text)],
  ["addresses", (text) => withoutEndSlashes(text)]
])("1 MiB of the worst text takes no longer than a plain one: %s", (_, read) => {
  const most = allowance()
  const plain = shortest(() => read(plainText))
  const slow: Array<string> = []
  for (const [what, text] of Object.entries(worstTexts)) {
    let taken = shortest(() => read(text), 1)
    if (taken > 2 * plain + most) taken = shortest(() => read(text))
    // Twice the time of a plain text is tolerated: some texts have more to replace.
    if (taken > 2 * plain + most) slow.push(`${what} took ${taken.toFixed(0)} ms, a plain text ${plain.toFixed(0)}`)
  }
  assert.deepStrictEqual(slow, [])
})

it("a logo of many elements, rules and uses of them takes no longer than its size says", () => {
  const most = allowance()
  const elements = "<g/>".repeat(60_000)
  const plain = shortest(() => svg(elements), 1)
  const rules = (rule: string) => `<style>${rule.repeat(Math.floor(240_000 / rule.length))}</style><g id="a"/>`
  for (
    const inner of [
      rules("a{b:url(#c)}") + elements,
      rules("g{b:url(#a)}") + elements,
      rules("*{b:url(#a)}") + elements,
      `<style>g{fill:${"url(#a)".repeat(30_000)}}</style><g id="a"/>${elements}`,
      `<g id="a"/>`.repeat(20_000) + `<use href="#a"/>`.repeat(14_000)
    ]
  ) {
    let taken = shortest(() => svg(inner), 1)
    if (taken > 4 * plain + 4 * most) taken = shortest(() => svg(inner))
    assert.isBelow(taken, 4 * plain + 4 * most, inner.slice(0, 40))
  }
})
