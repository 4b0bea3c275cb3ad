import { Context, Effect, Layer, Result, Schema } from "effect"
import type * as Money from "../base/Money.ts"
import { ServiceUnavailable } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { Booking, BookingCustomer, BookingTill } from "../journal/Booking.ts"
import { Books, type Loaded, type LoadedOrder, type LoadRequest, type Stored } from "../journal/Books.ts"
import { type Attempt, decideAgain, decided, overtaken, reconfigured } from "../journal/DecideAgain.ts"
import type { OrderEntry } from "../journal/JournalEntry.ts"
import type { OrderDraft } from "../journal/Order.ts"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import { within } from "../sql/Deadline.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { registerAccountAt, type StaffedTill } from "../till/TerminalState.ts"

/** Terminals wait no longer for an answer. */
const deadlineMillis = 2_000

/** Who asks, and for which order. */
export interface BookingCall {
  readonly signedIn: TerminalCall<"can_book_orders">
  readonly uuid: string
  /** Whether an archived node refuses the call. */
  readonly write: boolean
}

/** The terminal, till and user of a booking. */
export interface BookingPlace {
  readonly at: StaffedTill
  readonly till: BookingTill
}

/** All data of a decision about at most one customer. */
export interface BookingBasis extends BookingPlace {
  readonly customer: BookingCustomer | null
}

/** What was loaded at one moment about an order, and the decision on it: `D`, or a refusal `E`. */
export interface LoadedDecision<D, E> {
  readonly loaded: LoadedOrder
  readonly decide: (place: BookingPlace) => Result.Result<D, E>
}

/** Loads what a decision needs. */
export type Load<D, E> = (key: Omit<LoadRequest, "tagUid">) => Effect.Effect<LoadedDecision<D, E>, unknown>

/** An order that is to be stored. */
export interface DecidedOrder<Answer> extends Omit<Booking<unknown>, "answer"> {
  /** The part of the answer that is stored for a replay, in wire form. */
  readonly buttons: unknown
  /** The answer once it is stored. */
  readonly complete: (booked: BookedOrder) => Answer
  /** The answer before it is stored, in JSON form; absent for kinds that are never paid by card. */
  readonly pending?: (() => unknown) | undefined
}

/** A stored order, for the answer. */
export interface BookedOrder {
  readonly place: BookingPlace
  readonly draft: OrderDraft
  readonly orderId: bigint
  readonly stored: Stored
  /** The customer's account after it; null when no customer is involved. */
  readonly after: { readonly balance: Money.Cents; readonly vouchers: number } | null
}

/** An order to book: how it is loaded and decided, answered, and recognised when it is sent again. */
export interface BookingRequest<Answer, Refusal> extends BookingCall {
  readonly requestHash: string
  readonly load: Load<DecidedOrder<Answer>, Refusal>
  /** The stored answer of an order, for a request that is sent again. */
  readonly replay: (orderId: bigint, at: StaffedTill) => Effect.Effect<Answer>
  /** What happens to an order that was registered for a payment by card; absent if none ever is. */
  readonly registered?: (place: BookingPlace) => Effect.Effect<Attempt<Answer>, Refusal>
  /** Stores in place of `Books.store`; `undefined` when the order must be loaded again. */
  readonly store?: (
    entry: OrderEntry,
    order: DecidedOrder<Answer>,
    at: StaffedTill
  ) => Effect.Effect<Stored | undefined, Refusal>
}

