import { Context, Effect, Layer } from "effect"
import { maySeePayments } from "../card/ListedPayment.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import type { Page } from "../sql/Page.ts"
import { HeldPayments } from "./HeldPayments.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { Settlement, type SettlementPayload } from "./Settlement.ts"

/** Unverified card payments, for operators who administer the event. */
export class UnverifiedPayments extends Context.Service<UnverifiedPayments>()("core/UnverifiedPayments", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const held = yield* HeldPayments
    const repository = yield* PendingOrderRepository

    const atTop = (caller: AtEvent) => access.requireAt(caller, caller.eventId, maySeePayments)

    /** Unverified payments, oldest first. */
    const list = Effect.fn("UnverifiedPayments.list")((caller: AtEvent, page: Page<string>) =>
      Effect.andThen(atTop(caller), Effect.orDie(repository.unverified(caller.eventId, page)))
    )

    /** Settles one of them; final. */
    const settle = Effect.fn("UnverifiedPayments.settle")(
      (caller: AtEvent, order_uuid: string, { kind, reason }: SettlementPayload) =>
        Effect.andThen(
          atTop(caller),
          held.settle(
            { ...caller, node: { id: caller.eventId } },
            new Settlement({ order_uuid, kind, reason })
          )
        )
    )

    return { list, settle }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, HeldPayments.layer, PendingOrderRepository.layer])
  )
}
