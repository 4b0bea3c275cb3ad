import type { AccountType } from "./Account.ts"
import * as Money from "./Money.ts"

/** One line of a journal entry: amount (cents) and vouchers leave the source (credit) and arrive at the target (debit). */
export interface Posting {
  readonly source: bigint
  readonly target: bigint
  /** Cents, 0 or more. */
  readonly amount: Money.Cents
  /** 0 or more; with an amount of 0 more than 0. */
  readonly vouchers: number
}

/** What must still hold of one guarded account when the entry is stored; else the decision is made again. */
export interface Guard {
  readonly accountId: bigint
  /** Change of its balance, in cents. */
  readonly balance: Money.Cents
  /** Change of its vouchers. */
  readonly vouchers: number
  /** Lowest balance after the entry, in cents; null for none. */
  readonly minimum: Money.Cents | null
  /** Highest balance after the entry, in cents; null for none. */
  readonly maximum: Money.Cents | null
  /** The tag the decision was made for; null when no tag matters. */
  readonly userTagId: bigint | null
}

/** A guarded account as a decision sees it. */
export interface GuardedAccount {
  readonly id: bigint
  readonly type: AccountType
  /** Highest balance (cents) that an entry may raise it to; null for none. */
  readonly maximum: Money.Cents | null
  /** Lowest balance (cents) that an entry may lower it to; null when it may go below 0. */
  readonly minimum: Money.Cents | null
  readonly userTagId: bigint | null
}

/** `amount` from source to target; a negative amount runs the other way. Nothing for 0: the ledger has no empty rows. */
export const move = (source: bigint, target: bigint, amount: Money.Cents): ReadonlyArray<Posting> =>
  amount === 0n
    ? []
    : amount > 0n
    ? [{ source, target, amount, vouchers: 0 }]
    : [{ source: target, target: source, amount: Money.negate(amount), vouchers: 0 }]

/** `vouchers` from source to target; a negative count runs the other way, 0 is nothing. */
export const moveVouchers = (source: bigint, target: bigint, vouchers: number): ReadonlyArray<Posting> =>
  vouchers === 0
    ? []
    : vouchers > 0
    ? [{ source, target, amount: Money.zero, vouchers }]
    : [{ source: target, target: source, amount: Money.zero, vouchers: -vouchers }]

/** What the postings change on one account: cents and vouchers, positive when they arrive. */
export const change = (
  postings: ReadonlyArray<Posting>,
  accountId: bigint
): { readonly balance: Money.Cents; readonly vouchers: number } => {
  let balance = Money.zero
  let vouchers = 0
  for (const posting of postings) {
    if (posting.target === accountId) {
      balance = Money.add(balance, posting.amount)
      vouchers += posting.vouchers
    }
    if (posting.source === accountId) {
      balance = Money.subtract(balance, posting.amount)
      vouchers -= posting.vouchers
    }
  }
  return { balance, vouchers }
}

/** The guards of an entry. A limit binds only in the direction the entry moves: a low register may be filled, a high balance spent. */
export const guards = (
  postings: ReadonlyArray<Posting>,
  accounts: ReadonlyArray<GuardedAccount>
): ReadonlyArray<Guard> =>
  accounts.map((account) => {
    const changed = change(postings, account.id)
    return {
      accountId: account.id,
      ...changed,
      minimum: changed.balance < 0n ? account.minimum : null,
      maximum: changed.balance > 0n ? account.maximum : null,
      userTagId: account.userTagId
    }
  })
