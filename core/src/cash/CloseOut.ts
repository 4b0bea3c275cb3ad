import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import type { BookingEvent } from "../order/Booking.ts"
import { emptyRegister, registerMoves, settleImbalance, shiftOrder } from "../order/CashTransfer.ts"
import type { OrderDraft } from "../order/Order.ts"
import type { Language } from "../primitives/Language.ts"
import { type InvalidArgument, refuse } from "../primitives/Refusal.ts"
import { byRule, messageByRule, ruleFields } from "../primitives/Rule.ts"
import { Text } from "../primitives/Text.ts"
import { cashRules } from "./CashRules.ts"
import type { HeldRegister } from "./TillChange.ts"

/** The count at the end of a shift. */
export class CloseOut extends Schema.Class<CloseOut>("CloseOut")({
  comment: Text,
  /** The counted cash, in cents. */
  actual_cash_drawer_balance: Money.Cents,
  /** The user who counted; they administer the event or carry cash there. */
  closing_out_user_id: Id
}) {}

export class CloseOutResult extends Schema.Class<CloseOutResult>("CloseOutResult")({
  cashier_id: Id,
  /** Counted minus expected, in cents: positive is over, negative is short. */
  imbalance: Money.Cents
}) {}

/** The cashier can't be closed out now, or no amount was counted; the message says why. */
export class InvalidCloseOut extends Schema.TaggedError<InvalidCloseOut>()(
  "InvalidCloseOut",
  ruleFields,
  { httpApiStatus: 400 }
) {
  static readonly of = byRule(InvalidCloseOut)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

/** The cashier's state when the close-out starts. */
export interface CloseOutState {
  readonly cashierId: bigint
  /** The register that the cashier holds. */
  readonly register: HeldRegister | undefined
  /** The terminals where the cashier is signed in. */
  readonly terminalIds: ReadonlyArray<bigint>
  /** The first order of the shift; null when nothing was booked since the last shift ended. */
  readonly firstOrderId: bigint | null
  /** Whether the user named as the counter works at the event and has a privilege that allows counting. */
  readonly mayCount: boolean
}

/** A shift that ends. Its register is empty afterwards and lies in the office. */
export interface ClosedShift {
  readonly registerId: bigint
  readonly firstOrderId: bigint
  /** In cents. */
  readonly expected: Money.Cents
  /** In cents. */
  readonly actual: Money.Cents
  /** Counted minus expected, in cents. */
  readonly imbalance: Money.Cents
  /**
   * Orders at the virtual till, in this sequence: the register brings its cash, the counted cash goes to the vault, the
   * difference is settled.
   */
  readonly orders: {
    readonly brought: OrderDraft
    readonly counted: OrderDraft
    readonly imbalance: OrderDraft
    readonly shiftEnd: OrderDraft
  }
}

/** Decides a close-out. */
export const closeOut = (
  state: CloseOutState,
  actual: Money.Cents,
  { event, newUuid }: {
    readonly newUuid: () => string
    readonly event: Pick<BookingEvent, "systemAccounts" | "systemProducts">
  }
): Result.Result<ClosedShift, InvalidArgument | InvalidCloseOut> => {
  const { firstOrderId, register } = state
  if (register === undefined) return Result.fail(InvalidCloseOut.of(cashRules.close_out_without_register))
  if (state.terminalIds.length > 0) return Result.fail(InvalidCloseOut.of(cashRules.close_out_while_signed_in))
  if (register.till !== null) return Result.fail(InvalidCloseOut.of(cashRules.close_out_while_in_till))
  if (firstOrderId === null) return Result.fail(InvalidCloseOut.of(cashRules.close_out_without_orders))
  if (actual < 0n) return Result.fail(InvalidCloseOut.of(cashRules.counted_cash_negative))
  if (!state.mayCount) return refuse(cashRules.may_not_count)
  const counted = { register, actual, event }
  return Result.succeed({
    registerId: register.id,
    firstOrderId,
    expected: register.balance,
    actual,
    imbalance: Money.subtract(actual, register.balance),
    orders: {
      brought: registerMoves({ uuid: newUuid(), register, amount: register.balance, event }),
      counted: emptyRegister(newUuid(), counted),
      imbalance: settleImbalance(newUuid(), counted),
      shiftEnd: shiftOrder("end", newUuid(), register.id)
    }
  })
}
