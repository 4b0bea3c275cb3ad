import type { Account, PayoutState } from "./Guest.tsx"

/** What the page of the payout is about: bank data to be typed, those that are stored, a payout under way, or a balance of nothing. */
export type PayoutView = "form" | "stored" | "under_way" | "nothing"

const wrongBankData: ReadonlySet<PayoutState["obstacles"][number]> = new Set([
  "bank_data_missing",
  "iban_invalid",
  "country_not_allowed",
  "name_missing"
])

/** Whether the form is open: only where something has to be typed. */
export const payoutView = (
  { balance, has_entered_info }: Pick<Account, "balance" | "has_entered_info">,
  state: PayoutState
): PayoutView => {
  if (isUnderWay(state)) return "under_way"
  if (balance <= 0) return has_entered_info ? "stored" : "nothing"
  return !has_entered_info || state.obstacles.some((one) => wrongBankData.has(one)) ? "form" : "stored"
}

/** What the guest's money waits for: a payout run, the order to the bank, or the bank itself; `undefined` if for nothing. */
export type Awaited = "run" | "order" | "bank"

export const awaited = (
  { donate_all, has_entered_info }: Entered,
  state: PayoutState
): Awaited | undefined => {
  if (donate_all) return undefined
  if (isUnderWay(state)) return state.sent_at === null ? "order" : "bank"
  return has_entered_info && state.obstacles.length === 0 ? "run" : undefined
}

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
