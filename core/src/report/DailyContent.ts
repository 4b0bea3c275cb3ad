import * as Money from "../base/Money.ts"
import type { DailyNode, DailyReport } from "./DailyReport.ts"
import type { ContentPart, ReportContent } from "./ReportContent.ts"
import { amount, count, day, moment, number, rate, type ReportTable, text, word } from "./ReportTable.ts"
import type { ReportWords } from "./ReportWords.ts"

/** The most products in the chart; the tables have all. */
const charted = 15

/** A daily report in words. */
export const dailyContent = (report: DailyReport, say: ReportWords): ReportContent => {
  const { head, total } = report
  return {
    head,
    title: say.titles.daily,
    time: day(head.from_time),
    recipient: report.nodes.map(({ node_name }) => node_name),
    facts: [
      [say.begin, moment(head.from_time)],
      [say.end, moment(head.to_time)],
      [say.firstOrder, number(report.first_order_id)],
      [say.lastOrder, number(report.last_order_id)]
    ],
    figures: [
      ["sales", say.sales, amount(total.sales)],
      ["tickets", say.tickets, amount(total.tickets)],
      ["top_ups", say.topUps, amount(total.top_ups)],
      ["pay_outs", say.payOuts, amount(total.pay_outs)]
    ],
    parts: [
      {
        overTime: {
          name: "takings_by_hour",
          heading: say.takingsByHour,
          by: "hour",
          amounts: report.hours.map(({ from_time, sales, tickets }) => ({
            at: from_time,
            cents: Money.add(sales, tickets)
          }))
        }
      },
      { table: operations(report, say) },
      { table: methods(report, say) },
      {
        byName: {
          name: "best_sellers",
          heading: say.bestSellers(report.best_sellers.length > charted ? charted : 0),
          amounts: report.best_sellers.slice(0, charted).map(({ name, revenue }) => ({ name, cents: revenue }))
        }
      },
      ...report.nodes.flatMap((node): ReadonlyArray<ContentPart> => [
        { table: taxes(node, say) },
        { table: products(node, say) }
      ]),
      { table: vouchers(report, say) },
      { table: registers(report, say) },
      report.unverified_cards.length === 0 ? { remark: say.noCards } : { table: cards(report, say) },
      ...report.seal === null ? [] : [{ remark: say.sealed(report.seal) }]
    ]
  }
}

const operations = ({ operations: rows }: DailyReport, say: ReportWords): ReportTable => ({
  name: "operations",
  heading: say.byOperation,
  columns: [
    { key: "category", title: say.category },
    { key: "node_name", title: say.place },
    { key: "payment_method", title: say.payment },
    { key: "orders", title: say.orders },
    { key: "products", title: say.products },
    { key: "sum", title: say.sum }
  ],
  rows: rows.map((row) => [
    word(say.categories, row.category),
    text(row.node_name),
    row.payment_method === null ? null : word(say.methods, row.payment_method),
    count(row.orders),
    count(row.products),
    amount(row.sum)
  ]),
  total: null
})

/** A sum of all methods would count money twice: once as it is put onto wristbands, and again as it is spent. */
const methods = ({ operations: rows }: DailyReport, say: ReportWords): ReportTable => ({
  name: "payment_methods",
  heading: say.byMethod,
  columns: [{ key: "payment_method", title: say.payment }, { key: "sum", title: say.sum }],
  rows: (["cash", "sumup", "sumup_online", "tag"] as const).flatMap((method) => {
    const sums = rows.filter(({ payment_method }) => payment_method === method).map(({ sum }) => sum)
    return sums.length === 0 ? [] : [[word(say.methods, method), amount(Money.sum(sums))]]
  }),
  total: null
})

