import { DateTime, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import { DayText } from "../primitives/Moment.ts"
import type { PayoutStatus } from "./Payout.ts"
import { payoutCsv } from "./PayoutCsv.ts"
import { PayoutFile, type PayoutLine, type SepaVersion } from "./PayoutFile.ts"
import type { PayoutRunWithStats } from "./PayoutRun.ts"
import type { PieceWork } from "./PieceWork.ts"

/** When the bank is to pay, a day by the event's calendar as 2026-06-30. */
export class CreateSepaXMLPayload extends Schema.Class<CreateSepaXMLPayload>("CreateSepaXMLPayload")({
  execution_date: DayText
}) {}

/** Which bank file is asked for. */
export interface SepaRequest {
  readonly executionDate: string
  readonly version: SepaVersion
  /** From 1; null while the run fits into one file. */
  readonly part: number | null
}

/** A payout as files show it, and where its money is. */
export interface LineWithStatus {
  readonly line: PayoutLine
  readonly status: PayoutStatus
}

/**
 * What all bank files of a run have in common, settled by the first of them. If it followed the settings, a payout could be
 * ordered in two parts, or from two accounts, and no bank takes the two orders for the same.
 */
export class SepaTerms extends Schema.Class<SepaTerms>("SepaTerms")({
  /** Transfers in one file, at most. */
  maxPerFile: Schema.Int,
  senderName: Schema.String,
  /** Without spaces. */
  senderIban: Schema.String
}) {}

/** The terms of a run that has no bank file yet. */
export const termsOf = (
  settings: Pick<EventSettings, "sepa_max_num_payouts_in_run" | "sepa_sender_iban" | "sepa_sender_name">
): SepaTerms =>
  new SepaTerms({
    maxPerFile: settings.sepa_max_num_payouts_in_run,
    senderName: settings.sepa_sender_name,
    senderIban: settings.sepa_sender_iban
  })

/** A run with all its payouts, the terms of its bank files, and the event's settings. */
export interface ExportedRun {
  readonly run: PayoutRunWithStats
  readonly lines: ReadonlyArray<LineWithStatus>
  readonly terms: SepaTerms
  readonly settings: EventSettings
}

/** A file as it is handed out. */
export interface WrittenFile {
  /** What to call it on a disk. */
  readonly name: string
  readonly content: string
  /** Payouts in it. */
  readonly count: number
  /** Of their amounts, in cents. */
  readonly sum: Money.Cents
}

/** What the list for accounting is called on a disk. */
export const csvNameOf = (runId: bigint): string => `payout-run-${runId}.csv`

/** What a bank file is called, or the part of it that was asked for. */
export const sepaNameOf = (runId: bigint, part: number | null): string =>
  `payout-run-${runId}${part === null ? "" : `-${part}`}.xml`

/** The list for accounting: every payout as it was when the run was created, whatever became of it. */
export const csvOf = function*(exported: ExportedRun): PieceWork<WrittenFile> {
  const { run } = exported
  const payouts = exported.lines.map(({ line }) => line)
  return {
    name: csvNameOf(run.id),
    content: yield* payoutCsv(fileOf(exported, DateTime.formatIsoDate(run.created_at))),
    count: payouts.length,
    sum: Money.sum(payouts.map(({ amount }) => amount))
  }
}

/** What files are made of, whatever kind they are. */
export const fileOf = ({ lines, run, settings, terms }: ExportedRun, executionDate: string): PayoutFile =>
  new PayoutFile({
    runId: run.id,
    createdAt: run.created_at,
    executionDate,
    currency: settings.currency_identifier,
    debtor: { name: terms.senderName, iban: terms.senderIban, bic: null },
    payouts: lines.map(({ line }) => line)
  })
