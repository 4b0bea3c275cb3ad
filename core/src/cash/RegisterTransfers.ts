import { Context, Effect, Layer } from "effect"
import type { AtEvent } from "../organisation/Caller.ts"
import { placeOf } from "../organisation/Place.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { SignInRepository } from "../till/SignInRepository.ts"
import { TerminalChanges } from "../till/TerminalChanges.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { type Apply, TillChanges } from "../till/TillChanges.ts"
import { CashierRepository } from "./CashierRepository.ts"
import {
  mayTransferAtTerminal,
  type RegisterTransfer,
  type TransferCashRegisterPayload,
  transferRegister,
  type TransferRegisterPayload,
  type TransferState
} from "./RegisterTransfer.ts"
import { StockUpRepository } from "./StockUpRepository.ts"

/** Hands registers on from one cashier to another. The cash stays in the register and is closed out by its last holder. */
export class RegisterTransfers extends Context.Service<RegisterTransfers>()("core/RegisterTransfers", {
  make: Effect.gen(function*() {
    const cashiers = yield* CashierRepository
    const bindings = yield* TillChangeRepository
    const changes = yield* TillChanges
    const people = yield* SignInRepository
    const registers = yield* CashRegisterRepository
    const repository = yield* StockUpRepository
    const terminalChanges = yield* TerminalChanges

    /** Reads and decides under the lock of the register's account. */
    const move = Effect.fnUntraced(function*(
      eventId: bigint,
      apply: Apply,
      { source, target }: Pick<TransferState, "source" | "target">,
      actingUserId: bigint
    ) {
      const registerId = source?.cash_register_id ?? null
      yield* bindings.lockRegisters(eventId, {
        terminalIds: [],
        registerIds: registerId === null ? [] : [registerId]
      })
      const transfer = yield* Effect.fromResult(transferRegister({
        source,
        target,
        register: yield* bindings.held(eventId, registerId),
        tills: target === undefined ? [] : yield* repository.cashTills(eventId, target.id),
        virtual: yield* repository.virtualTill(eventId)
      }, actingUserId))
      yield* apply(transfer.steps)
      const register = yield* registers.inEvent(eventId, transfer.registerId)
      return { register: register!, transfer }
    })

    /**
     * Transfer at a terminal: by a user with `cash_transport`, by the cashier who has the register, or by the one who takes it over if the
     * other is signed in at no other till.
     */
    const atTerminal = Effect.fn("RegisterTransfers.atTerminal")(
      (terminal: TerminalCall<"can_book_orders" | "cash_transport">, request: TransferCashRegisterPayload) =>
        terminalChanges.run(
          terminal,
          Effect.fnUntraced(function*({ place, privileges, tillId, userId }, apply) {
            const source = yield* people.byUid(place.eventId, request.source_cashier_tag_uid)
            const target = yield* people.byUid(place.eventId, request.target_cashier_tag_uid)
            const sourceTills = source === undefined ? [] : yield* repository.tillsOf(place.eventId, source.id)
            yield* Effect.fromResult(
              mayTransferAtTerminal({ source, target }, { privileges, sourceTills, tillId, userId })
            )
            return yield* move(place.eventId, apply, { source, target }, userId)
          }),
          ({ transfer }) => described(transfer),
          { flow: "transfer", content: request },
          ({ register }) => register.id
        ).pipe(
          Effect.map(({ register }) => register),
          Effect.catchTag(
            "DoneBefore",
            ({ registerId }) =>
              Effect.orDie(Effect.map(registers.inEvent(terminal.eventId, registerId ?? 0n), (register) => register!))
          )
        )
    )

    /** Transfer in the back office, by a user who administers the register's node. */
    const atOffice = Effect.fn("RegisterTransfers.atOffice")(
      (caller: AtEvent, { source_cashier_id, target_cashier_id }: TransferRegisterPayload) =>
        changes.run(
          caller,
          Effect.fnUntraced(function*(apply) {
            const { eventId, userId } = caller
            const source = yield* cashiers.find(placeOf(caller), source_cashier_id)
            const target = yield* cashiers.find(placeOf(caller), target_cashier_id)
            const moved = yield* move(eventId, apply, { source, target }, userId)
            yield* changes.mayChange(caller, moved.register.node_id)
            return moved
          }),
          ({ register, transfer }) => ({ ...described(transfer), nodeId: register.node_id })
        ),
      Effect.map(({ register }) => register)
    )

    return { atOffice, atTerminal }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    CashRegisterRepository.layer,
    CashierRepository.layer,
    SignInRepository.layer,
    StockUpRepository.layer,
    TerminalChanges.layer,
    TillChangeRepository.layer,
    TillChanges.layer
  ]))
}

const described = ({ registerId, sourceId, targetId }: RegisterTransfer) => ({
  logType: "cash_register_transferred" as const,
  content: { cash_register_id: registerId, source_cashier_id: sourceId, target_cashier_id: targetId }
})
