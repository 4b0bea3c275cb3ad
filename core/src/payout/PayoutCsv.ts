import { stringify } from "csv-stringify/sync"
import * as Money from "../ledger/Money.ts"
import { toHex } from "../tag/TagUid.ts"
import type { PayoutFile } from "./PayoutFile.ts"

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
 * A payout run for accounting, payouts that are donated altogether included: comma separated with a heading, lines end with
 * CRLF, amounts in major units with two decimals. A text that a spreadsheet would take for a formula gets an apostrophe in
 * front; line breaks and other control characters become spaces.
 */
export const payoutCsv = ({ currency, payouts }: PayoutFile): string =>
  stringify(
    payouts.map((payout) => [
      payout.customerAccountId.toString(),
      oneLine(payout.accountName),
      oneLine(payout.iban),
      Money.format(payout.amount),
      Money.format(payout.donation),
      currency,
      oneLine(payout.remittance),
      payout.userTagUid === null ? "" : toHex(payout.userTagUid),
      oneLine(payout.email)
    ]),
    { header: true, columns, record_delimiter: "windows", quote_record_delimiter: true, escape_formulas: true }
  )

const oneLine = (text: string | null): string =>
  (text ?? "").toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim()
