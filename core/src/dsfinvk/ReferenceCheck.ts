import type { NumberedCells } from "./ClosingCheck.ts"
import type { ProblemList } from "./PackageProblem.ts"
import { amountOf, type Cells, shownAmount } from "./TableCheck.ts"

const file = "references.csv"

/** A receipt that another cancels, as far as it was read. */
interface Cancelled {
  /** What it comes to, in hundred-thousandths; undefined while it was not read. */
  total: bigint | undefined
  /** The receipts that say they cancel it, with what they come to. */
  readonly by: Array<{ readonly row: number; readonly bonId: string; readonly total: bigint }>
}

/**
 * Whether each cancellation undoes a receipt that is there. Either may come first, so what is cancelled is noted before the
 * receipts are read: it is little of all.
 */
export class ReferenceCheck {
  private readonly cancelled = new Map<string, Cancelled>()
  /** When closings in the package were made, by till and number. */
  private readonly closedAt: ReadonlyMap<string, string>

  constructor(heads: ReadonlyArray<Cells>) {
    this.closedAt = new Map(heads.map((head) => [closingIn(head["Z_KASSE_ID"], head["Z_NR"]), head["Z_ERSTELLUNG"]!]))
  }

  /** Notes what a row refers to; before any receipt. */
  expect(reference: Cells): void {
    this.cancelled.set(targetOf(reference), { total: undefined, by: [] })
  }

  /** Takes up a receipt with its references, and reports those that name another time than their closing's. */
  add(head: Cells, references: ReadonlyArray<NumberedCells>, problems: ProblemList): void {
    const total = amountOf(head["UMS_BRUTTO"])
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

  /** Tells what is cancelled and is not there, not undone, or undone twice, once all receipts were added. */
  end(problems: ProblemList): void {
    for (const [target, { by, total }] of this.cancelled) {
      const [till, zNr, bonId] = target.split(";")
      const [first, second] = by
      if (second !== undefined) problems.report(file, second.row, `BON_ID ${bonId} is cancelled twice`)
      if (first === undefined || !this.closedAt.has(closingIn(till, zNr))) continue
      if (total === undefined) {
        problems.report(file, first.row, `BON_ID ${bonId} is not in closing ${zNr} of till ${till}`)
      } else if (total !== -first.total) {
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
