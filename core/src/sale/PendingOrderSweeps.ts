import { Context, DateTime, Effect, Layer } from "effect"
import { Configuration } from "../base/Configuration.ts"
import { CardMerchants } from "../card/CardMerchants.ts"
import type { CardMerchant } from "../card/CardProvider.ts"
import { keepGoing } from "../sql/Outages.ts"
import { CardBookings } from "./CardBookings.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { OnlineTopUps } from "./OnlineTopUps.ts"
import type { PendingOrder } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atSweep, skipped, unbookableReasons } from "./PendingOrderStep.ts"

/** The most orders of one event in a sweep; the others keep their turn. */
const limit = 32

/** The most simultaneous questions to the provider for one event. */
const concurrency = 8

/** The worker's name in the log. */
const worker = "card payments"

/** Seconds in which no other process asks about the orders of a sweep. The sweep with the slowest answers takes as long. */
const leaseSeconds = 120

/** Finds out the results of card payments without being asked. Any number of processes may run it. */
export class PendingOrderSweeps extends Context.Service<PendingOrderSweeps>()("core/PendingOrderSweeps", {
  make: Effect.gen(function*() {
    const { cardPaymentTimeoutSeconds } = yield* Configuration
    const cards = yield* CardBookings
    const inquiries = yield* CardInquiries
    const merchants = yield* CardMerchants
    const onlineTopUps = yield* OnlineTopUps
    const repository = yield* PendingOrderRepository

    const atTerminal = Effect.fnUntraced(
      function*(merchant: CardMerchant | null, order: PendingOrder, now: DateTime.Utc) {
        const answer = yield* inquiries.ask(merchant, order.uuid)
        const step = atSweep(order, answer, now, cardPaymentTimeoutSeconds)
        return { outcome: yield* cards.carryOut(order, step, now), step }
      }
    )

    const settle = (merchant: CardMerchant | null, now: DateTime.Utc) => (order: PendingOrder) =>
      Effect.gen(function*() {
        const { outcome, step } = yield* order.payment_type === "sumup_online"
          ? onlineTopUps.settle(order, now)
          : atTerminal(merchant, order, now)
        const problem = outcome.kind === "unbookable"
          ? `it can't be booked: ${unbookableReasons[outcome.reason]}`
          : step.next.problem
        if (problem !== null && problem !== order.problem) yield* Effect.logWarning(`A card payment: ${problem}`)
        return true
      }).pipe(
        keepGoing(worker, "A card payment could not be looked at", "Error"),
        Effect.tap((isSettled) =>
          isSettled === true
            ? Effect.void
            : repository.change(order, skipped(order, "It could not be looked at: the server's log has the cause", now))
        ),
        keepGoing(worker, "A card payment could not be put off", "Error"),
        Effect.annotateLogs({ event_id: order.event_id, order_uuid: order.uuid })
      )

    /** Without a merchant no one can be asked. An order that was not reported as paid in time is given up all the same. */
    const sweepEvent = Effect.fnUntraced(
      function*(eventId: bigint, now: DateTime.Utc) {
        const merchant = yield* merchants.of(eventId)
        const givenUpBefore = merchant === null ? DateTime.subtract(now, { seconds: cardPaymentTimeoutSeconds }) : null
        const orders = yield* repository.claim({ eventId, givenUpBefore, leaseSeconds, limit, now })
        yield* Effect.forEach(orders, settle(merchant, now), { concurrency, discard: true })
      },
      (effect, eventId) =>
        keepGoing(worker, `The card payments of the event ${eventId} could not be looked at`, "Error")(effect)
    )

    /** Asks the provider about every due order, and carries out the steps. */
    const sweep = Effect.fn("PendingOrderSweeps.sweep")(function*(now: DateTime.Utc) {
      const eventIds = yield* repository.dueEvents(now)
      yield* Effect.forEach(eventIds, (eventId) => sweepEvent(eventId, now), { concurrency: 4, discard: true })
    })

    return { sweep }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CardBookings.layer, CardInquiries.layer, CardMerchants.layer, OnlineTopUps.layer]),
    Layer.provide(PendingOrderRepository.layer)
  )
}
