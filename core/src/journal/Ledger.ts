import * as Money from "../base/Money.ts"

/**
 * One line of a journal entry. The amount (cents) and the vouchers leave the source (credit) and arrive at the target
 * (debit).
 */
export interface Posting {
  readonly source: bigint
  readonly target: bigint
  /** Cents, 0 or more. */
  readonly amount: Money.Cents
  /** 0 or more; more than 0 if the amount is 0. */
  readonly vouchers: number
}

/**
 * A condition on a guarded account that must still hold when the entry is stored. If it does not, the decision is made
 * again.
 */
export interface Guard {
  readonly accountId: bigint
  /** Change of its balance, in cents. */
  readonly balance: Money.Cents
  /** Change of its vouchers. */
  readonly vouchers: number
  /** Lowest allowed balance after the entry, in cents; null if there is none. */
  readonly minimum: Money.Cents | null
  /** Highest allowed balance after the entry, in cents; null if there is none. */
  readonly maximum: Money.Cents | null
  /** The tag for which the decision was made; null if the tag does not matter. */
  readonly userTagId: bigint | null
}

/** A guarded account as it was loaded for a decision. */
export interface GuardedAccount {
  readonly id: bigint
  /** Highest balance (cents) to which an entry may raise it; null if there is none. */
  readonly maximum: Money.Cents | null
  /** Lowest balance (cents) to which an entry may lower it; null if it may go below 0. */
  readonly minimum: Money.Cents | null
  readonly userTagId: bigint | null
}

/**
 * Moves `amount` (cents) from source to target, or back if it is negative. Returns no posting for 0: the ledger has no
 * empty rows.
 */
export const move = (source: bigint, target: bigint, amount: Money.Cents): ReadonlyArray<Posting> =>
  amount === 0n
    ? []
    : amount > 0n
    ? [{ source, target, amount, vouchers: 0 }]
    : [{ source: target, target: source, amount: Money.negate(amount), vouchers: 0 }]

/** Moves `vouchers` from source to target, or back if the count is negative. Returns no posting for 0. */
export const moveVouchers = (source: bigint, target: bigint, vouchers: number): ReadonlyArray<Posting> =>
  vouchers === 0
    ? []
    : vouchers > 0
    ? [{ source, target, amount: Money.zero, vouchers }]
    : [{ source: target, target: source, amount: Money.zero, vouchers: -vouchers }]

/** The total change of one account by these postings, in cents and vouchers; positive if they arrive. */
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

/**
 * The guards of an entry. A limit applies only in the direction of the change: a register below its minimum may be
 * filled, a balance above its maximum may be spent.
 */
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
