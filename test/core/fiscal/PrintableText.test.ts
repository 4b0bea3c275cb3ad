import { assert, it } from "@effect/vitest"
import { printable } from "@wristbank/core/fiscal/PrintableText"
import { drawDocument, drawnCharacters } from "@wristbank/core/fiscal/ReceiptPdf"
import fc from "fast-check"
import { openPdf } from "../../support/Pdf.ts"

const names: ReadonlyArray<readonly [name: string, drawn: string]> = [
  ["Würstchen m. Senf – 2,50 €", "Würstchen m. Senf – 2,50 €"],
  ["Wu\u0308rstchen", "Würstchen"],
  ["🍺 Helles 0,5 l", ":beer: Helles 0,5 l"],
  ["شاورما", "shawrma"],
  ["拉面 & 餃子", "LaMian & JiaoZi"],
  ["Familien\u00adkarte", "Familienkarte"],
  ["0,5\u202fl", "0,5\u00a0l"],
  ["Z\u0306\u0301álgo", "Zálgo"],
  ["Čaj Ελλάδα Борщ", "Čaj Ελλάδα Борщ"],
  ["a\u200bb\ufeffc", "abc"],
  ["👨‍👩‍👧 Familie", ":man::woman::girl: Familie"]
]

it.each(names)("%s is drawn legibly", (name, drawn) => {
  assert.strictEqual(printable(name, drawnCharacters), drawn)
})

it("a text has only characters of the font, and one of those alone stays as it is", () =>
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
    const drawn = printable(text, drawnCharacters)
    for (const character of drawn) assert.isTrue(character === "\n" || drawnCharacters.has(character.codePointAt(0)!))
    assert.strictEqual(printable(drawn, drawnCharacters), drawn)
  })))

it("names are in the text of a document, in its tables and at its foot", async () => {
  const content = [{ table: { body: names.map(([name]) => [name, { text: name }]) } }]
  const { pages: [page] } = await openPdf(
    await drawDocument({ content, footer: () => names[2]![0], defaultStyle: { font: "Roboto" } })
  )
  const found = page!.replaceAll(/\s+/g, " ")
  for (const [, drawn] of names) assert.include(found, `${drawn} ${drawn}`.replaceAll(/\s+/g, " "))
  assert.include(found, ":beer: Helles 0,5 l")
})
