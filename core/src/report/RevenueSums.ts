import type { DateTime } from "effect"
import * as Money from "../base/Money.ts"
import type { Period } from "./EventDay.ts"
import { RevenueDay, RevenueOrder, RevenueSums } from "./RevenueReport.ts"
import type { SoldOrder, TillDay } from "./RevenueRepository.ts"

/** The node of each till, and the fee that counts at each of these nodes, in ten-thousandths. */
export interface Terms {
  readonly nodeOf: ReadonlyMap<bigint, bigint>
  readonly feeOf: ReadonlyMap<bigint, number>
}

/** The fee on the sum of a node's sales, in cents. */
const feeOn = (revenue: Money.Cents, rate: number): Money.Cents => Money.proportion(revenue, BigInt(rate), 10_000n)

/**
 * Shares the fee of each node among its sales, in the order in which they are taken: a share is what they add to the
 * rounded fee on all sales so far. So the shares add up to the fee on the whole, however the sales are divided.
 */
export class FeeShares {
  private readonly soFar = new Map<bigint, Money.Cents>()
  private readonly terms: Terms

  constructor(terms: Terms) {
    this.terms = terms
  }

  take(tillId: bigint, revenue: Money.Cents): Money.Cents {
    const node = this.terms.nodeOf.get(tillId) ?? 0n
    const rate = this.terms.feeOf.get(node) ?? 0
    const before = this.soFar.get(node) ?? Money.zero
    const after = Money.add(before, revenue)
    this.soFar.set(node, after)
    return Money.subtract(feeOn(after, rate), feeOn(before, rate))
  }
}

interface Shares {
  readonly revenue: Money.Cents
  readonly fee: Money.Cents
}

const sums = (orders: number, { fee, revenue }: Shares) => ({
  orders,
  revenue,
  fee,
  payout: Money.subtract(revenue, fee)
})

/** The revenue of tills with its fee. */
export const revenueSums = (rows: ReadonlyArray<TillDay>, terms: Terms): RevenueSums => {
  const shares = new FeeShares(terms)
  return new RevenueSums(sums(
    rows.reduce((sum, { orders }) => sum + orders, 0),
    {
      revenue: Money.sum(rows.map(({ revenue }) => revenue)),
      fee: Money.sum(rows.map(({ revenue, till_id }) => shares.take(till_id, revenue)))
    }
  ))
}

/** The business days up to the last one with sales. */
export const revenueDays = (
  rows: ReadonlyArray<TillDay>,
  { dayEnds, period }: { readonly period: Period; readonly dayEnds: ReadonlyArray<DateTime.Utc> },
  terms: Terms
): ReadonlyArray<RevenueDay> => {
  const shares = new FeeShares(terms)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const last = Math.max(-1, ...byDay.keys())
  return dayEnds.slice(0, last + 1).map((to_time, day) => {
    const own = byDay.get(day) ?? []
    return new RevenueDay({
      from_time: day === 0 ? period.from : dayEnds[day - 1]!,
      to_time,
      ...sums(own.reduce((sum, { orders }) => sum + orders, 0), {
        revenue: Money.sum(own.map(({ revenue }) => revenue)),
        fee: Money.sum(own.map(({ revenue, till_id }) => shares.take(till_id, revenue)))
      })
    })
  })
}

/** The row of an order; orders must come by time. */
export const revenueOrder = ({ till_id, ...order }: SoldOrder, shares: FeeShares): RevenueOrder => {
  const fee = shares.take(till_id, order.revenue)
  return new RevenueOrder({ ...order, fee, payout: Money.subtract(order.revenue, fee) })
}
