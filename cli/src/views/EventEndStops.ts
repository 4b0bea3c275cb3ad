import type { EndStepName, EndStop } from "@wristbank/core/overview/EventEnd"
import { stateText } from "./EventEndLines.ts"

/** The event that is closed, and the user in whose name that is done. */
export interface Closed {
  readonly eventId: bigint
  readonly currency: string
  readonly login: string
}

/** How a step is done, and where. */
interface Way {
  readonly todo: string
  /** The task and the screen of the back office; null if none does it. */
  readonly screen: readonly [task: string, screen: string] | null
  /** What follows `wristbank` in commands that do it. */
  readonly commands: (event: string, as: string) => ReadonlyArray<string>
}

const ways: { readonly [name in Exclude<EndStepName, "archive"> | "books"]: Way } = {
  sign_ins: {
    todo: "Sign everybody out at the tills. Whoever has gone home is signed out on the terminal's page.",
    screen: ["Sell", "Terminals"],
    commands: () => []
  },
  registers: {
    todo: "Count each register and close its cashier's shift, in the back office or at the cash desk's till.",
    screen: ["Cash", "Cashiers"],
    commands: () => []
  },
  transports: {
    todo: "Let them bring it to the vault, at a till.",
    screen: ["Cash", "Where the cash is"],
    commands: () => []
  },
  card_payments: {
    todo: "Compare them with the card provider's, and decide what is left.",
    screen: ["Guests", "Card payments"],
    commands: (event) => [`card reconcile ${event}`, `card unverified ${event}`]
  },
  signatures: {
    todo: "Leave the workers and the devices on until no order waits.",
    screen: ["Fiscal", "Signing devices"],
    commands: (event, as) => [`tse list ${event} ${as}`]
  },
  mail: {
    todo: "Mend what the list names, and send the mails again.",
    screen: ["Set-up", "Unsent mail"],
    commands: (event) => [`mail list ${event}`, `mail retry ${event}`]
  },
  closings: {
    todo: "End the closings, so that the export has all bookings.",
    screen: ["Fiscal", "Open closings"],
    commands: (event, as) => [`fiscal end-closings ${event} ${as}`]
  },
  payout_runs: {
    todo: "Say of each run whether the bank paid it, or revoke it.",
    screen: ["Payouts", "Payout runs"],
    commands: (event, as) => [
      `payout list ${event} ${as}`,
      `payout done RUN ${event} ${as}`,
      `payout revoke RUN ${event} ${as}`
    ]
  },
  unclaimed: {
    todo: "Pay out who asked for it. What nobody claims stays on the accounts and in the books.",
    screen: ["Payouts", "Left out"],
    commands: (event, as) => [`payout pending ${event} ${as}`, `payout create ${event} ${as}`]
  },
  tax_export: {
    todo: "Make the export for the tax office, and keep the file for ten years.",
    screen: ["Fiscal", "Exports"],
    commands: (event, as) => [`fiscal export ${event} ${as} --output tax-office.zip`]
  },
  books: {
    todo:
      "Write the books for accounting, a file each, if that is not done. Nothing is stored of it, so it is asked each time.",
    screen: null,
    commands: (event, as) =>
      ["orders", "line-items", "postings", "shifts"].map((table) =>
        `export ${table} ${event} ${as} --output ${table}.csv`
      )
  }
}

/** A login as a word of the shell. */
const shellWord = (text: string) => /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What is left at a stop, what is to be done, and where. */
export const stopLines = (stop: EndStop, { currency, eventId, login }: Closed): ReadonlyArray<string> => {
  // The archiving is no stop: the command asks for it at the end.
  const name = stop === "books" ? stop : stop.step
  if (name === "archive") return []
  const { commands, screen, todo } = ways[name]
  return [
    stop === "books" ? "The books for accounting" : stateText(stop, currency),
    `  ${todo}`,
    ...(screen === null ? [] : [`  Back office: ${screen.join(", ")}`]),
    ...commands(`--event ${eventId}`, `--as ${shellWord(login)}`).map((words) => `  wristbank ${words}`)
  ]
}
