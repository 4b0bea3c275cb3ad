import { Context, Effect, Layer, Result, Schema } from "effect"
import type * as Money from "../base/Money.ts"
import { ServiceUnavailable } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import type { Booking, BookingCustomer, BookingTill } from "../journal/Booking.ts"
import { Books, type Loaded, type LoadedOrder, type LoadRequest, type Stored } from "../journal/Books.ts"
import { decideAgain, decided, overtaken, reconfigured } from "../journal/DecideAgain.ts"
import { guardsOf, type JournalEntry, type OrderContext } from "../journal/JournalEntry.ts"
import type { OrderDraft } from "../journal/Order.ts"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import { within } from "../sql/Deadline.ts"
import { type TerminalCall, TerminalGuard } from "../till/TerminalGuard.ts"
import { registerAccountAt, type StaffedTill } from "../till/TerminalState.ts"
import { CardBookings } from "./CardBookings.ts"
import type { ProviderAnswer } from "./PendingOrderStep.ts"

/** Terminals wait no longer for an answer. */
const deadlineMillis = 2_000

/** The fields of every kind of booking: who asks, and how repeated requests are recognised. */
export interface BookingCall {
  readonly signedIn: TerminalCall<"can_book_orders">
  readonly uuid: string
  /** Whether an archived node refuses the call. */
  readonly write: boolean
}

/** A call with at most one customer. */
export interface BookingRequest extends BookingCall {
  /** The customer's tag; null when no customer is involved. */
  readonly tagUid: bigint | null
}

/** The terminal, till and user of a booking. */
export interface BookingPlace {
  readonly at: StaffedTill
  readonly till: BookingTill
}

/** All loaded data of a decision. */
export interface BookingBasis extends BookingPlace {
  readonly customer: BookingCustomer | null
}

/** The loading of one kind of order; `L` is the data loaded beside the order itself. */
export interface BookingSource<L extends LoadedOrder, Basis extends BookingPlace> {
  readonly load: (
    key: { readonly eventId: bigint; readonly uuid: string; readonly registerAccount: bigint | null }
  ) => Effect.Effect<L, unknown>
  readonly basis: (place: BookingPlace, loaded: L) => Basis
}

/** How one kind of order is decided and answered: `Pending` is the answer before the order is stored, `Completed` after it. */
export interface BookingKind<Basis extends BookingPlace, Pending, Completed, Refusal> {
  readonly requestHash: string
  /** The part of the answer that is stored for a replay, in wire form. */
  readonly buttons: (pending: Pending) => unknown
  /** The stored form of a registered order's answer; absent for kinds that are never registered. */
  readonly answer?: Schema.Codec<Pending, unknown>
  readonly decide: (basis: Basis) => Result.Result<Booking<Pending>, Refusal>
  readonly complete: (pending: Pending, booked: BookedAt<Basis>) => Completed
  /** The stored answer of an order, for a request that is sent again. */
  readonly replay: (orderId: bigint, basis: Basis) => Effect.Effect<Completed>
}

/** The provider has not been asked. */
const unaskedProvider: ProviderAnswer = { kind: "nobody" }

/** The stored booking, for the answer. */
export interface BookedAt<Basis = BookingBasis> {
  readonly basis: Basis
  readonly draft: OrderDraft
  readonly orderId: bigint
  readonly stored: Stored
  /** The customer's account after it; null when no customer is involved. */
  readonly after: { readonly balance: Money.Cents; readonly vouchers: number } | null
}

