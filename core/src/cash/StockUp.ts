import { Result, Schema } from "effect"
import { Id } from "../ledger/Id.ts"
import * as Money from "../ledger/Money.ts"
import { RequestId } from "../order/RequestId.ts"
import { InvalidArgument } from "../primitives/Refusal.ts"
import { TagUid } from "../primitives/TagUid.ts"
import type { CashRegister } from "../till/CashRegister.ts"
import type { CashRegisterStocking } from "./Stocking.ts"

export class RegisterStockUpPayload extends Schema.Class<RegisterStockUpPayload>("RegisterStockUpPayload")({
  cashier_tag_uid: TagUid,
  cash_register_id: Id,
  register_stocking_id: Id,
  request_id: RequestId
}) {}

/** A till that takes cash and at whose terminal the cashier is signed in. */
export interface CashTill {
  readonly id: bigint
  readonly name: string
  readonly zNr: number
  readonly registerId: bigint | null
}

/** What was found for a request to stock a register up; `undefined` for what is not there. */
export interface StockUpState {
  readonly register: CashRegister | undefined
  /** The till the register lies in. */
  readonly registerTillName: string | undefined
  readonly cashier: { readonly id: bigint; readonly cash_register_id: bigint | null } | undefined
  readonly stocking: CashRegisterStocking | undefined
  readonly tills: ReadonlyArray<CashTill>
}

/** A cashier gets a register with its float; at the till where they are signed in it is put in at once. */
export interface StockUp {
  readonly register: CashRegister
  readonly cashierId: bigint
  readonly stocking: CashRegisterStocking
  /** Money in the register afterwards, in cents. */
  readonly balance: Money.Cents
  readonly till: CashTill | null
}

/** Decides what stocking a register up does; money that lies in it already stays. */
export const stockUp = (
  { cashier, register, registerTillName, stocking, tills }: StockUpState
): Result.Result<StockUp, InvalidArgument> => {
  if (register === undefined) return refuse("There is no such cash register here")
  if (register.current_till_id !== null) {
    return refuse(`The cash register ${register.name} is in the till ${registerTillName ?? register.current_till_id}`)
  }
  if (cashier === undefined) return refuse("This tag belongs to nobody who works here")
  if (cashier.cash_register_id !== null) return refuse("The cashier has a cash register already")
  if (register.current_cashier_id !== null) {
    return refuse(`The cash register ${register.name} is held by another cashier`)
  }
  if (stocking === undefined) return refuse("There is no such register stocking here")
  return Result.map(cashTillOf(tills), (till) => ({
    register,
    cashierId: cashier.id,
    stocking,
    balance: Money.add(register.balance, stocking.total),
    till
  }))
}

/** The one till that a register goes into for a cashier who is signed in at these; null when they are signed in at none. */
export const cashTillOf = (tills: ReadonlyArray<CashTill>): Result.Result<CashTill | null, InvalidArgument> => {
  if (tills.length > 1) {
    return refuse(`The cashier is signed in at several tills: ${tills.map((till) => till.name).join(", ")}`)
  }
  const [till = null] = tills
  return till !== null && till.registerId !== null
    ? refuse(`There is a cash register in the till ${till.name} already`)
    : Result.succeed(till)
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
