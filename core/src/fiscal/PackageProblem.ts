import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"

/** A fault in an export. */
export class PackageProblem extends Schema.Class<PackageProblem>("PackageProblem")({
  /** Null for the package as a whole. */
  file: nullOr(Schema.String),
  /** Number of the row below the heading, from 1; null for the file as a whole. */
  row: nullOr(Schema.Int),
  problem: Schema.String
}) {}

/** The result of checking an export. */
export class PackageReport extends Schema.Class<PackageReport>("PackageReport")({
  closings: Schema.Int,
  receipts: Schema.Int,
  /** Signatures that are valid. */
  signatures: Schema.Int,
  /** Receipts that say why they have no signature. */
  failures: Schema.Int,
  problemCount: Schema.Int,
  /** The first thousand. */
  problems: Schema.Array(PackageProblem),
  /** Findings that may be correct, such as missing numbers that another export may contain. */
  notes: Schema.Array(Schema.String)
}) {}

const listedProblems = 1000

/** Problems as they are found. */
export class ProblemList {
  count = 0
  readonly first: Array<PackageProblem> = []

  report(file: string | null, row: number | null, problem: string): void {
    this.count++
    if (this.first.length < listedProblems) this.first.push(new PackageProblem({ file, row, problem }))
  }
}
