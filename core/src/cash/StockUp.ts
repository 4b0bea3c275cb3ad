import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import { RequestId } from "../sale/RequestId.ts"
import type { CashRegister } from "../till/CashRegister.ts"
import { cashRules } from "./CashRules.ts"
import type { CashRegisterStocking } from "./Stocking.ts"

/** The register that a cashier gets, and the stocking it is filled with. */
export class RegisterStockUpPayload extends Schema.Class<RegisterStockUpPayload>("RegisterStockUpPayload")({
  /** The chip number of the cashier who gets the register; they must hold none. */
  cashier_tag_uid: TagUid,
  /** The register; no one may hold it, and it may lie in no till. */
  cash_register_id: Id,
  /** The stocking that says how much cash the register gets. */
  register_stocking_id: Id,
  /**
   * A UUID that the terminal makes for this stock-up; null or absent for none. The same request sent again is not done again.
   */
  request_id: RequestId
}) {}

/** A till that takes cash and has the cashier signed in at its terminal. */
export interface CashTill {
  readonly id: bigint
  readonly name: string
  readonly zNr: number
  readonly registerId: bigint | null
}

/** The rows that a stock-up is decided on; `undefined` when there is no such row. */
export interface StockUpState {
  readonly register: CashRegister | undefined
  /** The till the register lies in. */
  readonly registerTillName: string | undefined
  readonly cashier: { readonly id: bigint; readonly cash_register_id: bigint | null } | undefined
  readonly stocking: CashRegisterStocking | undefined
  readonly tills: ReadonlyArray<CashTill>
}

/** A cashier gets a register with its float. If the cashier is signed in at a till, the register is put into it at once. */
export interface StockUp {
  readonly register: CashRegister
  readonly cashierId: bigint
  readonly stocking: CashRegisterStocking
  /** Cash in the register afterwards, in cents. */
  readonly balance: Money.Cents
  readonly till: CashTill | null
}

/** Decides a stock-up. Cash that is already in the register stays there. */
export const stockUp = (
  { cashier, register, registerTillName, stocking, tills }: StockUpState
): Result.Result<StockUp, InvalidArgument> => {
  if (register === undefined) return refuse(cashRules.register_unknown)
  if (register.current_till_id !== null) {
    return refuse(cashRules.register_in_till, {
      register: register.name,
      till: registerTillName ?? register.current_till_id
    })
  }
  if (cashier === undefined) return refuse(cashRules.tag_of_nobody)
  if (cashier.cash_register_id !== null) return refuse(cashRules.cashier_has_register)
  if (register.current_cashier_id !== null) {
    return refuse(cashRules.register_held, { register: register.name })
  }
  if (stocking === undefined) return refuse(cashRules.stocking_unknown)
  return Result.map(cashTillOf(tills), (till) => ({
    register,
    cashierId: cashier.id,
    stocking,
    balance: Money.add(register.balance, stocking.total),
    till
  }))
}

/** The till that a register goes into, given the tills where the cashier is signed in; null when there are none. */
export const cashTillOf = (tills: ReadonlyArray<CashTill>): Result.Result<CashTill | null, InvalidArgument> => {
  if (tills.length > 1) {
    return refuse(cashRules.signed_in_at_several_tills, { tills: tills.map((till) => till.name) })
  }
  const [till = null] = tills
  return till !== null && till.registerId !== null
    ? refuse(cashRules.till_has_register, { till: till.name })
    : Result.succeed(till)
}
