import { stringify } from "csv-stringify/sync"
import { oneLine } from "../base/LineText.ts"
import * as Money from "../base/Money.ts"
import { chunksOf, type SlicedWork } from "../base/SlicedWork.ts"
import { toHex } from "../base/TagUid.ts"
import type { PayoutFile, PayoutLine } from "./PayoutFile.ts"

const columns = [
  "customer_account_id",
  "beneficiary_name",
  "iban",
  "amount",
  "donation",
  "currency",
  "reference",
  "uid",
  "email"
]

/**
 * A payout run as CSV for accounting, including payouts that are donated as a whole: comma separated, with a heading, lines
 * end with CRLF, amounts in major units with two decimals. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front. Line breaks and other control characters become spaces.
 */
export const payoutCsv = function*({ currency, payouts }: PayoutFile): SlicedWork<string> {
  const written = [write([], true)]
  for (const some of chunksOf(payouts, rowsAtOnce)) {
    written.push(write(some.map((payout) => rowOf(payout, currency)), false))
    yield
  }
  return written.join("")
}

/** Rows are written in batches of some milliseconds: the cells of 100,000 payouts would take more memory than the file. */
const rowsAtOnce = 250

const write = (rows: ReadonlyArray<ReadonlyArray<string>>, header: boolean): string =>
  stringify([...rows], {
    header,
    columns,
    record_delimiter: "windows",
    quote_record_delimiter: true,
    escape_formulas: true
  })

const rowOf = (payout: PayoutLine, currency: string): ReadonlyArray<string> => [
  payout.customerAccountId.toString(),
  oneLine(payout.accountName ?? ""),
  oneLine(payout.iban ?? ""),
  Money.format(payout.amount),
  Money.format(payout.donation),
  currency,
  oneLine(payout.remittance),
  payout.userTagUid === null ? "" : toHex(payout.userTagUid),
  oneLine(payout.email ?? "")
]
