import type { DateTime } from "effect"
import { Result } from "effect"
import * as Money from "../base/Money.ts"
import { type Problem, problem } from "../base/Rule.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import { describe, type DescribedProducts, type EntranceNote, type ShopNote, together } from "./EntranceNote.ts"
import { presaleRules } from "./PresaleRules.ts"

/** One line of an order in the ticket shop: a ticket, credit that was bought with one, or something else. */
export interface ShopPosition {
  /** Identifies it for ever in its shop, also when it moves to another order. */
  readonly id: string
  readonly product: bigint
  /** The variation of the product; null for a product without any. */
  readonly variation: bigint | null
  /** The date of an event series that it is for; null in a shop without dates. */
  readonly subevent: bigint | null
  /** The code on the ticket. */
  readonly secret: string
  /** As paid, after discounts, in cents. */
  readonly price: Money.Cents
  /** The position that it was bought for; null if it stands alone. */
  readonly addonTo: string | null
  readonly isCancelled: boolean
  /** Whether the shop forbids to use the ticket. */
  readonly isBlocked: boolean
  /** The first time at which it was checked in at a list of the shop; null if it was not. */
  readonly checkedInAt: DateTime.Utc | null
  /** Before and after which the shop's own scanner refuses the ticket; null for no limit. */
  readonly validFrom: DateTime.Utc | null
  readonly validUntil: DateTime.Utc | null
  readonly name: string | null
  readonly email: string | null
}

/** An order as the ticket shop gives it. */
export interface ShopOrder extends ShopNote {
  /** The event of the shop that it is from. */
  readonly shop: string
  readonly code: string
  /** The page of the shop that shows it to staff. */
  readonly link: string | null
  readonly status: "paid" | "pending" | "expired" | "cancelled"
  /** Whether its tickets may be used although it is not paid. */
  readonly isValidUnpaid: boolean
  readonly isTest: boolean
  readonly placedAt: DateTime.Utc
  /** Its last change in the shop. Of two readings of an order, the one with the later change counts. */
  readonly modifiedAt: DateTime.Utc
  readonly name: string | null
  readonly email: string | null
  /** Part of the total that was not paid or was paid back, in cents, 0 or more. */
  readonly outstanding: Money.Cents
  readonly positions: ReadonlyArray<ShopPosition>
}

/** The products of the shop that concern an event. */
export interface PresaleProducts {
  readonly tickets: ReadonlySet<bigint>
  /** Credit for the wristband. */
  readonly credit: ReadonlySet<bigint>
  /** The dates of an event series that they are for; empty for all. */
  readonly subevents: ReadonlySet<bigint>
}

/** A ticket as an order has it now. */
export interface ShopTicket {
  readonly position: string
  readonly token: string
  readonly state: TicketState
  /** The credit that was paid with it, in cents; it counts only while the ticket is valid. */
  readonly credit: Money.Cents
  /** Credit that was bought with it but paid back, or not paid, in cents; no part of `credit`. */
  readonly paidBack: Money.Cents
  /** Its date of an event series; null without dates. */
  readonly date: bigint | null
  readonly product: bigint | null
  readonly productName: string | null
  readonly name: string | null
  readonly email: string | null
  /** The time at which the shop says it was checked in; null if it was not. */
  readonly checkedInAt: DateTime.Utc | null
  readonly entrance: EntranceNote
}

/** Credit that was paid in an order and belongs to none of its tickets. */
export interface OtherCredit {
  /** The position that it was bought for, which may be a ticket of another order; null if it names none. */
  readonly owner: string | null
  /** In cents, above 0. */
  readonly amount: Money.Cents
}

/** The meaning of one version of an order: its tickets by position. */
export interface ShopOrderVersion {
  /** The event of the shop that it is from; null for one of a file. */
  readonly shop: string | null
  readonly code: string
  /** The page of the shop that shows the order to staff. */
  readonly link: string | null
  readonly placedAt: DateTime.Utc
  readonly modifiedAt: DateTime.Utc
  readonly tickets: ReadonlyArray<ShopTicket>
  readonly otherCredit: ReadonlyArray<OtherCredit>
}

/** An order as a list of tickets gives it: without times, and maybe without some of its tickets. */
export type ShopOrderTickets = Pick<ShopOrderVersion, "code" | "tickets">

/**
 * The tickets of an order and the credit that each carries. Orders of the shop's test mode have none, and positions for other dates
 * of an event series count as absent. Credit belongs to the ticket that it was bought for, also while that is not valid, or to the only
 * ticket that it can be for. Money that the shop lacks reduces the credit, that of the last ticket first.
 */
