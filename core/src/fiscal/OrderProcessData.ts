import { Result } from "effect"
import * as Money from "../ledger/Money.ts"
import type { OrderType, PaymentMethod } from "../order/Order.ts"
import { slotOf, type TaxType, untypedSlot } from "../primitives/TaxType.ts"
import { format, InvalidProcessData, type Kind } from "../tse/ProcessData.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"

/** What is signed of an order. */
export interface SignableOrder {
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  /** ISO 4217. */
  readonly currency: string
  readonly cashMovements: FiscalSettings["cash_movements"]
  /** Gross totals in cents; a type of null is a rate that nobody said the tax type of. */
  readonly lines: ReadonlyArray<{ readonly taxType: TaxType | null; readonly total: Money.Cents }>
}

/** Money that moves between drawers and the vault, and what a count found too much or too little. */
export const movesCash = (orderType: OrderType) =>
  orderType === "money_transfer" || orderType === "money_transfer_imbalance"

const kindOf = (paymentMethod: PaymentMethod): Kind => paymentMethod === "cash" ? "Bar" : "Unbar"

/** What an order is signed as (Kassenbeleg-V1). A payment of nothing is left out. */
export const processData = (order: SignableOrder): Result.Result<string, InvalidProcessData> => {
  if (order.lines.length === 0) {
    return Result.fail(new InvalidProcessData({ message: "An order without lines is not signed" }))
  }
  // Secured in one of two forms (AEAO zu § 146a, 2.2.3.6.1): the event chooses.
  const inSlots = !(movesCash(order.orderType) && order.cashMovements === "payment_only")
  const slots: [Money.Cents, Money.Cents, Money.Cents, Money.Cents, Money.Cents] = [
    Money.zero,
    Money.zero,
    Money.zero,
    Money.zero,
    Money.zero
  ]
  for (const { taxType, total } of order.lines) {
    const slot = taxType === null ? untypedSlot : slotOf[taxType]
    if (inSlots) slots[slot] = Money.add(slots[slot], total)
  }
  const amount = Money.sum(order.lines.map((line) => line.total))
  const payment = { amount, kind: kindOf(order.paymentMethod), currency: order.currency }
  return Result.succeed(
    format({ transactionType: "Beleg", slots, payments: amount === Money.zero ? [] : [payment] })
  )
}
