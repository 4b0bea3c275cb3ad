import * as Money from "@wristbank/core/ledger/Money"
import type { EndStep, EndStepName } from "@wristbank/core/overview/EventEnd"

/** The words of a step: when it is done, what is left, and how that is done. */
interface Words {
  readonly done: string
  readonly left: string
  readonly remedy: string
}

const words: { readonly [name in EndStepName]: Words } = {
  sign_ins: {
    done: "Nobody is signed in at a terminal",
    left: "terminals where somebody is signed in",
    remedy: "Sign out there"
  },
  registers: {
    done: "All registers are counted and empty",
    left: "registers with money",
    remedy: "Close the cashiers out: in the back office under Cash, or at the cash desk's till"
  },
  transports: {
    done: "Nobody carries cash",
    left: "people with cash of the event",
    remedy: "Let them bring it to the vault, at a till"
  },
  card_payments: {
    done: "All card payments are settled",
    left: "card payments that wait or are unconfirmed",
    remedy: "wristbank card reconcile, card unverified, card settle"
  },
  signatures: {
    done: "All orders are signed",
    left: "orders that wait for their signature",
    remedy: "Start the workers, or repair the device: wristbank tse list"
  },
  mail: { done: "All mail is sent", left: "mails that are not sent", remedy: "wristbank mail list, mail retry" },
  closings: {
    done: "All closings have ended",
    left: "open closings of tills",
    remedy: "wristbank fiscal end-closings"
  },
  payout_runs: {
    done: "All payout runs are done",
    left: "payout runs that are neither done nor revoked",
    remedy: "wristbank payout list, payout done, payout revoke"
  },
  unclaimed: {
    done: "No guest has money left",
    left: "guests with money",
    remedy: "wristbank payout pending, payout create; what nobody claims stays in the books"
  },
  tax_export: {
    done: "The export for the tax office has all orders",
    left: "orders that no export for the tax office has",
    remedy: "wristbank fiscal export; keep the file for ten years"
  },
  archive: { done: "The event is archived", left: "event that is not archived", remedy: "wristbank event close" }
}

/** A step as it is when it is done, or what of it is left. */
export const stateText = ({ amount, count, state, step }: EndStep, currency: string): string => {
  const { done, left } = words[step]
  if (state === "done") return done
  return `${count} ${left}${amount === null ? "" : `, ${Money.format(amount)} ${currency}`}`
}

const marks = { done: "x", open: " ", advised: "-" }

/** The steps after an event, a line each; a step that is left names its remedy on a second line. */
export const endLines = (steps: ReadonlyArray<EndStep>, currency: string): ReadonlyArray<string> =>
  steps.flatMap((step) => [
    `[${marks[step.state]}] ${stateText(step, currency)}`,
    ...(step.state === "done" ? [] : [`      ${words[step.step].remedy}`])
  ])
