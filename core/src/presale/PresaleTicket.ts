import { DateTime, Result } from "effect"
import * as Money from "../ledger/Money.ts"
import { type Problem, problem } from "../primitives/Rule.ts"
import type { TicketState } from "../tag/TicketVoucher.ts"
import { presaleRules } from "./PresaleRules.ts"
import type { OrderedTicket, OrderedTickets } from "./ShopOrder.ts"

/** A stored ticket of the presale. */
export interface PresaleTicket {
  readonly id: bigint
  readonly orderCode: string
  /** Null for tickets that were stored without a shop; no order ever changes those. */
  readonly position: string | null
  /** Of the newest version of an order that contained it; null without a shop. */
  readonly modifiedAt: DateTime.Utc | null
  readonly token: string
  readonly state: TicketState
  /** The credit that was paid with it, in cents. */
  readonly credit: Money.Cents
  readonly product: bigint | null
  readonly productName: string | null
  readonly name: string | null
  readonly email: string | null
  /** The time at which somebody else checked it in, by the shop; null if nobody did. */
  readonly checkedInAt: DateTime.Utc | null
  /** The guest has their wristband, so a check-in in the shop is that of ours. */
  readonly isRedeemed: boolean
}

/** The stored state that an order is compared with. */
export interface KnownOrder {
  /** The newest version that was stored; null if none was. */
  readonly modifiedAt: DateTime.Utc | null
  /** Every ticket of the order, at one of its positions, or with one of its codes. */
  readonly tickets: ReadonlyArray<PresaleTicket>
}

/** A change of the stored tickets. None of them moves money. */
export type TicketChange =
  | { readonly kind: "add"; readonly ticket: OrderedTicket }
  | { readonly kind: "update"; readonly id: bigint; readonly ticket: OrderedTicket }
  /** The position is no longer in its order. If another ticket of the order has its code now, it loses that too. */
  | { readonly kind: "cancel"; readonly id: bigint }

/** The number of tickets that an order added, updated and cancelled. */
export interface ImportCount {
  readonly added: number
  readonly updated: number
  readonly cancelled: number
}

/**
 * Compares an order with what is stored, and returns the changes by position. Older versions of an order change nothing, so
 * they may arrive late, and the same version may arrive any number of times. A position that moved to another order stays
 * with the newer one. Only a valid ticket is added.
 */
export const changesBy = (
  order: OrderedTickets,
  known: KnownOrder
): Result.Result<ReadonlyArray<TicketChange>, Problem> => {
  if (known.modifiedAt !== null && isBefore(order.modifiedAt, known.modifiedAt)) return Result.succeed([])
  const atPosition = new Map(
    known.tickets.flatMap((ticket) => ticket.position === null ? [] : [[ticket.position, ticket]])
  )
  const changes: Array<TicketChange> = []
  for (const ticket of order.tickets) {
    const stored = atPosition.get(ticket.position)
    if (stored === undefined) {
      if (ticket.state === "valid") changes.push({ kind: "add", ticket })
    } else if (stored.modifiedAt === null || !isBefore(order.modifiedAt, stored.modifiedAt)) {
      // The credit of a ticket that can't be used stays as a record of what had been paid.
      const next = {
        ...ticket,
        credit: ticket.state === "valid" ? ticket.credit : stored.credit,
        checkedInAt: stored.isRedeemed ? stored.checkedInAt : ticket.checkedInAt
      }
      if (differs(stored, next, order)) changes.push({ kind: "update", id: stored.id, ticket: next })
    }
  }
  const present = new Set(order.tickets.map(({ position }) => position))
  const given = new Set(changes.flatMap((change) => change.kind === "cancel" ? [] : [change.ticket.token]))
  for (const { id, orderCode, position, state, token } of known.tickets) {
    if (position === null || orderCode !== order.code || present.has(position)) continue
    if (state !== "cancelled" || given.has(token)) changes.push({ kind: "cancel", id })
  }
  return Result.map(tokensApart(known.tickets, changes), () => changes)
}

const isBefore = (one: DateTime.Utc, other: DateTime.Utc) => DateTime.isLessThan(one, other)

const differs = (stored: PresaleTicket, next: OrderedTicket, { code, modifiedAt }: OrderedTickets): boolean =>
  stored.orderCode !== code || stored.modifiedAt === null || !DateTime.Equivalence(stored.modifiedAt, modifiedAt) ||
  stored.token !== next.token || stored.state !== next.state || stored.credit !== next.credit ||
  stored.product !== next.product || stored.productName !== next.productName ||
  stored.name !== next.name || stored.email !== next.email ||
  stored.checkedInAt?.epochMilliseconds !== next.checkedInAt?.epochMilliseconds

/** Decides whether the changes leave each code with one ticket. That of a cancelled ticket stays taken unless the order lost it. */
const tokensApart = (
  tickets: ReadonlyArray<PresaleTicket>,
  changes: ReadonlyArray<TicketChange>
): Result.Result<void, Problem> => {
  const freed = new Set(changes.flatMap((change) => change.kind === "add" ? [] : [change.id]))
  const taken = new Set(tickets.filter(({ id }) => !freed.has(id)).map(({ token }) => token))
  for (const change of changes) {
    if (change.kind === "cancel") continue
    const { position, token } = change.ticket
    if (taken.has(token)) return Result.fail(problem(presaleRules.token_taken, [], { position }))
    taken.add(token)
  }
  return Result.void
}

/** An order of a page with the stored state that it is compared with. */
export interface ComparedOrder {
  readonly order: OrderedTickets
  readonly known: KnownOrder
  /** It has a problem or a case, which storing it may end. */
  readonly isOpen: boolean
}

/**
 * Divides the orders of a page: those that only add tickets can be stored together; those that change nothing are left out; the
 * others are stored one by one.
 */
export const together = (orders: ReadonlyArray<ComparedOrder>) => {
  const added: Array<{ readonly order: OrderedTickets; readonly tickets: ReadonlyArray<OrderedTicket> }> = []
  const others: Array<OrderedTickets> = []
  const taken = new Set<string>()
  for (const { isOpen, known, order } of orders) {
    const names = [
      order.code,
      ...order.tickets.flatMap(({ position, token }) => [`position ${position}`, `token ${token}`])
    ]
    const isApart = names.every((name) => !taken.has(name))
    names.forEach((name) => taken.add(name))
    const changes = changesBy(order, known)
    if (!isApart || isOpen || order.strayCredit > 0n || Result.isFailure(changes)) others.push(order)
    else if (known.modifiedAt === null && known.tickets.length === 0) {
      added.push({ order, tickets: changes.success.flatMap((change) => change.kind === "add" ? [change.ticket] : []) })
    } else if (
      changes.success.length > 0 || known.modifiedAt === null || isBefore(known.modifiedAt, order.modifiedAt)
    ) {
      others.push(order)
    }
  }
  return { added, others }
}
