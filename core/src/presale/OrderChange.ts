import { DateTime, Result } from "effect"
import type { Problem } from "../base/Rule.ts"
import { changesBy, type ImportCount, type StoredOrder, type WithStored } from "./PresaleTicket.ts"
import type { ShopOrderTickets, ShopOrderVersion } from "./ShopOrder.ts"

/** What a list changes of an order: the version that it makes of it, and the number of tickets that differ. */
export interface OrderChange {
  readonly version: ShopOrderVersion
  readonly count: ImportCount
}

/**
 * The version of an order that a list makes of the stored one, at this moment; null if it changes nothing, so that a list may
 * be imported any number of times. Tickets that the list lacks stay as they are: it may have only those that were sold since
 * the one before.
 */
export const changeByList = (
  { code, tickets }: ShopOrderTickets,
  stored: StoredOrder,
  now: DateTime.Utc
): Result.Result<OrderChange | null, Problem> => {
  const present = new Set(tickets.map(({ position }) => position))
  const versionAt = (modifiedAt: DateTime.Utc): ShopOrderVersion => ({
    shop: null,
    code,
    link: null,
    placedAt: now,
    modifiedAt,
    tickets: [
      ...tickets,
      ...stored.tickets.flatMap(({ orderCode, position, ...ticket }) =>
        orderCode === code && position !== null && !present.has(position) ? [{ position, ...ticket }] : []
      )
    ],
    otherCredit: []
  })
  // As of the stored version, so that a ticket differs by what the list says of it alone.
  const latest = latestOf(stored, present) ?? now
  return Result.map(changesBy(versionAt(latest), stored), (changes) => {
    const updates = changes.flatMap((change) => change.kind === "update" ? [change] : [])
    const cancelled = updates.filter(({ id, ticket }) =>
      ticket.state === "cancelled" && stored.tickets.some((one) =>
        one.id === id && one.state !== "cancelled"
      )
    ).length
    const added = changes.length - updates.length
    return changes.length === 0
      ? null
      : {
        version: versionAt(DateTime.max(now, latest)),
        count: { added, cancelled, updated: updates.length - cancelled }
      }
  })
}

/** The versions that a list makes, at this moment, of those of its orders of which nothing is stored. */
export const newVersions = (
  listings: ReadonlyArray<WithStored<ShopOrderTickets>>,
  now: DateTime.Utc
): ReadonlyArray<WithStored<ShopOrderVersion>> =>
  listings.flatMap(({ isOpen, stored, order }) => {
    if (isOpen || stored.modifiedAt !== null || stored.tickets.length > 0) return []
    const change = changeByList(order, stored, now)
    if (Result.isFailure(change) || change.success === null) return []
    return [{ order: change.success.version, stored, isOpen }]
  })

/** The newest version of the order and of the tickets at these positions, which another order may have had since. */
const latestOf = ({ modifiedAt, tickets }: StoredOrder, present: ReadonlySet<string>): DateTime.Utc | null =>
  tickets.reduce<DateTime.Utc | null>(
    (latest, { modifiedAt: at, position }) =>
      at === null || position === null || !present.has(position)
        ? latest
        : latest === null
        ? at
        : DateTime.max(latest, at),
    modifiedAt
  )
