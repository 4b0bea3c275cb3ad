import { Result, Schema } from "effect"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import type { BookingEvent } from "../journal/Booking.ts"
import type { OrderDraft, TransferDraft } from "../journal/Order.ts"
import { RequestId } from "../sale/RequestId.ts"
import { type CarriedCash, carry, handOver } from "../till/CashTransfer.ts"
import type { HeldRegister } from "../till/TillChange.ts"
import { cashRules } from "./CashRules.ts"

/** Cash that goes into a cashier's register or comes out of it. */
export class CashierAccountChangePayload
  extends Schema.Class<CashierAccountChangePayload>("CashierAccountChangePayload")({
    /** The chip number of the cashier whose register it is. */
    cashier_tag_uid: TagUid,
    /** The cash: positive if it goes into the register, negative if it is taken out. */
    amount: Money.Cents,
    /**
     * A UUID that the terminal makes for this change; null or absent for none. The same request sent again is not done again. Without a
     * UUID the same change by the same user is refused within ten seconds.
     */
    request_id: RequestId
  })
{}

/** Cash that goes from the vault to a person who carries it, or back. */
export class TransportAccountChangePayload
  extends Schema.Class<TransportAccountChangePayload>("TransportAccountChangePayload")({
    /** The chip number of the person who carries the cash. */
    orga_tag_uid: TagUid,
    /** The cash: positive if it goes from the vault to that person, negative if it goes back. */
    amount: Money.Cents,
    /**
     * A UUID that the terminal makes for this change; null or absent for none. The same request sent again is not done again. Without a
     * UUID the same change by the same user is refused within ten seconds.
     */
    request_id: RequestId
  })
{}

/** The rows that a change of a cashier's cash is decided on; `undefined` when there is no such row. */
export interface RegisterChangeState {
  readonly cashier: { readonly id: bigint } | undefined
  /** The register the cashier holds, and the till it lies in. */
  readonly register: HeldRegister | undefined
  /** The transport account of the user who makes the change. */
  readonly carried: CarriedCash | undefined
}

export interface RegisterChange {
  readonly registerId: bigint
  readonly till: { readonly id: bigint; readonly zNr: number }
  readonly transportAccountId: bigint
  readonly order: OrderDraft
}

/**
 * Decides how cash moves between a transport account and a cashier's register. The order belongs to the till that the
 * register lies in.
 */
export const changeRegister = (
  { carried, cashier, register }: RegisterChangeState,
  { amount, event, uuid }: {
    readonly uuid: string
    readonly amount: Money.Cents
    readonly event: Pick<BookingEvent, "systemProducts">
  }
): Result.Result<RegisterChange, InvalidArgument> => {
  if (cashier === undefined) return refuse(cashRules.tag_of_nobody)
  if (register === undefined) return refuse(cashRules.cashier_without_register)
  const { till } = register
  if (till === null) return refuse(cashRules.register_in_no_till)
  if (carried === undefined) return refuse(cashRules.own_transport_account_missing)
  return Result.map(
    handOver({ uuid, register, amount, carried, event }),
    (order) => ({ registerId: register.id, till, transportAccountId: carried.accountId, order })
  )
}

/** Decides how cash moves between the vault and a transport account; null when the amount is zero. */
export const changeTransport = (
  person: { readonly login: string } | undefined,
  carried: CarriedCash | undefined,
  amount: Money.Cents,
  event: Pick<BookingEvent, "systemAccounts">
): Result.Result<
  { readonly transportAccountId: bigint; readonly transfer: TransferDraft | null },
  InvalidArgument
> => {
  if (person === undefined) return refuse(cashRules.tag_of_nobody)
  if (carried === undefined) return refuse(cashRules.transport_account_missing)
  const description = `Cash carried by ${person.login}`
  return Result.map(
    carry({ amount, carried, description, event }),
    (transfer) => ({ transportAccountId: carried.accountId, transfer })
  )
}
