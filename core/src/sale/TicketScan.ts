import { DateTime, Result, Schema, Struct } from "effect"
import { momentIn } from "../base/MomentText.ts"
import * as Money from "../base/Money.ts"
import { nullOr, orDefault, orNull } from "../base/OptionalField.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import { TagUid } from "../base/TagUid.ts"
import { Text } from "../base/Text.ts"
import { Price } from "../event/Product.ts"
import { complete, Ticket } from "../event/Ticket.ts"
import {
  type BookingCustomer,
  type BookingEvent,
  type BookingTill,
  permitted,
  type SoldProduct
} from "../journal/Booking.ts"
import { orderRules } from "../journal/OrderRules.ts"
import type { TillPermission } from "../journal/Refusal.ts"
import { TagOpening } from "../journal/TagOpening.ts"
import { lastingChip } from "../organisation/LastingChip.ts"
import { Account } from "../wristband/Account.ts"
import { type TicketState, TicketVoucher } from "../wristband/TicketVoucher.ts"
import { ticketRules } from "./TicketRules.ts"
import { raisable } from "./TopUp.ts"

/** The most tags of one sale. */
export const maxTags = 100

/** A tag that was scanned to be handed out. */
export class UserTagScan extends Schema.Class<UserTagScan>("UserTagScan")({
  /** The number of the scanned chip. */
  tag_uid: TagUid,
  /** The PIN printed on the wristband: who knows it has the wristband at hand. */
  tag_pin: Text,
  /** Money onto the wristband besides what its ticket includes; none if left out. */
  top_up_amount: orDefault(Price, Money.zero),
  /** The token of the presale ticket that paid for the ticket; null or absent if it is paid now. */
  voucher_token: orNull(Text)
}) {}

/** Wristbands that were scanned to learn which tickets they get. */
export class NewTicketScan extends Schema.Class<NewTicketScan>("NewTicketScan")({
  /** The scanned wristbands, at most 100. */
  customer_tags: Schema.Array(UserTagScan)
}) {}

/** The ticket that a scanned tag gets. */
export class TicketScanResultEntry extends Schema.Class<TicketScanResultEntry>("TicketScanResultEntry")({
  /** The number of the scanned chip. */
  customer_tag_uid: TagUid,
  /** The PIN printed on the wristband. */
  customer_tag_pin: Schema.String,
  /** The ticket that the wristband gets; its prices are 0 if a presale ticket paid for it. */
  ticket: Ticket,
  /** What is to be paid now for ticket and top-up. */
  total_price: Money.Cents,
  /** The requested money onto the wristband, without what the ticket includes. */
  top_up_amount: Money.Cents,
  /** The presale ticket that paid for it; null if it is paid now. */
  ticket_voucher: nullOr(TicketVoucher),
  /** The account of the presale ticket, before the sale; null without one. */
  account: nullOr(Account)
}) {}

/** The tickets that scanned wristbands get. */
export class TicketScanResult extends Schema.Class<TicketScanResult>("TicketScanResult")({
  /** The ticket that each scanned wristband gets, in the order of the request. */
  scanned_tickets: Schema.Array(TicketScanResultEntry)
}) {}

/** The stored state of a scanned tag, its chip and its ticket voucher. */
export interface KnownTag {
  /** The tag with the PIN; null when the event has none. */
  readonly tag: {
    readonly id: bigint
    readonly nodeId: bigint
    /** Null until its chip is known. */
    readonly uid: bigint | null
    /** The kinds of wristbands that it is of. */
    readonly variantIds: ReadonlyArray<bigint>
    /** Whether it has or had an account. */
    readonly used: boolean
  } | null
  /** Whether another tag has the chip. */
  readonly chipTaken: boolean
  /** Whether tag, chip or voucher belong to a sale that waits for its card payment. */
  readonly reserved: boolean
  /** The ticket voucher with the token; null when the event has none. */
  readonly presale: {
    readonly ticketVoucher: TicketVoucher
    readonly account: Account
    /** Sum of the account's registered top-ups, in cents. */
    readonly pendingTopUps: Money.Cents
    /** The moment of the scan, at which it must be valid. */
    readonly at: DateTime.Utc
    /** Whether its ticket was handed out. */
    readonly redeemed: boolean
    readonly state: TicketState
    /** Paid to the ticket shop for the wristband, in cents. */
    readonly credit: Money.Cents
  } | null
  /** The id of the account that would be opened for the tag. */
  readonly newAccountId: bigint
}

/** A ticket of the till's layout. */
export interface TicketOnSale {
  readonly ticket: Ticket
  readonly sold: SoldProduct
}

