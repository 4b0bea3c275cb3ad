import type { DateTime } from "effect"
import { Result } from "effect"
import * as Money from "../ledger/Money.ts"
import { type Problem, problem } from "../primitives/Rule.ts"
import type { TicketState } from "../tag/TicketVoucher.ts"
import { presaleRules } from "./PresaleRules.ts"

/** One line of an order in the ticket shop: a ticket, credit that was bought with one, or something else. */
export interface ShopPosition {
  /** Identifies it for ever in its shop, also when it moves to another order. */
  readonly id: string
  readonly product: bigint
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
  readonly name: string | null
  readonly email: string | null
}

/** An order as the ticket shop gives it. */
export interface ShopOrder {
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
export interface OrderedTicket {
  readonly position: string
  readonly token: string
  readonly state: TicketState
  /** The credit that was paid with it, in cents; it counts only while the ticket is valid. */
  readonly credit: Money.Cents
  readonly product: bigint | null
  readonly productName: string | null
  readonly name: string | null
  readonly email: string | null
  /** The time at which the shop says it was checked in; null if it was not. */
  readonly checkedInAt: DateTime.Utc | null
}

/** The meaning of one version of an order: its tickets by position. */
export interface OrderedTickets {
  readonly code: string
  /** The page of the shop that shows the order to staff. */
  readonly link: string | null
  readonly placedAt: DateTime.Utc
  readonly modifiedAt: DateTime.Utc
  readonly tickets: ReadonlyArray<OrderedTicket>
  /** Credit that was paid but belongs to no single ticket, in cents. */
  readonly strayCredit: Money.Cents
}

/**
 * The tickets of an order and the credit that each carries. Orders of the shop's test mode have none, and positions for other dates
 * of an event series count as absent. Credit belongs to the
 * ticket that it was bought for, or to the only ticket of the order. Money that the shop lacks reduces the credit, that of
 * the last ticket first.
 */
export const ticketsOf = (order: ShopOrder, products: PresaleProducts): Result.Result<OrderedTickets, Problem> => {
  const { code, link, modifiedAt, placedAt } = order
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
  const { creditOf, stray } = credits(
    { ...order, positions },
    products,
    tickets.flatMap(({ position, state }) => state === "valid" ? [position.id] : [])
  )
  return Result.succeed({
    code,
    link,
    modifiedAt,
    placedAt,
    tickets: tickets.map(({ position, state }) => ({
      position: position.id,
      token: position.secret,
      state,
      credit: creditOf.get(position.id) ?? Money.zero,
      product: position.product,
      productName: null,
      name: position.name ?? order.name,
      email: position.email ?? order.email,
      checkedInAt: position.checkedInAt
    })),
    strayCredit: stray
  })
}

const stateOf = (order: ShopOrder, position: ShopPosition): TicketState => {
  if (order.status === "expired" || order.status === "cancelled") return "cancelled"
  if (position.isCancelled || position.isBlocked) return "cancelled"
  return order.status === "paid" || order.isValidUnpaid ? "valid" : "suspended"
}

const credits = (order: ShopOrder, products: PresaleProducts, valid: ReadonlyArray<string>) => {
  const creditOf = new Map<string, Money.Cents>(valid.map((id) => [id, Money.zero]))
  let stray = Money.zero
  if (order.isTest || order.status !== "paid") return { creditOf, stray }
  for (const { addonTo, isBlocked, isCancelled, price, product } of order.positions) {
    if (!products.credit.has(product) || isCancelled || isBlocked) continue
    const owner = addonTo ?? (valid.length === 1 ? valid[0]! : null)
    const before = owner === null ? undefined : creditOf.get(owner)
    if (owner === null || before === undefined) stray = Money.add(stray, price)
    else creditOf.set(owner, Money.add(before, price))
  }
  let { outstanding } = order
  const take = (credit: Money.Cents): Money.Cents => {
    const taken = credit < outstanding ? credit : outstanding
    outstanding = Money.subtract(outstanding, taken)
    return Money.subtract(credit, taken)
  }
  stray = take(stray)
  for (const id of valid.toReversed()) creditOf.set(id, take(creditOf.get(id)!))
  return { creditOf, stray }
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
