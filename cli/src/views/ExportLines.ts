import type { LeftOut } from "@wristbank/core/fiscal/ExportFacts"
import type { ExportSummary } from "@wristbank/core/fiscal/FiscalExports"

/** The most tills that are named. */
const namedTills = 20

/** The content of an export, and what it leaves out. */
export const exportLines = (
  { closings, leftOut, openClosings, receipts }: Pick<
    ExportSummary,
    "closings" | "leftOut" | "openClosings" | "receipts"
  >,
  path: string
): ReadonlyArray<string> => {
  const open = openClosings === 0 ? "" : ` (${openClosings} of them still open)`
  return [`${receipts} receipts of ${counted(closings)}${open} written to ${path}`, ...leftOutLines(leftOut)]
}

const leftOutLines = ({ openReceipts, openTillIds, otherClosings }: LeftOut): ReadonlyArray<string> => {
  const tills = openTillIds.length
  const named = openTillIds.slice(0, namedTills).join(", ") + (tills > namedTills ? ", …" : "")
  return [
    ...(tills === 0 ? [] : [
      `Not in it: ${openReceipts} receipts of ${counted(tills)} still open, at till ${named}`,
      "End them with wristbank fiscal end-closings, or export them as they are with --open"
    ]),
    ...(otherClosings === 0 ? [] : [`Not in it: ${counted(otherClosings)} that ended at other times`])
  ]
}

const counted = (closings: number): string => `${closings} ${closings === 1 ? "closing" : "closings"}`
