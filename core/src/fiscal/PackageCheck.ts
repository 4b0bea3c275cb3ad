import { Effect, Schema } from "effect"
import type { Language } from "../base/Language.ts"
import { byRule, messageByRule, ruleFields } from "../base/Rule.ts"
import { withVerdicts } from "../tse/SignatureCheck.ts"
import { checkClosingNumbers, ClosingCheck, closingFiles, closingOf, Verifiers } from "./ClosingCheck.ts"
import { CounterCheck } from "./CounterCheck.ts"
import { exportRules } from "./ExportRules.ts"
import { checkGrammar, checkIndex } from "./IndexCheck.ts"
import { grammarFile, indexFile } from "./IndexXml.ts"
import { PackageReport, ProblemList } from "./PackageProblem.ts"
import { PackageReader } from "./PackageReader.ts"
import { type CheckedReceipt, checkReceipt, type SignatureOutcome, verifySignature } from "./ReceiptCheck.ts"
import { abandonedNote } from "./ReceiptRows.ts"
import { ReferenceCheck } from "./ReferenceCheck.ts"
import { comparePositions, RowCursor } from "./RowCursor.ts"
import type { Table, Taxonomy } from "./Table.ts"
import type { Cells, NumberedCells } from "./TableCheck.ts"
import { taxonomy24 } from "./Taxonomy24.ts"

/** The file with every receipt. */
const headFile = "transactions.csv"

const referenceFile = "references.csv"

/** A receipt as its rows were read. */
interface ReadReceipt {
  readonly at: NumberedCells
  /** Undefined if the closing is not in the export. */
  readonly closing: ClosingCheck | undefined
  readonly rows: (file: string) => ReadonlyArray<NumberedCells>
  readonly receipt: CheckedReceipt
  /** Whether all its numbers are known. */
  readonly isReadable: boolean
}

/** The file can't be opened or is not a ZIP. */
export class NoPackage extends Schema.TaggedError<NoPackage>()("NoPackage", ruleFields) {
  static readonly of = byRule(NoPackage)

  messageIn(language: Language): string {
    return messageByRule(this, language)
  }
}

export interface CheckOptions {
  /** The package is one of several: numbers of devices may have gaps. */
  readonly inParts: boolean
}

/**
 * Checks an export as an auditor would, from its files alone and as a stream: the description, the form of each cell,
 * every sum, every signature, and that no number is missing.
 */
export const checkPackage = (path: string, options: CheckOptions): Effect.Effect<PackageReport, NoPackage> =>
  Effect.scoped(Effect.gen(function*() {
    const reader = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => PackageReader.open(path),
        catch: (cause) =>
          NoPackage.of(exportRules.package_unreadable, {
            path,
            reason: cause instanceof Error ? cause.message : String(cause)
          })
      }),
      (opened) => Effect.sync(() => opened.close())
    )
    return yield* Effect.promise(() => new PackageCheck(reader, options).run())
  }))

class PackageCheck {
  private readonly reader: PackageReader
  private readonly options: CheckOptions
  private readonly problems = new ProblemList()
  private readonly counters = new CounterCheck()
  private readonly outcomes: { [outcome in SignatureOutcome]: number } = { valid: 0, invalid: 0, failure: 0, none: 0 }
  private readonly notes: Array<string> = []
  private closings = new Map<string, ClosingCheck>()
  private references = new ReferenceCheck([])
  private receipts = 0
  private readonly cursors: Array<RowCursor> = []
  /** Whether all numbers of devices are known. */
  private isCounted = true

  constructor(reader: PackageReader, options: CheckOptions) {
    this.reader = reader
    this.options = options
  }

  async run(): Promise<PackageReport> {
    const { notes, options, problems } = this
    const taxonomy = await this.described()
    await this.readClosings(taxonomy)
    await this.readReferences(taxonomy)
    for await (const [read, isSigned] of withVerdicts(this.receiptsIn(taxonomy), verdictOf)) this.add(read, isSigned)
    if (this.isWhole) {
      this.references.end(problems)
      for (const closing of this.closings.values()) closing.end(problems)
      if (this.isCounted) this.counters.end(problems, notes, options.inParts)
    } else notes.push(partlyRead)
    return new PackageReport({
      closings: this.closings.size,
      receipts: this.receipts,
      signatures: this.outcomes.valid,
      failures: this.outcomes.failure,
      problemCount: problems.count,
      problems: problems.first,
      notes
    })
  }

  /** Whether each file could be read so far. Whatever is compared with the rows of another would only repeat that fault. */
  private get isWhole(): boolean {
    return this.cursors.every((cursor) => cursor.isWhole)
  }

  private async open(table: Table, problems = this.problems): Promise<RowCursor> {
    const cursor = await RowCursor.open(table, this.reader, problems)
    this.cursors.push(cursor)
    return cursor
  }

  /** Checks the list of files and their description. */
  private async described(): Promise<Taxonomy> {
    const { problems, reader } = this
    const files = [indexFile, grammarFile, ...taxonomy24.tables.map(({ file }) => file)]
    for (const file of files) if (!reader.names.includes(file)) problems.report(file, null, "The file is missing")
    for (const [i, name] of reader.names.entries()) {
      if (!files.includes(name)) problems.report(name, null, "The file is not part of an export")
      if (reader.names.indexOf(name) < i) problems.report(name, null, "The file is there twice")
    }
    const grammar = await this.bytes(grammarFile)
    if (grammar !== undefined) checkGrammar(grammar, problems)
    const index = await this.bytes(indexFile)
    return index === undefined ? taxonomy24 : checkIndex(index, taxonomy24, problems)
  }

