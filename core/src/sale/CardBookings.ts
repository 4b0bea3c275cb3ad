import { Context, DateTime, Effect, Layer } from "effect"
import { InvalidArgument } from "../base/Refusal.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { Books, type Stored } from "../journal/Books.ts"
import type { NewAuditLog } from "../organisation/AuditLog.ts"
import { cardEntry } from "./CardEntry.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { paymentRules } from "./PaymentRules.ts"
import type { PendingOrder } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atBooking, type Step, unbookable, type UnbookableReason } from "./PendingOrderStep.ts"
import { decodePrepared, type PreparedOrder } from "./PreparedOrder.ts"

/** The result of carrying a step out. */
type CarriedOut =
  /** The order is now in the decided state. */
  | { readonly kind: "changed" }
  | { readonly kind: "booked"; readonly prepared: PreparedOrder; readonly stored: Stored }
  /** The order can't be booked, for this reason. */
  | { readonly kind: "unbookable"; readonly reason: UnbookableReason }
  /** Another process changed the order first: nothing was stored, and the step must be decided again. */
  | { readonly kind: "stale" }

/** How the order of a request is found that was registered before. */
interface RegisteredKey {
  readonly eventId: bigint
  readonly uuid: string
  /** Hash of the request. */
  readonly hash: string
  readonly tillId: bigint
}

/** Books orders that were registered for a payment by card, together with the provider's status. */
export class CardBookings extends Context.Service<CardBookings>()("core/CardBookings", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const inquiries = yield* CardInquiries
    const books = yield* Books
    const repository = yield* PendingOrderRepository

    /**
     * Books the order in the closing that is open when it is stored; `undefined` if its account was disabled. That raises the
     * version of the configuration, so it is never overlooked: the entry is stale then.
     */
    const store = Effect.fnUntraced(function*(order: PendingOrder, prepared: PreparedOrder, { next }: Step) {
      const limited = order.payment_type === "sumup_online" && order.status === "cancelled"
      let configuration = yield* configurations.cached(order.event_id)
      let current: PendingOrder | undefined = order
      while (true) {
        if (current?.account_disabled === true) return undefined
        const stored = yield* books.store(cardEntry({ configuration, limited, next, order, prepared }))
        if (stored.outcome !== "stale") return stored
        configuration = yield* configurations.current(order.event_id)
        current = yield* repository.find(order.event_id, order.uuid)
      }
    })

    /**
     * Books the order with its registered content, or sets its new state, in one statement that no other process can
     * interleave with. The audit entry, if any, is about an order that is not booked.
     */
    const carryOut = Effect.fn("CardBookings.carryOut")(
      function*(
        order: PendingOrder,
        step: Step,
        now: DateTime.Utc,
        entry: NewAuditLog | null = null
      ): Effect.fn.Return<CarriedOut, unknown> {
        if (!step.books) return { kind: (yield* repository.change(order, step.next, entry)) ? "changed" : "stale" }
        const prepared = decodePrepared(order.content ?? "")
        const unbooked = Effect.fnUntraced(function*(reason: UnbookableReason): Effect.fn.Return<CarriedOut, unknown> {
          const changed = yield* repository.change(order, unbookable(order, step, reason, now))
          return changed ? { kind: "unbookable", reason } : { kind: "stale" }
        })
        const stored = yield* store(order, prepared, step)
        if (stored === undefined) return yield* unbooked("account_disabled")
        if (stored.outcome === "booked") return { kind: "booked", prepared, stored }
        const current = stored.outcome === "exists" ? yield* repository.find(order.event_id, order.uuid) : order
        if (current?.status === "booked") return { kind: "stale" }
        if (stored.outcome === "exists") return yield* unbooked("uuid_taken")
        return yield* unbooked(order.payment_type === "sumup_online" ? "above_maximum" : "tags_gone")
      }
    )

    /** An order that was registered at this till for a request, and waits; `undefined` when it must be loaded again. */
    const registered = Effect.fnUntraced(function*({ eventId, hash, tillId, uuid }: RegisteredKey) {
      const order = yield* Effect.orDie(repository.find(eventId, uuid))
      if (order === undefined || order.status === "booked") return undefined
      if (order.till_id !== tillId) return yield* InvalidArgument.of(paymentRules.registered_elsewhere)
      if (order.request_hash !== hash) return yield* InvalidArgument.of(paymentRules.registered_otherwise)
      return order
    })

    /**
     * Books a registered order that its terminal reports as paid; returns `undefined` when the order must be loaded again.
     */
    const atTill = Effect.fnUntraced(function*(configuration: EventConfiguration, key: Omit<RegisteredKey, "eventId">) {
      const { uuid } = key
      const order = yield* registered({ ...key, eventId: configuration.eventId })
      if (order === undefined) return undefined
      if (order.settled_at !== null) return yield* InvalidArgument.of(paymentRules.given_up_by_operator)
      const answer = yield* inquiries.askForTerminal(configuration, uuid)
      const now = yield* DateTime.now
      const step = atBooking(order, answer, now)
      const outcome = yield* Effect.orDie(carryOut(order, step, now))
      if (outcome.kind === "stale") return undefined
      if (outcome.kind === "unbookable") {
        return yield* InvalidArgument.of(unbookableRules[outcome.reason])
      }
      if (step.refusal !== null) return yield* step.refusal
      return outcome.kind === "booked" ? { ...outcome, order } : undefined
    })

    return { atTill, carryOut, registered }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Books.layer, CardInquiries.layer, EventConfigurations.layer, PendingOrderRepository.layer])
  )
}

/** How a till is told why an order can't be booked. Only top-ups on the web may be above the maximum. */
const unbookableRules = {
  uuid_taken: paymentRules.unbookable_uuid_taken,
  above_maximum: paymentRules.unbookable_uuid_taken,
  tags_gone: paymentRules.unbookable_tags_gone,
  account_disabled: paymentRules.unbookable_account_disabled
} as const satisfies { readonly [Reason in UnbookableReason]: unknown }
