import { Context, DateTime, Effect, Layer, Schema } from "effect"
import * as Money from "../base/Money.ts"
import { InvalidArgument } from "../base/Refusal.ts"
import type { EventConfiguration } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { Booking } from "../journal/Booking.ts"
import { Books, type Stored } from "../journal/Books.ts"
import type { JournalEntry, PaymentEvidence } from "../journal/JournalEntry.ts"
import type { OrderDraft } from "../journal/Order.ts"
import type { NewAuditLog } from "../organisation/AuditLog.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import { cardEntry } from "./CardEntry.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { paymentRules } from "./PaymentRules.ts"
import { CardOrderType, PendingOrder, unasked } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atBooking, type ProviderAnswer, type Step, unbookable, type UnbookableReason } from "./PendingOrderStep.ts"
import { decodePrepared, type PreparedOrder, toPaymentEvidence } from "./PreparedOrder.ts"
import { type AnswerStorage, registrationOf } from "./Registration.ts"

/** The result of carrying a step out. */
type CarriedOut =
  /** The order is now in the decided state. */
  | { readonly kind: "changed" }
  | { readonly kind: "booked"; readonly entry: JournalEntry; readonly prepared: PreparedOrder; readonly stored: Stored }
  /** The order can't be booked, for this reason. */
  | { readonly kind: "unbookable"; readonly reason: UnbookableReason }
  /** Another process changed the order first: nothing was stored, and the step must be decided again. */
  | { readonly kind: "stale" }

interface Evidence {
  readonly paymentEvidence?: PaymentEvidence
}

/** As `AnswerStorage`; without `answer` for kinds of order that are never paid by card. */
type PartialAnswerStorage<A> = Omit<AnswerStorage<A>, "answer"> & Partial<Pick<AnswerStorage<A>, "answer">>

/** Books orders that are paid by card, together with the provider's status. */
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
        const journal = cardEntry({ configuration, limited, next, order, prepared })
        const stored = yield* books.store(journal)
        if (stored.outcome !== "stale") return { journal, stored }
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
        const { variants } = yield* configurations.cached(order.event_id)
        const prepared = decodePrepared(order.content ?? "", variants)
        const unbooked = Effect.fnUntraced(function*(reason: UnbookableReason): Effect.fn.Return<CarriedOut, unknown> {
          const changed = yield* repository.change(order, unbookable(order, step, reason, now))
          return changed ? { kind: "unbookable", reason } : { kind: "stale" }
        })
        const done = yield* store(order, prepared, step)
        if (done === undefined) return yield* unbooked("account_disabled")
        const { journal, stored } = done
        if (stored.outcome === "booked") return { kind: "booked", entry: journal, prepared, stored }
        const current = stored.outcome === "exists" ? yield* repository.find(order.event_id, order.uuid) : order
        if (current?.status === "booked") return { kind: "stale" }
        if (stored.outcome === "exists") return yield* unbooked("uuid_taken")
        return yield* unbooked(order.payment_type === "sumup_online" ? "above_maximum" : "tags_gone")
      }
    )

    /** The provider's answer about an unregistered order; the provider is not asked when no card was charged. */
    const inquire = ({ configuration }: StaffedTill, { draft }: Booking<unknown>): Effect.Effect<ProviderAnswer> =>
      isCharged(draft) ? inquiries.askForTerminal(configuration, draft.uuid) : Effect.succeed({ kind: "nobody" })

    const compared = Effect.fnUntraced(
      function*<A>(at: StaffedTill, booking: Booking<A>, answer: ProviderAnswer, storage: PartialAnswerStorage<A>) {
        const { orderType, uuid } = booking.draft
        const now = yield* DateTime.now
        const currency = at.configuration.settings.currency_identifier
        const amount = totalOf(booking.draft)
        const step = atBooking({ ...unasked(now), uuid, amount, currency, created_at: now }, answer, now)
        if (step.refusal?._tag === "CardPaymentMismatch" && storage.answer !== undefined && isCardOrder(orderType)) {
          const registration = registrationOf({
            at,
            booking,
            storage: { ...storage, answer: storage.answer },
            now,
            orderType
          })
          const order = new PendingOrder({ ...registration.order, ...step.next })
          if (!(yield* Effect.orDie(repository.hold({ ...registration, order })))) return undefined
        }
        if (step.refusal !== null) return yield* step.refusal
        return { paymentEvidence: toPaymentEvidence(step.next) } satisfies Evidence
      }
    )

    /**
     * Compares the provider's answer with the order to be booked; empty when the provider was not asked. An order with a
     * different amount is held for an operator. Returns `undefined` when the uuid was registered meanwhile.
     */
    const evidence = <A>(
      at: StaffedTill,
      booking: Booking<A>,
      answer: ProviderAnswer,
      storage: PartialAnswerStorage<A>
    ): Effect.Effect<Evidence | undefined, Effect.Error<ReturnType<typeof compared<A>>>> =>
      answer.kind === "nobody" || !isCharged(booking.draft)
        ? Effect.succeed({})
        : compared(at, booking, answer, storage)

    /**
     * Books a registered order that its terminal reports as paid; returns `undefined` when the order must be loaded again.
     */
    const atTill = Effect.fnUntraced(function*(configuration: EventConfiguration, { hash, tillId, uuid }: {
      readonly uuid: string
      /** Hash of the request. */
      readonly hash: string
      readonly tillId: bigint
    }) {
      const order = yield* Effect.orDie(repository.find(configuration.eventId, uuid))
      if (order === undefined || order.status === "booked") return undefined
      if (order.till_id !== tillId) return yield* InvalidArgument.of(paymentRules.registered_elsewhere)
      if (order.request_hash !== hash) return yield* InvalidArgument.of(paymentRules.registered_otherwise)
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

    return { atTill, carryOut, evidence, inquire }
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

const totalOf = ({ lines }: OrderDraft) => Money.sum(lines.map((line) => line.total_price))

/** Whether a card was charged. It was not if the returned deposits are worth as much as the goods. */
const isCharged = (draft: OrderDraft) => draft.paymentMethod === "sumup" && totalOf(draft) > 0n

const isCardOrder = Schema.is(CardOrderType)
