import * as Money from "../base/Money.ts"
import type { SoldProduct } from "../journal/Booking.ts"
import type { PricedLine } from "../journal/Order.ts"

/** Lines after redeeming vouchers, with the discount lines at the end. */
export interface Redeemed {
  readonly lines: ReadonlyArray<PricedLine>
  /** Vouchers used, 0 or more. */
  readonly used: number
}

/**
 * Pays for lines with up to `maximum` vouchers, first where one voucher saves most. The savings become a discount line for
 * each tax of the paid lines, so that the tax is reduced in the right group. Returned goods don't count, and products with
 * a voucher price are never returned.
 */
export const redeem = (lines: ReadonlyArray<PricedLine>, maximum: number, discount: SoldProduct): Redeemed => {
  const redeemed = new Map<PricedLine, number>()
  const discounts = new Map<string, PricedLine>()
  let used = 0
  for (const { line, vouchersPerPiece } of candidates(lines)) {
    const count = Math.min(maximum - used, vouchersPerPiece * line.quantity)
    const deduction = count > 0 ? deductionOf(line, vouchersPerPiece, count) : Money.zero
    // A voucher that is worth less than half a cent stays with the customer.
    if (deduction === 0n) continue
    const key = `${line.tax_rate} ${line.tax_name}`
    discounts.set(
      key,
      discountLine(discount, line, Money.add(discounts.get(key)?.product_price ?? Money.zero, Money.negate(deduction)))
    )
    redeemed.set(line, count)
    used += count
  }
  return {
    lines: [
      ...lines.map((line) => ({ ...line, vouchers_redeemed: redeemed.get(line) ?? 0 })),
      ...discounts.values()
    ],
    used
  }
}

interface Candidate {
  readonly line: PricedLine
  readonly vouchersPerPiece: number
}

/** Lines that vouchers can pay for, best value per voucher first; equal ones in their order. */
const candidates = (lines: ReadonlyArray<PricedLine>): ReadonlyArray<Candidate> =>
  lines.flatMap((line) => {
    const vouchersPerPiece = line.product.price_in_vouchers
    return vouchersPerPiece !== null && vouchersPerPiece > 0 && line.quantity > 0 ? [{ line, vouchersPerPiece }] : []
  }).toSorted((a, b) => {
    const difference = b.line.product_price * BigInt(a.vouchersPerPiece) -
      a.line.product_price * BigInt(b.vouchersPerPiece)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })

/** The amount that this many vouchers save on a line, in cents. The full number of vouchers saves exactly its price. */
const deductionOf = (line: PricedLine, vouchersPerPiece: number, count: number): Money.Cents =>
  Money.proportion(line.product_price, BigInt(count), BigInt(vouchersPerPiece))

/** The price (cents) is negative; the tax rate is that of the paid line. */
const discountLine = (discount: SoldProduct, line: PricedLine, price: Money.Cents): PricedLine => ({
  quantity: 1,
  product: discount.product,
  product_price: price,
  tax_rate_id: line.tax_rate_id,
  tax_name: line.tax_name,
  tax_rate: line.tax_rate,
  total_price: price,
  revisionId: discount.revisionId,
  vouchers_redeemed: 0
})
