import { assert, it } from "@effect/vitest"
import { BonConfig } from "@wristbank/core/fiscal/Receipt"
import { drawCode } from "@wristbank/core/fiscal/ReceiptCode"
import { drawReceipt } from "@wristbank/core/fiscal/ReceiptPdf"
import { sheetOf } from "@wristbank/core/fiscal/ReceiptSheet"
import { testReceipt } from "@wristbank/core/fiscal/TestReceipt"
import { DateTime } from "effect"
import { inflateSync } from "node:zlib"

const bookedAt = DateTime.makeUnsafe("2026-11-20T18:07:51Z")
const config = new BonConfig({ title: "Fest", issuer: "Club", address: "Am See 1", ust_id: "" })
const bon = testReceipt({ eventId: 7n, uuid: "u", bookedAt, config, currency: "EUR" })
const sheet = sheetOf(bon, "Europe/Berlin", "de")
const code = `V0;1000;Kassenbeleg-V1;Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar;1;2;${"A".repeat(300)}`

/** Rectangles on the pages, in points of 1/72 inch, as they are written: of the tables' lines there are none. */
const rectangles = (pdf: Uint8Array) => {
  const file = Buffer.from(pdf).toString("latin1")
  return Array.from(file.matchAll(/stream\n([\s\S]*?)\nendstream/g)).flatMap(([, packed]) => {
    const stream = Buffer.from(packed!, "latin1")
    // The pages and fonts are packed; only pages draw rectangles.
    const text = stream[0] === 0x78 ? inflateSync(stream).toString("latin1") : ""
    return Array.from(text.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm), ([, ...numbers]) => {
      const [x, y, width, height] = numbers.map(Number)
      return { x: x!, y: y!, width: width!, height: height! }
    })
  })
}

it("the code on paper is the one of the receipt, with edges of 3 cm at least", async () => {
  const signature = [["Zähler", "2"], ["Prüfwert", "A".repeat(128)]] as const
  const printed = { sheet: { ...sheet, code, signature }, bookedAt: new Date(0), logo: null }
  const dark = rectangles((await drawReceipt(printed)).pdf)
  const { runs } = drawCode(code)
  assert.strictEqual(dark.length, runs.length)
  const module = dark[0]!.height
  const [left, top] = [Math.min(...dark.map(({ x }) => x)), Math.min(...dark.map(({ y }) => y))]
  const [first] = runs
  const modules = dark.map(({ width, x, y }) => ({
    x: Math.round((x - left) / module) + first!.x,
    y: Math.round((y - top) / module) + first!.y,
    width: Math.round(width / module)
  }))
  assert.deepStrictEqual(modules, runs)
  const edge = Math.max(...dark.map(({ width, x }) => x + width)) - left
  assert.isAtLeast(edge / 72 * 2.54, 3)
  assert.deepStrictEqual(rectangles((await drawReceipt({ ...printed, sheet })).pdf), [])
})
