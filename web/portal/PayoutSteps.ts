import type { Account, PayoutState } from "./Guest.tsx"

/** A step of a payout: what it is, when it was reached, and whether it is done. */
export interface Step {
  readonly name: "entered" | "reserved" | "sent" | "paid" | "returned"
  readonly at: string | null
  readonly isDone: boolean
}

type Entered = Pick<Account, "donate_all" | "has_entered_info">
type Dates = Omit<PayoutState, "obstacles">

/** The way of a guest's money to their bank; empty as long as they have not asked for it. A bank file is no step of a donation. */
export const payoutSteps = ({ donate_all, has_entered_info }: Entered, state: Dates): ReadonlyArray<Step> => {
  const { in_payout_run, payout_date, reserved_at, returned_at, sent_at } = state
  if (!in_payout_run && returned_at === null && !has_entered_info) return []
  const isReserved = in_payout_run || returned_at !== null
  const isPaid = payout_date !== null
  // Without a bank file of ours, only the outcome shows that the bank had the payment.
  const isSent = sent_at !== null || isPaid || returned_at !== null
  return [
    { name: "entered", at: null, isDone: true },
    { name: "reserved", at: isReserved ? reserved_at : null, isDone: isReserved },
    ...(donate_all ? [] : [{ name: "sent", at: isReserved ? sent_at : null, isDone: isReserved && isSent } as const]),
    returned_at === null
      ? { name: "paid", at: payout_date, isDone: isPaid }
      : { name: "returned", at: returned_at, isDone: true }
  ]
}

/** Whether the money of a payout is on its way, so that nothing about it can be changed. */
export const isUnderWay = ({ in_payout_run, payout_date }: Dates): boolean => in_payout_run && payout_date === null
