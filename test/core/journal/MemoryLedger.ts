import * as Money from "@wristbank/core/base/Money"
import * as Ledger from "@wristbank/core/journal/Ledger"
import type { OrderDraft, TransferDraft } from "@wristbank/core/journal/Order"
import type { StoredOrder } from "@wristbank/core/sale/Cancel"

interface Holding {
  balance: Money.Cents
  vouchers: number
}

interface GuardedHolding extends Holding {
  userTagId: bigint | null
}

interface KeptOrder extends Omit<StoredOrder, "cancelled"> {
  readonly draft: OrderDraft
}

/** A ledger in memory with the same rules as the database. */
export interface MemoryLedger {
  /** Accounts with a stored balance, which changes only through guards. */
  readonly guarded: Map<bigint, GuardedHolding>
  /** The sum of the postings of every account. */
  readonly sums: Map<bigint, Holding>
  readonly orders: Array<KeptOrder>
}

export type Outcome = "booked" | "exists" | "cancelled" | "lost"

export const emptyLedger = (): MemoryLedger => ({ guarded: new Map(), sums: new Map(), orders: [] })

export const holding = (ledger: MemoryLedger, accountId: bigint): Holding =>
  ledger.sums.get(accountId) ?? { balance: Money.zero, vouchers: 0 }

/** Stores an order, or returns why it can't; then nothing has changed. */
export const applyDraft = (ledger: MemoryLedger, draft: OrderDraft, tillId: bigint): Outcome => {
  if (ledger.orders.some((order) => order.draft.uuid === draft.uuid)) return "exists"
  if (draft.cancelsOrder !== null && isCancelled(ledger, draft.cancelsOrder)) return "cancelled"
  const outcome = applyTransfer(ledger, draft)
  if (outcome !== "booked") return outcome
  const { lines, orderType, paymentMethod, postings } = draft
  ledger.orders.push({ id: BigInt(ledger.orders.length), orderType, paymentMethod, tillId, lines, postings, draft })
  return "booked"
}

/** Stores postings without an order. */
export const applyTransfer = (
  ledger: MemoryLedger,
  { guards, postings }: Pick<TransferDraft, "guards" | "postings">
): Outcome => {
  if (!guards.every((guard) => holds(ledger, guard))) return "lost"
  for (const { accountId, balance, vouchers } of guards) {
    const account = ledger.guarded.get(accountId)!
    account.balance = Money.add(account.balance, balance)
    account.vouchers += vouchers
  }
  for (const { amount, source, target, vouchers } of postings) {
    if (source === target || amount < 0n || vouchers < 0 || (amount === 0n && vouchers === 0)) {
      throw new Error("the database would refuse this posting")
    }
    add(ledger, source, Money.negate(amount), -vouchers)
    add(ledger, target, amount, vouchers)
  }
  return "booked"
}

/** An order as it is loaded for a cancellation. */
export const storedOrder = (ledger: MemoryLedger, id: bigint): StoredOrder | null => {
  const order = ledger.orders[Number(id)]
  return order === undefined ? null : { ...order, cancelled: isCancelled(ledger, id) }
}

const isCancelled = (ledger: MemoryLedger, id: bigint): boolean =>
  ledger.orders.some((order) => order.draft.cancelsOrder === id)

const holds = (ledger: MemoryLedger, guard: Ledger.Guard): boolean => {
  const account = ledger.guarded.get(guard.accountId)
  if (account === undefined) return false
  const balance = Money.add(account.balance, guard.balance)
  return (guard.minimum === null || balance >= guard.minimum)
    && (guard.maximum === null || balance <= guard.maximum)
    && account.vouchers + guard.vouchers >= 0
    && (guard.userTagId === null || guard.userTagId === account.userTagId)
}

const add = (ledger: MemoryLedger, accountId: bigint, balance: Money.Cents, vouchers: number) => {
  const before = holding(ledger, accountId)
  ledger.sums.set(accountId, { balance: Money.add(before.balance, balance), vouchers: before.vouchers + vouchers })
}
