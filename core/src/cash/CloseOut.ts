import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { integerBetween } from "../base/Integer.ts"
import type { Language } from "../base/Language.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { byRule, messageByRule, ruleFields } from "../base/Rule.ts"
import { Text } from "../base/Text.ts"
import { Uuid } from "../base/Uuid.ts"
import type { BookingEvent } from "../journal/Booking.ts"
import type { OrderDraft } from "../journal/Order.ts"
import { emptyRegister, registerMoves, settleImbalance, shiftOrder } from "../till/CashTransfer.ts"
import type { HeldRegister } from "../till/TillChange.ts"
import type { CashierShift } from "./Cashier.ts"
import { cashRules } from "./CashRules.ts"

/** How many notes or coins of one value were counted. */
export class CountedDenomination extends Schema.Class<CountedDenomination>("CountedDenomination")({
  /** The value of one note or coin, above 0 and at most 1,000.00. */
  value: Money.centsThat((cents) => cents > 0n && cents <= 100_000n, "the value of a note or coin"),
  /** How many of them were counted, from 0 to 100,000. */
  count: integerBetween({ minimum: 0, maximum: 100_000 })
}) {}

/** The count at the end of a shift. */
export class CloseOut extends Schema.Class<CloseOut>("CloseOut")({
  /** A comment of the person who counted, such as why cash is missing; may be empty. */
  comment: Text,
  /** The cash that was counted; at least 0. */
  actual_cash_drawer_balance: Money.Cents,
  /** The user who counted. They need `node_administration` or `cash_transport` at the event, and may be the caller. */
  closing_out_user_id: Id,
  /**
   * A UUID that the caller makes for this close-out. The same close-out sent again with it is not booked again; without it, it
   * would be refused.
   */
  request_id: Schema.optionalKey(Uuid),
  /**
   * What was counted, by notes and coins; together it must be the counted cash. Absent where only a sum was counted.
   */
  denominations: Schema.optionalKey(
    Schema.Array(CountedDenomination).check(Schema.isMaxLength(50))
  ),
  /** Whether the person who counted saw the expected amount before; absent means no. */
  expected_shown: Schema.optionalKey(Schema.Boolean)
}) {}

/** The shift that a close-out ended, and the difference that was found. */
export class CloseOutResult extends Schema.Class<CloseOutResult>("CloseOutResult")({
  /** The cashier whose shift ended. */
  cashier_id: Id,
  /** The difference, counted minus expected: positive is over, negative is short. */
  imbalance: Money.Cents,
  /** The shift that ended; its protocol is at `/cashiers/{cashier_id}/shifts/{shift_id}/protocol`. */
  shift_id: Id
}) {}

/** The sum of what was counted by notes and coins, in cents. */
export const sumOf = (denominations: ReadonlyArray<CountedDenomination>): Money.Cents =>
  Money.sum(denominations.map(({ count, value }) => Money.times(value, count)))

/** Whether a shift ended with exactly this close-out. What was counted by notes and coins adds up to the same amount. */
export const isSameCloseOut = (
  shift: Pick<CashierShift, "actual_cash_drawer_balance" | "cashier_id" | "closing_out_user_id" | "comment">,
  cashierId: bigint,
  request: Pick<CloseOut, "actual_cash_drawer_balance" | "closing_out_user_id" | "comment">
): boolean =>
  shift.cashier_id === cashierId &&
  shift.actual_cash_drawer_balance === request.actual_cash_drawer_balance &&
  shift.closing_out_user_id === request.closing_out_user_id &&
  shift.comment === request.comment

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
  { denominations, event, newUuid, requestId }: {
    readonly newUuid: () => string
    /** The uuid of the order that ends the shift; a new one unless given. */
    readonly requestId?: string | undefined
    /** What was counted by notes and coins, if it was. */
    readonly denominations?: ReadonlyArray<CountedDenomination> | undefined
    readonly event: Pick<BookingEvent, "systemAccounts" | "systemProducts">
  }
): Result.Result<ClosedShift, InvalidArgument | InvalidCloseOut> => {
  const { firstOrderId, register } = state
  if (register === undefined) return Result.fail(InvalidCloseOut.of(cashRules.close_out_without_register))
  if (state.terminalIds.length > 0) return Result.fail(InvalidCloseOut.of(cashRules.close_out_while_signed_in))
  if (register.till !== null) return Result.fail(InvalidCloseOut.of(cashRules.close_out_while_in_till))
  if (firstOrderId === null) return Result.fail(InvalidCloseOut.of(cashRules.close_out_without_orders))
  if (actual < 0n) return Result.fail(InvalidCloseOut.of(cashRules.counted_cash_negative))
  if (denominations !== undefined && sumOf(denominations) !== actual) {
    return Result.fail(InvalidCloseOut.of(cashRules.counted_sum_differs))
  }
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
      shiftEnd: shiftOrder("end", requestId ?? newUuid(), register.id)
    }
  })
}
