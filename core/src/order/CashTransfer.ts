import { Result } from "effect"
import * as Ledger from "../ledger/Ledger.ts"
import * as Money from "../ledger/Money.ts"
import type { InvalidArgument } from "../organisation/Refusal.ts"
import { bookedLine, type BookingEvent, type BookingRegister, refuse, systemProduct } from "./Booking.ts"
import type { OrderDraft, TransferDraft } from "./Order.ts"

/** Highest amount one stocking hands out, in cents. */
export const maxStocking = 100_000_000_000n

/**
 * The order that shows how a till's cash changes when a register is put into it or taken out: `amount` (cents) is positive
 * when it comes in. No money moves in the ledger, as the register keeps it.
 */
export const moneyTransfer = (
  { amount, event, registerId, uuid }: {
    readonly uuid: string
    readonly registerId: bigint
    readonly amount: Money.Cents
    readonly event: Pick<BookingEvent, "systemProducts">
  }
): OrderDraft => ({
  ...cashOrder(uuid, registerId),
  orderType: "money_transfer",
  lines: [bookedLine(systemProduct(event, "money_transfer"), amount, 1)]
})

export interface RegisterInput {
  readonly uuid: string
  readonly register: BookingRegister
  readonly event: Pick<BookingEvent, "systemProducts">
}

/** A register is put into a till: booked always, also for an empty one, and only while it holds what the order says. */
export const registerEnters = ({ event, register, uuid }: RegisterInput): OrderDraft => ({
  ...moneyTransfer({ uuid, registerId: register.id, amount: register.balance, event }),
  guards: [unchanged(register)]
})

/** A register is taken out of a till: null for an empty one, which leaves no trace. */
export const registerLeaves = ({ event, register, uuid }: RegisterInput): OrderDraft | null =>
  register.balance === 0n ? null : {
    ...moneyTransfer({ uuid, registerId: register.id, amount: Money.negate(register.balance), event }),
    guards: [unchanged(register)]
  }

/** The order that marks the start of a cashier's shift with his register. */
export const shiftStart = (uuid: string, registerId: bigint): OrderDraft => ({
  ...cashOrder(uuid, registerId),
  orderType: "cashier_shift_start"
})

/** What handing out a register books: the start of the shift and, unless the float is 0, cash from the vault. */
export interface StockUp {
  readonly shiftStart: OrderDraft
  readonly transfer: TransferDraft | null
}

/** Decides the hand-out of a register with a float of `amount` cents; what it held before stays in it. */
export const stockUp = (
  { amount, description, event, register, uuid }: {
    readonly uuid: string
    readonly register: BookingRegister
    readonly amount: Money.Cents
    /** Names the stocking. */
    readonly description: string
    readonly event: Pick<BookingEvent, "systemAccounts">
  }
): Result.Result<StockUp, InvalidArgument> => {
  if (amount < 0n || amount > maxStocking) return refuse(`A float must be from 0 to ${Money.format(maxStocking)}`)
  const postings = Ledger.move(event.systemAccounts.cash_vault, register.accountId, amount)
  const account = {
    id: register.accountId,
    type: "cash_register",
    minimum: null,
    maximum: Money.limit as Money.Cents
  } as const
  return Result.succeed({
    shiftStart: shiftStart(uuid, register.id),
    transfer: postings.length === 0
      ? null
      : { description, postings, guards: Ledger.guards(postings, [{ ...account, userTagId: null }]) }
  })
}

const cashOrder = (uuid: string, registerId: bigint) => ({
  uuid,
  paymentMethod: "cash" as const,
  customerAccountId: null,
  userTagId: null,
  cashRegisterId: registerId,
  cancelsOrder: null,
  lines: [],
  postings: [],
  guards: []
})

/** Holds only while the register has exactly this balance. */
const unchanged = (register: BookingRegister): Ledger.Guard => ({
  accountId: register.accountId,
  balance: Money.zero,
  vouchers: 0,
  minimum: register.balance,
  maximum: register.balance,
  userTagId: null
})
