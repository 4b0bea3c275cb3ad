import { Context, Effect, Layer } from "effect"
import { RollUpRepository } from "./RollUpRepository.ts"

/** Balances of the accounts whose row holds none: sale_exit, cash_entry and the others of the system. */
export class SystemBalances extends Context.Service<SystemBalances>()("core/SystemBalances", {
  make: Effect.map(RollUpRepository, (repository) => ({
    /** The event's system accounts with their balances as of one moment, by account id. */
    of: (eventId: bigint) => Effect.orDie(repository.balances(eventId))
  }))
}) {
  static readonly layer = Layer.provide(Layer.effect(this, this.make), RollUpRepository.layer)
}