const taxes = ({ node_name, tax_total, taxes: rows }: DailyNode, say: ReportWords): ReportTable => {
  const cells = (row: typeof tax_total) => [
    count(row.orders),
    count(row.products),
    amount(row.gross),
    amount(row.tax),
    amount(row.net),
    count(row.cancels),
    amount(row.cancelled)
  ]
  return {
    name: `taxes ${node_name}`,
    heading: say.byTax(node_name),
    columns: [
      { key: "tax_name", title: say.rate },
      { key: "tax_rate", title: "%" },
      { key: "orders", title: say.orders },
      { key: "products", title: say.products },
      { key: "gross", title: say.gross },
      { key: "tax", title: say.tax },
      { key: "net", title: say.net },
      { key: "cancels", title: say.cancels },
      { key: "cancelled", title: say.cancelled }
    ],
    rows: rows.map((row) => [text(row.tax_name), rate(row.tax_rate), ...cells(row)]),
    total: [text(say.sum), null, ...cells(tax_total)]
  }
}

const products = ({ node_name, products: rows }: DailyNode, say: ReportWords): ReportTable => ({
  name: `products ${node_name}`,
  heading: say.byProduct(node_name),
  columns: [
    { key: "name", title: say.name },
    { key: "tax_rate", title: say.rate },
    { key: "quantity", title: say.sold },
    { key: "gross", title: say.gross },
    { key: "vouchers", title: say.vouchers },
    { key: "quantity_for_vouchers", title: say.forVouchers },
    { key: "voucher_value", title: say.voucherValue }
  ],
  rows: rows.map((row) => [
    text(row.name),
    rate(row.tax_rate),
    count(row.quantity),
    amount(row.gross),
    count(row.vouchers),
    count(row.quantity_for_vouchers),
    amount(row.voucher_value)
  ]),
  total: [
    text(say.sum),
    null,
    count(rows.reduce((sum, { quantity }) => sum + quantity, 0)),
    amount(Money.sum(rows.map(({ gross }) => gross))),
    count(rows.reduce((sum, { vouchers: spent }) => sum + spent, 0)),
    count(rows.reduce((sum, { quantity_for_vouchers }) => sum + quantity_for_vouchers, 0)),
    amount(Money.sum(rows.map(({ voucher_value }) => voucher_value)))
  ]
})

const vouchers = ({ vouchers_issued, vouchers_spent }: DailyReport, say: ReportWords): ReportTable => ({
  name: "vouchers",
  heading: say.voucherSums,
  columns: [{ key: "vouchers", title: "" }, { key: "number", title: say.number }],
  rows: [
    ...(vouchers_issued === null
      ? []
      : [[{ kind: "word", key: "issued", text: say.vouchersIssued } as const, count(vouchers_issued)]]),
    [{ kind: "word", key: "spent", text: say.vouchersSpent } as const, count(vouchers_spent)]
  ],
  total: null
})

const registers = ({ registers: rows }: DailyReport, say: ReportWords): ReportTable => ({
  name: "registers",
  heading: say.registers,
  columns: [
    { key: "name", title: say.register },
    { key: "close_outs", title: say.closeOuts },
    { key: "expected", title: say.expected },
    { key: "counted", title: say.counted },
    { key: "difference", title: say.difference }
  ],
  rows: rows.map((row) => [
    text(row.name),
    count(row.close_outs),
    amount(row.expected),
    amount(row.counted),
    amount(row.difference)
  ]),
  total: [
    text(say.sum),
    count(rows.reduce((sum, { close_outs }) => sum + close_outs, 0)),
    amount(Money.sum(rows.map(({ expected }) => expected))),
    amount(Money.sum(rows.map(({ counted }) => counted))),
    amount(Money.sum(rows.map(({ difference }) => difference)))
  ]
})

const cards = ({ unverified_cards: rows }: DailyReport, say: ReportWords): ReportTable => ({
  name: "unverified_cards",
  heading: say.cards,
  columns: [
    { key: "verification", title: say.verification },
    { key: "payments", title: say.payments },
    { key: "amount", title: say.amount }
  ],
  rows: rows.map((row) => [word(say.verifications, row.verification), count(row.payments), amount(row.amount)]),
  total: [
    text(say.sum),
    count(rows.reduce((sum, { payments }) => sum + payments, 0)),
    amount(Money.sum(rows.map((row) => row.amount)))
  ]
})
