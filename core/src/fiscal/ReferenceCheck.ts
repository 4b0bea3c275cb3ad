import type { ProblemList } from "./PackageProblem.ts"
import { amountOf, type Cells, type NumberedCells, shownAmount } from "./TableCheck.ts"

const file = "references.csv"

/** A receipt that another cancels, as far as it was read. */
interface Cancelled {
  /** Its total in hundred-thousandths; undefined until it was read, null if it can't be. */
  total: bigint | null | undefined
  /** The receipts that claim to cancel it, with their totals. */
  readonly by: Array<{ readonly row: number; readonly bonId: string; readonly total: bigint | null }>
}

/**
 * Checks that each cancellation reverses an existing receipt. Either may come first, so the references, which are few,
 * are read before the receipts.
 */
export class ReferenceCheck {
  private readonly cancelled = new Map<string, Cancelled>()
  /** Times of the closings in the package, by till and number. */
  private readonly closedAt: ReadonlyMap<string, string>

  constructor(heads: ReadonlyArray<Cells>) {
    this.closedAt = new Map(heads.map((head) => [closingIn(head["Z_KASSE_ID"], head["Z_NR"]), head["Z_ERSTELLUNG"]!]))
  }

  /** Notes the target of a reference; must be called before any receipt is added. */
  expect(reference: Cells): void {
    this.cancelled.set(targetOf(reference), { total: undefined, by: [] })
  }

  /** Adds a receipt with its references; reports references whose time is not that of their closing. */
  add(
    { cells: head, isReadable }: NumberedCells,
    references: ReadonlyArray<NumberedCells>,
    problems: ProblemList
  ): void {
    const total = isReadable ? amountOf(head["UMS_BRUTTO"]) : null
    const target = this.cancelled.get(receiptIn(head["Z_KASSE_ID"], head["Z_NR"], head["BON_ID"]))
    if (target !== undefined) target.total = total
    for (const { cells, row } of references) {
      this.cancelled.get(targetOf(cells))?.by.push({ row, bonId: head["BON_ID"] ?? "", total })
      const closedAt = this.closedAt.get(closingIn(cells["REF_Z_KASSE_ID"], cells["REF_Z_NR"]))
      if (closedAt !== undefined && closedAt !== cells["REF_DATUM"]) {
        problems.report(file, row, `REF_DATUM is ${cells["REF_DATUM"]}, that closing was made ${closedAt}`)
      }
    }
  }

  /** Reports cancelled receipts that are missing, not reversed, or reversed twice, once all receipts were added. */
  end(problems: ProblemList): void {
    for (const [target, { by, total }] of this.cancelled) {
      const [till, zNr, bonId] = target.split(";")
      const [first, second] = by
      if (second !== undefined) problems.report(file, second.row, `BON_ID ${bonId} is cancelled twice`)
      if (first === undefined || !this.closedAt.has(closingIn(till, zNr))) continue
      if (total === undefined) {
        problems.report(file, first.row, `BON_ID ${bonId} is not in closing ${zNr} of till ${till}`)
      } else if (total !== null && first.total !== null && total !== -first.total) {
        const undone = `BON_ID ${first.bonId} comes to ${shownAmount(first.total)}`
        problems.report(file, first.row, `${undone}, BON_ID ${bonId} that it cancels to ${shownAmount(total)}`)
      }
    }
  }
}

const closingIn = (till = "", zNr = "") => `${till};${zNr}`

const receiptIn = (till = "", zNr = "", bonId = "") => `${closingIn(till, zNr)};${bonId}`

const targetOf = (reference: Cells) =>
  receiptIn(reference["REF_Z_KASSE_ID"], reference["REF_Z_NR"], reference["REF_BON_ID"])
