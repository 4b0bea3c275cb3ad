import { Context, Effect, Layer, Result, Schema } from "effect"
import { randomUUID } from "node:crypto"
import * as Money from "../base/Money.ts"
import { TagUidHex } from "../base/TagUid.ts"
import { eventPathTo } from "../event/EventConfiguration.ts"
import { PendingLineItem } from "../journal/Order.ts"
import { requestHash } from "../journal/RequestHash.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import type { StaffedTill } from "../till/TerminalState.ts"
import {
  answeredBy,
  bookedAt,
  type BookedOrder,
  type BookingPlace,
  Bookings,
  type Load,
  withBasis
} from "./Bookings.ts"
import { CardPayments, keptBy } from "./CardPayments.ts"
import { OrderRepository } from "./OrderRepository.ts"
import { PendingOrders } from "./PendingOrders.ts"
import { receiptLinks } from "./ReceiptLink.ts"
import {
  bookTicketSale,
  checkTicketSale,
  CompletedTicketSale,
  completeTicketSale,
  NewTicketSale,
  PendingTicketSale,
  registeredTicketSale
} from "./TicketSale.ts"
import { TicketSaleLoad } from "./TicketSaleLoad.ts"
import {
  type KnownTag,
  layoutTickets,
  type NewTicketScan,
  scanResult,
  scanTickets,
  TicketScanResultEntry,
  type UserTagScan
} from "./TicketScan.ts"

/** The stored form of the first answer: tickets in wire form, but chip numbers in hexadecimal. */
const StoredTickets = Schema.toCodecJson(
  Schema.Array(Schema.Struct({ ...TicketScanResultEntry.fields, customer_tag_uid: TagUidHex }))
)
const encodeTickets = Schema.encodeSync(StoredTickets)
const decodeTickets = Schema.decodeUnknownEffect(StoredTickets)

/** Tickets as they are stored with their order. */
export const storedTickets = (tickets: ReadonlyArray<TicketScanResultEntry>) => encodeTickets(tickets)

/** Stored tickets in the form of answers. */
const readTickets = (kept: unknown) =>
  Effect.map(
    Effect.orDie(decodeTickets(kept)),
    (tickets) => tickets.map((ticket) => new TicketScanResultEntry(ticket))
  )

/** The data that a decision on tickets is made on. */
export interface TicketSaleBasis extends BookingPlace {
  /** The scans with PINs and codes as they are stored. */
  readonly scans: ReadonlyArray<UserTagScan>
  /** One for each scan. */
  readonly known: ReadonlyArray<KnownTag>
}

