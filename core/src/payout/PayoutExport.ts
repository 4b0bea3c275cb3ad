import { DateTime, Schema } from "effect"
import { DayText } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import type { SlicedWork } from "../base/SlicedWork.ts"
import type { EventSettings } from "../event/EventSettings.ts"
import type { PayoutStatus } from "./Payout.ts"
import { payoutCsv } from "./PayoutCsv.ts"
import { PayoutFile, type PayoutLine, SepaSpelling, type SepaVersion } from "./PayoutFile.ts"
import type { PayoutRunWithStats } from "./PayoutRun.ts"

/** When the bank is to pay. */
export class CreateSepaXMLPayload extends Schema.Class<CreateSepaXMLPayload>("CreateSepaXMLPayload")({
  /** The day on which the bank is to pay, in the event's time zone, as 2026-06-30; from today to 365 days ahead. */
  execution_date: DayText
}) {}

/** The bank file that a request asks for. */
export interface SepaRequest {
  readonly executionDate: string
  readonly version: SepaVersion
  /** Counts from 1; null while the run fits into one file. */
  readonly part: number | null
}

/** A payout with its content for files and its status. */
export interface LineWithStatus {
  readonly line: PayoutLine
  readonly status: PayoutStatus
}

/**
 * Terms that all bank files of a run share, fixed by the first file. If they followed the settings, a payout could be
 * ordered in two parts or from two accounts, and a bank would not recognise the second order as a duplicate.
 */
export class SepaTerms extends Schema.Class<SepaTerms>("SepaTerms")({
  /** The most transfers in one file. */
  maxPerFile: Schema.Int,
  senderName: Schema.String,
  /** Without spaces. */
  senderIban: Schema.String,
  /** How names are written. */
  spelling: SepaSpelling
}) {}

/** The terms of a run that has no bank file yet. */
export const termsOf = (
  settings: Pick<EventSettings, "sepa_max_num_payouts_in_run" | "sepa_sender_iban" | "sepa_sender_name">
): SepaTerms =>
  new SepaTerms({
    maxPerFile: settings.sepa_max_num_payouts_in_run,
    senderName: settings.sepa_sender_name,
    senderIban: settings.sepa_sender_iban,
    spelling: "national"
  })

/** A run with all its payouts, the terms of its bank files, and the event's settings. */
export interface ExportedRun {
  readonly run: PayoutRunWithStats
  readonly lines: ReadonlyArray<LineWithStatus>
  readonly terms: SepaTerms
  readonly settings: EventSettings
}

/** A file as the caller receives it. */
export interface WrittenFile {
  /** The file name. */
  readonly name: string
  readonly content: string
  /** Number of payouts in it. */
  readonly count: number
  /** Sum of the payout amounts, in cents. */
  readonly sum: Money.Cents
}

/** The file name of the list for accounting. */
export const csvNameOf = (runId: bigint): string => `payout-run-${runId}.csv`

/** The file name of a bank file, or of one part of it. */
export const sepaNameOf = (runId: bigint, part: number | null): string =>
  `payout-run-${runId}${part === null ? "" : `-${part}`}.xml`

/** The list for accounting: every payout as it was when the run was created, whatever its status is now. */
export const csvOf = function*(exported: ExportedRun): SlicedWork<WrittenFile> {
  const { run } = exported
  const payouts = exported.lines.map(({ line }) => line)
  return {
    name: csvNameOf(run.id),
    content: yield* payoutCsv(fileOf(exported, DateTime.formatIsoDate(run.created_at))),
    count: payouts.length,
    sum: Money.sum(payouts.map(({ amount }) => amount))
  }
}

/** The content that bank files and the list for accounting are made from. */
export const fileOf = ({ lines, run, settings, terms }: ExportedRun, executionDate: string): PayoutFile =>
  new PayoutFile({
    runId: run.id,
    createdAt: run.created_at,
    executionDate,
    currency: settings.currency_identifier,
    debtor: { name: terms.senderName, iban: terms.senderIban, bic: null },
    spelling: terms.spelling,
    payouts: lines.map(({ line }) => line)
  })
