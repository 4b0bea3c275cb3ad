import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { type BookingEvent, type BookingRegister, pricedLine, systemProduct } from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { taxed } from "../journal/LineItem.ts"
import type { OrderDraft, OrderType, TransferDraft } from "../journal/Order.ts"
import { cashTransferRules } from "./CashTransferRules.ts"

/** The most cash that one transfer may move, in cents. */
const maxCash = 100_000_000_000n

export interface RegisterInput {
  readonly uuid: string
  readonly register: BookingRegister
  /** In cents, positive when cash comes into the till. */
  readonly amount: Money.Cents
  readonly event: Pick<BookingEvent, "systemProducts">
}

/**
 * The order that shows how a till's cash changes when a register is put into it or taken out. The register keeps its money,
 * so no money moves in the ledger; the order is booked only while the register still has the balance of the decision.
 */
export const registerMoves = ({ amount, event, register, uuid }: RegisterInput): OrderDraft => ({
  ...cashOrder("money_transfer", uuid, register.id),
  lines: taxed([pricedLine(systemProduct(event, "money_transfer"), amount, 1)]),
  guards: [{
    accountId: register.accountId,
    balance: Money.zero,
    vouchers: 0,
    minimum: register.balance,
    maximum: register.balance,
    userTagId: null
  }]
})

/** The order that marks the start or end of a cashier's shift with a register; it has no lines and moves nothing. */
export const shiftOrder = (turn: "start" | "end", uuid: string, registerId: bigint): OrderDraft =>
  cashOrder(turn === "start" ? "cashier_shift_start" : "cashier_shift_end", uuid, registerId)

/** Moves cash of `amount` cents from the vault to a register; null for 0. Cash that is already in the register stays. */
export const fillRegister = (
  { amount, description, event, register }: {
    readonly register: Pick<BookingRegister, "accountId" | "balance">
    readonly amount: Money.Cents
    /** The name of the stocking. */
    readonly description: string
    readonly event: Pick<BookingEvent, "systemAccounts">
  }
): Result.Result<TransferDraft | null, InvalidArgument> => {
  if (amount < 0n || amount > maxCash) return refuse(cashTransferRules.float_out_of_range, { maximum: maxCash })
  if (register.balance + amount > limit) return refuse(cashTransferRules.register_full, { maximum: limit })
  const postings = Ledger.move(event.systemAccounts.cash_vault, register.accountId, amount)
  return Result.succeed(
    postings.length === 0
      ? null
      : { description, postings, guards: Ledger.guards(postings, [drawer(register.accountId, null)]) }
  )
}

/** The transport account of a user. */
export interface CarriedCash {
  readonly accountId: bigint
  /** In cents. */
  readonly balance: Money.Cents
}

/**
 * Moves cash from a user's transport account to a register; a negative amount (cents) goes the other way. Neither can fall
 * below 0.
 */
export const handOver = (
  { amount, carried, event, register, uuid }: RegisterInput & { readonly carried: CarriedCash }
): Result.Result<OrderDraft, InvalidArgument> => {
  if (Money.absolute(amount) > maxCash) return refuse(cashTransferRules.transfer_too_large, { maximum: maxCash })
  if (amount > 0n && amount > carried.balance) return refuse(cashTransferRules.carried_too_little, carried)
  if (amount < 0n && -amount > register.balance) return refuse(cashTransferRules.register_too_little, register)
  if (amount > 0n && register.balance + amount > limit) {
    return refuse(cashTransferRules.register_full, { maximum: limit })
  }
  if (amount < 0n && carried.balance - amount > limit) {
    return refuse(cashTransferRules.transport_full, { maximum: limit })
  }
  const postings = Ledger.move(carried.accountId, register.accountId, amount)
  return Result.succeed({
    ...cashOrder("money_transfer", uuid, register.id),
    lines: taxed([pricedLine(systemProduct(event, "money_transfer"), amount, 1)]),
    postings,
    guards: Ledger.guards(postings, [drawer(register.accountId, Money.zero), transport(carried)])
  })
}

/** Moves cash from the vault to a user's transport account; a negative amount (cents) goes back. Null for 0. */
export const carry = (
  { amount, carried, description, event }: {
    readonly amount: Money.Cents
    readonly carried: CarriedCash
    readonly description: string
    readonly event: Pick<BookingEvent, "systemAccounts">
  }
): Result.Result<TransferDraft | null, InvalidArgument> => {
  if (Money.absolute(amount) > maxCash) return refuse(cashTransferRules.transfer_too_large, { maximum: maxCash })
  if (amount < 0n && -amount > carried.balance) {
    return refuse(cashTransferRules.transport_too_little, carried)
  }
  if (carried.balance + amount > limit) return refuse(cashTransferRules.transport_full, { maximum: limit })
  const postings = Ledger.move(event.systemAccounts.cash_vault, carried.accountId, amount)
  return Result.succeed(
    postings.length === 0
      ? null
      : { description, postings, guards: Ledger.guards(postings, [transport(carried)]) }
  )
}

/** The counted cash at the end of a shift, in cents. */
export interface CountedRegister {
  readonly register: BookingRegister
  readonly actual: Money.Cents
  readonly event: Pick<BookingEvent, "systemAccounts" | "systemProducts">
}

/** Moves the counted cash to the vault, if the register still has the balance of the decision. */
export const emptyRegister = (uuid: string, { actual, event, register }: CountedRegister): OrderDraft => {
  const left = Money.subtract(register.balance, actual)
  const postings = Ledger.move(register.accountId, event.systemAccounts.cash_vault, actual)
  return {
    ...cashOrder("money_transfer", uuid, register.id),
    lines: taxed([pricedLine(systemProduct(event, "money_transfer"), Money.negate(actual), 1)]),
    postings,
    guards: exactly(register.accountId, left, Ledger.guards(postings, [drawer(register.accountId, null)]))
  }
}

/** Settles the difference: cash above the count is missing, less is a surplus. Afterwards the register is empty. */
export const settleImbalance = (uuid: string, { actual, event, register }: CountedRegister): OrderDraft => {
  const imbalance = Money.subtract(actual, register.balance)
  const postings = Ledger.move(event.systemAccounts.cash_imbalance, register.accountId, imbalance)
  return {
    ...cashOrder("money_transfer_imbalance", uuid, register.id),
    lines: taxed([pricedLine(systemProduct(event, "imbalance"), imbalance, 1)]),
    postings,
    guards: exactly(register.accountId, Money.zero, Ledger.guards(postings, [drawer(register.accountId, null)]))
  }
}

const cashOrder = (orderType: OrderType, uuid: string, registerId: bigint): OrderDraft => ({
  uuid,
  orderType,
  paymentMethod: "cash",
  customerAccountId: null,
  userTagId: null,
  cashRegisterId: registerId,
  cancelsOrder: null,
  lines: [],
  postings: [],
  guards: []
})

const limit = Money.Cents.make(Money.limit)

const drawer = (id: bigint, minimum: Money.Cents | null): Ledger.GuardedAccount => ({
  id,
  minimum,
  maximum: limit,
  userTagId: null
})

const transport = ({ accountId }: CarriedCash): Ledger.GuardedAccount => ({
  id: accountId,
  minimum: Money.zero,
  maximum: limit,
  userTagId: null
})

/** Guards that hold only when the account comes to exactly this balance. */
const exactly = (
  accountId: bigint,
  balance: Money.Cents,
  guards: ReadonlyArray<Ledger.Guard>
): ReadonlyArray<Ledger.Guard> =>
  guards.map((guard) => guard.accountId === accountId ? { ...guard, minimum: balance, maximum: balance } : guard)
