import { Context, DateTime, Effect, Layer, Schema } from "effect"
import * as Money from "../base/Money.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { Books } from "../journal/Books.ts"
import { decided, overtaken } from "../journal/DecideAgain.ts"
import type { OrderEntry, PaymentEvidence } from "../journal/JournalEntry.ts"
import type { OrderDraft } from "../journal/Order.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import {
  accountAfter,
  type Answering,
  type BookedOrder,
  type BookingPlace,
  type BookingRequest,
  Bookings,
  type DecidedOrder
} from "./Bookings.ts"
import { CardBookings } from "./CardBookings.ts"
import { CardInquiries } from "./CardInquiries.ts"
import { CardOrderType, PendingOrder, unasked } from "./PendingOrder.ts"
import { PendingOrderRepository } from "./PendingOrderRepository.ts"
import { atBooking, type CardRefusal, type ProviderAnswer } from "./PendingOrderStep.ts"
import { toPaymentEvidence } from "./PreparedOrder.ts"
import { type KeptAnswer, keptAnswer, registrationOf } from "./Registration.ts"

/** The answer of an order that was registered before, from the kept one. */
export type CompleteKept<Answer> = (pending: unknown, booked: BookedOrder) => Answer

/** What a payment by card adds to a booking at a till: the provider is asked about it, and its answer is stored with the order. */
export class CardPayments extends Context.Service<CardPayments>()("core/CardPayments", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const books = yield* Books
    const cards = yield* CardBookings
    const inquiries = yield* CardInquiries
    const repository = yield* PendingOrderRepository

    /** Refuses another payment of an order that was registered for one by card. */
    const refuse = (request: RequestName, place: BookingPlace) =>
      Effect.as(cards.registered(keyOf(request, place)), overtaken)

    /** Books an order with its registered content, for the cashier who registered it, whatever has changed since. */
    const bookRegistered = Effect.fnUntraced(
      function*<Answer>(request: RequestName, place: BookingPlace, complete: CompleteKept<Answer>) {
        const { at } = place
        const booked = yield* cards.atTill(at.configuration, keyOf(request, place))
        const orderId = booked?.stored.order_id ?? null
        if (booked === undefined || orderId === null) return overtaken
        const { order, prepared: { answer, draft }, stored } = booked
        const cashier = { ...at.person, id: order.cashier_id ?? at.person.id }
        return decided(complete(answer, {
          place: { ...place, at: { ...at, person: cashier } },
          draft,
          orderId,
          stored,
          after: accountAfter(draft, stored)
        }))
      }
    )

    /** The provider's answer about an unregistered order; the provider is not asked when no card was charged. */
    const inquire = ({ configuration }: StaffedTill, draft: OrderDraft): Effect.Effect<ProviderAnswer> =>
      isCharged(draft) ? inquiries.askForTerminal(configuration, draft.uuid) : Effect.succeed({ kind: "nobody" })

    /**
     * Compares the provider's answer with the order to be booked; null when the provider was not asked. An order with a
     * different amount is held for an operator. Returns `undefined` when the uuid was registered meanwhile.
     */
    const evidence = Effect.fnUntraced(
      function*(at: StaffedTill, order: DecidedOrder<unknown>, answer: ProviderAnswer, requestHash: string) {
        const { draft, pending } = order
        if (answer.kind === "nobody" || !isCharged(draft)) return null
        const { orderType, uuid } = draft
        const now = yield* DateTime.now
        const currency = at.configuration.settings.currency_identifier
        const amount = totalOf(draft)
        const step = atBooking({ ...unasked(now), uuid, amount, currency, created_at: now }, answer, now)
        if (step.refusal?._tag === "CardPaymentMismatch" && pending !== undefined && isCardOrder(orderType)) {
          const registration = registrationOf({
            at,
            order: { ...order, pending: pending() },
            requestHash,
            now,
            orderType
          })
          const held = new PendingOrder({ ...registration.order, ...step.next })
          if (!(yield* Effect.orDie(repository.hold({ ...registration, order: held })))) return undefined
        }
        if (step.refusal !== null) return yield* step.refusal
        return toPaymentEvidence(step.next)
      }
    )

    /**
     * Books as `Bookings.book`, with the provider's answer. The provider is asked once: the charged amount stays the same, while
     * the order may change.
     */
    const book = <Answer, Refusal>(request: BookingRequest<Answer, Refusal>, complete: CompleteKept<Answer>) =>
      Effect.suspend(() => {
        let asked: ProviderAnswer = { kind: "nobody" }
        const store = Effect.fnUntraced(function*(entry: OrderEntry, order: DecidedOrder<Answer>, at: StaffedTill) {
          if (asked.kind === "nobody") asked = yield* inquire(at, order.draft)
          const known = yield* evidence(at, order, asked, request.requestHash)
          return known === undefined ? undefined : yield* Effect.orDie(books.store(withEvidence(entry, known)))
        })
        return bookings.book<Answer, Refusal | CardRefusal | InvalidArgument>({
          ...request,
          registered: (place) => bookRegistered(request, place, complete),
          store
        })
      })

    return { book, refuse }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Bookings.layer, Books.layer, CardBookings.layer, CardInquiries.layer, PendingOrderRepository.layer])
  )
}

/** Completes answers of a kind of order that were kept while it waited for its payment. */
export const keptBy =
  <Pending, Answer>(kind: KeptAnswer<Pending> & Answering<Pending, Answer>): CompleteKept<Answer> =>
  (pending, booked) => kind.complete(keptAnswer(kind, pending), booked)

type RequestName = Pick<BookingRequest<unknown, unknown>, "requestHash" | "uuid">

const keyOf = ({ requestHash: hash, uuid }: RequestName, { at: { configuration, till } }: BookingPlace) => ({
  eventId: configuration.eventId,
  uuid,
  hash,
  tillId: till.till.id
})

const withEvidence = (entry: OrderEntry, paymentEvidence: PaymentEvidence | null): OrderEntry =>
  paymentEvidence === null ? entry : { ...entry, context: { ...entry.context, paymentEvidence } }

const totalOf = ({ lines }: OrderDraft) => Money.sum(lines.map((line) => line.total_price))

/** Whether a card was charged. It was not if the returned deposits are worth as much as the goods. */
const isCharged = (draft: OrderDraft) => draft.paymentMethod === "sumup" && totalOf(draft) > 0n

const isCardOrder = Schema.is(CardOrderType)
