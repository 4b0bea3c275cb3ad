import type { PresaleProducts, ShopOrder } from "@wristbank/core/presale/ShopOrder"

/** Dates of the event series: the one that is imported, and another. */
export const [here, elsewhere] = [11n, 12n]

export const products: PresaleProducts = {
  tickets: new Set([1n, 2n]),
  credit: new Set([7n]),
  subevents: new Set([here])
}

export interface ModelCredit {
  readonly id: string
  cents: number
  date: bigint
  isCancelled: boolean
}

export interface ModelTicket {
  readonly position: string
  order: ModelOrder
  secret: string
  product: bigint
  date: bigint
  isCancelled: boolean
  isBlocked: boolean
  /** It has or had the code of another ticket. */
  isExchanged: boolean
  /** The credit that was bought with it. */
  readonly credits: Array<ModelCredit>
}

export interface ModelOrder {
  readonly code: string
  readonly placedAt: number
  readonly isTest: boolean
  modifiedAt: number
  status: ShopOrder["status"]
  isValidUnpaid: boolean
  refunded: number
  /** Credit that was bought for no ticket. */
  readonly credits: Array<ModelCredit>
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
  /** Of the credit that was bought, in cents. */
  readonly paidBack: number
}

/** Credit that no ticket has that may be admitted. */
interface LeftCredit {
  /** The position that it was bought for; null if it may be for several. */
  readonly owner: string | null
  readonly cents: number
}

/**
 * Who may come in with how much. Refunded money is missing from credit without a ticket first, then from that of tickets that can't
 * be used, then from that of the last tickets.
 */
export const accountOf = (
  order: ModelOrder,
  tickets: ReadonlyArray<ModelTicket>,
  habits: ShopHabits
): {
  readonly owed: ReadonlyArray<readonly [string, Owed]>
  readonly left: ReadonlyArray<LeftCredit>
} => {
  const isOpen = order.status === "paid" || (order.status === "pending" && order.isValidUnpaid)
  const own = tickets.filter((ticket) => ticket.order === order && !order.isTest)
  const usable = own.filter((ticket) => isOpen && isFit(ticket))
  const lone = ownerOf(own, usable, habits)
  let { refunded } = order
  const left = (credits: ReadonlyArray<ModelCredit>) => {
    const isPaid = order.status === "paid" && !order.isTest
    const paid = isPaid
      ? credits.filter(({ date, isCancelled }) => date === here && !isCancelled).reduce(
        (sum, { cents }) => sum + cents,
        0
      )
      : 0
    const missing = Math.min(refunded, paid)
    refunded -= missing
    return { cents: paid - missing, missing }
  }
  const creditsOf = (ticket: ModelTicket) => [
    ...ticket.isCancelled ? [] : ticket.credits,
    ...ticket === lone ? order.credits : []
  ]
  const unowned = { owner: null, cents: left(lone === undefined ? order.credits : []).cents }
  const foreign = own.filter((ticket) => !isTicketHere(ticket)).map((ticket) => ({
    owner: ticket.position,
    cents: left(creditsOf(ticket)).cents
  }))
  // That of tickets which can't be used is kept with them.
  for (const ticket of own) if (isTicketHere(ticket) && !usable.includes(ticket)) left(creditsOf(ticket))
  const owed = usable.toReversed().map((ticket) => {
    const { cents, missing } = left(creditsOf(ticket))
    return [ticket.position, { token: ticket.secret, credit: cents, paidBack: missing }] as const
  })
  return { owed, left: [unowned, ...foreign] }
}

/** The only ticket that credit without a ticket of its own can be for. */
const ownerOf = (
  own: ReadonlyArray<ModelTicket>,
  usable: ReadonlyArray<ModelTicket>,
  { showsCancelled }: ShopHabits
): ModelTicket | undefined => {
  const shown = own.filter((ticket) => isTicketHere(ticket) && (showsCancelled || !ticket.isCancelled))
  const present = shown.filter(({ isCancelled }) => !isCancelled)
  const among = usable.length > 0 ? usable : present.length === 1 ? present : shown
  return among.length === 1 ? among[0] : undefined
}

/** Whether a ticket may be used if its order allows it. */
export const isFit = ({ isBlocked, isCancelled, ...ticket }: Omit<ModelTicket, "order">): boolean =>
  !isCancelled && !isBlocked && isTicketHere(ticket)

/** Whether an import takes it for a ticket at all. */
const isTicketHere = ({ date, product }: Pick<ModelTicket, "date" | "product">): boolean =>
  date === here && products.tickets.has(product)
