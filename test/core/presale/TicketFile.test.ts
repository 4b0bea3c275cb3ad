import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { isUntypable } from "@wristbank/core/base/SpoiltCell"
import { visible } from "@wristbank/core/base/VisibleText"
import { amountIn } from "@wristbank/core/presale/AmountText"
import { type FileFormat, readTicketFile, usualFormat } from "@wristbank/core/presale/TicketFile"
import { stringify } from "csv-stringify/sync"
import { Result } from "effect"
import fc from "fast-check"

const read = (text: string | Uint8Array, format: Partial<FileFormat> = {}) =>
  Result.getOrThrow(readTicketFile(typeof text === "string" ? Buffer.from(text) : text, { ...usualFormat, ...format }))

const refusal = (text: string, format: Partial<FileFormat> = {}) =>
  Result.match(readTicketFile(Buffer.from(text), { ...usualFormat, ...format }), {
    onFailure: ({ rule }) => rule,
    onSuccess: () => "read"
  })

/** Order, code, credit in cents and state of each ticket. */
const seen = (file: ReturnType<typeof read>) =>
  file.orders.flatMap(({ code, tickets }) =>
    tickets.map(({ credit, state, token }) => [code, token, Number(credit), state])
  )

const problems = (file: ReturnType<typeof read>) =>
  file.problems.map(({ line, order, problem }) => [line, order, problem.rule.replace("presale.", "")])

it("reads what a spreadsheet and other shops write", () => {
  const expected = [["A1", "k1", 1250, "valid"], ["A1", "k2", 0, "valid"], ["B2", "k3", 3000, "cancelled"]]
  const german =
    "Bestellnummer;Ticket-Code;Guthaben;Status\r\nA1;k1;12,50 €;bezahlt\r\nA1;k2;;\r\nB2;k3;30,00;Storniert\r\n"
  assert.deepStrictEqual(seen(read(german)), expected)
  assert.deepStrictEqual(seen(read(`\uFEFF${german}`)), expected)
  assert.deepStrictEqual(seen(read(`sep=;\r\n${german}`)), expected)
  assert.deepStrictEqual(seen(read(Buffer.from(`\uFEFF${german}`, "utf16le"))), expected)
  assert.deepStrictEqual(
    seen(read("order\tCODE\tcredit\tstate\nA1\tk1\t12.5\t\n\nA1\tk2\t0\tPaid\nB2\tk3\t30\trefunded")),
    expected
  )
  assert.deepStrictEqual(
    seen(read("\"Order, number\",Barcode,Credit,State\nA1,k1,\"12,50\",\nA1,k2,,\nB2,k3,EUR 30.00,void", {
      columns: { order: "order number", code: "Barcode" },
      states: { VOID: "cancelled" }
    })),
    expected
  )
})

it("reads names in UTF-8 and in Windows-1252", () => {
  const nameIn = (bytes: Buffer) => read(bytes).orders[0]!.tickets[0]!.name
  const text = "order;code;name\nA;k;Zoë Müller\n"
  assert.strictEqual(nameIn(Buffer.from(text)), "Zoë Müller")
  assert.strictEqual(nameIn(Buffer.from(text, "latin1")), "Zoë Müller")
  assert.strictEqual(nameIn(Buffer.from([...Buffer.from("order;code;name\nA;k;"), 0x80, 0x35])), "€5")
})

it("lists a row that can't be read with its line, and leaves out its whole order", () => {
  const file = read([
    "order,code,position,credit,state,name",
    "A,a1,1,5,,\"Ada",
    "Lovelace\"",
    "A,a2,2,five,,",
    "B,b1,1,1.234,,",
    "C,c1,1,,asleep,",
    "C,c2,2,,,",
    "D,,1,,,",
    ",d2,2,,,",
    "E,e1,1",
    "F,f1,1,,,",
    "F,f2,1,,,",
    "G,f1,3,-1,,",
    "H,f1,3,,,",
    "I,i1,1,,,,surplus",
    "J,j1,1,2.00,,"
  ].join("\n"))
  assert.deepStrictEqual(seen(file), [["J", "j1", 200, "valid"]])
  assert.deepStrictEqual(problems(file), [
    [4, "A", "amount_unreadable"],
    [5, "B", "amount_ambiguous"],
    [6, "C", "state_unknown"],
    [8, "D", "cell_empty"],
    [9, null, "cell_empty"],
    [10, "E", "row_length"],
    [12, "F", "row_twice"],
    [13, "G", "amount_unreadable"],
    [14, "H", "row_twice"],
    [15, "I", "row_length"]
  ])
  assert.include(file.problems[6]!.problem.sentence("en"), "line 11")
  assert.deepStrictEqual(file.orders[0]!.line, 16)
})

it("refuses what is no table of tickets", () => {
  assert.strictEqual(refusal(""), "presale.file_empty")
  assert.strictEqual(refusal("order,name\nA,b"), "presale.file_column_missing")
  assert.strictEqual(refusal("order,code\nA,b", { columns: { credit: "Wert" } }), "presale.file_column_missing")
  assert.strictEqual(refusal("order,code,Code\nA,b,c"), "presale.file_column_twice")
  assert.strictEqual(refusal("order,code\nA,\"b\nC,d\n"), "presale.file_malformed")
})