export const ticketsOf = (
  order: ShopOrder,
  products: PresaleProducts,
  described: DescribedProducts = new Map()
): Result.Result<ShopOrderVersion, Problem> => {
  const { code, link, modifiedAt, placedAt, shop } = order
  const broken = order.isTest ? undefined : defectOf(order)
  if (broken !== undefined) return Result.fail(broken)
  const { subevents } = products
  const positions = order.isTest ?
    [] :
    order.positions.filter(({ subevent }) => subevent === null || subevents.size === 0 || subevents.has(subevent))
  const tickets = positions.filter(({ product }) => products.tickets.has(product)).map((position) => ({
    position,
    state: stateOf(order, position)
  }))
  const { creditOf, otherCredit, paidBackOf } = credits({ ...order, positions }, products, tickets)
  return Result.succeed({
    shop,
    code,
    link,
    modifiedAt,
    placedAt,
    tickets: tickets.map(({ position, state }) => {
      const product = describe(position, described)
      return {
        position: position.id,
        token: position.secret,
        state,
        credit: creditOf.get(position.id) ?? Money.zero,
        paidBack: paidBackOf.get(position.id) ?? Money.zero,
        date: position.subevent,
        product: position.product,
        productName: product.name,
        name: position.name ?? order.name,
        email: position.email ?? order.email,
        checkedInAt: position.checkedInAt,
        entrance: {
          validFrom: position.validFrom,
          validUntil: position.validUntil,
          ...together([order, product])
        }
      }
    }),
    otherCredit
  })
}

interface StatedTicket {
  readonly position: ShopPosition
  readonly state: TicketState
}

const stateOf = (order: ShopOrder, position: ShopPosition): TicketState => {
  if (order.status === "expired" || order.status === "cancelled") return "cancelled"
  if (position.isCancelled || position.isBlocked) return "cancelled"
  return order.status === "paid" || order.isValidUnpaid ? "valid" : "suspended"
}

/** The credit of each ticket, that of the others, and what was paid back of the credit of valid tickets. */
const credits = (order: ShopOrder, products: PresaleProducts, tickets: ReadonlyArray<StatedTicket>) => {
  const creditOf = new Map(tickets.map(({ position }) => [position.id, Money.zero]))
  const others = new Map<string | null, Money.Cents>()
  const paidBackOf = new Map<string, Money.Cents>()
  if (order.isTest || order.status !== "paid") return { creditOf, otherCredit: [], paidBackOf }
  for (const credit of order.positions) {
    if (!products.credit.has(credit.product) || credit.isCancelled || credit.isBlocked) continue
    const owner = credit.addonTo ?? ownerOf(credit, tickets)
    const before = owner === null ? undefined : creditOf.get(owner)
    if (owner !== null && before !== undefined) creditOf.set(owner, Money.add(before, credit.price))
    else others.set(owner, Money.add(others.get(owner) ?? Money.zero, credit.price))
  }
  let { outstanding } = order
  const take = (credit: Money.Cents): Money.Cents => {
    const taken = credit < outstanding ? credit : outstanding
    outstanding = Money.subtract(outstanding, taken)
    return taken
  }
  const otherCredit = [...others].toSorted(([a], [b]) => Number(b === null) - Number(a === null))
    .map(([owner, amount]): OtherCredit => ({ owner, amount: Money.subtract(amount, take(amount)) }))
    .filter(({ amount }) => amount > 0n)
  const isValid = ({ state }: StatedTicket) => state === "valid"
  // The credit of tickets that can't be used first.
  for (const ticket of [...tickets.filter((one) => !isValid(one)), ...tickets.filter(isValid).toReversed()]) {
    const { id } = ticket.position
    const bought = creditOf.get(id)!
    const taken = take(bought)
    creditOf.set(id, Money.subtract(bought, taken))
    if (isValid(ticket)) paidBackOf.set(id, taken)
  }
  return { creditOf, otherCredit, paidBackOf }
}

/**
 * The only ticket that credit without a ticket of its own can be for: a valid one before others, among those for its date before
 * others; null if there are several. A ticket that is not valid any more keeps what it had.
 */
const ownerOf = ({ subevent }: ShopPosition, tickets: ReadonlyArray<StatedTicket>): string | null => {
  const only = (some: ReadonlyArray<StatedTicket>) => some.length === 1 ? some[0]!.position.id : null
  const onlyOf = (some: ReadonlyArray<StatedTicket>) =>
    only(some.filter(({ position }) => position.subevent === subevent)) ?? only(some)
  const valid = tickets.filter(({ state }) => state === "valid")
  return valid.length > 0
    ? onlyOf(valid)
    : onlyOf(tickets.filter(({ position }) => !position.isCancelled)) ?? onlyOf(tickets)
}

const defectOf = ({ positions }: ShopOrder): Problem | undefined => {
  const position = repeated(positions.map(({ id }) => id))
  if (position !== undefined) return problem(presaleRules.position_twice, [], { position })
  const token = repeated(positions.map(({ secret }) => secret))
  if (token !== undefined) return problem(presaleRules.token_twice, [])
  const negative = positions.find(({ price }) => price < 0n)
  return negative === undefined ? undefined : problem(presaleRules.price_negative, [], { position: negative.id })
}

const repeated = (values: ReadonlyArray<string>): string | undefined =>
  values.find((value, at) => values.indexOf(value) !== at)
