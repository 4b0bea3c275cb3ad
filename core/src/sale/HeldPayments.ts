import { Context, Data, DateTime, Effect, Layer } from "effect"
import { toJson } from "../base/Money.ts"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { Books } from "../journal/Books.ts"
import { decideAgain, decided, overtaken } from "../journal/DecideAgain.ts"
import type { Actor } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { cardEntry } from "./CardEntry.ts"
import { paymentRules } from "./PaymentRules.ts"
import type { PendingOrder } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { decodePrepared } from "./PreparedOrder.ts"
import { settle as decide, SettledPayment, type Settlement, type Settling } from "./Settlement.ts"

/** Settles card payments that only an operator can decide on. Their decision is final. */
export class HeldPayments extends Context.Service<HeldPayments>()("core/HeldPayments", {
  make: Effect.gen(function*() {
    const { storeNow } = yield* Books
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const repository = yield* PendingOrderRepository

    /**
     * Books with the registered content, unless its tags or its uuid are taken; returns `false` when another process has
     * changed the payment.
     */
    const book = Effect.fnUntraced(function*(order: PendingOrder, configuration: EventConfiguration) {
      const prepared = decodePrepared(order.content ?? "")
      const next = { ...order, next_check: null }
      const entry = cardEntry({ configuration, limited: false, next, order, prepared })
      const stored = yield* storeNow(entry)
      if (stored.outcome === "booked") return true
      if (stored.outcome === "stale") return false
      const current = yield* repository.find(order.event_id, order.uuid)
      const isSame = current?.status === order.status && current.verification === order.verification &&
        current.settled_at === null
      if (!isSame) return false
      return yield* InvalidArgument.of(
        stored.outcome === "lost" ? paymentRules.unbookable_tags_gone : paymentRules.unbookable_uuid_taken
      )
    })

    /** Returns whether the order got the decided state; otherwise the caller rolls everything back. */
    const carryOut = Effect.fnUntraced(function*(
      order: PendingOrder,
      configuration: EventConfiguration,
      { at, books, reason, status }: Settling
    ) {
      if (books && !(yield* book(order, configuration))) return yield* new Overtaken()
      const from = { ...order, status: books ? status : order.status }
      if (!(yield* repository.settle(from, { at, reason, status }))) return yield* new Overtaken()
    })

    /**
     * Settles an unverified card payment, with its audit entry. Frees its reservations; the provider is no longer asked
     * about it, and nothing changes it again.
     */
    const settle = Effect.fn("HeldPayments.settle")(
      function*(actor: Actor & { readonly eventId: bigint }, { kind, order_uuid, reason }: Settlement) {
        return yield* decideAgain(Effect.gen(function*() {
          const order = yield* Effect.orDie(repository.find(actor.eventId, order_uuid))
          if (order === undefined) return yield* new NotFound({ element_type: "card_payment", element_id: order_uuid })
          const configuration = yield* configurations.current(actor.eventId)
          const settling = yield* Effect.fromResult(decide(order, { kind, reason }, yield* DateTime.now))
          const { amount, currency, order_type, problem, verification } = order
          const payment = { order_uuid, order_type, amount: toJson(amount), currency, verification, problem }
          const content = { ...payment, old_status: order.status, settlement: kind, reason }
          return yield* changes.run(
            actor,
            () => ({ logType: "card_payment_settled", content }),
            Effect.as(
              carryOut(order, configuration, settling),
              decided(new SettledPayment({ order_uuid, kind, status: settling.status, reason }))
            ),
            { withoutVersion: true }
          ).pipe(Effect.catchTag("Overtaken", () => Effect.succeed(overtaken)))
        }))
      }
    )

    return { settle }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Books.layer, Changes.layer, EventConfigurations.layer, PendingOrderRepository.layer])
  )
}

/** Another process has changed the payment since the decision. */
class Overtaken extends Data.TaggedError("Overtaken") {}
