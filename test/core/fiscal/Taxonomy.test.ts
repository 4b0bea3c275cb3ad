import { assert, describe, it } from "@effect/vitest"
import { certificateParts } from "@wristbank/core/fiscal/ClosingRows"
import { cellText, rowsCsv } from "@wristbank/core/fiscal/Csv"
import { grammarFile, indexXml } from "@wristbank/core/fiscal/IndexXml"
import { number, text, withCertificates } from "@wristbank/core/fiscal/Table"
import { taxonomy24 } from "@wristbank/core/fiscal/Taxonomy24"
import fc from "fast-check"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { resolve } from "node:path"

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

describe("DSFinV-K 2.4", () => {
  it("is described by the official file, to the byte", () => {
    assert.strictEqual(
      sha256(indexXml(taxonomy24)),
      "d0b1fed31a50dc6370d7a54528034a1e0ac2f982f82e3c0a9250a15c64c85160"
    )
  })
  it("comes with the official grammar, to the byte", () => {
    const grammar = readFileSync(resolve(import.meta.dirname, "../../../core/src/fiscal", grammarFile))
    assert.strictEqual(sha256(grammar), "af3d4c5a19e991f2d8c53995bc708680bbd7ff9326fde539c55b7e2c63f848a2")
  })
  it("has 20 tables and 219 columns", () => {
    assert.strictEqual(taxonomy24.tables.length, 20)
    assert.strictEqual(taxonomy24.tables.flatMap((table) => table.columns).length, 219)
  })
})

describe("a long certificate", () => {
  const columnsFor = (length: number) =>
    withCertificates(taxonomy24, length).tables.find((table) => table.file === "tse.csv")!.columns
      .map(({ name }) => name).filter((name) => name.startsWith("TSE_ZERTIFIKAT_"))
  it("gets a column for each thousand characters, in the description as well", () => {
    assert.deepStrictEqual(
      columnsFor(4500).map((name) => name.slice("TSE_ZERTIFIKAT_".length)),
      ["I", "II", "III", "IV", "V"]
    )
    const index = new TextDecoder().decode(indexXml(withCertificates(taxonomy24, 4500)))
    assert.include(index, "<Name>TSE_ZERTIFIKAT_V</Name>")
    assert.deepStrictEqual(columnsFor(2000), columnsFor(0))
  })
  it("comes to itself again, part after part", () =>
    fc.assert(fc.property(fc.integer({ min: 0, max: 12_500 }), (length) => {
      const certificate = Array.from({ length }, (_, i) => String.fromCharCode(65 + i % 26)).join("")
      const parts = certificateParts(certificate)
      const inOrder = columnsFor(length).map((name) => parts[name] ?? "")
      assert.strictEqual(inOrder.join(""), certificate)
      assert.isTrue(Object.values(parts).every((part) => String(part).length <= 1000))
      assert.isTrue(inOrder.slice(0, Math.floor(length / 1000)).every((part) => String(part).length === 1000))
    })))
})

describe("a cell", () => {
  it.each([
    [number("A", 2, ""), 123_456n, "1234,56"],
    [number("A", 2, ""), -5n, "-0,05"],
    [number("A", 5, ""), 0n, "0,00000"],
    [number("A", 3, ""), -2, "-2,000"],
    [number("A", 0, ""), 12_345n, "12345"],
    [text("A", 5, ""), "Bad Tölz", "Bad T"],
    [text("A", 2, ""), "🍺🍺🍺", "🍺🍺"],
    [text("A", 50, ""), "one\r\ntwo\u0000", "one two "]
  ])("of %o holds %s as %s", (column, value, expected) => {
    assert.strictEqual(cellText(column, value), expected)
  })
  it("is quoted when it would end itself", () => {
    const table = { file: "a.csv", name: "A", columns: [text("A", 50, ""), text("B", 50, "")] }
    assert.strictEqual(rowsCsv(table, [{ A: "a;b", B: "say \"x\"" }, {}]), "\"a;b\";\"say \"\"x\"\"\"\r\n;\r\n")
  })
})
