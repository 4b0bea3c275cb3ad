import * as Money from "@wristbank/core/ledger/Money"
import type { PresaleProducts, ShopOrder, ShopPosition } from "@wristbank/core/presale/ShopOrder"
import { DateTime } from "effect"
import fc from "fast-check"

export const products: PresaleProducts = { tickets: new Set([1n, 2n]), credit: new Set([7n]), subevents: new Set() }

/** Something that happens in the shop; indices are taken modulo what there is. */
export type ShopEvent =
  | { readonly type: "place"; readonly credits: ReadonlyArray<number>; readonly isTest: boolean }
  | { readonly type: "status"; readonly order: number; readonly status: ShopOrder["status"] }
  | { readonly type: "cancelTicket" | "blockTicket" | "newSecret" | "noTicket" | "split"; readonly ticket: number }
  | { readonly type: "credit"; readonly ticket: number; readonly cents: number }
  | { readonly type: "refund"; readonly order: number; readonly cents: number }

const index = fc.nat({ max: 20 })
const cents = fc.nat({ max: 5000 })

export const shopEvent: fc.Arbitrary<ShopEvent> = fc.oneof(
  fc.record({
    type: fc.constant("place" as const),
    credits: fc.array(cents, { minLength: 1, maxLength: 3 }),
    isTest: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  }),
  fc.record({
    type: fc.constant("status" as const),
    order: index,
    status: fc.constantFrom("paid", "paid", "pending", "expired", "cancelled")
  }),
  fc.record({
    type: fc.constantFrom("cancelTicket", "blockTicket", "newSecret", "noTicket", "split"),
    ticket: index
  }),
  fc.record({ type: fc.constant("credit" as const), ticket: index, cents }),
  fc.record({ type: fc.constant("refund" as const), order: index, cents })
)

interface ModelTicket {
  readonly position: string
  order: ModelOrder
  secret: string
  product: bigint
  isCancelled: boolean
  isBlocked: boolean
  /** Amounts of the credit positions that were bought with it, in cents. */
  credits: Array<{ readonly id: string; readonly cents: number }>
}

interface ModelOrder {
  readonly code: string
  readonly placedAt: number
  readonly isTest: boolean
  modifiedAt: number
  status: ShopOrder["status"]
  refunded: number
}

/** A reading of an order, with the tickets that the order had lost by then. */
export interface Reading {
  readonly order: ShopOrder
  readonly lost: ReadonlyArray<string>
  /** Number of events in the shop before it. */
  readonly at: number
}

/** Ways of a shop that readings have to cope with. */
export interface ShopHabits {
  /** Cancelled positions are part of readings, as pretix makes them on request. */
  readonly showsCancelled: boolean
  /** A refund does not count as a change of its order, as in pretix for one that is entered alone. */
  readonly refundsSilently: boolean
}

/** The ticket that the shop wants to be admitted, with the credit that was paid for it. */
export interface Owed {
  readonly token: string
  readonly credit: number
}

/** A ticket shop in memory. Its clock moves with every event. */
export class ShopModel {
  readonly orders: Array<ModelOrder> = []
  readonly tickets: Array<ModelTicket> = []
  now = 0
  /** A change happened that no list of changes shows. */
  hasSilentChange = false
  #ids = 0
  #events = 0
  readonly #habits: ShopHabits

  constructor(habits: ShopHabits) {
    this.#habits = habits
  }

