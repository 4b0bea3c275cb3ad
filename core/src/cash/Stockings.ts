import { Context, Effect, Layer, Schema } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { replaced } from "../organisation/AuditLog.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { placeAt } from "../till/TerminalState.ts"
import { TillChanges } from "../till/TillChanges.ts"
import { CashRegisterStocking, type NewCashRegisterStocking } from "./Stocking.ts"
import { StockingRepository } from "./StockingRepository.ts"

export class Stockings extends Context.Service<Stockings>()("core/Stockings", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const guard = yield* TerminalGuard
    const { mayChange } = yield* TillChanges
    const stockings = yield* StockingRepository

    const existing = Effect.fnUntraced(function*(place: Place, id: bigint) {
      return (yield* stockings.find(place, id)) ??
        (yield* new NotFound({ element_type: "cash_register_stocking", element_id: id }))
    })

    const create = Effect.fn("Stockings.create")((caller: AtEvent, stocking: NewCashRegisterStocking) =>
      changes.run(
        caller,
        (created) => ({ logType: "cash_register_stocking_created", content: toAuditContent(created) }),
        stockings.insert(placeOf(caller), stocking)
      )
    )

    const update = Effect.fn("Stockings.update")(
      (caller: AtEvent, id: bigint, stocking: NewCashRegisterStocking) =>
        changes.run(
          caller,
          ({ after, before }) => ({
            logType: "cash_register_stocking_updated",
            content: replaced(toAuditContent(before), toAuditContent(after)),
            nodeId: after.node_id
          }),
          Effect.gen(function*() {
            const before = yield* existing(placeOf(caller), id)
            yield* mayChange(caller, before.node_id)
            yield* stockings.update(caller.eventId, id, stocking)
            return { before, after: yield* existing(placeOf(caller), id) }
          })
        ).pipe(Effect.map(({ after }) => after))
    )

    const remove = Effect.fn("Stockings.remove")((caller: AtEvent, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        ({ name, node_id }) => ({ logType: "cash_register_stocking_deleted", content: { id, name }, nodeId: node_id }),
        Effect.gen(function*() {
          const stocking = yield* existing(placeOf(caller), id)
          yield* mayChange(caller, stocking.node_id)
          yield* stockings.remove(caller.eventId, id)
          return stocking
        })
      ))
    )

    /** Those at the node of a terminal's till and above it. */
    const listAtTerminal = Effect.fn("Stockings.listAtTerminal")(function*(terminal: TerminalCall) {
      const admitted = yield* guard.require(terminal, { till: true, write: false })
      return yield* Effect.orDie(stockings.list(placeAt(admitted)))
    })

    return {
      create,
      find: (place: Place, id: bigint) => dieOnInfrastructure(existing(place, id)),
      list: (place: Place) => Effect.orDie(stockings.list(place)),
      listAtTerminal,
      remove,
      update
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, StockingRepository.layer, TerminalGuard.layer, TillChanges.layer])
  )
}

/** The audit log keeps stockings in the form that the API shows. */
const toAuditContent = Schema.encodeSync(Schema.toCodecJson(CashRegisterStocking))
