import type { ProblemList } from "./PackageProblem.ts"
import type { ClosingFiles, NumberedCells } from "./TableCheck.ts"

/** Required data about the business and the place of each closing (annex G). */
const required: { readonly [file: string]: ReadonlyArray<string> } = {
  "cashpointclosing.csv": ["NAME", "STRASSE", "PLZ", "ORT", "LAND"],
  "location.csv": ["LOC_NAME", "LOC_STRASSE", "LOC_PLZ", "LOC_ORT", "LOC_LAND"],
  "vat.csv": ["UST_BESCHR"]
}

/** The columns that distinguish the rows of a closing. */
const identities: { readonly [file: string]: ReadonlyArray<string> } = {
  "slaves.csv": ["TERMINAL_ID"],
  "pa.csv": ["AGENTUR_ID"],
  "tse.csv": ["TSE_ID"],
  "vat.csv": ["UST_SCHLUESSEL"],
  "businesscases.csv": ["GV_TYP", "GV_NAME", "AGENTUR_ID", "UST_SCHLUESSEL"],
  "payment.csv": ["ZAHLART_TYP", "ZAHLART_NAME"],
  "cash_per_currency.csv": ["ZAHLART_WAEH"]
}

/** Reports missing data and duplicates in the rows that describe a closing. */
export const checkMasterData = (files: ClosingFiles, name: string, problems: ProblemList): void => {
  for (const file of ["cashregister.csv", "location.csv"]) {
    const { length } = files[file] ?? []
    if (length !== 1) problems.report(file, null, `${name} has ${length} rows`)
  }
  for (const [file, columns] of Object.entries(required)) {
    for (const { cells, isReadable, row } of files[file] ?? []) {
      if (!isReadable) continue
      for (const column of columns) if (cells[column]?.trim() === "") problems.report(file, row, `${column} is empty`)
    }
  }
  for (const { cells, isReadable, row } of files["cashpointclosing.csv"] ?? []) {
    if (isReadable && cells["STNR"] === "" && cells["USTID"] === "") {
      problems.report("cashpointclosing.csv", row, "STNR and USTID are both empty")
    }
  }
  for (const [file, columns] of Object.entries(identities)) {
    for (const { row } of doubled(files[file] ?? [], columns)) {
      problems.report(file, row, `${name} has the same ${columns.join(", ")} twice`)
    }
  }
}

/** Rows with the same values in some columns as one before. */
const doubled = (
  rows: ReadonlyArray<NumberedCells>,
  columns: ReadonlyArray<string>
): ReadonlyArray<NumberedCells> => {
  const seen = new Set<string>()
  return rows.filter(({ cells }) => {
    const key = columns.map((column) => cells[column]).join(";")
    return seen.size === seen.add(key).size
  })
}
