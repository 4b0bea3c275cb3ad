import { DateTime, Result } from "effect"
import type { Problem } from "../base/Rule.ts"
import { changesBy, type ComparedOrder, type ImportCount, type KnownOrder } from "./PresaleTicket.ts"
import type { OrderedTicket, OrderedTickets } from "./ShopOrder.ts"

/** An order as a list of tickets gives it: without times, and maybe without some of its tickets. */
export interface ListedOrder {
  readonly code: string
  readonly tickets: ReadonlyArray<OrderedTicket>
}

/** The version that a list makes of an order, and the number of tickets that it changes. */
export interface ListedVersion {
  readonly changed: OrderedTickets
  readonly count: ImportCount
}

/**
 * The version of an order that a list makes of the stored one, at this moment; null if it changes nothing, so that a list may
 * be imported any number of times. Tickets that the list lacks stay as they are: it may have only those that were sold since
 * the one before.
 */
export const versionListed = (
  { code, tickets }: ListedOrder,
  known: KnownOrder,
  now: DateTime.Utc
): Result.Result<ListedVersion | null, Problem> => {
  const present = new Set(tickets.map(({ position }) => position))
  const version = (modifiedAt: DateTime.Utc): OrderedTickets => ({
    shop: null,
    code,
    link: null,
    placedAt: now,
    modifiedAt,
    tickets: [
      ...tickets,
      ...known.tickets.flatMap(({ orderCode, position, ...stored }) =>
        orderCode === code && position !== null && !present.has(position) ? [{ position, ...stored }] : []
      )
    ],
    otherCredit: []
  })
  // As of the stored version, so that a ticket differs by what the list says of it alone.
  const latest = latestOf(known, present) ?? now
  return Result.map(changesBy(version(latest), known), (changes) => {
    const updates = changes.flatMap((change) => change.kind === "update" ? [change] : [])
    const cancelled = updates.filter(({ id, ticket }) =>
      ticket.state === "cancelled" && known.tickets.some((stored) =>
        stored.id === id && stored.state !== "cancelled"
      )
    ).length
    const added = changes.length - updates.length
    return changes.length === 0
      ? null
      : {
        changed: version(DateTime.max(now, latest)),
        count: { added, cancelled, updated: updates.length - cancelled }
      }
  })
}

/** An order of a list with the stored state that it is compared with. */
export interface ComparedListing extends Pick<ComparedOrder, "isOpen" | "known"> {
  readonly order: ListedOrder
}

/** The versions that a list makes, at this moment, of those of its orders of which nothing is stored. */
export const newVersions = (
  listings: ReadonlyArray<ComparedListing>,
  now: DateTime.Utc
): ReadonlyArray<ComparedOrder> =>
  listings.flatMap(({ isOpen, known, order }) => {
    if (isOpen || known.modifiedAt !== null || known.tickets.length > 0) return []
    const version = versionListed(order, known, now)
    if (Result.isFailure(version) || version.success === null) return []
    return [{ order: version.success.changed, known, isOpen }]
  })

/** The newest version of the order and of the tickets at these positions, which another order may have had since. */
const latestOf = ({ modifiedAt, tickets }: KnownOrder, present: ReadonlySet<string>): DateTime.Utc | null =>
  tickets.reduce<DateTime.Utc | null>(
    (latest, { modifiedAt: at, position }) =>
      at === null || position === null || !present.has(position)
        ? latest
        : latest === null
        ? at
        : DateTime.max(latest, at),
    modifiedAt
  )
