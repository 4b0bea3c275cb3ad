import { assert, describe, it } from "@effect/vitest"
import { Cents, subtract, sum } from "@wristbank/core/base/Money"
import { contained } from "@wristbank/core/event/TaxRate"
import * as Receipt from "@wristbank/core/fiscal/Receipt"
import { codeSvg, drawCode } from "@wristbank/core/fiscal/ReceiptCode"
import { receiptPage } from "@wristbank/core/fiscal/ReceiptPage"
import { drawReceipt } from "@wristbank/core/fiscal/ReceiptPdf"
import { sheetOf } from "@wristbank/core/fiscal/ReceiptSheet"
import { words } from "@wristbank/core/fiscal/ReceiptWords"
import { testReceipt } from "@wristbank/core/fiscal/TestReceipt"
import { LineItem } from "@wristbank/core/journal/Order"
import { DateTime } from "effect"
import fc from "fast-check"
import { extractText, getDocumentProxy } from "unpdf"
import { anyCharacter } from "../../support/anyCharacter.ts"
import { scan } from "../../support/ScannedCode.ts"

const bookedAt = DateTime.makeUnsafe("2026-11-20T18:07:51Z")
const config = new Receipt.BonConfig({
  title: "Fest <b>2026</b>",
  issuer: "Musik & \"Kultur\" e. V.",
  address: "Am See 1\r\n12345 Musterstadt",
  ust_id: "DE123456789"
})
const unsigned = testReceipt({ eventId: 7n, uuid: "u", bookedAt, config, currency: "EUR" })

const key =
  "BHIsubPEbwI+o5XAo1asfRMadmdmwlxgaYFAXaTG7JPpiTQ+q/2uEG5ENneZqgu3zE8kar7gE5QRfuaPY7c5BsReMwmdTahDgvEQJLBL4aEY" +
  "XzQSfrnBB28d83UwGo28kw=="
const signature = {
  clientId: "1000",
  processType: "Kassenbeleg-V1",
  processData: "Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar",
  transactionNumber: 160504n,
  signatureCounter: 344413n,
  startTime: bookedAt,
  logTime: DateTime.makeUnsafe("2026-11-20T18:07:52Z"),
  algorithm: "ecdsa-plain-SHA384",
  timeFormat: "unixTime",
  signature: new Uint8Array(96).fill(0xca),
  publicKey: Uint8Array.from(Buffer.from(key, "base64")),
  serial: "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7"
}
const facts = {
  order: unsigned.order,
  nodeId: 7n,
  config,
  currency: "EUR",
  taxTypes: new Map()
}
const signed = Receipt.issue({ ...facts, signing: { status: "done", signature } })
const failed = Receipt.issue({ ...facts, signing: { status: "failure", message: "signature timeout" } })

describe("a receipt", () => {
  it("is there when nothing more is waited for, and never of an order without lines", () => {
    const ready = (status: Receipt.Signing["status"]) => [Receipt.isReady(1, status), Receipt.isReady(0, status)]
    assert.deepStrictEqual(ready("none"), [true, false])
    assert.deepStrictEqual(ready("done"), [true, false])
    assert.deepStrictEqual(ready("failure"), [true, false])
    assert.deepStrictEqual(ready("new"), [false, false])
    assert.deepStrictEqual(ready("pending"), [false, false])
    assert.isNull(Receipt.receipt({ ...facts, signing: { status: "pending" } }))
    assert.deepStrictEqual(Receipt.receipt({ ...facts, signing: { status: "done", signature } }), signed)
  })

  it("has the code of exactly what was signed, or none", () => {
    const code = `V0;1000;Kassenbeleg-V1;${signature.processData};160504;344413;2026-11-20T18:07:51.000Z;` +
      `2026-11-20T18:07:52.000Z;ecdsa-plain-SHA384;unixTime;${
        Buffer.from(signature.signature).toString("base64")
      };${key}`
    assert.strictEqual(signed.order.tse_qr_code_text, code)
    assert.strictEqual(failed.order.tse_qr_code_text, "")
    assert.strictEqual(unsigned.order.tse_qr_code_text, "")
    assert.strictEqual(failed.order.signature_failure, "signature timeout")
  })

  it("promises no signature where none will ever be", () => {
    assert.deepInclude(unsigned.order, { signature_status: "failure", needs_signature: false })
    assert.match(unsigned.order.signature_failure!, /^never signed/)
    assert.deepInclude(failed.order, { signature_status: "failure", needs_signature: true })
    for (const language of ["de", "en"] as const) {
      assert.isNull(sheetOf(unsigned, "Europe/Berlin", language).outage)
      assert.strictEqual(sheetOf(failed, "Europe/Berlin", language).outage, words[language].outage)
    }
  })

  const line = fc.record({
    rate: fc.constantFrom(["none", 0], ["eust", 700], ["ust", 1900], ["ust 16", 1600], ["other", 1900]),
    total: fc.bigInt({ min: -1_000_000n, max: 1_000_000n })
  }).map(({ rate: [tax_name, tax_rate], total }) => ({
    tax_name: tax_name as string,
    tax_rate: tax_rate as number,
    tax_rate_id: 1n,
    total_price: Cents.make(total),
    total_tax: contained(Cents.make(total), tax_rate as number)
  }))

  it("sums its rates to what its lines come to, each once and ascending", () =>
    fc.assert(fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const rates = Receipt.aggregate(lines, new Map())
      for (const field of ["total_price", "total_tax"] as const) {
        assert.strictEqual(sum(rates.map((rate) => rate[field])), sum(lines.map((one) => one[field])))
      }
      for (const rate of rates) assert.strictEqual(rate.total_no_tax, subtract(rate.total_price, rate.total_tax))
      const names = rates.map((rate) => `${rate.tax_rate} ${rate.tax_name}`)
      assert.sameMembers(names, [...new Set(lines.map((one) => `${one.tax_rate} ${one.tax_name}`))])
      const order = rates.map((rate) => rate.tax_rate)
      assert.deepStrictEqual(order, order.toSorted((a, b) => a - b))
    })))
})