/** Loads the data of a booking at a terminal, decides, and stores the outcome. */
export class Bookings extends Context.Service<Bookings>()("core/Bookings", {
  make: Effect.gen(function*() {
    const configurations = yield* EventConfigurations
    const guard = yield* TerminalGuard
    const books = yield* Books
    const cards = yield* CardBookings

    /** The basis at one moment, including the configuration; the register may have been exchanged meanwhile. */
    const basisOf = Effect.fnUntraced(function*<L extends LoadedOrder, Basis extends BookingPlace>(
      { signedIn, uuid, write }: BookingCall,
      source: BookingSource<L, Basis>
    ) {
      const { eventId, terminalId } = signedIn
      let configuration = yield* Effect.orDie(configurations.cached(eventId))
      while (true) {
        const registerAccount = registerAccountAt(configuration, terminalId)
        const loaded = yield* Effect.orDie(source.load({ eventId, uuid, registerAccount }))
        const version = loaded.version ?? configuration.version
        if (version > configuration.version) {
          configuration = yield* Effect.orDie(configurations.atLeast(eventId, version))
          if (registerAccountAt(configuration, terminalId) !== registerAccount) continue
        }
        const at = yield* guard.admit(configuration, signedIn, { till: true, write })
        return { loaded, basis: source.basis(placeOf(at, loaded), loaded) }
      }
    })

    /** Decides without storing; a booked uuid is refused. */
    const checkWith = <L extends LoadedOrder, Basis extends BookingPlace, A, E>(
      call: BookingCall,
      source: BookingSource<L, Basis>,
      decide: (basis: Basis) => Result.Result<A, E>
    ) =>
      Effect.gen(function*() {
        const { basis, loaded } = yield* basisOf(call, source)
        if (loaded.order_id !== null) return yield* new AlreadyProcessed({ uuid: call.uuid })
        return yield* Effect.fromResult(decide(basis))
      }).pipe(withDeadline)

    /** Books an order with its registered content, for the cashier who registered it, whatever has changed since. */
    const bookRegistered = Effect.fnUntraced(function*<Basis extends BookingPlace, Pending, Completed, Refusal>(
      { uuid }: BookingCall,
      basis: Basis,
      kind: BookingKind<Basis, Pending, Completed, Refusal>
    ) {
      const { configuration, person, till } = basis.at
      const booked = yield* cards.atTill(configuration, { uuid, hash: kind.requestHash, tillId: till.till.id })
      const orderId = booked?.stored.order_id ?? null
      if (booked === undefined || kind.answer === undefined || orderId === null) return overtaken
      const { entry, order, prepared: { answer, draft }, stored } = booked
      const completed = kind.complete(Schema.decodeUnknownSync(Schema.toCodecJson(kind.answer))(answer), {
        basis: { ...basis, at: { ...basis.at, person: { ...person, id: order.cashier_id ?? person.id } } },
        draft,
        orderId,
        stored,
        after: customerAfter(entry, draft.customerAccountId, stored)
      })
      return decided(completed)
    })

    /** Loads, decides and stores once. The provider is asked unless an earlier attempt has its answer, which it keeps in `provider`. */
    const attempt = Effect.fnUntraced(
      function*<L extends LoadedOrder, Basis extends BookingPlace, Pending, Completed, Refusal>(
        call: BookingCall,
        source: BookingSource<L, Basis>,
        kind: BookingKind<Basis, Pending, Completed, Refusal>,
        provider: { asked: ProviderAnswer }
      ) {
        const { basis, loaded } = yield* basisOf(call, source)
        if (loaded.order_id !== null) {
          if (loaded.request_hash !== kind.requestHash) return yield* new AlreadyProcessed({ uuid: call.uuid })
          return decided(yield* kind.replay(loaded.order_id, basis))
        }
        if (loaded.registered) return yield* bookRegistered(call, basis, kind)
        const booking = yield* Effect.fromResult(kind.decide(basis))
        if (provider.asked.kind === "nobody") provider.asked = yield* cards.inquire(basis.at, booking)
        const evidence = yield* cards.evidence(basis.at, booking, provider.asked, kind)
        if (evidence === undefined) return overtaken
        const { answer, draft, openings } = booking
        const entry = {
          ...entryOf(basis, draft, { requestHash: kind.requestHash, buttons: kind.buttons(answer), ...evidence }),
          openings
        }
        const stored = yield* Effect.orDie(books.store(entry))
        if (stored.outcome === "stale") return reconfigured
        if (stored.outcome !== "booked" || stored.order_id === null) return overtaken
        const after = customerAfter(entry, draft.customerAccountId, stored)
        return decided(kind.complete(answer, { basis, draft, orderId: stored.order_id, stored, after }))
      }
    )

    /**
     * Decides and stores. A repeated request with the same content gets the stored answer. Storing compares the data that
     * the decision relied on; if it changed, everything is loaded and decided again. The provider is asked once: the
     * charged amount stays the same, while the order may change.
     */
    const bookWith = <L extends LoadedOrder, Basis extends BookingPlace, Pending, Completed, Refusal>(
      call: BookingCall,
      source: BookingSource<L, Basis>,
      kind: BookingKind<Basis, Pending, Completed, Refusal>
    ) => Effect.suspend(() => decideAgain(attempt(call, source, kind, { asked: unaskedProvider }))).pipe(withDeadline)

    /** Requests that wait at the same moment load and store together. */
    const shared = (tagUid: bigint | null) => ({
      load: (key: Pick<LoadRequest, "eventId" | "registerAccount" | "uuid">) => books.load({ ...key, tagUid }),
      basis: (place: BookingPlace, loaded: Loaded): BookingBasis => ({ ...place, customer: customerOf(loaded) })
    })

    /** As `checkWith`, for at most one customer. */
    const check = <A, E>(request: BookingRequest, decide: (basis: BookingBasis) => Result.Result<A, E>) =>
      checkWith(request, shared(request.tagUid), decide)

    /** As `bookWith`, for at most one customer. */
    const book = <Pending, Completed, Refusal>(
      request: BookingRequest,
      kind: BookingKind<BookingBasis, Pending, Completed, Refusal>
    ) => bookWith(request, shared(request.tagUid), kind)

    return { book, bookWith, check, checkWith }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    Books.layer,
    CardBookings.layer,
    EventConfigurations.layer,
    TerminalGuard.layer
  ]))
}

/** The part of the basis that every decision takes. */
export const decisionBasis = ({ at, customer, till }: BookingBasis) => ({ customer, till, event: at.configuration })

/** A decision together with its basis. */
export const withBasis =
  <Basis, D extends object, E>(decide: (basis: Basis) => Result.Result<D, E>) => (basis: Basis) =>
    Result.map(decide(basis), (decision) => ({ ...decision, basis }))

/** User, till and time of a booking. */
export const bookedAt = ({ at }: BookingPlace, { booked_at }: Stored) => ({
  booked_at,
  cashier_id: at.person.id,
  till_id: at.till.till.id
})

/** Gives up when a terminal no longer waits. */
export const withDeadline = within(deadlineMillis, () => new ServiceUnavailable())

const entryOf = (
  { at }: BookingPlace,
  order: OrderDraft,
  kept: Omit<OrderContext, "cashierId" | "tillId" | "zNr">
) => ({
  eventId: at.configuration.eventId,
  version: at.configuration.version,
  order,
  context: { tillId: at.till.till.id, cashierId: at.person.id, zNr: at.till.till.z_nr, ...kept }
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

/** The balances come by ascending account id. */
const customerAfter = (entry: JournalEntry, accountId: bigint | null, stored: Stored): BookedAt["after"] => {
  if (accountId === null) return null
  const ids = guardsOf(entry).map((guard) => guard.accountId).toSorted((a, b) => (a < b ? -1 : 1))
  const at = ids.indexOf(accountId)
  return { balance: stored.balances[at]!, vouchers: stored.vouchers[at]! }
}