/** Ticket sales at terminals, which hand out tags. */
export class TicketSales extends Context.Service<TicketSales>()("core/TicketSales", {
  make: Effect.gen(function*() {
    const bookings = yield* Bookings
    const cards = yield* CardPayments
    const loads = yield* TicketSaleLoad
    const orders = yield* OrderRepository
    const pendingOrders = yield* PendingOrders
    const bonUrl = yield* receiptLinks

    const ofScans =
      <D, E>(asked: ReadonlyArray<UserTagScan>, decide: (basis: TicketSaleBasis) => Result.Result<D, E>): Load<D, E> =>
      (key) =>
        Effect.map(loads.load({ ...key, scans: asked }), (loaded) => ({
          loaded,
          decide: (place) => decide({ ...place, known: loaded.known, scans: loaded.scans })
        }))

    /** The tickets that scanned tags would get. */
    const scan = (signedIn: TerminalCall<"can_book_orders">, { customer_tags: scans }: NewTicketScan) =>
      bookings.check(
        { signedIn, uuid: randomUUID(), write: false },
        ofScans(scans, (basis) => Result.map(scanTickets({ ...placeOf(basis), scans: basis.scans }), scanResult))
      )

    /** Previews a sale. */
    const check = (signedIn: TerminalCall<"can_book_orders">, sale: NewTicketSale) =>
      bookings.check(
        { signedIn, uuid: sale.uuid, write: false },
        ofScans(sale.customer_tags, (basis) => checkTicketSale(inputOf(sale, basis)))
      )

    /** The stored answer to a sale that was booked before. */
    const replay = Effect.fnUntraced(function*(orderId: bigint, { configuration }: StaffedTill) {
      const row = yield* orders.find(configuration.eventId, orderId)
      if (row === undefined || row.cashier_id === null) {
        return yield* Effect.die(new Error(`Ticket sale ${orderId} is gone`))
      }
      return new CompletedTicketSale({
        uuid: row.uuid,
        payment_method: row.payment_method,
        line_items: row.lines.map((line) => new PendingLineItem(line)),
        scanned_tickets: yield* readTickets(row.buttons),
        item_count: row.lines.length,
        total_price: Money.sum(row.lines.map((line) => line.total_price)),
        booked_at: row.booked_at,
        customer_account_id: row.customer_account_id,
        cashier_id: row.cashier_id,
        till_id: row.till_id,
        bon_url: bonUrl(configuration.settings, row.uuid)
      })
    })

    const kindOf = (sale: NewTicketSale) => ({
      buttons: ({ scanned_tickets }: PendingTicketSale) => storedTickets(scanned_tickets),
      answer: PendingTicketSale,
      complete: (pending: PendingTicketSale, booked: BookedOrder) =>
        completeTicketSale(pending, booked.draft, {
          ...bookedAt(booked),
          bon_url: bonUrl(booked.place.at.configuration.settings, sale.uuid)
        })
    })

    /** Sells tickets and hands out their tags; a repeated request gets the same answer. */
    const book = (signedIn: TerminalCall<"can_book_orders">, sale: NewTicketSale) => {
      const call = callOf(signedIn, sale)
      const kind = kindOf(sale)
      const decide = (basis: TicketSaleBasis) => Result.map(bookTicketSale(inputOf(sale, basis)), answeredBy(kind))
      const request = {
        ...call,
        load: ofScans(sale.customer_tags, decide),
        replay,
        registered: (place: BookingPlace) => cards.refuse(call, place)
      }
      return sale.payment_method === "sumup" ? cards.book(request, keptBy(kind)) : bookings.book(request)
    }

    /** Decides a whole sale without storing it. */
    const prepare = (signedIn: TerminalCall<"can_book_orders">, sale: NewTicketSale) =>
      bookings.check(
        callOf(signedIn, sale),
        ofScans(sale.customer_tags, withBasis((basis: TicketSaleBasis) => bookTicketSale(inputOf(sale, basis))))
      )

    /** Registers a sale that will be paid by card. */
    const register = (signedIn: TerminalCall<"can_book_orders">, sale: NewTicketSale) =>
      pendingOrders.register({
        ...callOf(signedIn, sale),
        ...kindOf(sale),
        orderType: "ticket",
        paymentMethod: sale.payment_method,
        prepare: prepare(signedIn, sale),
        registered: (pending, { draft, settings, ...at }) =>
          registeredTicketSale(pending, draft, { ...at, bon_url: bonUrl(settings, sale.uuid) })
      })

    return { book, check, prepare, register, scan }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Bookings.layer,
      CardPayments.layer,
      OrderRepository.layer,
      PendingOrders.layer,
      TicketSaleLoad.layer
    ])
  )
}

const callOf = (signedIn: TerminalCall<"can_book_orders">, sale: NewTicketSale) => ({
  signedIn,
  uuid: sale.uuid,
  write: true,
  requestHash: requestHash("ticket", sale)
})

/** The sale with its scans as they are stored. */
const inputOf = (sale: NewTicketSale, basis: TicketSaleBasis) => ({
  ...placeOf(basis),
  request: new NewTicketSale({ ...sale, customer_tags: basis.scans })
})

const placeOf = ({ at, known, till }: TicketSaleBasis) => ({
  known,
  till,
  event: at.configuration,
  timeZone: at.configuration.settings.time_zone,
  tickets: layoutTickets(at.configuration, at.till.profile.layout_id),
  nodeIds: eventPathTo(at.configuration, at.node.id)
})
