import type { FileImport } from "@wristbank/core/presale/PresaleFiles"
import { printable } from "./Table.ts"

/** The outcome of an import, with a line for each problem. */
export const importLines = (report: FileImport): ReadonlyArray<string> => {
  const { added, cancelled, dry_run, orders, problems, unchanged, updated } = report
  const left = problems.length === 0 ? "" : `; ${problems.length} problems, whose orders are left out`
  return [
    ...problems.map(({ line, message, order }) =>
      printable(`line ${line}${order === null ? "" : `, order ${order}`}: ${message}`)
    ),
    `${orders} orders read, ${unchanged} of them as they were. Tickets ` +
    `${dry_run ? "that would be added" : "added"}: ${added}, updated: ${updated}, cancelled: ${cancelled}${left}`
  ]
}
