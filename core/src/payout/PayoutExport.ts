import { DateTime, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import type { PayoutStatus } from "./Payout.ts"
import { payoutCsv } from "./PayoutCsv.ts"
import { PayoutFile, type PayoutLine, type SepaVersion } from "./PayoutFile.ts"
import type { PayoutRunWithStats } from "./PayoutRun.ts"
import type { PieceWork } from "./PieceWork.ts"

/** When the bank is to pay, a day by the event's calendar as 2026-06-30. */
export class CreateSepaXMLPayload extends Schema.Class<CreateSepaXMLPayload>("CreateSepaXMLPayload")({
  execution_date: Schema.String.check(
    Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/, { expected: "a date as 2026-06-30" })
  ).annotate({ format: "date" })
}) {}

/** Which bank file is asked for. */
export interface SepaRequest {
  readonly executionDate: string
  readonly version: SepaVersion
  /** From 1; null while the run fits into one file. */
  readonly part: number | null
}

/** A payout as files show it, and where its money is. */
export interface StandingLine {
  readonly line: PayoutLine
  readonly status: PayoutStatus
}

/** A run with all its payouts and the event's settings. */
export interface ExportedRun {
  readonly run: PayoutRunWithStats
  readonly lines: ReadonlyArray<StandingLine>
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
export const csvOf = function*({ lines, run, settings }: ExportedRun): PieceWork<WrittenFile> {
  const payouts = lines.map(({ line }) => line)
  return {
    name: csvNameOf(run.id),
    content: yield* payoutCsv(fileOf(run, payouts, settings, DateTime.formatIsoDate(run.created_at))),
    count: payouts.length,
    sum: Money.sum(payouts.map(({ amount }) => amount))
  }
}

/** What files are made of, whatever kind they are. */
export const fileOf = (
  run: PayoutRunWithStats,
  payouts: ReadonlyArray<PayoutLine>,
  settings: EventSettings,
  executionDate: string
): PayoutFile =>
  new PayoutFile({
    runId: run.id,
    createdAt: run.created_at,
    executionDate,
    currency: settings.currency_identifier,
    debtor: { name: settings.sepa_sender_name, iban: settings.sepa_sender_iban, bic: null },
    payouts
  })
