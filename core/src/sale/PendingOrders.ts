import { Context, DateTime, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { toJson } from "../base/Money.ts"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import type { BookingSettings } from "../event/EventConfiguration.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { Booking } from "../journal/Booking.ts"
import { decideAgain, decided, overtaken, reconfigured } from "../journal/DecideAgain.ts"
import { type OrderDraft, type PaymentMethod } from "../journal/Order.ts"
import { AlreadyProcessed, CardPaymentSuccessful } from "../journal/Refusal.ts"
import type { NewAuditLog } from "../organisation/AuditLog.ts"
import { confirmed } from "../sql/Standby.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import { type BookingPlace, withDeadline } from "./Bookings.ts"
import { CardBookings } from "./CardBookings.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { paymentRules } from "./PaymentRules.ts"
import type { CardOrderType, PendingOrder } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atCancel, type UnbookableReason } from "./PendingOrderStep.ts"
import { decodePrepared } from "./PreparedOrder.ts"
import { type KeptAnswer, keptAnswer, type Registration, registrationOf, unpaid } from "./Registration.ts"

/** An order to be registered, and how its kind is prepared and answered. */
export interface CardRegistration<A, B, E> extends KeptAnswer<A> {
  readonly requestHash: string
  readonly signedIn: TerminalCall<"can_book_orders">
  readonly uuid: string
  readonly orderType: CardOrderType
  readonly paymentMethod: PaymentMethod | null
  /** The full check of a booking, with the order to store. */
  readonly prepare: Effect.Effect<PreparedBooking<A>, E>
  readonly registered: (answer: A, at: RegisteredAt) => B
}

export interface PreparedBooking<A> extends Booking<A> {
  readonly basis: BookingPlace
}

/** The cashier, till and time of a registration, in the form of answers. */
export interface RegisteredAt {
  readonly draft: OrderDraft
  /** Those of its event. */
  readonly settings: BookingSettings
  readonly booked_at: DateTime.Utc
  readonly cashier_id: bigint
  readonly till_id: bigint
}

