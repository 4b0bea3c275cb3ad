import { randomUUID } from "node:crypto"
import type { Festival } from "./Festival.ts"

/** The kinds of bookings: goods paid by tag; cash onto a tag; an entrance ticket for cash, with money onto its tag. */
export const kinds = ["sale", "top-up", "ticket"] as const
export type Kind = typeof kinds[number]

/** The kinds of the bookings of a load, in turn. */
export type Mix = ReadonlyArray<Kind>

/** The mix of an evening: of twenty bookings one ticket and three top-ups. */
const evening: Mix = Array.from({ length: 20 }, (_, n) => n === 0 ? "ticket" : n % 6 === 3 ? "top-up" : "sale")

/** Loads by name: each kind alone, and all together. */
export const mixes: ReadonlyMap<string, Mix> = new Map<string, Mix>([
  ...kinds.map((kind): [string, Mix] => [kind, [kind]]),
  ["mixed", evening]
])

export interface Booking {
  readonly kind: Kind
  readonly path: string
  readonly body: string
}

/** The tills and customers of a connection; no two connections share any. */
export interface Range {
  readonly connection: number
  readonly connections: number
  /** The first of the tags that this load may sell tickets for. */
  readonly firstTicket: number
  readonly tickets: number
}

/** The bookings of one connection in turn; `undefined` when it has no tag left for a ticket. */
export const bookings = (festival: Festival, mix: Mix, range: Range) => {
  const customers = Math.floor(festival.customers / range.connections)
  const tickets = Math.floor(range.tickets / range.connections)
  const buttons = festival.buttonIds.map((till_button_id) => ({ till_button_id, quantity: 1 }))
  let booked = 0
  let sold = 0
  return (): Booking | undefined => {
    const n = booked++
    const kind = mix[(n + range.connection) % mix.length]!
    const customer_tag_uid = festival.firstTag + range.connection * customers + n % customers
    switch (kind) {
      case "sale":
        return request(kind, "/order/book-sale", { payment_method: "tag", customer_tag_uid, buttons })
      case "top-up":
        return request(kind, "/order/book-topup", { payment_method: "cash", customer_tag_uid, amount: 10 })
      case "ticket": {
        if (sold === tickets) return undefined
        const ticket = range.firstTicket + range.connection * tickets + sold++
        const tag = { tag_uid: festival.firstTicketTag + ticket, tag_pin: `TICKET${ticket}` }
        return request(kind, "/order/book-ticket-sale", { payment_method: "cash", customer_tags: [tag] })
      }
    }
  }
}

const request = (kind: Kind, path: string, body: object): Booking => ({
  kind,
  path,
  body: JSON.stringify({ uuid: randomUUID(), ...body })
})
