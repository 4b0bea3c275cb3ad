import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { toHex } from "@wristbank/core/base/TagUid"
import { payoutCsv } from "@wristbank/core/payout/PayoutCsv"
import type { PayoutFile } from "@wristbank/core/payout/PayoutFile"
import { parse } from "csv-parse/sync"
import { Schema } from "effect"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { anyPayoutFile, line, payoutFile } from "./SamplePayouts.ts"

const csvOf = (file: PayoutFile) => runAtOnce(payoutCsv(file))

const read = (csv: string) =>
  Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.String)))(
    parse(csv, { columns: true, record_delimiter: "\r\n" })
  )

/** The cell as a spreadsheet shows it: a leading apostrophe marks a formula as text. */
const shown = (cell = "") => cell.replace(/^'(?=[=+\-@＝＋－＠])/u, "")

const oneLine = (typed: string | null) =>
  shown((typed ?? "").toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim())

it("is what accounting was promised", () => {
  const file = payoutFile([
    line(1, { amount: Money.Cents.make(3000n), accountName: "Müller, \"Jörg\"" }),
    line(2, { amount: Money.zero, donation: Money.Cents.make(500n), accountName: null, iban: null, userTagUid: null }),
    line(3, { amount: Money.Cents.make(1234n), donation: Money.Cents.make(750n), accountName: "=1+1", email: null }),
    line(4, { userTagUid: 0xc0ffeen, remittance: "foobar C0FFEE", email: "-2@example.org" })
  ])
  assert.strictEqual(csvOf(file), readFileSync(new URL("golden/payout-run-12.csv", import.meta.url), "utf8"))
})

it("reads back as it was written, and no cell is a formula", () =>
  fc.assert(fc.property(anyPayoutFile, (file) => {
    const rows = read(csvOf(file))
    assert.lengthOf(rows, file.payouts.length)
    for (const [n, payout] of file.payouts.entries()) {
      const row = rows[n] ?? {}
      for (const cell of Object.values(row)) assert.notMatch(cell, /^[=+\-@\t\r\n＝＋－＠]/u)
      assert.strictEqual(row["customer_account_id"], payout.customerAccountId.toString())
      assert.strictEqual(Money.parse(row["amount"] ?? ""), payout.amount)
      assert.strictEqual(Money.parse(row["donation"] ?? ""), payout.donation)
      assert.match(`${row["amount"]} ${row["donation"]}`, /^\d+\.\d\d \d+\.\d\d$/)
      assert.strictEqual(row["iban"], payout.iban)
      assert.strictEqual(row["uid"], payout.userTagUid === null ? "" : toHex(payout.userTagUid))
      assert.strictEqual(shown(row["beneficiary_name"]), oneLine(payout.accountName))
      assert.strictEqual(shown(row["reference"]), oneLine(payout.remittance))
      assert.strictEqual(shown(row["email"]), oneLine(payout.email))
    }
  })))

it("every line ends with CRLF, whatever the cells hold", () => {
  const csv = csvOf(payoutFile([line(1, { accountName: "a\rb\nc\r\nd" }), line(2)]))
  assert.lengthOf(csv.split("\r\n"), 4)
  assert.notMatch(csv.replaceAll("\r\n", ""), /[\r\n]/)
})

it("a long run has one heading and every payout once", () => {
  const payouts = Array.from({ length: 2001 }, (_, n) => line(n))
  const rows = read(csvOf(payoutFile(payouts)))
  assert.deepStrictEqual(
    rows.map((row) => row["customer_account_id"]),
    payouts.map(({ customerAccountId }) => customerAccountId.toString())
  )
  assert.lengthOf(read(csvOf(payoutFile([]))), 0)
  assert.lengthOf(Array.from(payoutCsv(payoutFile(payouts))), 9, "it pauses for every 250")
})