export interface TicketScanInput {
  readonly scans: ReadonlyArray<UserTagScan>
  /** One for each scan. */
  readonly known: ReadonlyArray<KnownTag>
  readonly tickets: ReadonlyArray<TicketOnSale>
  /** From the event down to the till's node: tags and vouchers at these nodes are visible. */
  readonly nodeIds: ReadonlyArray<bigint>
  readonly till: BookingTill
  readonly event: BookingEvent
  /** IANA, for times in refusals. */
  readonly timeZone: string
}

/** A tag that can be handed out. */
export interface ScannedTicket {
  readonly entry: TicketScanResultEntry
  readonly sold: SoldProduct
  /** Money onto the tag, in cents: the amount that the ticket includes and the requested one. */
  readonly topUp: Money.Cents
  /** Money onto the tag that was paid to the ticket shop, in cents. */
  readonly credit: Money.Cents
  /** The customer who gets the tag, before that money arrives. */
  readonly customer: BookingCustomer
  readonly opening: TagOpening
}

export type TicketScanRefusal = InvalidArgument | TillPermission

/** The tickets of the till whose active profile shows this layout; an `EventConfiguration` can be given as it is. */
export const layoutTickets = (
  event: {
    readonly layouts: ReadonlyMap<bigint, { readonly ticket_ids: ReadonlyArray<bigint> }>
    readonly products: ReadonlyMap<bigint, SoldProduct & { readonly initialTopUp: Money.Cents }>
  },
  layoutId: bigint
): ReadonlyArray<TicketOnSale> =>
  (event.layouts.get(layoutId)?.ticket_ids ?? []).flatMap((id) => {
    const sold = event.products.get(id)
    if (sold === undefined) return []
    return [{ ticket: ticketOf(sold), sold }]
  })

/** Decides which tickets scanned tags get, in their order. */
export const scanTickets = (
  input: TicketScanInput
): Result.Result<ReadonlyArray<ScannedTicket>, TicketScanRefusal> =>
  Result.gen(function*() {
    const { known, scans, till } = input
    yield* permitted(till, "allow_ticket_sale")
    if (scans.some((scan) => scan.top_up_amount > 0n)) yield* permitted(till, "allow_top_up")
    if (scans.some((scan) => scan.voucher_token !== null)) yield* permitted(till, "allow_ticket_vouchers")
    yield* distinct(scans)
    const pinsOf = (wanted: (tag: KnownTag) => boolean) =>
      scans.filter((_, at) => wanted(known[at]!)).map(({ tag_pin }) => tag_pin)
    const used = pinsOf(({ tag }) => tag !== null && tag.used)
    if (used.length > 0) return yield* refuse(ticketRules.tags_used, { pins: used })
    const unknown = pinsOf(({ tag }) => tag === null || !input.nodeIds.includes(tag.nodeId))
    if (unknown.length > 0) return yield* refuse(ticketRules.tags_unknown, { pins: unknown })
    const scanned: Array<ScannedTicket> = []
    for (const [at, scan] of scans.entries()) scanned.push(yield* scanTag(scan, known[at]!, input))
    return scanned
  })

/** The answer of a scan. */
export const scanResult = (scanned: ReadonlyArray<ScannedTicket>): TicketScanResult =>
  new TicketScanResult({ scanned_tickets: scanned.map(({ entry }) => entry) })

const ticketOf = ({ initialTopUp, product }: SoldProduct & { readonly initialTopUp: Money.Cents }): Ticket =>
  complete({
    ...Struct.pick(product, [
      "id",
      "node_id",
      "name",
      "tax_rate_id",
      "tax_name",
      "tax_rate",
      "user_tag_variant_ids",
      "restrictions",
      "is_locked"
    ]),
    price: product.price ?? Money.zero,
    initial_top_up_amount: initialTopUp
  })

const distinct = (scans: ReadonlyArray<UserTagScan>): Result.Result<void, InvalidArgument> => {
  if (scans.length === 0) return refuse(ticketRules.tags_missing)
  if (scans.length > maxTags) return refuse(ticketRules.tags_too_many, { maximum: maxTags })
  const pin = repeated(scans.map(({ tag_pin }) => tag_pin))
  if (pin !== undefined) return refuse(ticketRules.pin_repeated, { pin })
  if (repeated(scans.map(({ tag_uid }) => tag_uid)) !== undefined) return refuse(ticketRules.chip_repeated)
  return repeated(scans.flatMap(({ voucher_token }) => voucher_token ?? [])) === undefined
    ? Result.succeed(undefined)
    : refuse(ticketRules.voucher_repeated)
}