  private async bytes(file: string): Promise<Uint8Array | undefined> {
    if (!this.reader.names.includes(file)) return undefined
    try {
      return await this.reader.bytes(file)
    } catch (error) {
      this.problems.report(file, null, error instanceof Error ? error.message : String(error))
      return undefined
    }
  }

  private async readClosings({ tables }: Taxonomy): Promise<void> {
    const byClosing = new Map<string, { [file: string]: Array<NumberedCells> }>()
    for (const file of closingFiles) {
      const cursor = await this.open(tables.find((table) => table.file === file)!)
      for (let at = cursor.current; at !== undefined; at = await cursor.next()) {
        const key = closingOf(at.cells)
        if (file === "cashpointclosing.csv") byClosing.set(key, byClosing.get(key) ?? {})
        const rows = byClosing.get(key)
        if (rows === undefined) {
          if (this.isWhole) this.problems.report(file, at.row, "Its closing is not in cashpointclosing.csv")
        } else (rows[file] ??= []).push(at)
      }
    }
    const heads = Array.from(byClosing.values()).flatMap((rows) => rows["cashpointclosing.csv"] ?? [])
    if (this.isWhole) checkClosingNumbers(heads, this.problems)
    const verifiers = new Verifiers()
    this.closings = new Map(Array.from(byClosing, ([key, rows]) => [key, new ClosingCheck(rows, verifiers)]))
    this.references = new ReferenceCheck(heads.map(({ cells }) => cells))
  }

  /** Faults of the rows themselves are reported when they are read with their receipts. */
  private async readReferences({ tables }: Taxonomy): Promise<void> {
    const table = tables.find(({ file }) => file === referenceFile)!
    const cursor = await this.open(table, new ProblemList())
    for (let at = cursor.current; at !== undefined; at = await cursor.next()) {
      if (at.isReadable) this.references.expect(at.cells)
    }
  }

  /** All files of receipts, read side by side: they have the same order. */
  private async *receiptsIn({ tables }: Taxonomy): AsyncGenerator<ReadReceipt> {
    const { problems } = this
    const heads = await this.open(tables.find(({ file }) => file === headFile)!)
    const others = await Promise.all(
      tables.filter(({ file }) => file !== headFile && !closingFiles.some((name) => name === file))
        .map((table) => this.open(table))
    )
    let before: Cells | undefined
    /** Numbers of the receipts in the current closing. */
    let numbers = new Set<string | undefined>()
    for (let at = heads.current; at !== undefined; at = await heads.next()) {
      const { cells: head, row } = at
      if (before !== undefined && comparePositions(before, head) >= 0) {
        problems.report(headFile, row, `BON_ID ${head["BON_ID"]} stands there twice, or not in its order`)
      }
      if (before === undefined || closingOf(before) !== closingOf(head)) numbers = new Set()
      if (numbers.size === numbers.add(head["BON_NR"]).size) {
        problems.report(headFile, row, `BON_NR ${head["BON_NR"]} stands there twice in its closing`)
      }
      before = head
      const rows = new Map<string, ReadonlyArray<NumberedCells>>()
      for (const cursor of others) rows.set(cursor.table.file, await cursor.take(head))
      const of = (file: string) => rows.get(file) ?? []
      const receipt: CheckedReceipt = { head, rows: (file) => of(file).map(({ cells }) => cells) }
      const isReadable = [at, ...Array.from(rows.values()).flat()].every((one) => one.isReadable)
      yield { at, closing: this.closings.get(closingOf(head)), rows: of, receipt, isReadable }
    }
    if (this.isWhole) { for (const cursor of others) await cursor.end() }
  }

  private add({ at, closing, isReadable, receipt, rows }: ReadReceipt, isSigned: boolean | undefined): void {
    const { cells: head, row } = at
    this.receipts++
    if (closing === undefined) {
      if (this.isWhole) {
        this.problems.report(headFile, row, `Its closing ${head["Z_NR"]} is not in cashpointclosing.csv`)
      }
      return
    }
    const report = (file: string, problem: string) => {
      if (!isReadable || !this.isWhole) return
      const first = file === headFile ? row : rows(file)[0]?.row ?? null
      this.problems.report(file, first, `BON_ID ${head["BON_ID"]}: ${problem}`)
    }
    this.outcomes[checkReceipt(receipt, closing, isSigned, report)]++
    closing.add(receipt, isReadable)
    const references = rows(referenceFile).filter((one) => one.isReadable)
    if (this.isWhole) this.references.add(at, references, this.problems)
    for (const { cells, isReadable: isCounted } of rows("transactions_tse.csv")) {
      this.isCounted &&= isCounted
      this.count(closing, cells["TSE_ID"], cells["TSE_TANR"], cells["TSE_TA_SIGZ"])
    }
    for (const [, tseId, number] of head["BON_NOTIZ"]?.matchAll(abandoned) ?? []) this.count(closing, tseId, number, "")
  }

  private count({ tses }: ClosingCheck, tseId = "", number = "", counter = ""): void {
    const serial = tses.get(tseId)?.cells["TSE_SERIAL"]
    if (serial !== undefined) this.counters.add(serial, number, counter)
  }
}

const partlyRead = "Nothing was compared with files that can't be read: put them right, and check again"

const verdictOf = async ({ closing, receipt }: ReadReceipt) => closing && verifySignature(receipt, closing)

const abandoned = new RegExp(`${abandonedNote} (\\d+)/(\\d+)`, "g")
