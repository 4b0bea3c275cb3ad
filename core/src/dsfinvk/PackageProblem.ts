import { Schema } from "effect"

/** Something in an export that must not be. */
export class PackageProblem extends Schema.Class<PackageProblem>("PackageProblem")({
  /** Null: the package as a whole. */
  file: Schema.NullOr(Schema.String),
  /** The row below the heading, from 1; null: the file as a whole. */
  row: Schema.NullOr(Schema.Int),
  problem: Schema.String
}) {}

/** How an export stands up to its own description and to arithmetic. */
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
  /** What may be right, such as numbers of receipts that are in another export. */
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
