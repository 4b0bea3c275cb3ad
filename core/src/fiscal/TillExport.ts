import { Effect } from "effect"
import { say, text } from "../base/Sentence.ts"
import { verifiedAtOnce } from "../tse/SignatureCheck.ts"
import { closingRows } from "./ClosingRows.ts"
import { ClosingSums } from "./ClosingSums.ts"
import type { Closing, ExportedOrder, ExportedTse } from "./ExportedOrder.ts"
import type { ExportFacts } from "./ExportFacts.ts"
import type { InconsistentRecord } from "./ExportProblem.ts"
import type { PackageDraft, PackageNotWritten } from "./PackageDraft.ts"
import { receiptRows } from "./ReceiptRows.ts"
import { closingFault, inconsistentClosing, inconsistentOrder, orderFault, verifySignature } from "./RecordChecks.ts"
import type { Row } from "./Table.ts"
import { taxonomy24 } from "./Taxonomy24.ts"

const noClosing = text({ en: "its closing {closing} does not exist", de: "ihren Abschluss {closing} gibt es nicht" })
const noProduct = text({
  en: "one of its products was never recorded",
  de: "eines ihrer Produkte ist nicht aufgezeichnet"
})
const noTill = text({ en: "the till does not exist", de: "die Kasse gibt es nicht" })

/** An order as it arrives, with the number it was booked under. */
export interface Arriving {
  readonly id: bigint
  readonly zNr: number
  /** Undefined if one of its lines has an unknown product. */
  readonly order: ExportedOrder | undefined
}

export interface TillExportTerms {
  readonly facts: ExportFacts
  /** Off when the signatures are checked elsewhere: each takes about a millisecond. */
  readonly verifySignatures: boolean
  /** Version of Wristbank. */
  readonly softwareVersion: string
}

/**
 * Exports one till. Orders must come by closing and id; only the sums of the current closing are kept. The first
 * inconsistent order or closing ends the export.
 */
export class TillExport {
  /** Number of exported orders. */
  receipts = 0
  private readonly terms: TillExportTerms
  private readonly draft: PackageDraft
  private readonly closings: ReadonlyArray<Closing>
  /** Index of the current closing. */
  private current = 0
  private sums: ClosingSums
  private rows = new Map<string, Array<Row>>()

  constructor(terms: TillExportTerms, draft: PackageDraft, closings: ReadonlyArray<Closing>) {
    this.terms = terms
    this.draft = draft
    this.closings = closings
    this.sums = new ClosingSums(terms.facts.settings)
  }

  take(arriving: ReadonlyArray<Arriving>): Effect.Effect<void, InconsistentRecord | PackageNotWritten> {
    const receipts = (verdicts: ReadonlyArray<boolean | undefined>) => {
      for (const [i, one] of arriving.entries()) {
        const fault = this.closeUpTo(one.zNr) ?? this.receipt(one, verdicts[i])
        if (fault !== undefined) return fault
      }
      return undefined
    }
    return Effect.flatMap(this.verdicts(arriving), (verdicts) => this.written(() => receipts(verdicts)))
  }

  /** Ends the remaining closings, including those without receipts. */
  end(): Effect.Effect<void, InconsistentRecord | PackageNotWritten> {
    return this.written(() => this.closeUpTo(Number.POSITIVE_INFINITY))
  }

  private verdicts(arriving: ReadonlyArray<Arriving>): Effect.Effect<ReadonlyArray<boolean | undefined>> {
    const { facts: { tses }, verifySignatures } = this.terms
    const tillId = this.closings[0]?.tillId
    if (!verifySignatures || tillId === undefined) return Effect.succeed([])
    return Effect.forEach(
      arriving,
      ({ order }) => Effect.promise(async () => order && verifySignature(order, tillId, tses)),
      { concurrency: verifiedAtOnce }
    )
  }

  private written(
    work: () => InconsistentRecord | undefined
  ): Effect.Effect<void, InconsistentRecord | PackageNotWritten> {
    return Effect.flatMap(Effect.sync(work), (fault): Effect.Effect<void, InconsistentRecord | PackageNotWritten> => {
      if (fault !== undefined) return Effect.fail(fault)
      const rows = this.rows
      this.rows = new Map()
      return Effect.forEach(rows, ([file, added]) => this.draft.add(file, added), { discard: true })
    })
  }

  private closeUpTo(zNr: number): InconsistentRecord | undefined {
    for (let closing = this.closings[this.current]; closing !== undefined && closing.zNr < zNr;) {
      const fault = closingFault(closing, this.sums) ?? this.close(closing)
      if (fault !== undefined) return fault
      closing = this.closings[++this.current]
    }
    return undefined
  }

  private receipt({ id, order, zNr }: Arriving, isSigned: boolean | undefined): InconsistentRecord | undefined {
    const { facts } = this.terms
    const closing = this.closings[this.current]
    if (closing?.zNr !== zNr) return inconsistentOrder(id, say(noClosing, { closing: zNr }))
    if (order === undefined) return inconsistentOrder(id, say(noProduct))
    const fault = orderFault(order, facts.tses, isSigned)
    if (fault !== undefined) return fault
    this.receipts++
    this.sums.add(order)
    for (const [file, row] of Object.entries(receiptRows(order, closing, facts))) this.add(file, row)
    return undefined
  }

  private close(closing: Closing): InconsistentRecord | undefined {
    const { facts, softwareVersion } = this.terms
    const till = facts.tills.get(closing.tillId)
    if (till === undefined) return inconsistentClosing(closing, say(noTill))
    const rows = closingRows(closing, this.sums, {
      business: facts.business,
      till,
      tses: this.devicesOf(closing),
      currency: facts.currency,
      version: taxonomy24.version,
      softwareVersion,
      describeRate: facts.describeRate
    })
    for (const [file, row] of Object.entries(rows)) this.add(file, row)
    this.sums = new ClosingSums(facts.settings)
    return undefined
  }

  /** The devices that the receipts name; if none could sign, the till's device. */
  private devicesOf({ tillId, zNr }: Closing): ReadonlyArray<ExportedTse> {
    const { tseAt, tses } = this.terms.facts
    const named = this.sums.tseIds.flatMap((id) => tses.get(id) ?? [])
    const registered = tseAt(tillId, zNr)
    return named.length > 0 || registered === undefined ? named : [registered]
  }

  private add(file: string, rows: Row | ReadonlyArray<Row>): void {
    const kept = this.rows.get(file)
    const added = Array.isArray(rows) ? rows : [rows]
    if (kept === undefined) this.rows.set(file, [...added])
    else kept.push(...added)
  }
}
