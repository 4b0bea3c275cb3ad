import { Context, DateTime, Effect, Layer } from "effect"
import { toJson } from "../ledger/Money.ts"
import { type CardReversal, reversed } from "./CardReversal.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"

/** News of card payments that come to light in the provider's history, after nobody asked about them any more. */
export class CardNews extends Context.Service<CardNews>()("core/CardNews", {
  make: Effect.gen(function*() {
    const repository = yield* PendingOrderRepository

    /** Shows operators that money of a booked order went back, with an entry in the audit log; whether that was news. */
    const note = Effect.fn("CardNews.note")(function*(eventId: bigint, uuid: string, reversal: CardReversal) {
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
          currency: order.currency
        }
      })
    }, Effect.orDie)

    /**
     * The provider has money for an order that is not booked: the next sweep asks about it, and books it or holds it. False
     * for an order that is booked or settled, or that nobody knows.
     */
    const lookAgain = Effect.fn("CardNews.lookAgain")(function*(eventId: bigint, uuid: string) {
      const order = yield* repository.find(eventId, uuid)
      if (order === undefined || order.status === "booked") return false
      return yield* repository.lookAgain(order, yield* DateTime.now)
    }, Effect.orDie)

    return { lookAgain, note }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
