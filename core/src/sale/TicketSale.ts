import { Result, Schema } from "effect"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { priorityOf } from "../event/UserTagVariant.ts"
import {
  type Booking,
  type BookingEvent,
  type BookingRegister,
  type BookingTill,
  customerAccount,
  permitted,
  presentRegister,
  pricedLine,
  registerAccount,
  systemProduct
} from "../journal/Booking.ts"
import * as Ledger from "../journal/Ledger.ts"
import { taxed } from "../journal/LineItem.ts"
import { type BookedLine, IncomingMethod, type OrderDraft, OrderUuid, PendingLineItem } from "../journal/Order.ts"
import type { TillPermission } from "../journal/Refusal.ts"
import { TagOpening } from "../journal/TagOpening.ts"
import { ticketRules } from "./TicketRules.ts"
import {
  type ScannedTicket,
  scanTickets,
  type TicketScanInput,
  type TicketScanRefusal,
  TicketScanResult,
  UserTagScan
} from "./TicketScan.ts"

/** A sale of tickets, as a terminal asks for it. */
export class NewTicketSale extends Schema.Class<NewTicketSale>("NewTicketSale")({
  /** A UUID that the terminal makes for this sale. The same sale sent again with it is not booked again. */
  uuid: OrderUuid,
  /** The wristbands that are handed out, at most 100. */
  customer_tags: Schema.Array(UserTagScan),
  /** How it is paid, not with a wristband; null or absent while that is undecided, which is enough for a check. */
  payment_method: orNull(IncomingMethod)
}) {}

/** What a ticket sale would do: the answer of its check, before anything is booked. */
export class PendingTicketSale extends Schema.Class<PendingTicketSale>("PendingTicketSale")({
  /** The UUID of the sale, as the request named it. */
  uuid: Schema.String,
  /** How it is paid; null while that is undecided. */
  payment_method: nullOr(IncomingMethod),
  /** For each wristband its ticket, then the money that goes onto it, if any. */
  line_items: Schema.Array(PendingLineItem),
  ...TicketScanResult.fields,
  /** The number of lines. */
  item_count: Schema.Int,
  /** What is to be paid: the price of all lines. */
  total_price: Money.Cents
}) {}

/** A ticket sale that was booked. */
export class CompletedTicketSale extends Schema.Class<CompletedTicketSale>("CompletedTicketSale")({
  ...PendingTicketSale.fields,
  /** How it was paid. */
  payment_method: IncomingMethod,
  /** When it was booked. */
  booked_at: Schema.DateTimeUtc,
  /**
   * The account that has the order in its history: that of the oldest guest. Null while the sale waits for the payment that
   * opens the account.
   */
  customer_account_id: nullOr(Id),
  /** The user who booked it. */
  cashier_id: Id,
  /** The till at which it was booked. */
  till_id: Id,
  /** The address of the receipt, which is there once the sale is booked and signed. */
  bon_url: Schema.String
}) {}

export interface TicketSaleInput extends Omit<TicketScanInput, "scans"> {
  readonly request: NewTicketSale
}

/** A decision to sell tickets: the order and the tags that it hands out. */
export interface TicketBooking extends Booking<PendingTicketSale> {
  readonly openings: ReadonlyArray<TagOpening>
}

/** Decides the preview of a ticket sale. */
export const checkTicketSale = (input: TicketSaleInput): Result.Result<PendingTicketSale, TicketScanRefusal> =>
  Result.gen(function*() {
    const scanned = yield* scanTickets({ ...input, scans: input.request.customer_tags })
    const { payment_method: method } = input.request
    if (method !== null) yield* payable(method, totalOf(scanned), input.till)
    return pending(input.request, scanned, linesOf(scanned, input.event))
  })

/** Decides the booking of a ticket sale. */
export const bookTicketSale = (input: TicketSaleInput): Result.Result<TicketBooking, TicketScanRefusal> =>
  Result.gen(function*() {
    const { event, request, till } = input
    const scanned = yield* scanTickets({ ...input, scans: request.customer_tags })
    if (request.payment_method === null) return yield* refuse(ticketRules.method_needed)
    const payment = yield* payable(request.payment_method, totalOf(scanned), till)
    const lines = linesOf(scanned, event)
    return {
      answer: pending(request, scanned, lines),
      draft: ticketDraft({ uuid: request.uuid, scanned, lines, payment, event }),
      openings: scanned.map(({ opening }) => opening)
    }
  })

/** The sale as stored. */
export const completeTicketSale = (
  sale: PendingTicketSale,
  { customerAccountId, paymentMethod }: Pick<OrderDraft, "customerAccountId" | "paymentMethod">,
  stored: Pick<CompletedTicketSale, "bon_url" | "booked_at" | "cashier_id" | "till_id">
): CompletedTicketSale =>
  new CompletedTicketSale({
    ...sale,
    ...stored,
    payment_method: paymentMethod,
    customer_account_id: customerAccountId
  })

