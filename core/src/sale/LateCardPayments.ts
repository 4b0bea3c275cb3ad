import { DateTime, Effect, Layer } from "effect"
import { toJson } from "../base/Money.ts"
import { type CardReversal, ProviderUpdates } from "../card/ProviderUpdates.ts"
import { originators } from "../organisation/AuditLog.ts"
import { reversed } from "./CardReversal.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"

const make = Effect.gen(function*() {
  const repository = yield* PendingOrderRepository

  const note = Effect.fn("ProviderUpdates.note")(function*(eventId: bigint, uuid: string, reversal: CardReversal) {
    const order = yield* repository.find(eventId, uuid)
    const next = order === undefined ? null : reversed(order, reversal)
    if (order === undefined || next === null) return false
    return yield* repository.change(order, next, {
      nodeId: eventId,
      logType: "card_payment_reversed",
      userId: null,
      terminalId: null,
      content: {
        order_uuid: uuid,
        refunded: toJson(reversal.refunded),
        charged_back: toJson(reversal.chargedBack),
        currency: order.currency,
        by: originators.program
      }
    })
  }, Effect.orDie)

  const recheck = Effect.fn("ProviderUpdates.lookAgain")(function*(eventId: bigint, uuid: string) {
    const order = yield* repository.find(eventId, uuid)
    if (order === undefined || order.status === "booked") return false
    return yield* repository.recheck(order, yield* DateTime.now)
  }, Effect.orDie)

  return ProviderUpdates.of({ recheck, note })
})

/** Handles card payments of orders that the provider's history shows late. */
export const layer = Layer.effect(ProviderUpdates, make).pipe(Layer.provide(PendingOrderRepository.layer))
