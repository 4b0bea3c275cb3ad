import type { EndStepName } from "@wristbank/core/overview/EventEnd"

/** A command after `wristbank`, and what follows its name, given the flags that name the event and the user. */
type Command = readonly [name: string, rest: (event: string, as: string) => string]

/** A step after an event: when it is done, what is left, and how and where that is done. */
interface EndWords {
  readonly done: string
  /** Stands behind a number. */
  readonly left: string
  readonly todo: string
  /** The task and the screen of the back office; null if none does it. */
  readonly screen: readonly [task: string, screen: string] | null
  readonly commands: ReadonlyArray<Command>
}

const ofEvent = (name: string): Command => [name, (event) => event]
const byUser = (name: string, before = "", after = ""): Command => [
  name,
  (event, as) => `${before}${event} ${as}${after}`
]

export const endWords: { readonly [name in EndStepName]: EndWords } = {
  sign_ins: {
    done: "No one is signed in at a terminal",
    left: "terminals where someone is signed in",
    todo:
      "Sign everybody out at the tills. A user who has gone home is signed out on the terminal's page, or by archiving.",
    screen: ["Sell", "Terminals"],
    commands: []
  },
  registers: {
    done: "All registers are counted and empty",
    left: "registers with money",
    todo: "Count each register and close its cashier's shift, in the back office or at the cash desk's till.",
    screen: ["Cash", "Cashiers"],
    commands: []
  },
  transports: {
    done: "No one carries cash",
    left: "people with cash of the event",
    todo: "Let them bring it to the vault, at a till.",
    screen: ["Cash", "Where the cash is"],
    commands: []
  },
  card_payments: {
    done: "All card payments are settled",
    left: "card payments that wait or are unconfirmed",
    todo: "Compare them with the card provider's, and decide what is left.",
    screen: ["Guests", "Card payments"],
    commands: [ofEvent("card reconcile"), ofEvent("card unverified")]
  },
  signatures: {
    done: "All orders are signed",
    left: "orders that wait for their signature",
    todo: "Leave the workers and the devices on until no order waits, and repair a device that fails.",
    screen: ["Fiscal", "Signing devices"],
    commands: [byUser("tse list")]
  },
  mail: {
    done: "All mail is sent",
    left: "mails that are not sent",
    todo: "Correct what the list names, and send the mails again.",
    screen: ["Set-up", "Unsent mail"],
    commands: [ofEvent("mail list"), byUser("mail retry")]
  },
  closings: {
    done: "All closings have ended",
    left: "open closings of tills",
    todo: "End the closings, so that the export has all bookings.",
    screen: ["Fiscal", "Open closings"],
    commands: [byUser("fiscal end-closings")]
  },
  payout_runs: {
    done: "All payout runs are done",
    left: "payout runs that are neither done nor revoked",
    todo: "Say of each run whether the bank paid it, or revoke it.",
    screen: ["Payouts", "Payout runs"],
    commands: [byUser("payout list"), byUser("payout done", "RUN "), byUser("payout revoke", "RUN ")]
  },
  unclaimed: {
    done: "No guest has money left",
    left: "guests with money",
    todo: "Pay out who asked for it. What no one claims stays on the accounts and in the books.",
    screen: ["Payouts", "Left out"],
    commands: [byUser("payout pending"), byUser("payout create")]
  },
  tax_export: {
    done: "The export for the tax office has all orders",
    left: "orders that no export for the tax office has",
    todo: "Make the export for the tax office, and keep the file for ten years.",
    screen: ["Fiscal", "Exports"],
    commands: [byUser("fiscal export", "", " --output tax-office.zip")]
  },
  archive: {
    done: "The event is archived",
    left: "event that is not archived",
    todo: "Archive it once all other steps are done.",
    screen: null,
    commands: [byUser("event close")]
  }
}

/** The books for accounting, which are no step: nothing is stored of them. */
export const booksWords: Pick<EndWords, "commands" | "screen" | "todo"> = {
  todo:
    "Write the books for accounting, a file each, if that is not done. Nothing is stored of it, so it is asked each time.",
  screen: null,
  commands: ["orders", "line-items", "postings", "shifts"].map((table) =>
    byUser(`export ${table}`, "", ` --output ${table}.csv`)
  )
}
