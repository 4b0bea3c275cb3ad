import { Schema } from "effect"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Unclaimed, Use } from "../till/NodeArchive.ts"

/**
 * What is to be done after an event, in this order:
 * - `sign_ins`: terminals where someone is signed in; archiving signs them out;
 * - `registers`, `transports`: cash that no one has counted and handed over;
 * - `card_payments`: card payments that wait, or that the provider did not confirm;
 * - `signatures`: orders without their signature;
 * - `mail`: mail to guests that was not sent;
 * - `closings`: closings of tills that are open, so that an export would lack their bookings;
 * - `payout_runs`: runs of which no one has said whether the bank paid them;
 * - `unclaimed`: guests with money that no run has paid out;
 * - `tax_export`: the export for the tax office, of all orders;
 * - `archive`: the event is closed for changes.
 */
export const EndStepName = Schema.Literals([
  "sign_ins",
  "registers",
  "transports",
  "card_payments",
  "signatures",
  "mail",
  "closings",
  "payout_runs",
  "unclaimed",
  "tax_export",
  "archive"
])
export type EndStepName = typeof EndStepName.Type

/** `open`: the event can't be archived before; `advised`: it can, but should not be. */
const EndStepState = Schema.Literals(["done", "open", "advised"])

/** A step after an event. */
export class EndStep extends Schema.Class<EndStep>("EndStep")({
  /** What is to be done. */
  step: EndStepName,
  /** `done`; `open`: the event can't be archived before; `advised`: it can, but should not be. */
  state: EndStepState,
  /** How many objects are left; 0 when it is done. */
  count: Schema.Int,
  /** Their money, where it is known; otherwise null. */
  amount: nullOr(Money.Cents)
}) {}

/** The state of an event that has ended. */
export interface EndFacts {
  readonly uses: ReadonlyArray<Use>
  readonly unclaimed: Unclaimed
  readonly unverifiedPayments: number
  readonly unsentMails: number
  readonly openClosings: number
  /** Orders after the newest export for the tax office, or all orders without one. */
  readonly notExported: number
  readonly isArchived: boolean
}

/** The steps after an event, each with its state. */
export const endSteps = (facts: EndFacts): ReadonlyArray<EndStep> => {
  const used = (kind: Use["kind"]) => facts.uses.find((use) => use.kind === kind)?.count ?? 0
  const step = (
    name: EndStepName,
    count: number,
    otherwise: "open" | "advised",
    amount: Money.Cents | null = null
  ) => new EndStep({ step: name, state: count === 0 ? "done" : otherwise, count, amount: count === 0 ? null : amount })
  const pending = used("pending_card_orders")
  const { unclaimed_accounts, unclaimed_balance } = facts.unclaimed
  return [
    step("sign_ins", used("signed_in_terminals"), "advised"),
    step("registers", used("registers_with_money"), "open"),
    step("transports", used("transports_with_money"), "open"),
    step("card_payments", pending + facts.unverifiedPayments, pending > 0 ? "open" : "advised"),
    step("signatures", used("unsigned_orders"), "open"),
    step("mail", facts.unsentMails, "advised"),
    step("closings", facts.openClosings, "advised"),
    step("payout_runs", used("open_payout_runs"), "open"),
    step("unclaimed", unclaimed_accounts, "advised", unclaimed_balance),
    step("tax_export", facts.notExported, "advised"),
    step("archive", facts.isArchived ? 0 : 1, "open")
  ]
}

/** Whether nothing but the archiving itself keeps the event open. */
export const isReadyToArchive = (steps: ReadonlyArray<EndStep>): boolean =>
  steps.every(({ state, step }) => (step === "archive") === (state === "open"))

/** Where someone is led after an event: a step, or the export of the books for accounting, of which nothing is stored. */
export type EndStop = EndStep | "books"

/** The name of a stop. */
export const stopName = (stop: EndStop): EndStepName | "books" => stop === "books" ? stop : stop.step

/**
 * The first stop that is left and that no one has passed over; null when only the archiving is. The books come last, as they are
 * complete when nothing is booked any more.
 */
export const nextStop = (
  steps: ReadonlyArray<EndStep>,
  passed: ReadonlySet<EndStepName | "books">
): EndStop | null => {
  const stops: ReadonlyArray<EndStop> = [
    ...steps.filter(({ state, step }) => state !== "done" && step !== "archive"),
    "books"
  ]
  return stops.find((stop) => !passed.has(stopName(stop))) ?? null
}
