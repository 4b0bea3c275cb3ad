import * as Money from "../base/Money.ts"
import type { ReportContent } from "./ReportContent.ts"
import { amount, count, day, moment, rate, type ReportTable, text } from "./ReportTable.ts"
import type { ReportWords } from "./ReportWords.ts"
import type { SettlementReport, SettlementRow } from "./SettlementReport.ts"

/** The settlement of stalls in words. */
export const settlementContent = (report: SettlementReport, say: ReportWords): ReportContent => {
  const { head, rows, total } = report
  return {
    head,
    title: say.titles.settlement,
    time: [day(head.from_time), day(head.to_time)],
    recipient: [head.node_name, ...head.node_description.split(/\r?\n/)],
    facts: [[say.begin, moment(head.from_time)], [say.end, moment(head.to_time)]],
    figures: [
      ["revenue", say.revenue, amount(total.revenue)],
      ["fee", say.fee, amount(total.fee)],
      ["payout", say.owed, amount(total.payout)]
    ],
    parts: [
      {
        byName: {
          name: "payout_by_stall",
          heading: say.owedByStall,
          amounts: rows.toSorted((one, other) => other.payout > one.payout ? 1 : other.payout < one.payout ? -1 : 0)
            .map((row) => ({ name: nameOf(row), cents: row.payout }))
        }
      },
      { table: stalls(report, say) }
    ]
  }
}

/** The way from below the event to the stall. */
const nameOf = ({ node_name, path }: SettlementRow) => path.length === 0 ? node_name : path.join(" › ")

const stalls = ({ rows, total }: SettlementReport, say: ReportWords): ReportTable => ({
  name: "stalls",
  heading: say.stalls,
  columns: [
    { key: "node_name", title: say.stall },
    { key: "orders", title: say.bookings },
    { key: "tag", title: say.tag },
    { key: "cash", title: say.cash },
    { key: "card", title: say.card },
    { key: "revenue", title: say.revenue },
    { key: "fee_rate", title: say.feeRate },
    { key: "fee", title: say.fee },
    { key: "payout", title: say.owed }
  ],
  rows: rows.map((row) => [
    text(nameOf(row)),
    count(row.orders),
    amount(row.tag),
    amount(row.cash),
    amount(row.card),
    amount(row.revenue),
    rate(row.fee_rate),
    amount(row.fee),
    amount(row.payout)
  ]),
  total: [
    text(say.sum),
    count(total.orders),
    amount(Money.sum(rows.map(({ tag }) => tag))),
    amount(Money.sum(rows.map(({ cash }) => cash))),
    amount(Money.sum(rows.map(({ card }) => card))),
    amount(total.revenue),
    null,
    amount(total.fee),
    amount(total.payout)
  ]
})
