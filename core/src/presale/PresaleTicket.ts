import { DateTime, Result } from "effect"
import * as Money from "../base/Money.ts"
import { type Problem, problem } from "../base/Rule.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import { type EntranceNote, isSameNote } from "./EntranceNote.ts"
import { presaleRules } from "./PresaleRules.ts"
import type { ShopOrderVersion, ShopTicket } from "./ShopOrder.ts"

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
  /** Credit that was bought with it but paid back, or not paid, in cents. */
  readonly paidBack: Money.Cents
  /** The event of the shop that it is from; null for tickets of files, and for those that were stored before this was noted. */
  readonly shop: string | null
  readonly date: bigint | null
  readonly product: bigint | null
  readonly productName: string | null
  readonly name: string | null
  readonly email: string | null
  /** The time at which someone else checked it in, by the shop; null if no one did. */
  readonly checkedInAt: DateTime.Utc | null
  readonly entrance: EntranceNote
  /** The guest has their wristband, so a check-in in the shop is that of ours. */
  readonly isRedeemed: boolean
}

/** The stored state that an order is compared with. */
export interface StoredOrder {
  /** The newest version that was stored; null if none was. */
  readonly modifiedAt: DateTime.Utc | null
  /** Every ticket of the order, at one of its positions or one that its credit was bought for, or with one of its codes. */
  readonly tickets: ReadonlyArray<PresaleTicket>
  /** The credit that the stored version has for tickets of other orders, by position, in cents. */
  readonly creditBefore: ReadonlyMap<string, Money.Cents>
  /**
   * The credit that other orders have for tickets at positions of this one, in cents; 0 if one of both orders was read before the other
   * was placed, so that the credit is still, or again, part of this one.
   */
  readonly creditElsewhere: ReadonlyMap<string, Money.Cents>
}

/** The order with the credit that other orders have for its tickets. */
export const withCreditElsewhere = <Order extends Pick<ShopOrderVersion, "tickets">>(
  order: Order,
  creditElsewhere: StoredOrder["creditElsewhere"]
): Order =>
  creditElsewhere.size === 0 ? order : {
    ...order,
    tickets: order.tickets.map((ticket) => ({
      ...ticket,
      credit: Money.add(ticket.credit, creditElsewhere.get(ticket.position) ?? Money.zero)
    }))
  }

/** Part of the credit of an order that none of its own tickets has. */
export interface KeptCredit {
  /** In cents. */
  readonly amount: Money.Cents
  /** Whether it was bought for a ticket that is stored, in whatever state. */
  readonly isOfTicket: boolean
}

/** The credit that an operator has to give to a guest, as no ticket has it, in cents. */
export const strayCredit = (kept: ReadonlyArray<KeptCredit>): Money.Cents =>
  Money.sum(kept.flatMap(({ amount, isOfTicket }) => isOfTicket ? [] : [amount]))

/** A change of the stored tickets. None of them moves money. */
export type TicketChange =
  | { readonly kind: "add"; readonly ticket: ShopTicket }
  | { readonly kind: "update"; readonly id: bigint; readonly ticket: ShopTicket }
  /** Another order paid for credit of the ticket, or does not any more: that of this order. */
  | { readonly kind: "credit"; readonly id: bigint; readonly credit: Money.Cents }
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
  order: ShopOrderVersion,
  stored: StoredOrder
): Result.Result<ReadonlyArray<TicketChange>, Problem> => {
  if (stored.modifiedAt !== null && isBefore(order.modifiedAt, stored.modifiedAt)) return Result.succeed([])
  const atPosition = new Map(
    stored.tickets.flatMap((ticket) => ticket.position === null ? [] : [[ticket.position, ticket]])
  )
  const changes: Array<TicketChange> = []
  for (const ticket of order.tickets) {
    const before = atPosition.get(ticket.position)
    if (before === undefined) {
      if (ticket.state === "valid") changes.push({ kind: "add", ticket })
    } else if (before.modifiedAt === null || !isBefore(order.modifiedAt, before.modifiedAt)) {
      // The credit of a ticket that can't be used stays as a record of what had been paid.
      const next = {
        ...ticket,
        credit: ticket.state === "valid" ? ticket.credit : before.credit,
        checkedInAt: before.isRedeemed ? before.checkedInAt : ticket.checkedInAt
      }
      if (differs(before, next, order)) changes.push({ kind: "update", id: before.id, ticket: next })
    }
  }
  const present = new Set(order.tickets.map(({ position }) => position))
  const given = new Set(changes.flatMap((change) => "ticket" in change ? [change.ticket.token] : []))
  for (const { id, orderCode, position, state, token } of stored.tickets) {
    if (position === null || orderCode !== order.code || present.has(position)) continue
    if (state !== "cancelled" || given.has(token)) changes.push({ kind: "cancel", id })
  }
  changes.push(...creditChanges(order, stored))
  return Result.map(tokensApart(stored.tickets, changes), () => changes)
}

