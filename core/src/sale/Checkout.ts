import { type DateTime, Result } from "effect"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { Product } from "../event/Product.ts"
import { barringVariants, type KnownVariant } from "../event/UserTagVariant.ts"
import {
  belowMaximum,
  type BookingCustomer,
  type BookingEvent,
  type BookingRegister,
  customerAccount,
  presentRegister,
  registerAccount,
  type SoldProduct,
  sufficientCash,
  systemProduct
} from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { payable, type Priced, revenue, taxed } from "../journal/LineItem.ts"
import type { BookedLine, OrderDraft, PricedLine, Reduction } from "../journal/Order.ts"
import { orderRules } from "../journal/OrderRules.ts"
import { AgeRestriction, type InsufficientCash, NotEnoughFunds, NotEnoughVouchers } from "../journal/Refusal.ts"

/** The payment of a sale. */
export type Payer =
  | { readonly method: "cash" | "sumup" }
  | {
    readonly method: "tag"
    readonly customer: BookingCustomer
    /** The most vouchers to use; null for as many as possible. */
    readonly maxVouchers: number | null
  }

/** Priced goods and their payment. */
export interface Checkout {
  readonly payer: Payer
  readonly lines: ReadonlyArray<BookedLine>
  /** In cents; negative when more is returned than sold. */
  readonly total: Money.Cents
  readonly usedVouchers: number
  /** The moment whose prices it has, if that is not the present one. */
  readonly pricedAt?: DateTime.Utc | undefined
  /** What makes it cheaper for this guest than for others; undefined for nothing. */
  readonly reductions?: ReadonlyArray<Reduction> | undefined
}

export type CheckoutRefusal = AgeRestriction | InsufficientCash | InvalidArgument | NotEnoughFunds | NotEnoughVouchers

/** Decides whether the payer can and may pay for the goods, and no more than was shown (cents); null if that is not known. */
export const checkOut = (
  priced: Priced,
  payer: Payer,
  register: BookingRegister | null,
  event: BookingEvent,
  shown: Money.Cents | null = null
): Result.Result<Checkout, CheckoutRefusal> =>
  Result.gen(function*() {
    yield* payable(priced.products, event.systemAccounts)
    if (payer.method === "tag") return yield* payByTag(priced, payer, event, shown)
    const total = totalOf(priced.lines)
    yield* asShown(total, shown)
    if (payer.method === "cash" && register !== null) yield* sufficientCash(register, Money.negate(total), event)
    return { payer, lines: taxed(priced.lines), total, usedVouchers: 0 }
  })

const totalOf = (lines: ReadonlyArray<PricedLine>): Money.Cents => Money.sum(lines.map((line) => line.total_price))

/** What goods cost a payer in the end: with the vouchers that they would use. In cents. */
export const costOf = ({ lines }: Priced, payer: Payer, event: BookingEvent): Money.Cents =>
  totalOf(
    payer.method === "tag"
      ? redeem(lines, payer.maxVouchers ?? payer.customer.vouchers, systemProduct(event, "discount")).lines
      : lines
  )

/** No one pays more than they were shown. */
const asShown = (total: Money.Cents, shown: Money.Cents | null): Result.Result<void, InvalidArgument> =>
  shown !== null && total > shown ? refuse(orderRules.price_changed, { shown, total }) : Result.void

const payByTag = (
  priced: Priced,
  payer: Extract<Payer, { readonly method: "tag" }>,
  event: BookingEvent,
  shown: Money.Cents | null
): Result.Result<Checkout, AgeRestriction | InvalidArgument | NotEnoughFunds | NotEnoughVouchers> =>
  Result.gen(function*() {
    const { customer, maxVouchers } = payer
    yield* allowedToBuy(customer.variantIds, priced.products, event.variants)
    if (maxVouchers !== null && maxVouchers > customer.vouchers) {
      return yield* Result.fail(new NotEnoughVouchers({ needed: maxVouchers, available: customer.vouchers }))
    }
    const { lines, used } = redeem(priced.lines, maxVouchers ?? customer.vouchers, systemProduct(event, "discount"))
    const total = totalOf(lines)
    yield* asShown(total, shown)
    const balance = Money.subtract(customer.balance, total)
    if (total > 0n && balance < 0n) {
      return yield* Result.fail(new NotEnoughFunds({ needed: total, available: customer.balance }))
    }
    if (total < 0n) yield* belowMaximum(customer, balance, event)
    return { payer, lines: taxed(lines), total, usedVouchers: used }
  })

