import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { ReportHead } from "@wristbank/core/report/ReportHead"
import { sumOf } from "@wristbank/core/report/Takings"
import { testDailyReport, testRevenueReport } from "@wristbank/core/report/TestReports"
import { DateTime } from "effect"

const head = new ReportHead({
  event_id: 5n,
  node_id: 5n,
  node_name: "Festival",
  node_description: "",
  title: "Festival",
  issuer: "Verein",
  address: "Wiese 1",
  vat_id: "DE1",
  currency: "EUR",
  time_zone: "Europe/Berlin",
  from_time: DateTime.makeUnsafe("2026-10-24T04:00:00Z"),
  to_time: DateTime.makeUnsafe("2026-10-25T05:00:00Z"),
  as_of: null,
  made_at: DateTime.makeUnsafe("2026-10-25T08:00:00Z")
})

it("a sample of the revenue report adds up", () => {
  const { days, orders, total } = testRevenueReport(head)
  assert.strictEqual(Money.format(total.revenue), "13212.23")
  assert.strictEqual(Money.format(total.fee), "132.12")
  for (const rows of [days, orders]) {
    for (const key of ["revenue", "fee", "payout"] as const) {
      assert.strictEqual(Money.sum(rows.map((row) => row[key])), total[key], key)
    }
  }
  assert.lengthOf(orders, total.orders)
})

it("a sample of the daily report adds up and has each hour of a day of 25 hours", () => {
  const { hours, nodes, operations, report_date, total } = testDailyReport(head)
  assert.strictEqual(report_date, "2026-10-24")
  assert.lengthOf(hours, 25)
  assert.deepStrictEqual(sumOf(hours), total)
  const booked = Money.sum([total.sales, total.tickets, total.top_ups, total.pay_outs])
  assert.strictEqual(Money.sum(operations.map(({ sum }) => sum)), booked)
  for (const { products, tax_total, taxes } of nodes) {
    for (const rows of [taxes, products]) {
      assert.strictEqual(Money.sum(rows.map(({ gross }) => gross)), tax_total.gross)
    }
    assert.strictEqual(tax_total.gross, Money.add(total.sales, total.tickets))
  }
})
