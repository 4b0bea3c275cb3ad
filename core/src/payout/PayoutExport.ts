import { DateTime, Result, Schema } from "effect"
import * as Money from "../ledger/Money.ts"
import type { EventSettings } from "../organisation/EventSettings.ts"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { checkExecutionDate } from "./ExecutionDate.ts"
import type { PayoutStatus } from "./Payout.ts"
import { payoutCsv } from "./PayoutCsv.ts"
import { PayoutFile, type PayoutLine } from "./PayoutFile.ts"
import type { PayoutRunWithStats } from "./PayoutRun.ts"
import { sepaFiles } from "./SepaFiles.ts"
import type { SepaVersion } from "./SepaXml.ts"

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

/** The list for accounting: every payout as it was when the run was created, whatever became of it. */
export const csvOf = ({ lines, run, settings }: ExportedRun): WrittenFile => {
  const payouts = lines.map(({ line }) => line)
  return {
    name: `payout-run-${run.id}.csv`,
    content: payoutCsv(fileOf(run, payouts, settings, DateTime.formatIsoDate(run.created_at))),
    count: payouts.length,
    sum: Money.sum(payouts.map(({ amount }) => amount))
  }
}

/**
 * The order for the bank, of what is reserved or was booked as paid. Refused as `InvalidArgument` on a day that is over by
 * the event's clock, and when nothing is there to transfer.
 */
export const sepaOf = (
  { lines, run, settings }: ExportedRun,
  { executionDate, part, version }: SepaRequest,
  now: DateTime.Utc
): Result.Result<WrittenFile, InvalidArgument> => {
  if (!settings.sepa_enabled) return refuse("Payouts are switched off for this event")
  const due = lines.filter(({ status }) => status === "reserved" || status === "paid").map(({ line }) => line)
  const options = { version, maxPerFile: settings.sepa_max_num_payouts_in_run }
  return checkExecutionDate(executionDate, now, DateTime.zoneMakeNamedUnsafe(settings.time_zone)).pipe(
    Result.flatMap(() => sepaFiles(fileOf(run, due, settings, executionDate), options)),
    Result.flatMap((files) => {
      if (part === null && files.length > 1) {
        return refuse(`This payout run is ordered with ${files.length} files: ask for each part from 1 on`)
      }
      const file = files[(part ?? 1) - 1]
      return file === undefined
        ? refuse(`This payout run is ordered with ${files.length} files, there is no part ${part}`)
        : Result.succeed({ name: file.name, content: file.xml, count: file.count, sum: file.sum })
    })
  )
}

const fileOf = (
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

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