/** The sale while it waits for its payment. Accounts that it will open can't be looked up yet, so they are left out. */
export const registeredTicketSale = (
  sale: PendingTicketSale,
  { customerAccountId, paymentMethod }: Pick<OrderDraft, "customerAccountId" | "paymentMethod">,
  registered: Pick<CompletedTicketSale, "bon_url" | "booked_at" | "cashier_id" | "till_id">
): CompletedTicketSale => {
  const exists = sale.scanned_tickets.some(({ account }) => account !== null && account.id === customerAccountId)
  return completeTicketSale(sale, { customerAccountId: exists ? customerAccountId : null, paymentMethod }, registered)
}

/** The oldest of the customers by the variants of their tags, the first of several. */
export const oldest = (
  scanned: ReadonlyArray<ScannedTicket>,
  { variants }: Pick<BookingEvent, "variants">
): ScannedTicket | undefined => {
  const priorities = scanned.map(({ customer }) => priorityOf(customer.variantIds, variants))
  return scanned[priorities.indexOf(Math.max(...priorities))]
}

/** The payment of tickets; no register is involved when the total is 0. */
type TicketPayment =
  | { readonly method: "cash"; readonly register: BookingRegister | null }
  | { readonly method: "sumup" }

/** Decides whether the till can take the total (cents) in that way. Every till hands out presale tickets. */
const payable = (
  method: CompletedTicketSale["payment_method"],
  total: Money.Cents,
  till: BookingTill
): Result.Result<TicketPayment, InvalidArgument | TillPermission> =>
  Result.gen(function*() {
    switch (method) {
      case "cash":
        if (total === 0n) return { method, register: null }
        yield* permitted(till, "enable_cash_payment")
        return { method, register: yield* presentRegister(till) }
      case "sumup":
        if (total > 0n) yield* permitted(till, "enable_card_payment")
        return { method }
      default:
        return yield* refuse(ticketRules.tickets_online_at_till)
    }
  })

const totalOf = (scanned: ReadonlyArray<ScannedTicket>): Money.Cents =>
  Money.sum(scanned.map(({ entry }) => entry.total_price))

const linesOf = (scanned: ReadonlyArray<ScannedTicket>, event: BookingEvent): ReadonlyArray<BookedLine> =>
  taxed(scanned.flatMap(({ entry, sold, topUp }) => [
    pricedLine(sold, entry.ticket.price, 1),
    ...(topUp > 0n ? [pricedLine(systemProduct(event, "topup"), topUp, 1)] : [])
  ]))

const pending = (
  { payment_method, uuid }: NewTicketSale,
  scanned: ReadonlyArray<ScannedTicket>,
  lines: ReadonlyArray<BookedLine>
): PendingTicketSale =>
  new PendingTicketSale({
    uuid,
    payment_method,
    line_items: lines.map((line) => new PendingLineItem(line)),
    scanned_tickets: scanned.map(({ entry }) => entry),
    item_count: lines.length,
    total_price: totalOf(scanned)
  })

const ticketDraft = (
  { event, lines, payment, scanned, uuid }: {
    readonly uuid: string
    readonly scanned: ReadonlyArray<ScannedTicket>
    readonly lines: ReadonlyArray<BookedLine>
    readonly payment: TicketPayment
    readonly event: BookingEvent
  }
): OrderDraft => {
  const { cash_entry, cash_topup_source, presale_entry, sale_exit, sumup_entry } = event.systemAccounts
  const register = payment.method === "cash" ? payment.register : null
  const source = payment.method === "cash" ? cash_topup_source : sumup_entry
  // A sale without tags is refused, so there is one here.
  const owner = oldest(scanned, event)!.customer
  const postings = [
    ...(register === null ? [] : Ledger.move(cash_entry, register.accountId, totalOf(scanned))),
    ...Ledger.move(source, sale_exit, Money.sum(scanned.map(({ entry }) => entry.ticket.price))),
    ...scanned.flatMap(({ credit, customer, topUp }) => [
      ...Ledger.move(source, customer.accountId, topUp),
      ...Ledger.move(presale_entry, customer.accountId, credit)
    ])
  ]
  const accounts = [
    ...(register === null ? [] : [registerAccount(register, event)]),
    ...scanned.map(({ customer }) => customerAccount(customer, event))
  ]
  return {
    uuid,
    orderType: "ticket",
    paymentMethod: payment.method,
    customerAccountId: owner.accountId,
    userTagId: owner.userTagId,
    cashRegisterId: register?.id ?? null,
    cancelsOrder: null,
    lines,
    postings,
    guards: Ledger.guards(postings, accounts)
  }
}