/** The dark modules of a drawn path. */
const runsIn = (path: string) =>
  Array.from(path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g), ([, x, y, width]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width)
  }))

const pathIn = (page: string) => /fill="#000" d="([^"]+)"/.exec(page)?.[1] ?? ""

describe("the code on a receipt", () => {
  it("reads back as it was, with white around it", () => {
    const text = signed.order.tse_qr_code_text!
    const code = drawCode(text)
    assert.strictEqual(scan(runsIn(pathIn(codeSvg(code, ""))), code.size), text)
    for (const { width, x, y } of code.runs) {
      assert.isTrue(x >= 4 && y >= 4 && x + width <= code.size - 4 && y < code.size - 4)
    }
  })
})

describe("a receipt as a page", () => {
  const page = receiptPage(sheetOf(signed, "Europe/Berlin", "de"), null)

  it("shows what a receipt must show, by the event's clock", () => {
    const { order } = signed
    for (
      const shown of [
        "Rechnung",
        "0000000001",
        "20.11.2026, 19:07:51 MEZ",
        "Am See 1<br>12345 Musterstadt",
        "USt-IdNr. DE123456789",
        "Helles 0,5 l [ust]",
        "17,00\u00a0€",
        "2,37\u00a0€",
        "19\u00a0% (ust)",
        "ohne Umsatzsteuer (none)",
        "2026-11-20T18:07:51.000Z",
        "2026-11-20T18:07:52.000Z",
        "160504",
        "344413",
        order.tse_serial!,
        order.tse_signature!,
        order.tse_public_key!,
        "ecdsa-plain-SHA384"
      ]
    ) {
      assert.include(page, shown)
    }
    const code = drawCode(order.tse_qr_code_text!)
    assert.strictEqual(scan(runsIn(pathIn(page)), code.size), order.tse_qr_code_text)
    assert.match(page, /\.code \{ width: 50mm;/)
  })

  it("says in either language that the device was out, without a code", () => {
    const german = receiptPage(sheetOf(failed, "Europe/Berlin", "de"), null)
    const english = receiptPage(sheetOf(failed, "Europe/Berlin", "en"), null)
    assert.include(german, "TSE ausgefallen")
    assert.include(english, "TSE outage")
    for (const text of [german, english]) assert.notInclude(text, "fill=\"#000\"")
    assert.notInclude(receiptPage(sheetOf(unsigned, "Europe/Berlin", "de"), null), "TSE ausgefallen")
  })

  it("tells untaxed amounts by their tax type", () => {
    const exempt = Receipt.issue({
      ...facts,
      taxTypes: new Map([["0 0", "exempt" as const]]),
      signing: { status: "none" }
    })
    assert.include(receiptPage(sheetOf(exempt, "Europe/Berlin", "de"), null), "steuerfrei (none)")
  })

  it("names the receipt that a cancel takes back", () => {
    const cancel = new Receipt.OrderWithTse({ ...signed.order, order_type: "cancel_sale", cancels_order: 41n })
    const text = receiptPage(sheetOf(new Receipt.BonJson({ ...signed, order: cancel }), "Europe/Berlin", "de"), null)
    assert.match(text, /Stornorechnung[\s\S]+Storno von Beleg<\/dt><dd>0000000041/)
  })

  it("loads and runs nothing, whatever people have written", () => {
    const logo = new TextEncoder().encode("<svg xmlns=\"http://www.w3.org/2000/svg\"/>")
    const text = receiptPage(sheetOf(signed, "Europe/Berlin", "de"), logo)
    assert.include(text, "Fest &lt;b&gt;2026&lt;/b&gt;")
    assert.include(text, "Musik &amp; &quot;Kultur&quot; e. V.")
    assert.notMatch(text, /<script|<link|<iframe|<b>| on\w+=|@import|url\(/i)
    const addresses = Array.from(text.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address!)
    assert.deepStrictEqual(addresses.map((address) => address.slice(0, 18)), [
      "pdf?lang=de",
      "html?lang=en",
      "data:image/svg+xml"
    ])
  })

  it("stays whole for any name of goods, of taxes and of who sells them", () => {
    const sheet = sheetOf(unsigned, "Europe/Berlin", "en")
    const marksFor = (name: string) => {
      const [items, taxes] = [[{ ...sheet.items[0]!, name }], [{ ...sheet.taxes[0]!, rate: name }]]
      const changed = { ...sheet, heading: name, issuer: [name], facts: [[name, name]], items, taxes } as const
      return receiptPage(changed, null).replaceAll(/[^<>"']/g, "")
    }
    const plain = marksFor("")
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (name) => {
      assert.strictEqual(marksFor(name), plain)
    }))
    assert.strictEqual(marksFor("<b a='1' b=\"2\">&"), plain)
  })
})

const textOf = async (pdf: Uint8Array) => {
  const { text, totalPages } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)))
  return { totalPages, text: text.join("\n") }
}

