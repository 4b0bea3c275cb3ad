import { Context, Effect, Layer } from "effect"
import { type Place, placeOf } from "../catalogue/Place.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { InvalidArgument, NotFound } from "../organisation/Refusal.ts"
import type { NewCashRegister } from "./CashRegister.ts"
import { CashRegisterRepository } from "./CashRegisterRepository.ts"

export class CashRegisters extends Context.Service<CashRegisters>()("core/CashRegisters", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const registers = yield* CashRegisterRepository

    const existing = Effect.fnUntraced(function*(place: Place, id: bigint) {
      return (yield* registers.find(place, id)) ??
        (yield* new NotFound({ element_type: "cash_register", element_id: id }))
    })

    const store = Effect.fnUntraced(function*(place: Place, name: string) {
      if (yield* registers.nameTaken({ place, name })) {
        return yield* new InvalidArgument({ message: `There is already a cash register named ${name} on this path` })
      }
      return yield* existing(place, yield* registers.insert(place, name))
    })

    const create = Effect.fn("CashRegisters.create")((caller: AtEvent, { name }: NewCashRegister) =>
      changes.run(
        caller,
        (created) => ({ logType: "cash_register_created", content: created }),
        store(placeOf(caller), name)
      )
    )

    return {
      create,
      find: (place: Place, id: bigint) => Effect.catchTag(existing(place, id), ["SqlError", "SchemaError"], Effect.die),
      list: (place: Place) => Effect.orDie(registers.list(place))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
