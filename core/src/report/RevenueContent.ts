import { DateTime } from "effect"
import { beganBefore } from "./EventDay.ts"
import type { ContentPart, ReportContent } from "./ReportContent.ts"
import type { ReportHead } from "./ReportHead.ts"
import { amount, count, day, moment, number, type ReportTable, text } from "./ReportTable.ts"
import type { ReportWords } from "./ReportWords.ts"
import type { RevenueReport, RevenueSums } from "./RevenueReport.ts"

/** A revenue report in words. `percent` writes a rate. */
export const revenueContent = (
  report: RevenueReport,
  say: ReportWords,
  { count: written, percent }: { readonly count: (value: number) => string; readonly percent: (rate: number) => string }
): ReportContent => {
  const { fee_rate, head, orders, total } = report
  const isCut = orders.length < total.orders
  return {
    head,
    title: say.titles.revenue,
    time: [day(head.from_time), day(head.to_time)],
    recipient: [head.node_name, ...head.node_description.split(/\r?\n/)],
    facts: [[say.begin, moment(head.from_time)], [say.end, moment(head.to_time)]],
    figures: [
      ["revenue", say.revenue, amount(total.revenue)],
      ["fee", say.feeOf(fee_rate === null ? say.severalRates : percent(fee_rate)), amount(total.fee)],
      ["payout", say.owed, amount(total.payout)]
    ],
    parts: [
      {
        overTime: {
          name: "revenue_by_day",
          heading: say.dayChart,
          by: "day",
          amounts: report.days.map(({ revenue, to_time }) => ({ at: dateOf(head, to_time), cents: revenue }))
        }
      },
      { table: days(report, say) },
      ...(isCut
        ? [{ remark: say.moreOrders(written(orders.length), written(total.orders)) } satisfies ContentPart]
        : []),
      { table: everyOrder(report, say) }
    ]
  }
}

const sums = ({ fee, payout, revenue }: Pick<RevenueSums, "fee" | "payout" | "revenue">) => [
  amount(revenue),
  amount(fee),
  amount(payout)
]

const sumColumns = (say: ReportWords) => [
  { key: "revenue", title: say.revenue },
  { key: "fee", title: say.fee },
  { key: "payout", title: say.owed }
]

/** A moment on the date of the business day that ends at a moment. */
const dateOf = ({ time_zone }: ReportHead, end: DateTime.Utc) =>
  beganBefore(end, DateTime.zoneMakeNamedUnsafe(time_zone))

const days = ({ days: rows, head, total }: RevenueReport, say: ReportWords): ReportTable => ({
  name: "days",
  heading: say.byDay,
  columns: [{ key: "day", title: say.day }, { key: "orders", title: say.bookings }, ...sumColumns(say)],
  rows: rows.map((row) => [day(dateOf(head, row.to_time)), count(row.orders), ...sums(row)]),
  total: [text(say.sum), count(total.orders), ...sums(total)]
})

const everyOrder = ({ orders }: RevenueReport, say: ReportWords): ReportTable => ({
  name: "orders",
  heading: say.everyOrder,
  columns: [
    { key: "booked_at", title: say.time },
    { key: "id", title: say.order },
    { key: "order_type", title: say.kind },
    { key: "payment_method", title: say.payment },
    ...sumColumns(say)
  ],
  rows: orders.map((order) => [
    moment(order.booked_at),
    number(order.id),
    { kind: "word", key: order.order_type, text: order.order_type === "sale" ? say.kinds.sale : say.kinds.cancel_sale },
    { kind: "word", key: order.payment_method, text: say.methods[order.payment_method] },
    ...sums(order)
  ]),
  total: null
})