describe("a receipt as a PDF", () => {
  const print = (bon: Receipt.BonJson, language: "de" | "en", logo: string | null = null) =>
    drawReceipt({
      sheet: sheetOf(bon, "Europe/Berlin", language),
      bookedAt: DateTime.toDateUtc(bookedAt),
      logo: logo === null ? null : new TextEncoder().encode(logo)
    })

  it("shows the same on one page", async () => {
    const { text, totalPages } = await textOf((await print(signed, "de")).pdf)
    assert.strictEqual(totalPages, 1)
    for (const shown of ["Rechnung", "0000000001", "Fest <b>2026</b>", "160504", "Seriennummer der TSE", "17,00"]) {
      assert.include(text, shown)
    }
    assert.include(text.replaceAll("\n", ""), signed.order.tse_public_key!.slice(0, 60))
  })

  it("says that the device was out, repeats the head of long tables and numbers its pages", async () => {
    const items = Array.from({ length: 90 }, () => failed.order.line_items[0]!)
    const order = new Receipt.OrderWithTse({ ...failed.order, line_items: items })
    const { text, totalPages } = await textOf((await print(new Receipt.BonJson({ ...failed, order }), "en")).pdf)
    assert.isAbove(totalPages, 1)
    assert.include(text, "TSE outage")
    assert.include(text, `2 / ${totalPages}`)
    assert.isAtLeast(text.split("Description").length - 1, 2)
  })

  it("keeps all that it says on the paper, whatever goods and taxes are called", async () => {
    const [line] = failed.order.line_items
    const product = { ...line!.product, name: "W".repeat(200) }
    const tax_name = "W".repeat(100)
    const dear = Cents.make(123_456_789_012n)
    const items = [new LineItem({ ...line!, product, tax_name, product_price: dear, total_price: dear })]
    const order = new Receipt.OrderWithTse({ ...failed.order, line_items: items, total_price: dear })
    const aggregations = Receipt.aggregate(items, new Map())
    const bon = new Receipt.BonJson({ ...failed, order, tax_rate_aggregations: aggregations })
    const page = await (await getDocumentProxy((await print(bon, "de")).pdf)).getPage(1)
    const [, , width] = page.view
    const { items: texts } = await page.getTextContent()
    const ends = texts.flatMap((one) => "transform" in one ? [Number(one.transform[4]) + one.width] : [])
    assert.isAbove(ends.length, 20)
    assert.isBelow(Math.max(...ends), width! - 30)
  })

  it("is drawn without a logo that it can't draw, and asks no one for anything", async () => {
    const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
    const logos = [
      ["no image", { isFault: true, isDrawn: false }],
      [svg("<image width=\"9\" height=\"9\" href=\"/etc/passwd\"/>"), { isFault: false, isDrawn: false }],
      [svg("<path id=\"a\" d=\"M0 0h9v9z\"/><use href=\"#a\"/>"), { isFault: false, isDrawn: false }],
      [svg("<path d=\"M0 0h9v9z\"/>"), { isFault: false, isDrawn: true }]
    ] as const
    const { pdf: plain } = await print(unsigned, "de")
    for (const [logo, expected] of logos) {
      const { logoFault, pdf } = await print(unsigned, "de", logo)
      const isDrawn = Buffer.compare(pdf, plain) !== 0
      assert.deepStrictEqual({ isFault: logoFault !== null, isDrawn }, expected, logo)
      assert.include((await textOf(pdf)).text, "Rechnung")
    }
  })
})
