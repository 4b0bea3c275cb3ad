import { DateTime, Result } from "effect"
import { checkExecutionDate } from "../base/ExecutionDate.ts"
import { type InvalidArgument, refuse } from "../base/Refusal.ts"
import type { SlicedWork } from "../base/SlicedWork.ts"
import { type ExportedRun, fileOf, sepaNameOf, type SepaRequest, type WrittenFile } from "./PayoutExport.ts"
import { payoutRules } from "./PayoutRules.ts"
import { type SepaFile, sepaFiles } from "./SepaFiles.ts"

/**
 * Makes the bank file of the payouts that are reserved or paid. The others keep their place, so that no payout moves from
 * one part to another between two requests. Fails with `InvalidArgument` for a day that is over by the event's clock, and
 * when there is nothing to transfer.
 */
export const sepaOf = function*(
  exported: ExportedRun,
  { executionDate, part, version }: SepaRequest,
  now: DateTime.Utc
): SlicedWork<Result.Result<WrittenFile, InvalidArgument>> {
  const { lines, run, settings, terms } = exported
  if (!settings.sepa_enabled) return refuse(payoutRules.switched_off)
  const settled = lines.filter(({ status }) => status !== "reserved" && status !== "paid").map(({ line }) => line.id)
  const options = { version, maxPerFile: terms.maxPerFile, without: new Set(settled) }
  const zone = DateTime.zoneMakeNamedUnsafe(settings.time_zone)
  const day = checkExecutionDate(executionDate, now, zone)
  if (Result.isFailure(day)) return Result.fail(day.failure)
  const files = yield* sepaFiles(fileOf(exported, executionDate), options)
  const name = sepaNameOf(run.id, part)
  return Result.flatMap(files, (written) => Result.map(partOf(written, part), (file) => ({ name, ...file })))
}

/** The requested part; it must be named when there are several. */
const partOf = (
  files: ReadonlyArray<SepaFile>,
  part: number | null
): Result.Result<Omit<WrittenFile, "name">, InvalidArgument> => {
  const parts = files[0]?.parts ?? 0
  if (part === null && parts > 1) {
    return refuse(payoutRules.part_not_named, { parts })
  }
  const asked = part ?? 1
  const file = files.find((written) => written.part === asked)
  if (file !== undefined) {
    return Result.succeed({ content: file.xml, count: file.count, sum: file.sum })
  }
  return asked >= 1 && asked <= parts
    ? refuse(payoutRules.part_settled, { part: asked })
    : refuse(payoutRules.part_unknown, { parts, part: asked })
}