/** The credit of tickets of other orders, by what this order pays for it now and paid before. What can't be used keeps its record. */
const creditChanges = (
  order: ShopOrderVersion,
  { creditBefore, tickets }: StoredOrder
): ReadonlyArray<TicketChange> => {
  const now = new Map(order.otherCredit.map(({ amount, owner }) => [owner, amount]))
  return tickets.flatMap(({ credit, id, modifiedAt, orderCode, position, state }) => {
    if (position === null || orderCode === order.code || state !== "valid") return []
    // Before the split the ticket had this credit as its own.
    if (modifiedAt === null || isBefore(modifiedAt, order.placedAt)) return []
    const more = Money.subtract(now.get(position) ?? Money.zero, creditBefore.get(position) ?? Money.zero)
    const next = Money.add(credit, more)
    return more === 0n ? [] : [{ kind: "credit" as const, id, credit: next > 0n ? next : Money.zero }]
  })
}

const isBefore = (one: DateTime.Utc, other: DateTime.Utc) => DateTime.isLessThan(one, other)

const differs = (stored: PresaleTicket, next: ShopTicket, { code, modifiedAt, shop }: ShopOrderVersion): boolean =>
  stored.orderCode !== code || stored.shop !== shop || stored.modifiedAt === null ||
  !DateTime.Equivalence(stored.modifiedAt, modifiedAt) ||
  stored.token !== next.token || stored.state !== next.state || stored.credit !== next.credit ||
  stored.paidBack !== next.paidBack || stored.date !== next.date ||
  stored.product !== next.product || stored.productName !== next.productName ||
  stored.name !== next.name || stored.email !== next.email ||
  stored.checkedInAt?.epochMilliseconds !== next.checkedInAt?.epochMilliseconds ||
  !isSameNote(stored.entrance, next.entrance)

/** Decides whether the changes leave each code with one ticket. That of a cancelled ticket stays taken unless the order lost it. */
const tokensApart = (
  tickets: ReadonlyArray<PresaleTicket>,
  changes: ReadonlyArray<TicketChange>
): Result.Result<void, Problem> => {
  const freed = new Set(changes.flatMap((change) => change.kind === "add" ? [] : [change.id]))
  const taken = new Set(tickets.filter(({ id }) => !freed.has(id)).map(({ token }) => token))
  for (const change of changes) {
    if (!("ticket" in change)) continue
    const { position, token } = change.ticket
    if (taken.has(token)) return Result.fail(problem(presaleRules.token_taken, [], { position }))
    taken.add(token)
  }
  return Result.void
}

/** Whether the order has credit for tickets of other orders, had it, or gets it from others. */
export const keepsCredit = (
  { otherCredit }: ShopOrderVersion,
  { creditBefore, creditElsewhere }: StoredOrder
): boolean => otherCredit.length > 0 || creditBefore.size > 0 || creditElsewhere.size > 0

/** An order with the stored state that it is compared with. */
export interface WithStored<Order> {
  readonly order: Order
  readonly stored: StoredOrder
  /** It has a problem or a case, which storing it may end. */
  readonly isOpen: boolean
}

/**
 * Divides the orders of a page: those that only add tickets can be stored together; those that change nothing are left out; the
 * others are stored one by one.
 */
export const together = (orders: ReadonlyArray<WithStored<ShopOrderVersion>>) => {
  const added: Array<{ readonly order: ShopOrderVersion; readonly tickets: ReadonlyArray<ShopTicket> }> = []
  const others: Array<ShopOrderVersion> = []
  const taken = new Set<string>()
  for (const { isOpen, stored, order } of orders) {
    const names = [
      order.code,
      ...order.tickets.flatMap(({ position, token }) => [`position ${position}`, `token ${token}`])
    ]
    const isApart = names.every((name) => !taken.has(name))
    names.forEach((name) => taken.add(name))
    const changes = changesBy(order, stored)
    if (!isApart || isOpen || keepsCredit(order, stored) || Result.isFailure(changes)) others.push(order)
    else if (stored.modifiedAt === null && stored.tickets.length === 0) {
      added.push({ order, tickets: changes.success.flatMap((change) => change.kind === "add" ? [change.ticket] : []) })
    } else if (
      changes.success.length > 0 || stored.modifiedAt === null || isBefore(stored.modifiedAt, order.modifiedAt)
    ) {
      others.push(order)
    }
  }
  return { added, others }
}
