import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { slotOf, type TaxType, untypedSlot } from "../base/TaxType.ts"
import type { OrderType, PaymentMethod } from "../journal/Order.ts"
import { format, InvalidProcessData, type Kind } from "../tse/ProcessData.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"

/** The facts of an order that are signed. */
export interface SignableOrder {
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  /** ISO 4217. */
  readonly currency: string
  readonly cashMovements: FiscalSettings["cash_movements"]
  /** Gross totals in cents; the type is null if the rate has none. */
  readonly lines: ReadonlyArray<{ readonly taxType: TaxType | null; readonly total: Money.Cents }>
}

/** Whether cash moves between drawers and the vault, or a count found a difference. */
export const movesCash = (orderType: OrderType) =>
  orderType === "money_transfer" || orderType === "money_transfer_imbalance"

const kindOf = (paymentMethod: PaymentMethod): Kind => paymentMethod === "cash" ? "Bar" : "Unbar"

/** The process data of an order (Kassenbeleg-V1). Payments of zero are omitted. */
export const processData = (order: SignableOrder): Result.Result<string, InvalidProcessData> => {
  if (order.lines.length === 0) {
    return Result.fail(new InvalidProcessData({ message: "An order without lines is not signed" }))
  }
  // Cash movements may be signed in one of two forms (AEAO zu § 146a, 2.2.3.6.1); the event chooses.
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