const repeated = <A>(values: ReadonlyArray<A>): A | undefined =>
  values.find((value, at) => values.indexOf(value) !== at)

const scanTag = (
  scan: UserTagScan,
  known: KnownTag,
  input: TicketScanInput
): Result.Result<ScannedTicket, InvalidArgument> =>
  Result.gen(function*() {
    const { tag_pin: pin, tag_uid: uid } = scan
    const { tag } = known
    if (tag === null) return yield* refuse(ticketRules.tags_unknown, { pins: [pin] })
    if (known.chipTaken || (tag.uid !== null && tag.uid !== uid)) {
      return yield* refuse(ticketRules.chip_of_other_tag, { pin })
    }
    if (tag.uid === null) yield* lastingChip(uid)
    if (known.reserved) return yield* refuse(ticketRules.tag_reserved, { pin })
    const presale = scan.voucher_token === null ? null : yield* redeemable(known, pin, input)
    const { sold, ticket } = yield* ticketFor(tag.variantIds, pin, input.tickets)
    const paid = presale === null
      ? ticket
      : complete({ ...ticket, price: Money.zero, initial_top_up_amount: Money.zero })
    const topUp = Money.add(paid.initial_top_up_amount, scan.top_up_amount)
    const credit = presale?.credit ?? Money.zero
    const arriving = Money.add(topUp, credit)
    const customer: BookingCustomer = {
      accountId: presale?.account.id ?? known.newAccountId,
      balance: presale?.account.balance ?? Money.zero,
      vouchers: presale?.account.vouchers ?? 0,
      userTagId: tag.id,
      variantIds: tag.variantIds,
      pendingTopUps: presale?.pendingTopUps ?? Money.zero
    }
    if (arriving > 0n) yield* raisable(customer, arriving, input.event)
    return {
      entry: new TicketScanResultEntry({
        customer_tag_uid: uid,
        customer_tag_pin: pin,
        ticket: paid,
        total_price: Money.add(paid.total_price, scan.top_up_amount),
        top_up_amount: scan.top_up_amount,
        ticket_voucher: presale?.ticketVoucher ?? null,
        account: presale?.account ?? null
      }),
      sold,
      topUp,
      credit,
      customer,
      opening: new TagOpening({
        userTagId: tag.id,
        uid,
        accountId: customer.accountId,
        ticketVoucherId: presale?.ticketVoucher.id ?? null,
        credit
      })
    }
  })

const redeemable = (
  { presale }: KnownTag,
  pin: string,
  { nodeIds, timeZone }: Pick<TicketScanInput, "nodeIds" | "timeZone">
): Result.Result<NonNullable<KnownTag["presale"]>, InvalidArgument> => {
  if (presale === null || !nodeIds.includes(presale.ticketVoucher.node_id)) {
    return refuse(ticketRules.voucher_unknown, { pin })
  }
  if (presale.redeemed) return refuse(ticketRules.voucher_redeemed, { pin })
  if (presale.state === "cancelled") return refuse(ticketRules.voucher_cancelled, { pin })
  if (presale.state === "suspended") return refuse(ticketRules.voucher_unpaid, { pin })
  const { valid_from: from, valid_until: until } = presale.ticketVoucher
  // The shop's own scanner refuses such tickets, and with them the check-in that reports a wristband.
  if (from !== null && DateTime.isLessThan(presale.at, from)) {
    return refuse(ticketRules.voucher_early, { pin, time: momentIn(from, timeZone) })
  }
  return until !== null && DateTime.isLessThan(until, presale.at)
    ? refuse(ticketRules.voucher_late, { pin, time: momentIn(until, timeZone) })
    : Result.succeed(presale)
}

/** The ticket for one of the tag's variants; one without variants is for tags without variants. */
const ticketFor = (
  variantIds: ReadonlyArray<bigint>,
  pin: string,
  tickets: ReadonlyArray<TicketOnSale>
): Result.Result<TicketOnSale, InvalidArgument> => {
  const [found, ...others] = tickets.filter(({ ticket: { user_tag_variant_ids: ids } }) =>
    variantIds.length === 0 ? ids.length === 0 : ids.some((id) => variantIds.includes(id))
  )
  if (found === undefined) return refuse(ticketRules.no_ticket_for_tag, { pin })
  if (others.length > 0) {
    return refuse(ticketRules.tickets_for_tag, { pin, tickets: [found, ...others].map(({ ticket }) => ticket.name) })
  }
  return found.ticket.is_locked
    ? Result.succeed(found)
    : refuse(orderRules.product_not_locked, { product: found.ticket.name })
}
