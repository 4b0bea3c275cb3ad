import { Cents } from "@wristbank/core/base/Money"
import { DailyCardPayments, DailyOperation, DailyReport } from "@wristbank/core/report/DailyReport"
import { PayoutReport } from "@wristbank/core/report/PayoutReport"
import { ReportHead } from "@wristbank/core/report/ReportHead"
import { SettlementReport, SettlementRow } from "@wristbank/core/report/SettlementReport"
import { testDailyReport, testRevenueReport } from "@wristbank/core/report/TestReports"
import { DateTime } from "effect"

const cents = (amount: number) => Cents.make(BigInt(amount))
const at = DateTime.makeUnsafe

/** The head of a report about the tenth of July, made in November. */
const sampleHead = new ReportHead({
  event_id: 2n,
  node_id: 12n,
  node_name: "Ausschank Nord",
  node_description: "Bierwagen am Steg",
  title: "Sommerfest am See",
  issuer: "Kulturverein am See e. V.",
  address: "Am See 1\n12345 Seestadt",
  vat_id: "DE123456789",
  currency: "EUR",
  time_zone: "Europe/Berlin",
  from_time: at("2026-07-10T04:00:00Z"),
  to_time: at("2026-07-11T04:00:00Z"),
  as_of: null,
  made_at: at("2026-11-23T08:43:11Z")
})

const daily = testDailyReport(sampleHead)
const unused = { orders: 0, products: 0, sum: cents(0), node_id: 13n, node_name: "=Kasse", payment_method: null }
const payOut = { orders: 4, products: 4, sum: cents(-123_456), node_id: 12n, node_name: "Kasse 2" }

/** A daily report with a pay-out, a place without bookings and a card payment that was never confirmed. */
export const sampleDaily = new DailyReport({
  ...daily,
  operations: [
    ...daily.operations,
    new DailyOperation({ category: "pay_out", payment_method: "cash", ...payOut }),
    new DailyOperation({ category: "sale", ...unused })
  ],
  unverified_cards: [new DailyCardPayments({ verification: "failed", payments: 2, amount: cents(4_200) })]
})

export const sampleRevenue = testRevenueReport(
  new ReportHead({ ...sampleHead, from_time: at("2026-07-09T04:00:00Z") })
)

const row = (node_id: bigint, node_name: string, revenue: number) =>
  new SettlementRow({
    node_id,
    node_name,
    path: ["Getränke", node_name],
    fee_rate: 1_500,
    tag: cents(revenue * 85),
    cash: cents(revenue * 10),
    card: cents(revenue * 5),
    orders: revenue,
    revenue: cents(revenue * 100),
    fee: cents(revenue * 15),
    payout: cents(revenue * 85)
  })

export const sampleSettlement = new SettlementReport({
  head: sampleHead,
  rows: [row(12n, "Ausschank Nord", 48_213), row(13n, "Cocktailbar", 21_840), row(14n, "Crêpes", 0)],
  total: {
    orders: 70_053,
    revenue: cents(7_005_300),
    fee: cents(1_050_795),
    payout: cents(5_954_505)
  }
})

export const samplePayout = new PayoutReport({
  head: new ReportHead({ ...sampleHead, node_id: 2n, node_name: "Sommerfest", node_description: "" }),
  unclaimed: { customers: 412, amount: cents(412_050) },
  reasons: [
    { reason: "payable", customers: 300, amount: cents(350_000) },
    { reason: "data_missing", customers: 111, amount: cents(58_750) },
    { reason: "blocked", customers: 1, amount: cents(3_300) }
  ],
  blocked: [{ by: "Henry", since: at("2026-07-19T14:00:00Z"), amount: cents(3_300) }],
  reserved: { customers: 12, amount: cents(12_000) },
  runs: [{
    id: 3n,
    done_at: at("2026-07-20T09:30:00Z"),
    payouts: 1_204,
    payout_sum: cents(1_503_020),
    donation_sum: cents(20_000),
    returned: 2,
    returned_sum: cents(1_850)
  }],
  paid: cents(1_501_170),
  donated: cents(20_000)
})