  happen(event: ShopEvent): void {
    this.now++
    this.#events++
    if (event.type === "place") return this.#place(event.credits, event.isTest)
    if (event.type === "status" || event.type === "refund") {
      const order = this.orders[event.order % this.orders.length]
      if (order === undefined) return
      if (event.type === "status") order.status = event.status
      else order.refunded += event.cents
      const isSilent = event.type === "refund" && this.#habits.refundsSilently
      this.hasSilentChange ||= isSilent
      if (!isSilent) order.modifiedAt = this.now
      return
    }
    const ticket = this.tickets[event.ticket % this.tickets.length]
    if (ticket === undefined) return
    ticket.order.modifiedAt = this.now
    if (event.type === "credit") ticket.credits.push({ id: String(++this.#ids), cents: event.cents })
    else if (event.type === "cancelTicket") ticket.isCancelled = true
    else if (event.type === "blockTicket") ticket.isBlocked = !ticket.isBlocked
    else if (event.type === "newSecret") ticket.secret = `s${++this.#ids}`
    else if (event.type === "noTicket") ticket.product = ticket.product === 9n ? 2n : 9n
    else this.#split(ticket)
  }

  /** An order as a reading of this moment shows it. */
  read(order: ModelOrder): Reading {
    const own = this.tickets.filter((ticket) => ticket.order === order)
    const shown = own.filter(({ isCancelled }) => this.#habits.showsCancelled || !isCancelled)
    return {
      at: this.#events,
      lost: own.filter(({ isCancelled }) => isCancelled).map(({ position }) => position),
      order: {
        code: order.code,
        link: null,
        status: order.status,
        isValidUnpaid: false,
        isTest: order.isTest,
        placedAt: DateTime.makeUnsafe(order.placedAt),
        modifiedAt: DateTime.makeUnsafe(order.modifiedAt),
        name: null,
        email: null,
        outstanding: Money.Cents.make(BigInt(order.refunded)),
        positions: shown.flatMap((ticket) => positionsOf(ticket))
      }
    }
  }

  /** The tickets that may be admitted now, by position. Refunded money is missing from the credit of the last tickets first. */
  owed(): ReadonlyMap<string, Owed> {
    const owed = new Map<string, Owed>()
    for (const order of this.orders) {
      if (order.status !== "paid" || order.isTest) continue
      let { refunded } = order
      const usable = this.tickets.filter((ticket) =>
        ticket.order === order && !ticket.isCancelled && !ticket.isBlocked && products.tickets.has(ticket.product)
      )
      refunded -= this.#stray(order)
      for (const { credits, position, secret } of usable.toReversed()) {
        const paid = credits.reduce((total, credit) => total + credit.cents, 0)
        const missing = Math.min(Math.max(refunded, 0), paid)
        refunded -= missing
        owed.set(position, { token: secret, credit: paid - missing })
      }
    }
    return owed
  }

  /** Credit of usable positions of the order whose ticket can't be used. */
  #stray(order: ModelOrder): number {
    return this.tickets.filter((ticket) =>
      ticket.order === order && !ticket.isCancelled && (ticket.isBlocked || !products.tickets.has(ticket.product))
    ).flatMap(({ credits }) => credits).reduce((total, credit) => total + credit.cents, 0)
  }

  #place(credits: ReadonlyArray<number>, isTest: boolean): void {
    const order: ModelOrder = {
      code: `O${this.orders.length}`,
      placedAt: this.now,
      modifiedAt: this.now,
      isTest,
      status: "pending",
      refunded: 0
    }
    this.orders.push(order)
    for (const amount of credits) {
      this.tickets.push({
        position: String(++this.#ids),
        order,
        secret: `s${++this.#ids}`,
        product: 1n,
        isCancelled: false,
        isBlocked: false,
        credits: [{ id: String(++this.#ids), cents: amount }]
      })
    }
  }

  /** Moves a ticket to an order of its own. A cancelled one stays. */
  #split(ticket: ModelTicket): void {
    if (ticket.isCancelled) return
    const { isTest, status } = ticket.order
    this.now++
    const order = {
      code: `O${this.orders.length}`,
      placedAt: this.now,
      modifiedAt: this.now,
      isTest,
      status,
      refunded: 0
    }
    this.orders.push(order)
    ticket.order = order
  }
}

const positionsOf = (ticket: ModelTicket): ReadonlyArray<ShopPosition> => {
  const { credits, isBlocked, isCancelled, position, product, secret } = ticket
  const position0 = { isCancelled, subevent: null, isBlocked: false, checkedInAt: null, name: null, email: null }
  return [
    { ...position0, isBlocked, id: position, product, secret, price: Money.Cents.make(4500n), addonTo: null },
    ...credits.map((credit) => ({
      ...position0,
      id: credit.id,
      product: 7n,
      secret: `c${credit.id}`,
      price: Money.Cents.make(BigInt(credit.cents)),
      addonTo: position
    }))
  ]
}
