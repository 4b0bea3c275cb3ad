import type { EndStepName } from "@wristbank/core/overview/EventEnd"
import type { OfficeAnswer } from "../calls.ts"

export type Step = OfficeAnswer<"GET /tree/events/:node_id/end-steps">[number]

/** Where each step is done. */
export const endPlaces: Readonly<Record<EndStepName, string>> = {
  sign_ins: "/sell/terminals",
  registers: "/cash/cashiers",
  transports: "/cash/now",
  card_payments: "/guests/cards",
  signatures: "/fiscal/devices",
  mail: "/setup/mails",
  closings: "/fiscal/closings",
  payout_runs: "/payouts/runs",
  unclaimed: "/payouts/left-out",
  tax_export: "/fiscal/export",
  archive: "/setup/place"
}

/** What is left and what is done, and how many steps keep the event from being archived. */
export const endState = (steps: ReadonlyArray<Step>) => ({
  left: steps.filter(({ state }) => state !== "done"),
  done: steps.filter(({ state }) => state === "done"),
  /** Without the archiving itself, which is the last of them. */
  open: steps.filter(({ state, step }) => state === "open" && step !== "archive").length,
  isArchived: steps.some(({ state, step }) => step === "archive" && state === "done")
})
