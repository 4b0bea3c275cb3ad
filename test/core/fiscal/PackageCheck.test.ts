import { afterAll, assert, describe, it } from "@effect/vitest"
import { checkPackage } from "@wristbank/core/fiscal/PackageCheck"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { packed, unpacked } from "../../support/ExportPackage.ts"
import { changedSample } from "./ChangedSample.ts"

const sample = await changedSample()
const { check, checkWith, files, folder, found, good, lastRow, replaced, textOf, without, withoutReceipt } = sample
afterAll(sample.remove)

it("finds nothing in an export that is right", async () => {
  const report = await check(good)
  assert.deepStrictEqual(found(report), [])
  const { closings, failures, notes, receipts, signatures } = report
  assert.deepStrictEqual({ closings, failures, notes, receipts, signatures }, {
    closings: 3,
    failures: 1,
    notes: [],
    receipts: 7,
    signatures: 6
  })
})

describe("finds, and says where:", () => {
  it.each<[what: string, change: () => { [file: string]: Buffer | null }, problem: RegExp]>([
    [
      "a receipt of another sum",
      () => replaced("transactions.csv", ";6,00;", ";7,00;"),
      /^transactions.csv 1: BON_ID 41/
    ],
    ["another payment", () => replaced("datapayment.csv", ";6,00\r", ";6,01\r"), /^datapayment.csv 1: BON_ID 41/],
    ["another amount of tax", () => replaced("transactions_vat.csv", "0,64000", "0,65000"), /key 1/],
    ["a line of another price", () => replaced("lines.csv", "4,00000", "4,10000"), /^lines.csv.*MENGE times STK_BR/],
    ["a line that is missing", () => without("lines.csv", /;41;2;/), /^lines_vat.csv.*Line 2 is not in lines.csv/],
    ["a line without tax", () => without("lines_vat.csv", /;41;2;/), /^lines.csv.*Line 2 has no tax/],
    [
      "another sum of a kind",
      () => replaced("businesscases.csv", "4,00000;3,36000", "4,01000;3,37000"),
      /businesscases/
    ],
    [
      "another sum of payments",
      () => replaced("payment.csv", "12,00", "13,00"),
      /^payment.csv.*is 13,00, expected 12,00/
    ],
    ["another sum of a closing", () => replaced("cashpointclosing.csv", ";12,00;", ";13,00;"), /Z_SE_ZAHLUNGEN/],
    ["another sum of cash", () => replaced("cash_per_currency.csv", "6,00", "7,00"), /^cash_per_currency.csv/],
    ["another first receipt", () => replaced("cashpointclosing.csv", ";41;42;", ";40;42;"), /40 to 42/],
    ["a till's closing that is missing", () => without("cashpointclosing.csv", /Z;1;;2.4;41/), /closing 1 is not in/],
    [
      "a number that closings skip",
      () => replaced("cashpointclosing.csv", "Z;2;", "Z;3;"),
      /Till 1000: closing 2 is missing/
    ],
    [
      "a signature of something else",
      () => replaced("transactions_tse.csv", ";41;1;1;", ";41;1;7;"),
      /41: The signature/
    ],
    [
      "another amount than was signed",
      () => replaced("transactions_tse.csv", "Beleg^4.00", "Beleg^5.00"),
      /41: TSE_VORGANGSDATEN has other amounts by tax/
    ],
    [
      "no process data",
      () => replaced("transactions_tse.csv", "Beleg^4.00", "Bele^4.00"),
      /41: TSE_VORGANGSDATEN: Not/
    ],
    ["a device that is not there", () => without("tse.csv", /Z;1;1;/), /TSE_ID 1 is not in tse.csv/],
    [
      "a serial that is not the key's",
      () => replaced("tse.csv", /Z;1;1;../, "Z;1;1;00"),
      /TSE_SERIAL is not the hash/
    ],
    ["no signature and no fault", () => without("transactions_tse.csv", /;44;/), /44: It has no signature/],
    ["a key of tax that is not there", () => without("vat.csv", /1001.*Z;1;5;/), /UST_SCHLUESSEL 5 is not in vat.csv/],
    [
      "a number that nothing explains",
      () => replaced("transactions.csv", "1/2", "1/0"),
      /TSE_TANR 2 of device .* missing/
    ],
    ["a receipt that was left out", () => withoutReceipt(42), /TSE_TANR 2 to 3 of device .* is missing/],
    ["a receipt that stands there twice", () => replaced("transactions.csv", ";42;42;", ";41;41;"), /there twice/],
    ["rows of no receipt", () => without("transactions.csv", /;45;/), /BON_ID 45 is not in transactions.csv/],
    ["a cancellation of nothing", () => without("references.csv", /;43;/), /does not say which/],
    [
      "a wrong reference",
      () => replaced("references.csv", /18:30:00.000Z;1000;1/, "18:31:00.000Z;1000;1"),
      /REF_DATUM/
    ],
    [
      "a cancellation of what is not there",
      () => replaced("references.csv", "1000;1;41\r", "1000;1;40\r"),
      /^references.csv 1: BON_ID 40 is not in closing 1 of till 1000/
    ],
    [
      "a cancellation of another sum",
      () => replaced("transactions.csv", ";6,00;", ";7,00;"),
      /^references.csv 1: BON_ID 43 comes to -6,00, BON_ID 41 that it cancels to 7,00/
    ],
    [
      "a receipt that is cancelled twice",
      () =>
        replaced("references.csv", /(.*;)43(;.*\r\n)$/, `${lastRow("references.csv")}${lastRow("references.csv", 44)}`),
      /^references.csv 2: BON_ID 41 is cancelled twice/
    ],
    [
      "a line of another tax than its rate",
      () => replaced("lines_vat.csv", "3,36000;0,64000", "3,37000;0,63000"),
      /^lines_vat.csv 1: BON_ID 41: POS_UST at 19,00 % is 0,63, expected 0,64/
    ],
    [
      "a line with another tax by more than a cent",
      () => replaced("lines_vat.csv", "3,36000;0,64000", "3,34000;0,66000"),
      /^lines_vat.csv 1: BON_ID 41: POS_UST is 0,66000 in line 1, expected 0,64/
    ],
    [
      "a price that comes of other amounts",
      () => replaced("itemamounts.csv", "5,00000", "5,50000"),
      /^itemamounts.csv 1: BON_ID 41: PF_BRUTTO of line 1 comes to 4,50, expected 4,00/
    ],
    [
      "another tax of a kind",
      () => replaced("businesscases.csv", "3,36000;0,64000", "3,35000;0,65000"),
      /^businesscases.csv: .*: Z_UST of \w+ with key 1 is 0,65/
    ],
    [
      "two percentages of a key",
      () => replaced("vat.csv", /(1000;.*;1;)5;/, "1000;2026-11-20T18:30:00.000Z;1;1;"),
      /^vat.csv 2: Till 1000, closing 1 has the same UST_SCHLUESSEL twice/
    ],
    ["another version", () => replaced("cashpointclosing.csv", ";2.4;", ";2.3;"), /TAXONOMIE_VERSION is 2.3/],
    ["a kind of business that is none", () => replaced("lines.csv", "Pfand;;0", "Leergut;;0"), /GV_TYP is Leergut/],
    ["no kind of payment", () => replaced("datapayment.csv", "Guthabenkarte", ""), /ZAHLART_TYP is empty/],
    ["another heading", () => replaced("lines.csv", "ARTIKELTEXT", "ARTIKEL"), /has ARTIKEL, expected ARTIKELTEXT/],
    [
      "a description of another column",
      () => replaced("index.xml", "<MaxLength>255<", "<MaxLength>250<"),
      /^index.xml/
    ],
    [
      "a description of no such file",
      () => replaced("index.xml", "<URL>pa.csv", "<URL>pb.csv"),
      /^index.xml: pa.csv is not/
    ],
    ["a description that is no XML", () => replaced("index.xml", "</DataSet>", ""), /^index.xml: It is no XML/],
    ["another grammar", () => replaced("gdpdu-01-09-2004.dtd", "Version", "Versions"), /^gdpdu/],
    ["no grammar", () => ({ "gdpdu-01-09-2004.dtd": null }), /^gdpdu-01-09-2004.dtd: The file is missing/],
    ["a file that is missing", () => ({ "subitems.csv": null }), /^subitems.csv: The file is missing/],
    ["a file too many", () => ({ "notes.txt": Buffer.from("") }), /^notes.txt: The file is not part of an export/],
    ["an empty file", () => ({ "pa.csv": Buffer.from("") }), /^pa.csv: It has no heading/],
    ["a byte order mark", () => ({ "vat.csv": Buffer.from(`\uFEFF${textOf("vat.csv")}`) }), /byte order mark/],
    ["bytes that are no UTF-8", () => ({ "location.csv": Buffer.from(textOf("location.csv"), "latin1") }), /not UTF-8/],
    [
      "other line ends",
      () => ({ "vat.csv": Buffer.from(textOf("vat.csv").replaceAll("\r\n", "\n")) }),
      /^vat.csv/
    ],
    ["text that is too long", () => replaced("location.csv", "83646", "83646 83646"), /LOC_PLZ is longer than 10/],
    [
      "a cell too many",
      () => replaced("location.csv", "Festival GmbH", "Festival;GmbH"),
      /It has 10 cells, expected 9/
    ],
    ["thousands with dots", () => replaced("payment.csv", "12,00", "1.012,00"), /Z_ZAHLART_BETRAG is 1.012,00/],
    ["a number without decimals", () => replaced("payment.csv", "12,00", "12"), /Z_ZAHLART_BETRAG is 12, expected 2/],
    ["a time of no form", () => replaced("transactions.csv", "52.000Z", "52Z"), /BON_ENDE is 2026-11-20T18:07:52Z/],
    ["a quote that is not closed", () => replaced("lines.csv", "\"Pfand", "\"\"Pfand"), /^lines.csv/]
  ])("%s", async (_, change, problem) => {
    const report = await checkWith(change())
    assert.isAbove(report.problemCount, 0)
    assert.isTrue(found(report).some((one) => problem.test(one)), found(report).join("\n"))
  })

  it("a file that is there twice", async () => {
    const path = join(folder, "twice.zip")
    writeFileSync(path, await packed([...files, ["vat.csv", files.get("vat.csv")!]]))
    assert.include(found(await check(path)), "vat.csv: The file is there twice")
  })

  it("a description that unpacks to more than any has, without holding it", async () => {
    const report = await checkWith({ "index.xml": Buffer.alloc(5_000_000, " ") })
    assert.include(found(report), "index.xml: The file is larger than 4000000 bytes")
  })

  it("damage, wherever it is", async () => {
    const bytes = await packed(files)
    for (let at = 100; at < bytes.length; at += 997) {
      const path = join(folder, "damaged.zip")
      writeFileSync(path, bytes.with(at, bytes[at]! ^ 0x10))
      const outcome = await Effect.runPromise(Effect.result(checkPackage(path, { inParts: false })))
      const names = outcome._tag === "Success" ? outcome.success.problemCount : 1
      // Times and attributes of files are all that may change.
      if (names === 0) assert.deepStrictEqual(await unpacked(path), files)
    }
  })
})