it("lists cells that a spreadsheet has spoilt, and codes that no one can type", () => {
  const file = read([
    "order;code;name;credit",
    "D1;4,01235E+12;Ann;5,00",
    "D2;1.2E+46;Cem;5,00",
    "D3;0040123456;Dan;5,00",
    "D4;01.03.2026;Eve;5,00",
    "D5;40123456.0;Fay;5,00",
    "1E+11;e1;Gus;5,00",
    "D7;g1;#NAME?;5,00",
    "D8;h\ufffd1;Hal;5,00",
    "D9;\u200bi\u00ad1\u00a0;Ida;5,00",
    "D10;\"=\"\"0012\"\"\";Joe;5,00",
    "D11;2E5;Kim;5,00"
  ].join("\n"))
  assert.deepStrictEqual(problems(file), [
    [2, "D1", "cell_spoilt"],
    [3, "D2", "cell_spoilt"],
    [5, "D4", "cell_spoilt"],
    [6, "D5", "cell_spoilt"],
    [7, "1E+11", "cell_spoilt"],
    [8, "D7", "cell_spoilt"],
    [9, "D8", "cell_untypable"]
  ])
  assert.deepStrictEqual(seen(file).map(([, code]) => code), ["0040123456", "i1", "0012", "2E5"])
})

it("takes the rows of some products alone", () => {
  const text = "order,code,product\nA,a1,Day ticket\nA,,Shirt\nB,b1,Weekend\n"
  assert.deepStrictEqual(seen(read(text, { products: ["Day ticket", "Weekend"] })).map(([, code]) => code), [
    "a1",
    "b1"
  ])
  assert.deepStrictEqual(problems(read(text)), [[3, "A", "cell_empty"]])
})

it("knows a ticket by its number in the order, and by its code where there are no numbers", () => {
  const positions = (text: string) =>
    read(text).orders.flatMap(({ tickets }) => tickets.map(({ position }) => position))
  assert.deepStrictEqual(positions("order,code,position\nA,a1,1\nB,b1,1\n"), ["file A 1", "file B 1"])
  assert.deepStrictEqual(positions("order,code\nA,a1\n"), ["file a1"])
})

const writings: ReadonlyArray<(units: string, cents: string) => string> = [
  (units, cents) => `${units}.${cents}`,
  (units, cents) => `${units},${cents} €`,
  (units, cents) => `${grouped(units, ".")},${cents}`,
  (units, cents) => `EUR ${grouped(units, ",")}.${cents}`,
  (units, cents) => `${grouped(units, "'")}.${cents} CHF`,
  (units, cents) => `${grouped(units, "\u202f")},${cents}\u00a0€`
]

const grouped = (units: string, sign: string) => units.replaceAll(/\B(?=(\d{3})+$)/g, sign)

it("reads an amount to the cent in every usual writing", () => {
  fc.assert(fc.property(fc.bigInt(0n, 99_999_999n), fc.constantFrom(...writings), (cents, write) => {
    const [units, rest] = Money.format(cents).split(".")
    assert.equal<unknown>(amountIn(write(units!, rest!), null), cents)
  }))
})

it("never takes a thousand for a cent, or guesses", () => {
  for (const text of ["1.234", "1,234", "0.500", "999,999"]) assert.strictEqual(amountIn(text, null), "ambiguous", text)
  assert.equal<unknown>(amountIn("1.234", "comma"), 123_400n)
  assert.equal<unknown>(amountIn("1,234", "point"), 123_400n)
  assert.equal<unknown>(amountIn("1.234.567", null), 123_456_700n)
  for (const text of ["1,234", "", "-1", "1e3", "1.2.3", "12,5,0", "1.23,456", "12,", "0x10", "½", "1 2"]) {
    assert.notStrictEqual(typeof amountIn(text, "comma"), "bigint", text)
  }
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom("0", "1", "2", ".", ",", " ", "'") }), (text) => {
    const amount = amountIn(text, null)
    if (typeof amount !== "bigint") return
    const digits = text.replaceAll(/\D/g, "")
    assert.include([BigInt(digits) * 100n, BigInt(digits) * 10n, BigInt(digits)], BigInt(amount), text)
  }))
})

it("reads back every table that it can be given", () => {
  const cell = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).map((text) => `x${text.trim()}x`)
    .filter((text) => !isUntypable(text) && visible(text) === text)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ order: cell, code: cell }), { selector: ({ code }) => code, minLength: 1 }),
      fc.constantFrom(";", ",", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (rows, delimiter, record_delimiter, bom) => {
        const text = stringify(rows, { header: true, delimiter, record_delimiter, bom })
        const file = read(text)
        assert.isEmpty(file.problems)
        assert.sameDeepMembers(seen(file).map(([order, code]) => ({ order, code })), rows)
      }
    )
  )
})
