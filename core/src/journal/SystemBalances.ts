import { Context, Effect, Layer } from "effect"
import { RollUpRepository } from "./RollUpRepository.ts"

/** Balances of the system accounts, such as sale_exit and cash_entry, whose rows store none. */
export class SystemBalances extends Context.Service<SystemBalances>()("core/SystemBalances", {
  make: Effect.map(RollUpRepository, (repository) => ({
    /** The event's system accounts with their balances at one moment, by account id. */
    of: (eventId: bigint) => Effect.orDie(repository.balances(eventId))
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(RollUpRepository.layer))
}