describe("names the first fault alone, not what follows from it:", () => {
  it.each<[what: string, change: () => { [file: string]: Buffer | null }, problem: RegExp]>([
    [
      "grouping dots",
      () => replaced("lines.csv", ";2467,40000", ";2.467,40000"),
      /^lines.csv 13: STK_BR is 2.467,40000 with thousands parted by ".", expected 2467,40000$/
    ],
    [
      "grouping commas and a decimal point",
      () => replaced("lines_vat.csv", ";2467,40000", ";2,467.40000"),
      /^lines_vat.csv 13: POS_BRUTTO is 2,467.40000 with thousands parted by ",", expected 2467,40000$/
    ],
    [
      "narrow blanks between thousands",
      () => replaced("payment.csv", ";2475,40", ";2\u202F475,40"),
      /^payment.csv 4: Z_ZAHLART_BETRAG is 2\u202F475,40 with thousands parted by "\u202F", expected 2475,40$/
    ],
    [
      "a decimal point",
      () => replaced("transactions.csv", ";6,00;", ";6.00;"),
      /^transactions.csv 1: UMS_BRUTTO is 6.00 with a decimal point, expected 6,00$/
    ],
    [
      "a plus",
      () => replaced("lines_vat.csv", ";4,00000;", ";+4,00000;"),
      /^lines_vat.csv 1: POS_BRUTTO is \+4,00000 with a plus, expected 4,00000$/
    ],
    [
      "a number that may mean two",
      () => replaced("lines.csv", ";1,000;1,000;", ";1.000;1,000;"),
      /^lines.csv 1: MENGE is 1.000, which is no number as files have it: 1012,00$/
    ],
    [
      "text for a number",
      () => replaced("lines_vat.csv", ";4,00000;", ";four;"),
      /^lines_vat.csv 1: POS_BRUTTO is four/
    ],
    ["text for a sum of a closing", () => replaced("payment.csv", "12,00", "twelve"), /Z_ZAHLART_BETRAG is twelve/],
    ["text for a number of a device", () => replaced("transactions_tse.csv", ";41;1;1;", ";41;1;I;"), /TSE_TANR is I/],
    ["a cell too many", () => replaced("lines.csv", "Helles 0,5 l", "Helles;0,5 l"), /^lines.csv 1: It has .* cells/],
    ["a cell too few", () => replaced("location.csv", "Festival GmbH;", ""), /^location.csv 1: It has 8 cells/],
    ["another heading", () => replaced("lines.csv", "ARTIKELTEXT", "ARTIKEL"), /^lines.csv: The heading/],
    ["a byte order mark", () => ({ "vat.csv": Buffer.from(`\uFEFF${textOf("vat.csv")}`) }), /byte order mark/],
    ["a file that is missing", () => ({ "payment.csv": null }), /^payment.csv: The file is missing$/],
    [
      "closings that are missing",
      () => ({ "cashpointclosing.csv": null }),
      /^cashpointclosing.csv: The file is missing$/
    ],
    ["bytes that are no UTF-8", () => ({ "location.csv": Buffer.from(textOf("location.csv"), "latin1") }), /not UTF-8/]
  ])("%s", async (_, change, problem) => {
    const report = await checkWith(change())
    assert.lengthOf(found(report), 1, found(report).join("\n"))
    assert.match(found(report)[0]!, problem)
  })

  it("and tells that the rest waits for files that can't be read", async () => {
    const { notes } = await checkWith({ "payment.csv": null })
    assert.isTrue(notes.some((note) => note.includes("can't be read")), notes.join("\n"))
  })
})

it("takes missing numbers for another export's when it is told that there are several", async () => {
  const report = await checkWith(withoutReceipt(45), true)
  assert.isTrue(report.notes.some((note) => /TSE_TANR 5 of device/.test(note)))
  assert.isFalse(found(report).some((one) => one.includes("TSE_TANR")))
})

it("says when a file is no ZIP", async () => {
  writeFileSync(join(folder, "none.zip"), "no ZIP at all")
  for (const name of ["none.zip", "nowhere.zip"]) {
    const outcome = await Effect.runPromise(Effect.flip(checkPackage(join(folder, name), { inParts: false })))
    assert.strictEqual(outcome.rule, "dsfinvk.package_unreadable")
    assert.include(outcome.messageIn("de"), name)
  }
})
