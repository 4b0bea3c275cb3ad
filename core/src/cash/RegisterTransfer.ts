import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { AccessDenied, type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import type { Privilege } from "../organisation/Privilege.ts"
import { RequestId } from "../sale/RequestId.ts"
import {
  type HeldRegister,
  registerEnters,
  registerHandedOut,
  registerLeaves,
  registerReturned,
  type TillChange,
  type VirtualTill
} from "../till/TillChange.ts"
import { cashRules } from "./CashRules.ts"
import { type CashTill, cashTillOf } from "./StockUp.ts"

/** The cashiers between whom a register is handed on, by their wristbands. */
export class TransferCashRegisterPayload
  extends Schema.Class<TransferCashRegisterPayload>("TransferCashRegisterPayload")({
    /** The chip number of the cashier who hands the register on. */
    source_cashier_tag_uid: TagUid,
    /** The chip number of the cashier who takes it over; they must hold no register. */
    target_cashier_tag_uid: TagUid,
    /** A UUID that the terminal makes for this transfer. The same request sent again is not done again. */
    request_id: RequestId
  })
{}

/** The cashiers between whom a register is handed on. */
export class TransferRegisterPayload extends Schema.Class<TransferRegisterPayload>("TransferRegisterPayload")({
  /** The cashier who hands the register on. */
  source_cashier_id: Id,
  /** The cashier who takes it over; they must hold no register. */
  target_cashier_id: Id
}) {}

interface Holder {
  readonly id: bigint
  readonly cash_register_id: bigint | null
}

/** The rows that a register transfer is decided on; `undefined` when there is no such row. */
export interface TransferState {
  readonly source: Holder | undefined
  readonly target: Holder | undefined
  /** The register of the cashier who hands it on, and the till it lies in. */
  readonly register: HeldRegister | undefined
  /** The tills that take cash and have the receiving cashier signed in at a terminal. */
  readonly tills: ReadonlyArray<CashTill>
  readonly virtual: VirtualTill
}

/** A register that goes from one cashier to another, with the steps of the transfer. */
export interface RegisterTransfer {
  readonly registerId: bigint
  readonly sourceId: bigint
  readonly targetId: bigint
  readonly steps: ReadonlyArray<TillChange>
}

/** Who asks for a transfer at a terminal, and where its source is at work. */
export interface TransferCaller {
  readonly userId: bigint
  readonly tillId: bigint
  readonly privileges: ReadonlySet<Privilege>
  /** The tills at whose terminals the source is signed in. */
  readonly sourceTills: ReadonlyArray<{ readonly id: bigint; readonly name: string }>
}

/**
 * Whether the signed-in user may hand the register on. Chip numbers are no secret, so only users with `cash_transport` may hand on the
 * register of a colleague. Others hand on their own, or take one over whose cashier is not signed in at another till: they would take
 * the cash of a colleague who is selling.
 */
export const mayTransferAtTerminal = (
  { source, target }: Pick<TransferState, "source" | "target">,
  { privileges, sourceTills, tillId, userId }: TransferCaller
): Result.Result<void, AccessDenied> => {
  if (privileges.has("cash_transport") || source?.id === userId) return Result.succeed(undefined)
  if (target?.id !== userId) return Result.fail(AccessDenied.of(cashRules.transfer_not_own))
  const elsewhere = sourceTills.filter(({ id }) => id !== tillId)
  return elsewhere.length === 0
    ? Result.succeed(undefined)
    : Result.fail(AccessDenied.of(cashRules.transfer_in_use, { tills: elsewhere.map(({ name }) => name) }))
}

/**
 * Decides the steps of a transfer: the register leaves its till, one shift ends, the other starts, the register enters the
 * other till.
 */
export const transferRegister = (
  { register, source, target, tills, virtual }: TransferState,
  actingUserId: bigint
): Result.Result<RegisterTransfer, InvalidArgument> => {
  if (source !== undefined && source.id === target?.id) return refuse(cashRules.transfer_to_self)
  if (source === undefined) return refuse(cashRules.transfer_source_unknown)
  if (register === undefined) return refuse(cashRules.transfer_source_without_register)
  if (target === undefined) return refuse(cashRules.transfer_target_unknown)
  if (target.cash_register_id !== null) return refuse(cashRules.transfer_target_has_register)
  return Result.map(cashTillOf(tills), (till) => ({
    registerId: register.id,
    sourceId: source.id,
    targetId: target.id,
    steps: [
      ...(register.till === null
        ? []
        : registerLeaves({ ...register.till, register }, register.till.userId, actingUserId)),
      ...registerReturned(virtual, register.id, source.id),
      ...registerHandedOut(virtual, register.id, target.id),
      ...(till === null ? [] : registerEnters(till, { ...register, cashierId: target.id }, target.id))
    ]
  }))
}