/** The order of a sale. One paid in cash needs a register. */
export const bookCheckout = (
  uuid: string,
  { lines, payer, pricedAt, reductions, total, usedVouchers }: Checkout,
  register: BookingRegister | null,
  event: BookingEvent
): Result.Result<OrderDraft, InvalidArgument> => {
  const { cash_entry, cash_topup_source, sale_exit, sumup_entry } = event.systemAccounts
  const from = (source: bigint): ReadonlyArray<Ledger.Posting> =>
    Array.from(revenue(lines, event.systemAccounts)).flatMap(([target, amount]) => Ledger.move(source, target, amount))
  const order = {
    uuid,
    orderType: "sale",
    paymentMethod: payer.method,
    cancelsOrder: null,
    pricedAt,
    reductions,
    lines
  } as const
  const noCustomer = { customerAccountId: null, userTagId: null, cashRegisterId: null }
  switch (payer.method) {
    case "tag": {
      const { accountId, userTagId } = payer.customer
      const postings = [...from(accountId), ...Ledger.moveVouchers(accountId, sale_exit, usedVouchers)]
      const guards = Ledger.guards(postings, [customerAccount(payer.customer, event)])
      return Result.succeed({
        ...order,
        customerAccountId: accountId,
        userTagId,
        cashRegisterId: null,
        postings,
        guards
      })
    }
    case "cash":
      return Result.map(presentRegister({ register }), (present) => {
        const postings = [...Ledger.move(cash_entry, present.accountId, total), ...from(cash_topup_source)]
        const guards = Ledger.guards(postings, [registerAccount(present, event)])
        return { ...order, ...noCustomer, cashRegisterId: present.id, postings, guards }
      })
    case "sumup":
      return Result.succeed({ ...order, ...noCustomer, postings: from(sumup_entry), guards: [] })
  }
}

/** Whether the wearer of a tag with these variants may have all of the products. A tag without variants may have any. */
export const allowedToBuy = (
  tag: ReadonlyArray<bigint>,
  products: ReadonlyArray<Product>,
  variants: ReadonlyArray<KnownVariant>
): Result.Result<void, AgeRestriction> => {
  if (tag.length === 0) return Result.succeed(undefined)
  const barring = barringVariants(tag, variants)
  const refused = products.filter((product) => product.user_tag_variant_ids.some((id) => barring.includes(id)))
  return refused.length === 0
    ? Result.succeed(undefined)
    : Result.fail(
      new AgeRestriction({
        products: refused.map(({ name }) => name),
        variants: variants
          .filter(({ id }) =>
            barring.includes(id) && refused.some((product) => product.user_tag_variant_ids.includes(id))
          )
          .map(({ variant_name }) => variant_name)
      })
    )
}

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
  const redeemed = new Map<PricedLine, Pick<PricedLine, "vouchers_redeemed" | "voucher_value">>()
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
    redeemed.set(line, { vouchers_redeemed: count, voucher_value: deduction })
    used += count
  }
  return {
    lines: [
      ...lines.map((line) => ({ ...line, ...redeemed.get(line) })),
      ...discounts.values()
    ],
    used
  }
}

interface Candidate {
  readonly line: PricedLine
  readonly vouchersPerPiece: number
}

/** Lines that vouchers can pay for, best value per voucher first; of equal ones the lower product id, however they were pressed. */
const candidates = (lines: ReadonlyArray<PricedLine>): ReadonlyArray<Candidate> =>
  lines.flatMap((line) => {
    const vouchersPerPiece = line.product.price_in_vouchers
    return vouchersPerPiece !== null && vouchersPerPiece > 0 && line.quantity > 0 ? [{ line, vouchersPerPiece }] : []
  }).toSorted((a, b) => {
    const difference = b.line.product_price * BigInt(a.vouchersPerPiece) -
      a.line.product_price * BigInt(b.vouchersPerPiece)
    return difference > 0n ? 1 : difference < 0n ? -1 : Number(a.line.product.id - b.line.product.id)
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
  vouchers_redeemed: 0,
  voucher_value: Money.zero,
  list_price: null
})