/** Loads the data of a booking at a terminal, decides, and stores the outcome. */
export class Bookings extends Context.Service<Bookings>()("core/Bookings", {
  make: Effect.gen(function*() {
    const books = yield* Books
    const configurations = yield* EventConfigurations
    const guard = yield* TerminalGuard

    /** The state of one moment, including the configuration; the register may have been exchanged meanwhile. */
    const load = Effect.fnUntraced(function*<D, E>({ signedIn, uuid, write }: BookingCall, loadOne: Load<D, E>) {
      const { eventId, terminalId } = signedIn
      let configuration = yield* Effect.orDie(configurations.cached(eventId))
      while (true) {
        const registerAccount = registerAccountAt(configuration, terminalId)
        const { decide, loaded } = yield* Effect.orDie(loadOne({ eventId, uuid, registerAccount }))
        const version = loaded.version ?? configuration.version
        if (version > configuration.version) {
          configuration = yield* Effect.orDie(configurations.atLeast(eventId, version))
          if (registerAccountAt(configuration, terminalId) !== registerAccount) continue
        }
        const at = yield* guard.admit(configuration, signedIn, { till: true, write })
        return { decide, loaded, place: placeOf(at, loaded) }
      }
    })

    /** Loads, decides and stores once. */
    const attempt = Effect.fnUntraced(function*<Answer, Refusal>(request: BookingRequest<Answer, Refusal>) {
      const { decide, loaded, place } = yield* load(request, request.load)
      if (loaded.order_id !== null) {
        if (loaded.request_hash !== request.requestHash) return yield* new AlreadyProcessed({ uuid: request.uuid })
        yield* books.confirm
        return decided(yield* request.replay(loaded.order_id, place.at))
      }
      if (loaded.registered && request.registered !== undefined) return yield* request.registered(place)
      const order = yield* Effect.fromResult(decide(place))
      const entry = entryOf(place, order, request.requestHash)
      const stored = yield* request.store?.(entry, order, place.at) ?? Effect.orDie(books.store(entry))
      if (stored?.outcome === "stale") return reconfigured
      if (stored?.outcome !== "booked" || stored.order_id === null) return overtaken
      const { draft } = order
      const after = accountAfter(draft, stored)
      return decided(order.complete({ place, draft, orderId: stored.order_id, stored, after }))
    })

    /**
     * Decides and stores. A repeated request with the same content gets the stored answer. Storing compares the data that
     * the decision relied on; if it changed, everything is loaded and decided again.
     */
    const book = <Answer, Refusal>(request: BookingRequest<Answer, Refusal>) =>
      decideAgain(attempt(request)).pipe(withDeadline)

    /** Decides without storing; a booked uuid is refused. */
    const check = <D, E>(call: BookingCall, loadOne: Load<D, E>) =>
      Effect.gen(function*() {
        const { decide, loaded, place } = yield* load(call, loadOne)
        if (loaded.order_id !== null) return yield* new AlreadyProcessed({ uuid: call.uuid })
        return yield* Effect.fromResult(decide(place))
      }).pipe(withDeadline)

    /** Loads for a decision about the customer with a tag, or about none; requests that wait at the same moment load together. */
    const ofCustomer =
      <D, E>(tagUid: bigint | null, decide: (basis: BookingBasis) => Result.Result<D, E>): Load<D, E> => (key) =>
        Effect.map(books.load({ ...key, tagUid }), (loaded) => ({
          loaded,
          decide: (place) => decide({ ...place, customer: customerOf(loaded) })
        }))

    return { book, check, ofCustomer }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Books.layer, EventConfigurations.layer, TerminalGuard.layer])
  )
}

/** The part of the basis that every decision takes. */
export const decisionBasis = ({ at, customer, till }: BookingBasis) => ({ customer, till, event: at.configuration })

/** A decision together with its basis. */
export const withBasis =
  <Basis, D extends object, E>(decide: (basis: Basis) => Result.Result<D, E>) => (basis: Basis) =>
    Result.map(decide(basis), (decision) => ({ ...decision, basis }))

/** How a kind of order is answered; `Pending` is the answer before it is stored. */
export interface Answering<Pending, Answer> {
  /** The part of the answer that is stored for a replay, in wire form. */
  readonly buttons: (pending: Pending) => unknown
  /** The form of the answer while its order waits for a card payment; absent for kinds that are never paid by card. */
  readonly answer?: Schema.Codec<Pending, unknown>
  readonly complete: (pending: Pending, booked: BookedOrder) => Answer
}

/** A decision with its answer. */
export const answeredBy =
  <Pending, Answer>({ answer: codec, buttons, complete }: Answering<Pending, Answer>) =>
  ({ answer, draft, openings }: Booking<Pending>): DecidedOrder<Answer> => ({
    draft,
    openings,
    buttons: buttons(answer),
    pending: codec === undefined ? undefined : () => Schema.encodeSync(Schema.toCodecJson(codec))(answer),
    complete: (booked) => complete(answer, booked)
  })

/** User, till and time of a booking. */
export const bookedAt = ({ place: { at }, stored: { booked_at } }: Pick<BookedOrder, "place" | "stored">) => ({
  booked_at,
  cashier_id: at.person.id,
  till_id: at.till.till.id
})

/** Gives up when a terminal no longer waits. */
export const withDeadline = within(deadlineMillis, () => new ServiceUnavailable())

const entryOf = (
  { at: { configuration, person, till } }: BookingPlace,
  { buttons, draft, openings }: Omit<DecidedOrder<unknown>, "complete">,
  requestHash: string
): OrderEntry => ({
  eventId: configuration.eventId,
  version: configuration.version,
  order: draft,
  openings,
  context: { tillId: till.till.id, cashierId: person.id, zNr: till.till.z_nr, requestHash, buttons }
})

const placeOf = (at: StaffedTill, { register_balance }: LoadedOrder): BookingPlace => ({
  at,
  till: {
    profile: at.till.profile,
    register: at.till.register === null || register_balance === null
      ? null
      : { id: at.till.register.id, accountId: at.till.register.account_id, balance: register_balance }
  }
})

const customerOf = (loaded: Loaded): BookingCustomer | null =>
  loaded.account_type === "private" && loaded.account_id !== null
    ? {
      accountId: loaded.account_id,
      balance: loaded.balance!,
      vouchers: loaded.vouchers!,
      userTagId: loaded.user_tag_id,
      variantIds: loaded.variant_ids ?? [],
      pendingTopUps: loaded.pending_top_ups
    }
    : null

/** The customer's account after the order; null when no customer is involved. The balances come by ascending account id. */
export const accountAfter = ({ customerAccountId, guards }: OrderDraft, stored: Stored): BookedOrder["after"] => {
  if (customerAccountId === null) return null
  const ids = guards.map((guard) => guard.accountId).toSorted((a, b) => (a < b ? -1 : 1))
  const at = ids.indexOf(customerAccountId)
  return { balance: stored.balances[at]!, vouchers: stored.vouchers[at]! }
}
