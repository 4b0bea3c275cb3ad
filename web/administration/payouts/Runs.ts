import { add, type Amount, parse, subtract, zero } from "../../kit/Amount.ts"
import type { OfficeAnswer } from "../calls.ts"
import { nameOf } from "../guests/PayoutState.ts"

export type Run = OfficeAnswer<"POST /payouts/">
export type Payout = OfficeAnswer<"GET /payouts/:payout_run_id/payouts">[number]
export type Pending = OfficeAnswer<"GET /payouts/pending-payout-detail">

/** Whom a payout is for: the owner of the bank account, or the guest with the wristband where none was named. */
export const holderOf = (
  { account_name, customer_account_id: id, user_tag_pin }: Pick<
    Payout,
    "account_name" | "customer_account_id" | "user_tag_pin"
  >
): string => nameOf({ id, account_name, user_tag_pin })

/** What became of a run; `exported` is one with a bank file that the bank may have. */
export type RunState = "open" | "exported" | "done" | "revoked"

export const stateOf = (
  { done, revoked, sepa_was_generated }: Pick<Run, "done" | "revoked" | "sepa_was_generated">
): RunState => done ? "done" : revoked ? "revoked" : sepa_was_generated ? "exported" : "open"

/** A number of transfers and their sum. */
export interface Transfers {
  readonly count: number
  readonly sum: Amount
}

/** The transfers that the bank has to make for a run now: donations and what was given back are none. */
export const transfersOf = (payouts: ReadonlyArray<Pick<Payout, "amount" | "status">>): Transfers => {
  const due = payouts.filter(({ amount, status }) => amount > 0 && (status === "reserved" || status === "paid"))
  return { count: due.length, sum: add(zero, ...due.map(({ amount }) => amount)) }
}

/** Whether no bank file was made of transfers that the bank has to make: setting the run as done would book money as paid that no one sent. */
export const doneNeedsWord = (
  run: Parameters<typeof stateOf>[0],
  payouts: ReadonlyArray<Pick<Payout, "amount" | "status">>
): boolean => stateOf(run) === "open" && transfersOf(payouts).count > 0

/** The transfers of a bank file; `undefined` if its sums contradict its payments, or it is no such file. */
export const transfersIn = (xml: string): Transfers | undefined => {
  const amounts = valuesOf(xml, /<InstdAmt\b[^>]*>([^<]*)</g).map(parse)
  const control = valuesOf(xml, /<CtrlSum>([^<]*)</g).map(parse)
  const counts = valuesOf(xml, /<NbOfTxs>([^<]*)</g).map(Number)
  const known = amounts.filter((amount) => amount !== undefined)
  const sum = add(zero, ...known)
  const agrees = known.length === amounts.length && known.length > 0 && control.length > 0 && counts.length > 0 &&
    control.every((one) => one === sum) && counts.every((one) => one === known.length)
  return agrees ? { count: known.length, sum } : undefined
}

const valuesOf = (xml: string, pattern: RegExp): ReadonlyArray<string> =>
  Array.from(xml.matchAll(pattern), ([, value]) => value ?? "")

/** Limits as they are typed; empty for none. */
export interface TypedLimits {
  readonly sum: string
  readonly count: string
}

/** The limits of a run, each `undefined` if its text is no limit. An empty text means everyone whom the run may pay. */
export const limitsOf = (
  { count, sum }: TypedLimits,
  { all, most }: { readonly all: Amount; readonly most: number }
): { readonly sum: Amount | undefined; readonly count: number | undefined } => {
  const typedSum = sum.trim() === "" ? all : parse(sum)
  const typedCount = count.trim() === "" ? most : /^\d{1,7}$/.test(count.trim()) ? Number(count) : undefined
  return {
    sum: typedSum !== undefined && typedSum >= 0 ? typedSum : undefined,
    count: typedCount !== undefined && typedCount >= 1 ? typedCount : undefined
  }
}

/** What is on wristbands, what waits for a run, what is left out, and the rest, which no one asked for. */
export const unclaimed = (
  balances: Amount,
  { left_out, total_donation_amount, total_payout_amount }: Pick<
    Pending,
    "left_out" | "total_donation_amount" | "total_payout_amount"
  >
) => {
  const waiting = add(total_payout_amount, total_donation_amount)
  const leftOut = add(zero, ...left_out.map(({ payout_amount }) => payout_amount))
  return { balances, waiting, leftOut, rest: subtract(subtract(balances, waiting), leftOut) }
}