/** Orders that wait for a card to be read at the terminal. */
export class PendingOrders extends Context.Service<PendingOrders>()("core/PendingOrders", {
  make: Effect.gen(function*() {
    const cards = yield* CardBookings
    const configurations = yield* EventConfigurations
    const guard = yield* TerminalGuard
    const inquiries = yield* CardInquiries
    const repository = yield* PendingOrderRepository
    const confirm = Effect.orDie(confirmed(yield* SqlClient.SqlClient))

    const needs = { till: true, write: true } as const
    const admitted = (signedIn: TerminalCall<"can_book_orders">) => guard.require(signedIn, needs)

    const admittedAt = Effect.fnUntraced(function*(signedIn: TerminalCall<"can_book_orders">, version: bigint) {
      const configuration = yield* Effect.orDie(configurations.atLeast(signedIn.eventId, version))
      return yield* guard.admit(configuration, signedIn, needs)
    })

    /** The answer to a repeated registration, when the content is the same. */
    const repeated = Effect.fnUntraced(function*<A, B>(
      request: Pick<CardRegistration<A, B, never>, "answer" | "registered" | "requestHash" | "signedIn">,
      order: PendingOrder
    ) {
      const { configuration, person, till } = yield* admitted(request.signedIn)
      const { draft, answer } = decodePrepared(order.content ?? "")
      const isSame = order.request_hash === request.requestHash && order.till_id === till.till.id
      if (order.status === "booked" || !isSame) return yield* new AlreadyProcessed({ uuid: order.uuid })
      if (order.status === "cancelled") {
        return yield* InvalidArgument.of(paymentRules.registration_cancelled)
      }
      yield* confirm
      return request.registered(keptAnswer(request, answer), {
        draft,
        settings: configuration.settings,
        booked_at: order.created_at,
        cashier_id: order.cashier_id ?? person.id,
        till_id: order.till_id
      })
    })

    /** The order as it is to be registered, once it was checked in full. */
    const registrationFor = Effect.fnUntraced(function*<A, B, E>(request: CardRegistration<A, B, E>) {
      const { orderType, prepare } = request
      const booking = yield* prepare
      const { at } = booking.basis
      const registration = registrationOf({
        at,
        order: unpaid(request, booking),
        requestHash: request.requestHash,
        now: yield* DateTime.now,
        orderType
      })
      if (registration.order.amount <= 0n) return yield* InvalidArgument.of(paymentRules.nothing_to_charge)
      return { booking, registration }
    })

    /**
     * Checks an order in full and keeps it until its payment is reported or found out. A registered top-up reserves its
     * share of the highest balance, and its tags can't be sold by others. A repeated registration gets the same answer: an
     * earlier one is looked up when the order could not be registered, for whatever reason.
     */
    const register = <A, B, E>(request: CardRegistration<A, B, E>) =>
      Effect.gen(function*() {
        if (request.paymentMethod !== "sumup") {
          yield* admitted(request.signedIn)
          return yield* InvalidArgument.of(paymentRules.only_cards_registered)
        }
        return yield* decideAgain(Effect.gen(function*() {
          const prepared = yield* Effect.result(registrationFor(request))
          const outcome = Result.isSuccess(prepared)
            ? yield* Effect.orDie(repository.register(prepared.success.registration))
            : undefined
          if (Result.isSuccess(prepared) && outcome === "registered") {
            return decided(registeredAnswer(request, prepared.success))
          }
          const existing = yield* Effect.orDie(repository.find(request.signedIn.eventId, request.uuid))
          if (existing !== undefined && existing.content !== null) return decided(yield* repeated(request, existing))
          if (Result.isFailure(prepared)) return yield* Effect.fail(prepared.failure)
          return outcome === "stale" ? reconfigured : overtaken
        }))
      }).pipe(withDeadline)

    /**
     * Cancels an order. If the provider says that it was paid, it is booked instead. If the provider can't be asked, the
     * order stays as it is. A cancelled order is asked about until the provider's status is final.
     */
    const cancel = (signedIn: TerminalCall<"can_book_orders">, orderType: CardOrderType, uuid: string) =>
      Effect.gen(function*() {
        yield* decideAgain(Effect.gen(function*() {
          const found = yield* Effect.orDie(repository.findWithVersion(signedIn.eventId, uuid))
          const state = yield* found === undefined ? admitted(signedIn) : admittedAt(signedIn, found.version)
          if (found === undefined) return yield* new NotFound({ element_type: "PendingOrder", element_id: uuid })
          const { order } = found
          const { configuration, till } = state
          if (order.till_id !== till.till.id) return yield* InvalidArgument.of(paymentRules.registered_elsewhere)
          if (order.order_type !== orderType) return yield* InvalidArgument.of(paymentRules.registered_as_other_type)
          if (order.status === "booked") return yield* new CardPaymentSuccessful({ uuid })
          if (order.status === "cancelled") {
            return yield* new NotFound({ element_type: "PendingOrder", element_id: uuid })
          }
          const answer = yield* inquiries.askForTerminal(configuration, uuid)
          const now = yield* DateTime.now
          const step = atCancel(order, answer, now)
          const entry = step.next.status === "cancelled" ? cancelEntry(state, order) : null
          const outcome = yield* Effect.orDie(cards.carryOut(order, step, now, entry))
          if (outcome.kind === "stale") return overtaken
          if (outcome.kind === "unbookable") {
            return yield* InvalidArgument.of(paidRules[outcome.reason])
          }
          if (step.refusal !== null) return yield* step.refusal
          return decided(undefined)
        }))
      }).pipe(withDeadline)

    return { cancel, register }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([CardBookings.layer, CardInquiries.layer, EventConfigurations.layer, TerminalGuard.layer]),
    Layer.provide(PendingOrderRepository.layer)
  )
}

/** The audit entry of an order that a terminal cancelled. */
const cancelEntry = ({ node, person, terminal }: StaffedTill, order: PendingOrder): NewAuditLog => ({
  nodeId: node.id,
  logType: "pending_order_cancelled",
  userId: person.id,
  terminalId: terminal.id,
  content: {
    order_uuid: order.uuid,
    order_type: order.order_type,
    amount: toJson(order.amount),
    till_id: order.till_id
  }
})

/** How a till is told why an order is paid and can't be booked. Only top-ups on the web may be above the maximum. */
const paidRules = {
  uuid_taken: paymentRules.paid_uuid_taken,
  above_maximum: paymentRules.paid_uuid_taken,
  tags_gone: paymentRules.paid_tags_gone,
  account_disabled: paymentRules.paid_account_disabled
} as const satisfies { readonly [Reason in UnbookableReason]: unknown }

/** The answer to an order that has just been registered. */
const registeredAnswer = <A, B>(
  request: Pick<CardRegistration<A, B, never>, "registered">,
  { booking, registration }: { readonly booking: PreparedBooking<A>; readonly registration: Registration }
): B =>
  request.registered(booking.answer, {
    draft: booking.draft,
    settings: booking.basis.at.configuration.settings,
    booked_at: registration.order.created_at,
    cashier_id: booking.basis.at.person.id,
    till_id: registration.order.till_id
  })
