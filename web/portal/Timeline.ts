import { type Amount, fromCents, negate, subtract, toCents, zero } from "../kit/Amount.ts"
import { piecesText } from "../kit/Pieces.ts"
import type { PortalAnswer } from "./calls.ts"

export type Order = PortalAnswer<"GET /orders_with_bon">[number]
export type Transfer = PortalAnswer<"GET /get_payout_transactions">[number]

/** Something that happened to a guest's money. */
export type Entry =
  | { readonly kind: "order"; readonly at: string; readonly order: Order; readonly cancelled: boolean }
  | { readonly kind: "transfer"; readonly at: string; readonly transfer: Transfer }

/**
 * Orders and payouts, newest first. While older orders are still to be loaded, payouts before the oldest loaded one are left
 * out, so that nothing is inserted above what is shown already.
 */
export const timeline = (
  orders: ReadonlyArray<Order>,
  transfers: ReadonlyArray<Transfer>,
  isComplete: boolean
): ReadonlyArray<Entry> => {
  const oldest = orders.at(-1)?.booked_at
  const cancelled = new Set(orders.map(({ cancels_order }) => cancels_order))
  const shown = transfers.filter(({ booked_at }) =>
    isComplete || (oldest !== undefined && Date.parse(booked_at) >= Date.parse(oldest))
  )
  return [
    ...orders.map((order): Entry => ({
      kind: "order",
      at: order.booked_at,
      order,
      cancelled: cancelled.has(order.id)
    })),
    ...shown.map((transfer): Entry => ({ kind: "transfer", at: transfer.booked_at, transfer }))
  ].toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))
}

/** Entries by day, in the order given. Days are those of a time zone (IANA). */
export const byDay = (entries: ReadonlyArray<Entry>, timeZone: string) => {
  const day = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone })
  return Array.from(Map.groupBy(entries, ({ at }) => day.format(new Date(at))))
}

/** What an order changed of the balance; `undefined` if it was paid in another way or concerns other wristbands as well. */
export const changeOf = (order: Order): Amount | undefined => {
  switch (order.order_type) {
    case "top_up":
      return order.total_price
    case "pay_out":
      return negate(fromCents(Math.abs(toCents(order.total_price))))
    case "sale":
    case "cancel_sale":
      return order.payment_method === "tag" ? negate(order.total_price) : undefined
    default:
      return undefined
  }
}

/** The lines of an order in words: "2 × Beer, Pretzel". */
export const linesOf = ({ line_items }: Pick<Order, "line_items">): string =>
  line_items.map(({ product, quantity }) => piecesText(quantity, product.name)).join(", ")

/** The money that goes to the bank if this is donated. */
export const arriving = (balance: Amount, donation: Amount): Amount =>
  subtract(balance, possibleDonation(donation, balance))

/** A donation that is possible with a balance. */
export const possibleDonation = (donation: Amount, balance: Amount): Amount =>
  donation < 0 ? zero : donation > balance ? balance : donation
