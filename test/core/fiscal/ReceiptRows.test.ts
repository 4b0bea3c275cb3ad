import { assert, describe, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { type ClosingFacts, closingRows } from "@wristbank/core/fiscal/ClosingRows"
import { ClosingSums } from "@wristbank/core/fiscal/ClosingSums"
import { headerCsv, rowsCsv } from "@wristbank/core/fiscal/Csv"
import type { ExportedOrder } from "@wristbank/core/fiscal/ExportedOrder"
import { undecided } from "@wristbank/core/fiscal/FiscalSettings"
import { receiptRows } from "@wristbank/core/fiscal/ReceiptRows"
import { closingFault, orderFault, verifySignature } from "@wristbank/core/fiscal/RecordChecks"
import type { Row } from "@wristbank/core/fiscal/Table"
import { taxonomy24 } from "@wristbank/core/fiscal/Taxonomy24"
import { verifierOf } from "@wristbank/core/tse/SignatureCheck"
import fc from "fast-check"
import { anyOrder, business, closing, line, order, signed, terms, tse } from "./SampleOrders.ts"

const cents = (n: number) => Cents.make(BigInt(n))

const facts: ClosingFacts = {
  business: { ...business, vatId: "DE123456789" },
  till: { id: 1000n, brand: "Wristbank", model: "M", softwareBrand: "Wristbank", terminalIds: [4n] },
  tses: [tse],
  currency: "EUR",
  version: "2.4",
  softwareVersion: "0.1.0",
  describeRate: () => "USt"
}

/** What stands in a file of an export of these orders. */
const fileOf = (file: string, orders: ReadonlyArray<ExportedOrder>): string => {
  const sums = new ClosingSums(undecided)
  for (const one of orders) sums.add(one)
  const closed = Object.entries(closingRows(closing, sums, facts))
  const receipts = orders.flatMap((one) => Object.entries(receiptRows(one, closing, terms)))
  const table = taxonomy24.tables.find((one) => one.file === file)!
  return headerCsv(table) + rowsCsv(table, [...closed, ...receipts].flatMap(([name, row]) => name === file ? row : []))
}

const signature = "JWR9hd7fqRFNaBiRs7psYApKaI5NtnnTC6b2DdqUm9c1mcWBV8y67jghMYibUv30GYOOxq35rlIK7P7/OIS5RGskjrxrM5Z4" +
  "WhcmXCslEYd0jVyEw/DEacMDxF7Lm+V7"

const lines = [
  line({ price: cents(400), tax: cents(64), taxType: "regular_vat", taxRate: 1900 }),
  line({ itemId: 1, price: cents(200), productId: 10n, productName: "Pfand", isReturnable: true })
]

/** A beer with its deposit, signed by the test device. */
const beer = ((one) => ({
  ...one,
  signature: { ...one.signature, signature: Uint8Array.from(Buffer.from(signature, "base64")) } as typeof one.signature
}))(signed(order({ lines })))

const key = "1000;2026-11-20T18:30:00.000Z;3;"

describe("a receipt becomes rows", () => {
  const expected = {
    "transactions.csv": [
      "41;41;Beleg;sale;;0;2026-11-20T18:07:51.000Z;2026-11-20T18:07:52.000Z;7;;6,00;;55;Kunde;;;;;;"
    ],
    "transactions_vat.csv": ["41;1;4,00000;3,36000;0,64000", "41;5;2,00000;2,00000;0,00000"],
    "datapayment.csv": ["41;Guthabenkarte;tag;EUR;0,00;6,00"],
    "lines.csv": [
      "41;1;;Helles 0,5 l;;MehrzweckgutscheinEinloesung;;0;0;0;12;;;;1,000;1,000;Stück;4,00000",
      "41;2;;Pfand;;Pfand;;0;0;0;10;;;;1,000;1,000;Stück;2,00000"
    ],
    "lines_vat.csv": ["41;1;1;4,00000;3,36000;0,64000", "41;2;5;2,00000;2,00000;0,00000"],
    "transactions_tse.csv": [
      "41;1;1;2026-11-20T18:07:52.000Z;2026-11-20T18:07:52.000Z;Kassenbeleg-V1;2;" +
      `${signature};;Beleg^4.00_0.00_0.00_0.00_2.00^6.00:Unbar`
    ],
    "businesscases.csv": [
      "MehrzweckgutscheinEinloesung;;0;1;4,00000;3,36000;0,64000",
      "Pfand;;0;5;2,00000;2,00000;0,00000"
    ],
    "payment.csv": ["Guthabenkarte;tag;6,00"],
    "cash_per_currency.csv": ["EUR;0,00"],
    "cashpointclosing.csv": [
      ";2.4;41;41;Festival GmbH;Wiesenweg 1;83646;Bad Tölz;DEU;9181081508155;DE123456789;6,00;0,00"
    ],
    "location.csv": ["Festival GmbH;Wiesenweg 1;83646;Bad Tölz;DEU;DE123456789"],
    "cashregister.csv": ["Wristbank;M;1000;Wristbank;0.1.0;EUR;0"],
    "slaves.csv": ["4;;;4;Wristbank;0.1.0"],
    "vat.csv": ["1;19,00;USt", "5;0,00;USt"],
    "tse.csv": [
      `1;${tse.serial};ecdsa-plain-SHA384;unixTime;UTF-8;${tse.publicKey};${tse.certificate};`
    ],
    "pa.csv": [],
    "itemamounts.csv": [],
    "subitems.csv": [],
    "allocation_groups.csv": [],
    "references.csv": []
  }
  it("with its own price and what a price list took off or added", () => {
    const decided = [
      line({ price: cents(300), listPrice: cents(400), tax: cents(48), taxType: "regular_vat", taxRate: 1900 }),
      line({
        itemId: 1,
        price: cents(500),
        listPrice: cents(400),
        tax: cents(80),
        taxType: "regular_vat",
        taxRate: 1900
      })
    ]
    const [, ...written] = fileOf("itemamounts.csv", [order({ lines: decided })]).split("\r\n")
    assert.deepStrictEqual(written, [
      `${key}41;1;base_amount;1;4,00000;3,36000;0,64000`,
      `${key}41;1;discount;1;-1,00000;-0,84000;-0,16000`,
      `${key}41;2;base_amount;1;4,00000;3,36000;0,64000`,
      `${key}41;2;extra_amount;1;1,00000;0,84000;0,16000`,
      ""
    ])
  })
  for (const [file, rows] of Object.entries(expected)) {
    it(`in ${file}`, () => {
      const [, ...written] = fileOf(file, [beer]).split("\r\n")
      assert.deepStrictEqual(written, [...rows.map((row) => key + row), ""])
    })
  }
  it("in files that have all columns of the taxonomy", () => {
    assert.strictEqual(
      fileOf("transactions.csv", []),
      "Z_KASSE_ID;Z_ERSTELLUNG;Z_NR;BON_ID;BON_NR;BON_TYP;BON_NAME;TERMINAL_ID;BON_STORNO;BON_START;BON_ENDE;" +
        "BEDIENER_ID;BEDIENER_NAME;UMS_BRUTTO;KUNDE_NAME;KUNDE_ID;KUNDE_TYP;KUNDE_STRASSE;KUNDE_PLZ;KUNDE_ORT;" +
        "KUNDE_LAND;KUNDE_USTID;BON_NOTIZ\r\n"
    )
    assert.sameMembers(Object.keys(expected), taxonomy24.tables.map((table) => table.file))
  })
})

it("a cancellation undoes its sale in every sum, and says which it was", () => {
  const undone = order({
    id: 43n,
    orderType: "cancel_sale",
    cancels: { id: 41n, tillId: 1000n, zNr: 3 },
    lines: lines.map((one) => ({
      ...one,
      quantity: -one.quantity,
      total: Cents.make(-one.total),
      tax: Cents.make(-one.tax)
    }))
  })
  const sums = new ClosingSums(undecided)
  sums.add(beer)
  sums.add(undone)
  assert.strictEqual(sums.paid, 0n)
  const nothing = { gross: 0n, tax: 0n }
  assert.deepStrictEqual(sums.businessCases, [
    { businessCase: "MehrzweckgutscheinEinloesung", taxKey: 1, ...nothing },
    { businessCase: "Pfand", taxKey: 5, ...nothing }
  ] as never, "sums of nothing are told as well")
  const rows = receiptRows(undone, closing, terms)
  assert.deepInclude(rows["transactions.csv"], {
    BON_STORNO: "1",
    BON_NOTIZ: "Storno von BON_ID 41",
    UMS_BRUTTO: -600n
  })
  assert.deepInclude(rows["references.csv"][0]!, {
    REF_TYP: "Transaktion",
    REF_DATUM: "2026-11-20T18:30:00.000Z",
    REF_Z_KASSE_ID: "1000",
    REF_Z_NR: 3,
    REF_BON_ID: "41"
  })
})

it("a closing in which nothing was booked has no sums, and any other has them all", () => {
  const sums = new ClosingSums(undecided)
  const files = ["businesscases.csv", "payment.csv", "cash_per_currency.csv"]
  const counts = () => files.map((file) => closingRows(closing, sums, facts)[file]!.length)
  assert.deepStrictEqual(counts(), [0, 0, 0])
  sums.add(order({ orderType: "money_transfer_imbalance", paymentMethod: "cash", lines: [line({ price: cents(0) })] }))
  assert.deepStrictEqual(counts(), [1, 1, 1])
})

it("who booked is never empty: on the web it is the portal", () => {
  const rows = receiptRows(order({ cashierId: null, paymentMethod: "sumup_online" }), closing, terms)
  assert.strictEqual(rows["transactions.csv"]["BEDIENER_ID"], "portal")
})

it("cash that is moved is no one's purchase, and the drawer it is in stands beside it", () => {
  const moved = order({
    orderType: "money_transfer",
    paymentMethod: "cash",
    cashRegisterId: 9n,
    customerAccountId: null
  })
  const rows = receiptRows(moved, closing, terms)
  assert.strictEqual(rows["transactions.csv"]["KUNDE_TYP"], "intern")
  assert.deepInclude(rows["allocation_groups.csv"][0], { BON_ID: "41", ABRECHNUNGSKREIS: "9" })
})

it("a failed signature says why, and what the device may have of it", () => {
  const message = "TSE did not react, signature timeout"
  const failed = (tseId: bigint | null, transactionNumber: bigint | null) =>
    receiptRows(order({ signature: { status: "failure", tseId, transactionNumber, message } }), closing, terms)
  const fault = { TSE_TA_FEHLER: `TSE Fehler: ${message}` }
  const own = { Z_KASSE_ID: "1000", Z_ERSTELLUNG: "2026-11-20T18:30:00.000Z", Z_NR: 3, BON_ID: "41" }
  assert.deepStrictEqual(failed(1n, null)["transactions_tse.csv"], [{ ...own, ...fault }])
  assert.deepStrictEqual(failed(1n, 7n)["transactions_tse.csv"], [{ ...own, TSE_ID: 1n, TSE_TANR: 7n, ...fault }])
  const open = receiptRows(order({ signature: { status: "open" } }), closing, terms)
  assert.deepInclude(open["transactions_tse.csv"][0]!, { TSE_TA_FEHLER: "TSE Fehler: noch nicht signiert" })
})

it("numbers that were given up stand in the note as far as they fit, and none by half", () => {
  const abandoned = Array.from({ length: 12 }, (_, n) => ({ tseId: 7n, transactionNumber: 123_456_700n + BigInt(n) }))
  const note = receiptRows(order({ abandoned }), closing, terms)["transactions.csv"]["BON_NOTIZ"]
  const fitting = abandoned.slice(0, 6).map((one) => `TSE-Transaktion abgebrochen 7/${one.transactionNumber}`)
  assert.strictEqual(note, fitting.join("; "))
})

it("the sums of lines, taxes, payments and kinds of business agree, whatever was booked", () => {
  const sum = (rows: ReadonlyArray<Row>, column: string) =>
    rows.reduce((total, row) => total + (row[column] as bigint), 0n)
  fc.assert(fc.property(fc.array(anyOrder, { maxLength: 8 }), (orders) => {
    const sums = new ClosingSums(undecided)
    for (const one of orders) {
      sums.add(one)
      const rows = receiptRows(one, closing, terms)
      const total = rows["transactions.csv"]["UMS_BRUTTO"]
      assert.strictEqual(sum(rows["lines_vat.csv"], "POS_BRUTTO"), total)
      assert.strictEqual(sum(rows["transactions_vat.csv"], "BON_BRUTTO"), total)
      assert.strictEqual(rows["datapayment.csv"]["BASISWAEH_BETRAG"], total)
      const net = sum(rows["transactions_vat.csv"], "BON_NETTO") + sum(rows["transactions_vat.csv"], "BON_UST")
      assert.strictEqual(net, total)
      const known = new Map([[1n, { ...tse, verifier: undefined }]])
      assert.isUndefined(orderFault(signed(one), known, undefined))
    }
    assert.strictEqual(sums.businessCases.reduce((total, { gross }) => total + gross, 0n), sums.paid)
    assert.isUndefined(closingFault(closing, sums))
  }))
})

describe("what contradicts itself is found", () => {
  const known = new Map([[1n, { ...tse, verifier: verifierOf(Buffer.from(tse.publicKey, "base64")) }]])
  const faultOf = async (more: object, tillId = 1000n) => {
    const changed = { ...beer, ...more }
    return orderFault(changed, known, await verifySignature(changed, tillId, known))
  }
  const signedWith = (more: object) => ({ signature: { ...beer.signature, ...more } })
  it("and what is right is not", async () => assert.isUndefined(await faultOf({})))
  it.each(
    [
      ["a line too few", { itemCount: 3 }, /booked with 3 lines and has 2/],
      ["a line of another price", { lines: [{ ...lines[0]!, total: cents(500) }, lines[1]!] }, /line 1/],
      ["another amount", signedWith({ processData: "Beleg^4.10_0.00_0.00_0.00_2.00^6.10:Unbar" }), /amounts by tax/],
      ["another payment", signedWith({ processData: "Beleg^4.00_0.00_0.00_0.00_2.00^6.10:Unbar" }), /another payment/],
      ["no process data", signedWith({ processData: "Beleg" }), /can't be read/],
      ["an unknown device", signedWith({ tseId: 2n }), /device 2/],
      ["another number", signedWith({ transactionNumber: 2n }), /not valid/]
    ] as const
  )("%s", async (_, more, fault) => {
    const found = await faultOf(more)
    assert.strictEqual(found?.rule, "dsfinvk.order_inconsistent")
    assert.match(found?.message ?? "", fault)
    assert.match(found?.messageIn("de") ?? "", /^Bestellung /)
  })
  it("the signature of another till", async () => assert.match((await faultOf({}, 1001n))?.message ?? "", /not valid/))
  it("a signature on a curve no one knows", async () => {
    const unknown = new Map([[1n, { ...tse, verifier: undefined }]])
    assert.match(orderFault(beer, unknown, await verifySignature(beer, 1000n, unknown))?.message ?? "", /not valid/)
  })
  it("two percentages under one key", () => {
    const sums = new ClosingSums(undecided)
    sums.add(order({ lines: [lines[0]!, { ...lines[0]!, itemId: 1, taxRate: 1600, taxKey: 1 }] }))
    assert.match(closingFault(closing, sums)?.message ?? "", /several rates with the key 1/)
  })
})
