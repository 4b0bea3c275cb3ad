import { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import { contained } from "../event/TaxRate.ts"
import {
  DailyBestSeller,
  type DailyCategory,
  DailyHour,
  DailyNode,
  DailyOperation,
  DailyProduct,
  DailyRegister,
  DailyReport,
  DailyTax,
  DailyTaxSums
} from "./DailyReport.ts"
import { hoursIn } from "./EventDay.ts"
import type { ReportHead } from "./ReportHead.ts"
import { RevenueDay, RevenueOrder, RevenueReport, RevenueSums } from "./RevenueReport.ts"
import { TakingsSums } from "./Takings.ts"

const cents = Money.Cents.make

/** 1 %. */
const feeRate = 100

const shared = (revenue: Money.Cents) => {
  const fee = Money.proportion(revenue, BigInt(feeRate), 10_000n)
  return { revenue, fee, payout: Money.subtract(revenue, fee) }
}

/** Divides an amount by weights into amounts that add up to it. */
const divide = (amount: Money.Cents, weights: ReadonlyArray<bigint>): ReadonlyArray<Money.Cents> => {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  let [weight, given] = [0n, Money.zero]
  return weights.map((own) => {
    weight += own
    const part = Money.subtract(Money.proportion(amount, weight, all), given)
    given = Money.add(given, part)
    return part
  })
}

/** The hours of a report's period; the takings grow towards its middle. */
const hoursWith = ({ from_time, time_zone, to_time }: ReportHead) => {
  const hours = hoursIn({ from: from_time, to: to_time }, DateTime.zoneMakeNamedUnsafe(time_zone))
  return hours.map(({ from, to }, at) => ({
    from_time: from,
    to_time: to,
    weight: BigInt(1 + Math.min(at, hours.length - at))
  }))
}

/** A revenue report of sales that never were, which shows organisers how theirs will look. */
export const testRevenueReport = (head: ReportHead): RevenueReport => {
  const [first, second] = [cents(1_021_200n), cents(300_023n)]
  const total = Money.add(first, second)
  const length = head.to_time.epochMilliseconds - head.from_time.epochMilliseconds
  const middle = DateTime.add(head.from_time, { milliseconds: Math.floor(length / 2) })
  const amounts = divide(total, Array<bigint>(200).fill(1n))
  const sharesOf = divide(shared(total).fee, Array<bigint>(200).fill(1n))
  return new RevenueReport({
    head,
    fee_rate: feeRate,
    total: new RevenueSums({ orders: 200, ...shared(total) }),
    days: [
      new RevenueDay({ from_time: head.from_time, to_time: middle, orders: 150, ...shared(first) }),
      new RevenueDay({ from_time: middle, to_time: head.to_time, orders: 50, ...shared(second) })
    ],
    orders: amounts.map((revenue, at) => {
      const fee = sharesOf[at]!
      return new RevenueOrder({
        id: BigInt(at + 1),
        booked_at: DateTime.add(head.from_time, { milliseconds: Math.floor((length * at) / 200) }),
        order_type: "sale",
        payment_method: "tag",
        revenue,
        fee,
        payout: Money.subtract(revenue, fee)
      })
    })
  })
}

const sold = {
  ticketsInCash: cents(120_000n),
  ticketsByCard: cents(210_000n),
  topUps: cents(210n * 1_767n),
  salesByTag: cents(698_383n),
  salesInCash: cents(349_191n)
}
const tickets = Money.add(sold.ticketsInCash, sold.ticketsByCard)
const sales = Money.add(sold.salesByTag, sold.salesInCash)

/** A daily report of bookings that never were, which shows organisers how theirs will look. */
export const testDailyReport = (head: ReportHead): DailyReport => {
  const { node_id, node_name } = head
  const operation = (
    category: DailyCategory,
    payment_method: "cash" | "sumup" | "tag",
    orders: number,
    products: number,
    sum: Money.Cents
  ) => new DailyOperation({ category, node_id, node_name, payment_method, orders, products, sum })
  const hours = hoursWith(head)
  const weights = hours.map(({ weight }) => weight)
  const [salesBy, ticketsBy, topUpsBy] = [sales, tickets, sold.topUps].map((sum) => divide(sum, weights))
  const zone = DateTime.zoneMakeNamedUnsafe(head.time_zone)
  return new DailyReport({
    head,
    report_date: DateTime.formatIsoDate(DateTime.setZone(head.from_time, zone)),
    first_order_id: 1n,
    last_order_id: 9_999n,
    operations: [
      operation("ticket", "cash", 100, 120, sold.ticketsInCash),
      operation("ticket", "sumup", 200, 210, sold.ticketsByCard),
      operation("top_up", "sumup", 210, 210, sold.topUps),
      operation("sale", "cash", 800, 1_200, sold.salesInCash),
      operation("sale", "tag", 1_600, 2_400, sold.salesByTag)
    ],
    nodes: [testNode(head)],
    total: new TakingsSums({
      sales,
      tickets,
      top_ups: sold.topUps,
      pay_outs: Money.zero,
      pieces: 3_600,
      entries: 330
    }),
    hours: hours.map(({ from_time, to_time }, at) =>
      new DailyHour({
        from_time,
        to_time,
        sales: salesBy![at]!,
        tickets: ticketsBy![at]!,
        top_ups: topUpsBy![at]!,
        pay_outs: Money.zero,
        pieces: at === 0 ? 3_600 : 0,
        entries: at === 0 ? 330 : 0
      })
    ),
    best_sellers: [
      new DailyBestSeller({ product_id: 1n, name: "Helles 0,5 l", quantity: 3_600, revenue: sales }),
      new DailyBestSeller({ product_id: 2n, name: "Ticket", quantity: 330, revenue: tickets })
    ],
    vouchers_spent: 40,
    vouchers_issued: 60,
    registers: [
      new DailyRegister({
        register_id: 1n,
        name: "Kasse 1",
        close_outs: 1,
        expected: Money.add(sold.ticketsInCash, sold.salesInCash),
        counted: Money.subtract(Money.add(sold.ticketsInCash, sold.salesInCash), cents(250n)),
        difference: cents(-250n)
      })
    ],
    unverified_cards: [],
    seal: null
  })
}

const taxed = (gross: Money.Cents, tax_rate: number, orders: number, products: number) => {
  const tax = contained(gross, tax_rate)
  return { orders, products, gross, tax, net: Money.subtract(gross, tax), cancels: 0, cancelled: Money.zero }
}

const testNode = ({ node_id, node_name }: ReportHead) => {
  const [regular, reduced] = [taxed(sales, 1_900, 2_400, 3_600), taxed(tickets, 700, 300, 330)]
  return new DailyNode({
    node_id,
    node_name,
    taxes: [
      new DailyTax({ tax_name: "ust", tax_rate: 1_900, ...regular }),
      new DailyTax({ tax_name: "eust", tax_rate: 700, ...reduced })
    ],
    tax_total: new DailyTaxSums({
      orders: 2_700,
      products: 3_930,
      gross: Money.add(regular.gross, reduced.gross),
      tax: Money.add(regular.tax, reduced.tax),
      net: Money.add(regular.net, reduced.net),
      cancels: 0,
      cancelled: Money.zero
    }),
    products: [
      new DailyProduct({
        product_id: 1n,
        name: "Helles 0,5 l",
        tax_rate: 1_900,
        quantity: 3_560,
        gross: sales,
        vouchers: 40,
        quantity_for_vouchers: 40,
        voucher_value: cents(20_000n)
      }),
      new DailyProduct({
        product_id: 2n,
        name: "Ticket",
        tax_rate: 700,
        quantity: 330,
        gross: tickets,
        vouchers: 0,
        quantity_for_vouchers: 0,
        voucher_value: Money.zero
      })
    ]
  })
}
