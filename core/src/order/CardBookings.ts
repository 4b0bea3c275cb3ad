import { Context, DateTime, Effect, Layer } from "effect"
import { BookingLanes } from "../ledger/BookingLanes.ts"
import type { CardWord, JournalEntry } from "../ledger/JournalEntry.ts"
import type { Stored } from "../ledger/LedgerStore.ts"
import * as Money from "../ledger/Money.ts"
import type { EventConfiguration } from "../organisation/EventConfiguration.ts"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { CardInquiries } from "./CardInquiries.ts"
import type { OrderDraft } from "./Order.ts"
import { type PendingOrder, unasked } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atBooking, type Step, unbookable } from "./PendingOrderStep.ts"
import { decodePrepared, type PreparedOrder, toCardWord, toEntry } from "./PreparedOrder.ts"
import { TicketSaleRepository } from "./TicketSaleRepository.ts"

/** What became of a step that was decided. */
export type CarriedOut =
  /** The order stands as decided. */
  | { readonly kind: "changed" }
  | { readonly kind: "booked"; readonly entry: JournalEntry; readonly prepared: PreparedOrder; readonly stored: Stored }
  /** It can't be booked, for this reason. */
  | { readonly kind: "unbookable"; readonly reason: string }
  /** Somebody else was faster: nothing was changed, and the decision has to be made again. */
  | { readonly kind: "stale" }

/** Books orders that are paid by card, with what the provider says of their payment. */
export class CardBookings extends Context.Service<CardBookings>()("core/CardBookings", {
  make: Effect.gen(function*() {
    const inquiries = yield* CardInquiries
    const lanes = yield* BookingLanes
    const repository = yield* PendingOrderRepository
    const tickets = yield* TicketSaleRepository

    /** The order is booked as it was registered, or stands otherwise: in one statement, which nobody can overtake. */
    const carryOut = Effect.fn("CardBookings.carryOut")(
      function*(order: PendingOrder, step: Step, now: DateTime.Utc): Effect.fn.Return<CarriedOut, unknown> {
        if (!step.books) return { kind: (yield* repository.change(order, step.next)) ? "changed" : "stale" }
        const prepared = decodePrepared(order.content ?? "")
        const entry = toEntry(order, prepared, step.next)
        const stored = yield* order.order_type === "ticket"
          ? tickets.store(entry, prepared.openings)
          : lanes.store(entry)
        if (stored.outcome === "booked") return { kind: "booked", entry, prepared, stored }
        const current = stored.outcome === "exists" ? yield* repository.find(order.event_id, order.uuid) : order
        if (current?.status === "booked") return { kind: "stale" }
        const reason = stored.outcome === "exists"
          ? "another order has its uuid"
          : "what it was to hand out belongs to somebody else by now"
        const changed = yield* repository.change(order, unbookable(order, step, reason, now))
        return changed ? { kind: "unbookable", reason } : { kind: "stale" }
      }
    )

    /** What the provider says of an order that was not registered, to be booked with it; nothing when it need not be asked. */
    const word = Effect.fnUntraced(
      function*(configuration: EventConfiguration, { lines, paymentMethod, uuid }: OrderDraft) {
        const amount = Money.sum(lines.map((line) => line.total_price))
        if (paymentMethod !== "sumup" || amount <= 0n) return {}
        const answer = yield* inquiries.askForTerminal(configuration, uuid)
        if (answer.kind === "nobody") return {}
        const now = yield* DateTime.now
        const currency = configuration.settings.currency_identifier
        const step = atBooking({ ...unasked(now), uuid, amount, currency, created_at: now }, answer, now)
        if (step.refusal !== null) return yield* step.refusal
        return { cardWord: toCardWord(step.next) } satisfies { readonly cardWord: CardWord }
      }
    )

    /** Books a registered order that its terminal reports as paid; nothing when it has to be looked up again. */
    const atTill = Effect.fnUntraced(function*(configuration: EventConfiguration, { hash, tillId, uuid }: {
      readonly uuid: string
      /** Of the request. */
      readonly hash: string
      readonly tillId: bigint
    }) {
      const order = yield* Effect.orDie(repository.find(configuration.eventId, uuid))
      if (order === undefined || order.status === "booked") return undefined
      if (order.till_id !== tillId) return yield* refuse("This order is registered at another till")
      if (order.request_hash !== hash) return yield* refuse("This order is registered with other content")
      const answer = yield* inquiries.askForTerminal(configuration, uuid)
      const now = yield* DateTime.now
      const step = atBooking(order, answer, now)
      const outcome = yield* Effect.orDie(carryOut(order, step, now))
      if (outcome.kind === "stale") return undefined
      if (outcome.kind === "unbookable") return yield* refuse(`This order can't be booked: ${outcome.reason}`)
      if (step.refusal !== null) return yield* step.refusal
      return outcome.kind === "booked" ? { ...outcome, order } : undefined
    })

    return { atTill, carryOut, word }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const refuse = (message: string) => new InvalidArgument({ message })
