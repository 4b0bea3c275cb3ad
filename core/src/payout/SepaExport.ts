import { DateTime, Result } from "effect"
import { InvalidArgument } from "../organisation/Refusal.ts"
import { checkExecutionDate } from "./ExecutionDate.ts"
import { type ExportedRun, fileOf, type SepaRequest, type WrittenFile } from "./PayoutExport.ts"
import { sepaFiles } from "./SepaFiles.ts"

/**
 * The order for the bank, of what is reserved or was booked as paid; the others keep their place, so that nobody moves from
 * one part to another between two requests. Refused as `InvalidArgument` on a day that is over by the event's clock, and
 * when nothing is there to transfer.
 */
export const sepaOf = (
  { lines, run, settings }: ExportedRun,
  { executionDate, part, version }: SepaRequest,
  now: DateTime.Utc
): Result.Result<WrittenFile, InvalidArgument> => {
  if (!settings.sepa_enabled) return refuse("Payouts are switched off for this event")
  const settled = lines.filter(({ status }) => status !== "reserved" && status !== "paid").map(({ line }) => line.id)
  const all = lines.map(({ line }) => line)
  const options = { version, maxPerFile: settings.sepa_max_num_payouts_in_run, without: new Set(settled) }
  return checkExecutionDate(executionDate, now, DateTime.zoneMakeNamedUnsafe(settings.time_zone)).pipe(
    Result.flatMap(() => sepaFiles(fileOf(run, all, settings, executionDate), options)),
    Result.flatMap((files) => {
      const parts = files[0]?.parts ?? 0
      if (part === null && parts > 1) {
        return refuse(`This payout run is ordered with ${parts} files: ask for each part from 1 on`)
      }
      const file = files.find((written) => written.part === (part ?? 1))
      if (file !== undefined) {
        return Result.succeed({ name: file.name, content: file.xml, count: file.count, sum: file.sum })
      }
      return part !== null && part >= 1 && part <= parts
        ? refuse(`Nothing of part ${part} is to be transferred any more`)
        : refuse(`This payout run is ordered with ${parts} files, there is no part ${part}`)
    })
  )
}

const refuse = (message: string) => Result.fail(new InvalidArgument({ message }))
