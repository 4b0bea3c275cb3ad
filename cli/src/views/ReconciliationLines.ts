import { format } from "@wristbank/core/base/Money"
import { printable } from "@wristbank/core/base/VisibleText"
import type { NumberedDifference, ReconciliationDetail } from "@wristbank/core/card/ReconciliationReport"
import { moment, tableLines } from "./Table.ts"

const heading = ["finding", "order", "transaction", "slip", "booked", "paid", "at", "needs attention"]

/** A report with its totals and a line for each difference. */
export const reconciliationLines = (report: ReconciliationDetail, timeZone: string): ReadonlyArray<string> => [
  `Event ${report.event_id}, ${report.day}: ${report.transactions} movements at the card provider, ` +
  `${report.orders} orders booked, ${report.matched} matched; ` +
  `paid ${format(report.paid)}, booked ${format(report.booked)}, gone back ${format(report.returned)}`,
  ...(report.unreadable > 0 ? [`${report.unreadable} rows of the card provider make no sense`] : []),
  ...(report.differences === 0 ? ["No differences."] : tableLines(heading, report.entries.map(cellsOf(timeZone)))),
  ...(report.differences > report.entries.length
    ? [`... and ${report.differences - report.entries.length} more, which the API answers`]
    : [])
]

const amountOf = (amount: bigint | null, currency: string) => amount === null ? "" : `${format(amount)} ${currency}`

const cellsOf = (timeZone: string) => (entry: NumberedDifference): ReadonlyArray<string> => [
  entry.kind.replaceAll("_", " "),
  entry.order_uuid ?? "",
  printable(entry.transaction_id ?? ""),
  printable(entry.transaction_code ?? ""),
  amountOf(entry.order_amount, ""),
  printable(amountOf(entry.paid_amount, entry.currency)),
  moment(entry.at, timeZone),
  entry.resolved ? "no" : "yes"
]
