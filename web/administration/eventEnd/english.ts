import type { EndStepName } from "@wristbank/core/overview/EventEnd"

/** A step: its name, when it is done, what is left, and how that is done. */
interface StepTexts {
  readonly done: string
  readonly left: (count: string) => string
  readonly todo: string
}

const steps: Readonly<Record<EndStepName, StepTexts>> = {
  sign_ins: {
    done: "No one is signed in at a terminal",
    left: (count) =>
      count === "1" ? "Someone is signed in at a terminal" : `People are signed in at ${count} terminals`,
    todo: "Sign out at the tills. Who has gone home is signed out on the terminal’s page, or by archiving."
  },
  registers: {
    done: "All registers are counted and empty",
    left: (count) => count === "1" ? "A register has money" : `${count} registers have money`,
    todo: "Count each register and close out its cashier."
  },
  transports: {
    done: "No one carries cash",
    left: (count) => count === "1" ? "Someone carries cash of the event" : `${count} people carry cash of the event`,
    todo: "It is handed over to the vault at a till."
  },
  card_payments: {
    done: "All card payments are settled",
    left: (count) => count === "1" ? "A card payment is not settled" : `${count} card payments are not settled`,
    todo: "Compare them with the card provider, and decide what is left."
  },
  signatures: {
    done: "All orders are signed",
    left: (count) => count === "1" ? "An order waits for its signature" : `${count} orders wait for their signature`,
    todo: "Leave the signing devices on until no order waits, and repair or switch over one that fails."
  },
  mail: {
    done: "All mail is sent",
    left: (count) => count === "1" ? "A mail is not sent" : `${count} mails are not sent`,
    todo: "Correct what the list names, and send them again."
  },
  closings: {
    done: "All closings have ended",
    left: (count) => count === "1" ? "A closing is open" : `${count} closings are open`,
    todo: "End them, so that the export has all bookings."
  },
  payout_runs: {
    done: "All payout runs are done",
    left: (count) => count === "1" ? "A payout run is not done" : `${count} payout runs are not done`,
    todo: "Set each as done once the bank has paid, or revoke it."
  },
  unclaimed: {
    done: "No guest has money left",
    left: (count) => count === "1" ? "A guest has money left" : `${count} guests have money left`,
    todo: "Pay out who asked for it. The rest stays on the accounts and in the books."
  },
  tax_export: {
    done: "The export for the tax office has all orders",
    left: (count) => count === "1" ? "An order is in no export" : `${count} orders are in no export`,
    todo: "Make the export, and keep the file for ten years."
  },
  archive: {
    done: "The event is archived",
    left: () => "The event is not archived yet",
    todo: "Archive it once all other steps are done."
  }
}

export const english = {
  steps,
  states: { done: "done", open: "before archiving", advised: "advised" },
  isArchived: "The event is archived. Nothing is left to do.",
  ready: "Everything that must be done is done: the event can be archived.",
  stepsLeft: (count: string) =>
    count === "1"
      ? "One step must be done before the event can be archived."
      : `${count} steps must be done before the event can be archived.`,
  left: "Left to do, in this order",
  isDone: "Done"
}

export type EndTexts = typeof english
