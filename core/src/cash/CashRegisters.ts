import { Context, Effect, Layer, Schema } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { replaced } from "../organisation/AuditLog.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { CashRegister, type NewCashRegister, removeRegister } from "../till/CashRegister.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { terminalRules } from "../till/TerminalRules.ts"
import { placeAt } from "../till/TerminalState.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { TillChanges } from "../till/TillChanges.ts"

export class CashRegisters extends Context.Service<CashRegisters>()("core/CashRegisters", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* Changes
    const guard = yield* TerminalGuard
    const { mayChange } = yield* TillChanges
    const registers = yield* CashRegisterRepository

    const existing = Effect.fnUntraced(function*(place: Place, id: bigint) {
      return (yield* registers.find(place, id)) ??
        (yield* new NotFound({ element_type: "cash_register", element_id: id }))
    })

    const check = Effect.fnUntraced(function*(place: Place, name: string, except?: bigint) {
      if (yield* registers.nameTaken({ place, name, except })) {
        return yield* InvalidArgument.of(terminalRules.register_name_taken, { name })
      }
    })

    const store = Effect.fnUntraced(function*(place: Place, name: string) {
      yield* check(place, name)
      return yield* existing(place, yield* registers.insert(place, name))
    })

    const create = Effect.fn("CashRegisters.create")((caller: AtEvent, { name }: NewCashRegister) =>
      changes.run(
        caller,
        (created) => ({ logType: "cash_register_created", content: toAuditContent(created) }),
        store(placeOf(caller), name)
      )
    )

    const rename = Effect.fn("CashRegisters.rename")((caller: AtEvent, id: bigint, { name }: NewCashRegister) =>
      changes.run(
        caller,
        ({ after, before }) => ({
          logType: "cash_register_updated",
          content: replaced(toAuditContent(before), toAuditContent(after)),
          nodeId: after.node_id
        }),
        Effect.gen(function*() {
          const before = yield* existing(placeOf(caller), id)
          yield* check(yield* mayChange(caller, before.node_id), name, id)
          yield* registers.rename(caller.eventId, id, name)
          return { before, after: yield* existing(placeOf(caller), id) }
        })
      ).pipe(Effect.map(({ after }) => after))
    )

    /** Only a register that was never used can be removed. */
    const remove = Effect.fn("CashRegisters.remove")((caller: AtEvent, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        ({ name, node_id }) => ({ logType: "cash_register_deleted", content: { id, name }, nodeId: node_id }),
        Effect.gen(function*() {
          const register = yield* existing(placeOf(caller), id)
          yield* mayChange(caller, register.node_id)
          yield* bindings.lockRegisters(caller.eventId, { terminalIds: [], registerIds: [id] })
          yield* Effect.fromResult(removeRegister(yield* registers.holding(caller.eventId, id)))
          yield* registers.remove(caller.eventId, id)
          return register
        })
      ))
    )

    /** Those at the node of a terminal's till and above it; without those that someone holds, where they are hidden. */
    const listAtTerminal = Effect.fn("CashRegisters.listAtTerminal")(
      function*(terminal: TerminalCall<"node_administration" | "cash_transport">, hideAssigned: boolean) {
        const admitted = yield* guard.require(terminal, { till: true, write: false })
        const found = yield* Effect.orDie(registers.list(placeAt(admitted)))
        return hideAssigned ? found.filter((register) => register.current_cashier_id === null) : found
      }
    )

    return {
      create,
      listAtTerminal,
      remove,
      rename,
      find: (place: Place, id: bigint) => dieOnInfrastructure(existing(place, id)),
      list: (place: Place) => Effect.orDie(registers.list(place))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, TerminalGuard.layer, TillChanges.layer]),
    Layer.provide([CashRegisterRepository.layer, TillChangeRepository.layer])
  )
}

/** The audit log keeps registers in the form that the API shows. */
const toAuditContent = Schema.encodeSync(Schema.toCodecJson(CashRegister))
