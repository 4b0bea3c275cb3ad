import * as Money from "@wristbank/core/base/Money"
import type { ShopOrder, ShopPosition } from "@wristbank/core/presale/ShopOrder"
import { DateTime } from "effect"
import {
  accountOf,
  elsewhere,
  here,
  isFit,
  type ModelCredit,
  type ModelOrder,
  type ModelTicket,
  type Owed,
  products,
  type ShopHabits
} from "./ShopAccount.ts"
import type { ShopEvent } from "./ShopEvent.ts"

/** A reading of an order, with what the shop knows of its tickets by then. */
export interface Reading {
  readonly order: ShopOrder
  /** Positions that were cancelled. */
  readonly lost: ReadonlySet<string>
  /** Positions that were to be admitted. */
  readonly admissible: ReadonlySet<string>
  /** Number of events in the shop before it. */
  readonly at: number
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
    if (event.type === "place") this.#place(event.credits, event.isTest)
    else if ("order" in event) this.#happenToOrder(event)
    else if ("ticket" in event) this.#happenToTicket(event)
    else this.#happenToCredit(event)
  }

  #happenToOrder(event: Extract<ShopEvent, { readonly order: number }>): void {
    const order = oneOf(this.orders, event.order)
    if (order === undefined) return
    const isSilent = event.type === "refund" && this.#habits.refundsSilently
    this.hasSilentChange ||= isSilent
    if (!isSilent) order.modifiedAt = this.now
    if (event.type === "status") order.status = event.status
    else if (event.type === "validUnpaid") order.isValidUnpaid = !order.isValidUnpaid
    else if (event.type === "refund") order.refunded = Math.max(0, order.refunded + event.cents)
    else order.credits.push(this.#credit(event.cents))
  }

  #happenToTicket(event: Extract<ShopEvent, { readonly ticket: number }>): void {
    const ticket = oneOf(this.tickets, event.ticket)
    if (ticket === undefined) return
    ticket.order.modifiedAt = this.now
    if (event.type === "credit") ticket.credits.push(this.#credit(event.cents))
    else if (event.type === "cancelTicket") ticket.isCancelled = true
    else if (event.type === "blockTicket") ticket.isBlocked = !ticket.isBlocked
    else if (event.type === "newSecret") ticket.secret = `s${++this.#ids}`
    else if (event.type === "noTicket") ticket.product = ticket.product === 9n ? 2n : 9n
    else if (event.type === "exchange") this.#exchange(ticket, event.other)
    else if (event.type === "date") {
      ticket.date = ticket.date === here ? elsewhere : here
      if (event.withCredit) { for (const credit of ticket.credits) credit.date = ticket.date }
    } else this.#split(ticket)
  }

  #happenToCredit(event: Extract<ShopEvent, { readonly credit: number }>): void {
    const bought = [
      ...this.tickets.flatMap(({ credits, order }) => credits.map((credit) => ({ credit, order }))),
      ...this.orders.flatMap((order) => order.credits.map((credit) => ({ credit, order })))
    ]
    const found = oneOf(bought, event.credit)
    if (found === undefined) return
    found.order.modifiedAt = this.now
    if (event.type === "cancelCredit") found.credit.isCancelled = true
    else found.credit.cents = Math.max(0, found.credit.cents - event.cents)
  }

  /** An order as a reading of this moment shows it. */
  read(order: ModelOrder): Reading {
    const own = this.tickets.filter((ticket) => ticket.order === order)
    const positions = [...own.flatMap(positionsOf), ...order.credits.map((credit) => creditPosition(credit, null))]
    return {
      at: this.#events,
      lost: new Set(own.filter(({ isCancelled }) => isCancelled).map(({ position }) => position)),
      admissible: new Set(accountOf(order, this.tickets, this.#habits).owed.map(([position]) => position)),
      order: {
        shop: "shop",
        code: order.code,
        link: null,
        status: order.status,
        isValidUnpaid: order.isValidUnpaid,
        isTest: order.isTest,
        placedAt: DateTime.makeUnsafe(order.placedAt),
        modifiedAt: DateTime.makeUnsafe(order.modifiedAt),
        name: null,
        email: null,
        needsAttention: false,
        note: null,
        outstanding: Money.Cents.make(BigInt(order.refunded)),
        positions: positions.filter(({ isCancelled }) => this.#habits.showsCancelled || !isCancelled)
      }
    }
  }

  /** The tickets that may be admitted now, by position. */
  owed(): ReadonlyMap<string, Owed> {
    return new Map(this.orders.flatMap((order) => accountOf(order, this.tickets, this.#habits).owed))
  }

  /** Credit that was paid and belongs to no ticket that the import knows, by order; a known one that may not be admitted keeps its credit. */
  stray(known: ReadonlySet<string>): ReadonlyMap<string, number> {
    const all = this.orders.map((order) => {
      const left = accountOf(order, this.tickets, this.#habits).left.filter(({ owner }) =>
        owner === null || !known.has(owner)
      )
      return [order.code, left.reduce((sum, { cents }) => sum + cents, 0)] as const
    })
    return new Map(all.filter(([, stray]) => stray > 0))
  }

  /** Whether the ticket is as it should be but for the money of its order. */
  awaitsPayment(position: string): boolean {
    const { order, ...ticket } = this.tickets.find((one) => one.position === position)!
    return order.status === "pending" && !order.isValidUnpaid && isFit(ticket)
  }

  #credit(cents: number): ModelCredit {
    return { id: String(++this.#ids), cents, date: here, isCancelled: false }
  }

  #place(credits: ReadonlyArray<number>, isTest: boolean): void {
    const order = this.#open({ isTest, status: "pending", isValidUnpaid: false })
    for (const cents of credits) {
      this.tickets.push({
        position: String(++this.#ids),
        order,
        secret: `s${++this.#ids}`,
        product: 1n,
        date: here,
        isCancelled: false,
        isBlocked: false,
        isExchanged: false,
        credits: [this.#credit(cents)]
      })
    }
  }

  /** Codes are exchanged within an order. */
  #exchange(ticket: ModelTicket, at: number): void {
    const other = oneOf(
      this.tickets.filter((one) => one !== ticket && one.order === ticket.order && !one.isCancelled),
      at
    )
    if (other === undefined || ticket.isCancelled) return
    for (const one of [ticket, other]) one.isExchanged = true
    const { secret } = ticket
    ticket.secret = other.secret
    other.secret = secret
  }

  /**
   * Moves a ticket to an order of its own. A cancelled one stays, and so does one whose code was exchanged: orders that want each
   * other's codes would be refused until the shop makes new ones.
   */
  #split(ticket: ModelTicket): void {
    if (ticket.isCancelled || ticket.isExchanged) return
    this.now++
    ticket.order = this.#open(ticket.order)
  }

  #open({ isTest, isValidUnpaid, status }: Pick<ModelOrder, "isTest" | "isValidUnpaid" | "status">): ModelOrder {
    const code = `O${this.orders.length}`
    const order = {
      code,
      placedAt: this.now,
      modifiedAt: this.now,
      isTest,
      status,
      isValidUnpaid,
      refunded: 0,
      credits: []
    }
    this.orders.push(order)
    return order
  }
}

const oneOf = <A>(all: ReadonlyArray<A>, at: number): A | undefined => all[at % all.length]

/** Whether the order shows the position as a ticket that is imported. */
export const showsTicket = ({ positions }: ShopOrder, position: string): boolean =>
  positions.some(({ id, product, subevent }) => id === position && subevent === here && products.tickets.has(product))

const common = {
  isBlocked: false,
  checkedInAt: null,
  variation: null,
  validFrom: null,
  validUntil: null,
  name: null,
  email: null
}

const creditPosition = ({ cents, date, id, isCancelled }: ModelCredit, addonTo: string | null): ShopPosition => ({
  ...common,
  id,
  product: 7n,
  subevent: date,
  secret: `c${id}`,
  price: Money.Cents.make(BigInt(cents)),
  addonTo,
  isCancelled
})

const positionsOf = (ticket: ModelTicket): ReadonlyArray<ShopPosition> => {
  const { credits, date, isBlocked, isCancelled, position, product, secret } = ticket
  const price = Money.Cents.make(4500n)
  return [
    { ...common, isBlocked, isCancelled, id: position, product, subevent: date, secret, price, addonTo: null },
    ...credits.map((credit) => creditPosition({ ...credit, isCancelled: isCancelled || credit.isCancelled }, position))
  ]
}
