import { Result } from "effect"
import * as Money from "../base/Money.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import {
  belowMaximum,
  type BookingCustomer,
  type BookingEvent,
  type BookingRegister,
  customerAccount,
  presentRegister,
  registerAccount,
  sufficientCash,
  systemProduct
} from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { payable, type Priced, revenue } from "../journal/LineItem.ts"
import type { BookedLine, OrderDraft, PricedLine } from "../journal/Order.ts"
import { taxed } from "../journal/ReceiptTax.ts"
import { type AgeRestriction, type InsufficientCash, NotEnoughFunds, NotEnoughVouchers } from "../journal/Refusal.ts"
import { allowedToBuy } from "./Age.ts"
import { redeem } from "./Vouchers.ts"

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
}

export type CheckoutRefusal = AgeRestriction | InsufficientCash | InvalidArgument | NotEnoughFunds | NotEnoughVouchers

/** Decides whether the payer can and may pay for the goods. */
export const checkOut = (
  priced: Priced,
  payer: Payer,
  register: BookingRegister | null,
  event: BookingEvent
): Result.Result<Checkout, CheckoutRefusal> =>
  Result.gen(function*() {
    yield* payable(priced.products, event.systemAccounts)
    if (payer.method === "tag") return yield* payByTag(priced, payer, event)
    const total = totalOf(priced.lines)
    if (payer.method === "cash" && register !== null) yield* sufficientCash(register, Money.negate(total), event)
    return { payer, lines: taxed(priced.lines), total, usedVouchers: 0 }
  })

const totalOf = (lines: ReadonlyArray<PricedLine>): Money.Cents => Money.sum(lines.map((line) => line.total_price))

const payByTag = (
  priced: Priced,
  payer: Extract<Payer, { readonly method: "tag" }>,
  event: BookingEvent
): Result.Result<Checkout, AgeRestriction | InvalidArgument | NotEnoughFunds | NotEnoughVouchers> =>
  Result.gen(function*() {
    const { customer, maxVouchers } = payer
    yield* allowedToBuy(customer.variantIds, priced.products, event.variants)
    if (maxVouchers !== null && maxVouchers > customer.vouchers) {
      return yield* Result.fail(new NotEnoughVouchers({ needed: maxVouchers, available: customer.vouchers }))
    }
    const { lines, used } = redeem(priced.lines, maxVouchers ?? customer.vouchers, systemProduct(event, "discount"))
    const total = totalOf(lines)
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
  { lines, payer, total, usedVouchers }: Checkout,
  register: BookingRegister | null,
  event: BookingEvent
): Result.Result<OrderDraft, InvalidArgument> => {
  const { cash_entry, cash_topup_source, sale_exit, sumup_entry } = event.systemAccounts
  const from = (source: bigint): ReadonlyArray<Ledger.Posting> =>
    Array.from(revenue(lines, event.systemAccounts)).flatMap(([target, amount]) => Ledger.move(source, target, amount))
  const order = { uuid, orderType: "sale", paymentMethod: payer.method, cancelsOrder: null, lines } as const
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
