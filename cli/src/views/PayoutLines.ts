import * as Money from "@wristbank/core/base/Money"
import { printable } from "@wristbank/core/base/VisibleText"
import type { EventSettings } from "@wristbank/core/event/EventSettings"
import type { Payout } from "@wristbank/core/payout/Payout"
import { type PayoutRunWithStats, type PendingPayoutDetail, stateOf } from "@wristbank/core/payout/PayoutRun"
import type { LeftOut } from "@wristbank/core/payout/PayoutSelection"
import { moment, tableLines } from "./Table.ts"

/** The currency of an event, and where it is. */
type PayingEvent = Pick<EventSettings, "currency_identifier" | "time_zone">

/** The totals of payouts. */
type Total = Pick<PendingPayoutDetail, "n_payouts" | "total_donation_amount" | "total_payout_amount">

/** The number and sums of payouts, as a sentence without its end. */
export const totalOf = ({ n_payouts, total_donation_amount, total_payout_amount }: Total, currency: string): string =>
  `${n_payouts} ${n_payouts === 1 ? "payout" : "payouts"}: ` +
  `${Money.format(total_payout_amount)} ${currency} to the bank, ` +
  `${Money.format(total_donation_amount)} ${currency} donated`

/** The totals of a run, and the customers it would leave out. */
export const pendingLines = (pending: PendingPayoutDetail, event: PayingEvent): ReadonlyArray<string> => [
  totalOf(pending, event.currency_identifier),
  ...leftOutLines(pending.left_out, event)
]

/** Payout runs as a table: a line each, below a heading. */
export const runLines = (
  runs: ReadonlyArray<PayoutRunWithStats>,
  { currency_identifier: currency, time_zone }: PayingEvent
): ReadonlyArray<string> =>
  runs.length === 0
    ? ["There is no payout run."]
    : tableLines(
      ["run", "created", "state", "payouts", "to the bank", "donated"],
      runs.map((run) => [
        String(run.id),
        moment(run.created_at, time_zone),
        stateOf(run),
        String(run.n_payouts),
        `${Money.format(run.total_payout_amount)} ${currency}`,
        `${Money.format(run.total_donation_amount)} ${currency}`
      ])
    )

/** One run with its payouts and the customers left out. */
export const runDetailLines = (
  run: PayoutRunWithStats,
  payouts: ReadonlyArray<Payout>,
  event: PayingEvent
): ReadonlyArray<string> => [
  `Run ${run.id} is ${stateOf(run)}, ${totalOf(run, event.currency_identifier)}`,
  ...leftOutLines(run.left_out, event),
  ...tableLines(
    ["payout", "customer", "name", "iban", "e-mail", "chip", "to the bank", "donated", "status"],
    payouts.map((payout) => [
      String(payout.id),
      String(payout.customer_account_id),
      printable(payout.account_name ?? ""),
      printable(payout.iban ?? ""),
      printable(payout.email ?? ""),
      payout.user_tag_uid_hex ?? "",
      Money.format(payout.amount),
      Money.format(payout.donation),
      payout.status
    ])
  )
]

const leftOutLines = (
  leftOut: ReadonlyArray<LeftOut>,
  { currency_identifier: currency, time_zone }: PayingEvent
): ReadonlyArray<string> =>
  leftOut.map((one) =>
    `left out: ${one.n_customers} with ${Money.format(one.payout_amount)} ${currency} (${reasonOf(one, time_zone)})`
  )

/** The reason in words; of blocked payouts also who blocked them, and since when the first of them is blocked. */
const reasonOf = ({ blocked_by = [], blocked_since, reason }: LeftOut, timeZone: string): string =>
  [
    reason.replaceAll("_", " "),
    ...(blocked_by.length === 0 ? [] : [`by ${blocked_by.map(printable).join(", ")}`]),
    ...(blocked_since === undefined ? [] : [`since ${moment(blocked_since, timeZone)}`])
  ].join(" ")
